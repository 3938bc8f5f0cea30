"""How fast the agents are, on one core, from the start of the default setup.

    python -m benchmarks.agents [--json] [--games 20]

Bars: `fpu` 8 M advances/s and 400,000 iterations/s, a whole game at 3000 advances a decision in
0.15 s on average; compilation of all that a tournament needs in 60 s, a cached start in 2 s.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from conquest_opt.agents.game_runner import GameRunner
from conquest_opt.agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT, AgentSpec
from conquest_opt.engine import Ruleset
from conquest_opt.engine.kernels.packing import start_state
from conquest_opt.setups import army

_TOURNAMENT = """
import sys
from conquest_opt.cli.main import main
words = "tournament --setups Default,Rush --games 2 --agent random --events --db".split()
main([*words, *sys.argv[1:]])
"""


def start_up(rounds: int = 3) -> tuple[float, float]:
    """Return seconds from nothing to the end of a tiny tournament: compiled anew, and cached."""

    def run() -> float:
        begin = time.perf_counter()
        command = [sys.executable, "-c", _TOURNAMENT, str(Path(cache, "results.duckdb"))]
        root = Path(__file__).parent.parent
        subprocess.run(command, check=True, cwd=root, env=environment, capture_output=True)
        return time.perf_counter() - begin

    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "CONQUEST_OPT_CACHE": cache}
        cold = run()
        return cold, min(run() for _ in range(rounds))


def game_seconds(table: GameRunner, text: str, games: int) -> tuple[float, float]:
    """Return the mean seconds and turns of an agent's games with itself."""
    agent, rules = AgentSpec.parse(text), Ruleset()
    start = start_state((army("Default"), army("Default")), rules, 1, [])
    begin = time.perf_counter()
    turns = sum(
        int(table.play(rules, start, agent, agent, seed=s).state.turn) for s in range(games)
    )
    return (time.perf_counter() - begin) / games, turns / games


def measure(games: int) -> dict[str, float]:
    rules, table, fpu = Ruleset(), GameRunner(), AgentSpec.parse("fpu")
    start = start_state((army("Default"), army("Default")), rules, 1, [])
    table.play(rules, start, fpu, fpu, seed=0, actions=1)
    figures = {"fpu_advances_per_s": 0.0, "fpu_iterations_per_s": 0.0}
    deep = AgentSpec.parse("fpu:advances=3000000,reuse=false")
    for seed in range(5):
        begin = time.perf_counter()
        played = table.play(rules, start, deep, deep, seed=seed, actions=1)
        seconds = time.perf_counter() - begin
        for name, count in (("advances", played.advances), ("iterations", played.iterations)):
            key = f"fpu_{name}_per_s"
            figures[key] = max(figures[key], count / seconds)
    for name, text in (("fpu", "fpu"), ("default", DEFAULT_AGENT), ("quick", QUICK_AGENT)):
        figures[f"{name}_game_s"], figures[f"{name}_game_turns"] = game_seconds(table, text, games)
    figures["cold_compile_s"], figures["cached_start_s"] = start_up()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    figures = measure(options.games)
    if options.json:
        print(json.dumps(figures))
        return
    print(f"fpu      {figures['fpu_advances_per_s'] / 1e6:8.1f} M advances/s    bar 8")
    print(f"         {figures['fpu_iterations_per_s'] / 1e3:8.0f} k iterations/s  bar 400")
    for name, bar in (("fpu", "   bar 0.15"), ("default", ""), ("quick", "")):
        seconds, turns = figures[f"{name}_game_s"], figures[f"{name}_game_turns"]
        print(f"{name:<8} {seconds:8.4f} s a game, {turns:.0f} turns{bar}")
    print(f"compiled anew {figures['cold_compile_s']:.0f} s  bar 60")
    print(f"cached start  {figures['cached_start_s']:.1f} s  bar 2")


if __name__ == "__main__":
    main()
