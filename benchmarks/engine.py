"""How fast the engine is: random games, playouts, copies, compilation, start-up, memory.

    python -m benchmarks.engine [--json] [--seconds 4]

Rates are the best of several rounds on one core, since other work on the machine only ever slows
them; the threads' speed-up is the median of rounds of about 0.3 s in which one thread and two
alternate, so it needs two idle cores. All 31 named setups take part. Bars, on one core: 20 M
actions/s, 1.5 M playouts/s, two threads 1.8 x one, cold compilation under 45 s, cached start under
1.5 s, under 300 MB.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from conquest_opt.agents.evaluation.evaluate import evaluate
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.engine import Ruleset
from conquest_opt.engine.kernels.bits import copy_record
from conquest_opt.engine.kernels.compiled import jit
from conquest_opt.engine.kernels.entry import random_games
from conquest_opt.engine.kernels.layout import STATE, new_scratch
from conquest_opt.engine.kernels.packing import pack_rules, start_state
from conquest_opt.engine.kernels.playout import play_randomly
from conquest_opt.engine.kernels.random import mix
from conquest_opt.setups import catalogue

PLAYOUT_TURNS = 4
BARS = {
    "random_actions_per_s": 20e6,
    "rollouts_per_s": 1.5e6,
    "threads_speedup": 1.8,
    "cold_compile_s": 45,
    "cached_start_s": 1.5,
    "max_rss_mb": 300,
}


@jit
def playouts(rules, start, state, scratch, params, seed, count, turns):
    """Play `count` random playouts of a few turns from `start`; return the sum of their values."""
    total = 0.0
    scratch.random = mix(np.uint64(seed))
    last_turn = np.int64(start.turn) + turns - 1
    for _ in range(count):
        copy_record(state, start)
        play_randomly(rules, state, scratch, last_turn)
        total += evaluate(rules, state, scratch, params, np.uint64(0))
    return total


@jit
def copies(states, count):
    """Copy records in a ring `count` times."""
    mask = np.uint64(states.shape[0] - 1)
    for i in range(count):
        copy_record(states[np.uint64(i + 1) & mask], states[np.uint64(i) & mask])


class Bench:
    """The positions and records that measurements share."""

    def __init__(self) -> None:
        rules = Ruleset()
        armies = [setup.army for setup in catalogue().values()]
        pairs = [(a, armies[(7 * i + 3) % len(armies)]) for i, a in enumerate(armies)]
        self.rules = pack_rules(rules)
        self.starts = [start_state(pair, rules, 1, []) for pair in pairs]
        self.middles = [self._middle(start) for start in self.starts]

    def _middle(self, start: np.record) -> np.record:
        """Return a position 20 random turns into the game, where sides are in contact."""
        states = np.zeros(1, STATE)
        random_games(self.rules, start, states, seed=5, turns=20)
        return states[0]

    def games(self, seed: int, games: int = 8) -> int:
        """Play random games from every start; return the number of actions."""
        states = np.zeros(games, STATE)
        return sum(
            random_games(self.rules, start, states, seed=seed, first=i)
            for i, start in enumerate(self.starts)
        )

    def playouts(self, seed: int, count: int = 2_000) -> int:
        """Play playouts from every middle-game position; return their number."""
        state, scratch, params = np.zeros(1, STATE)[0], new_scratch(), AgentSpec.parse("fpu").pack()
        for start in self.middles:
            playouts(self.rules, start, state, scratch, params, seed, count, PLAYOUT_TURNS)
        return count * len(self.middles)


def best_rate(work: Callable[[int], int], seconds: float) -> float:
    """Return the best rate (work done per second) over rounds that fill the time."""
    rates, end, seed = [], time.perf_counter() + seconds, 0
    work(seed)
    while not rates or time.perf_counter() < end:
        seed += 1
        begin = time.perf_counter()
        count = work(seed)
        rates.append(count / (time.perf_counter() - begin))
    return max(rates)


def threads_speedup(work: Callable[[int], int], rounds: int) -> float:
    """Return how much more two threads do than one, the median of alternating rounds."""
    ratios = []
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, range(2)))
        for r in range(rounds):
            begin = time.perf_counter()
            alone = work(r)
            one = alone / (time.perf_counter() - begin)
            begin = time.perf_counter()
            together = sum(pool.map(work, [r] * 2))
            ratios.append(together / (time.perf_counter() - begin) / one)
    return statistics.median(ratios)


def copy_ns(seconds: float) -> float:
    """Return nanoseconds to copy one state."""
    states = np.zeros(64, STATE)
    copies(states, 1)

    def work(_: int) -> int:
        copies(states, 1_000_000)
        return 1_000_000

    return 1e9 / best_rate(work, seconds)


_FIRST_MOVE = """
import sys, time, resource
from conquest_opt.engine import Game
from conquest_opt.setups import army
game = Game.new(army("Default"), army("IAmWarrior"), seed=1)
game.apply(game.legal_actions()[0])
if "all" in sys.argv:
    from benchmarks.engine import Bench
    bench = Bench(); bench.games(1, 1); bench.playouts(1, 1); game.hash
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def start_up(rounds: int = 3) -> tuple[float, float]:
    """Return seconds to compile all kernels anew, and from nothing to a first move when cached."""

    def run(*words: str) -> float:
        begin = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", _FIRST_MOVE, *words],
            check=True,
            cwd=Path(__file__).parent.parent,
            env=environment,
            capture_output=True,
        )
        return time.perf_counter() - begin

    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "CONQUEST_OPT_CACHE": cache}
        cold = run("all")
        return cold, min(run() for _ in range(rounds))


def measure(seconds: float) -> dict[str, float]:
    """Return all figures."""
    bench = Bench()
    figures: dict[str, Any] = {
        "random_actions_per_s": best_rate(bench.games, seconds),
        "rollouts_per_s": best_rate(bench.playouts, seconds),
        "copy_ns": copy_ns(seconds),
        "threads_speedup": threads_speedup(lambda seed: bench.games(seed, 200), 9),
    }
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        for name, work in (("random_actions", bench.games), ("rollouts", bench.playouts)):
            figures[f"{name}_per_s_all_cores"] = best_rate(
                lambda seed, work=work: sum(pool.map(work, [seed + i for i in range(cores)])),
                seconds,
            )
    figures["cores"] = cores
    figures["cold_compile_s"], figures["cached_start_s"] = start_up()
    figures["max_rss_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return figures


def report(figures: dict[str, float]) -> str:
    """Return the figures as lines, each beside its bar."""
    lines = [
        ("random full games", "random_actions_per_s", 1e-6, "M actions/s"),
        ("  on all cores", "random_actions_per_s_all_cores", 1e-6, "M actions/s"),
        (f"{PLAYOUT_TURNS}-turn playouts + value", "rollouts_per_s", 1e-6, "M/s"),
        ("  on all cores", "rollouts_per_s_all_cores", 1e-6, "M/s"),
        ("two threads against one", "threads_speedup", 1.0, "x"),
        ("state copy", "copy_ns", 1.0, "ns"),
        ("cold compilation", "cold_compile_s", 1.0, "s"),
        ("cached start to first move", "cached_start_s", 1.0, "s"),
        ("memory", "max_rss_mb", 1.0, "MB"),
    ]
    text = []
    for title, key, factor, unit in lines:
        bar = f"   bar {BARS[key] * factor:g} {unit}" if key in BARS else ""
        text.append(f"{title:<28}{figures[key] * factor:8.2f} {unit:<12}{bar}".rstrip())
    return "\n".join(text)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--seconds", type=float, default=4.0, help="time for each rate")
    options = parser.parse_args()
    figures = measure(options.seconds)
    print(json.dumps(figures) if options.json else report(figures))


if __name__ == "__main__":
    main()
