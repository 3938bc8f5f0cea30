"""The search for small changes against random swaps, and on good setups that were made worse.

    python -m benchmarks.improve swaps  [--json] [--setups Rush,Default] [--seeds 2] [--size 1.0]
    python -m benchmarks.improve mended [--json] [--trials 10] [--size 1.0] [--fresh 400]

swaps   Improve as it is beside random swaps at the same processor time: swaps drawn at random, as
        many as the time of the search's games allows if each plays the same number of games by the
        judge, of which the best is taken. Both choices play on seeds that took no part. The gain
        over random swaps is a mean difference with a 95 % interval over searches (Student's t).
mended  A good setup (the metagame's mixture, docs/findings/rank-top.csv) is made worse by one swap,
        the first of those drawn that was shown to hurt (the judge plays those that hurt as the
        cheap agent plays). Improve is given the worse one; what it
        reports first and the good one play the same games on seeds that took no part. Not worse:
        the 95 % interval of the difference does not lie below 0.

Processor seconds are of the searches alone, so that it can be seen that they are alike.
"""

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from conquest_opt.arena.play.entrant import Entrant, LastingSetup, lasting_setup
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.context import RunContext
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.arena.stats.gains import Gain
from conquest_opt.engine import Ruleset
from conquest_opt.engine.reading.files import read_csv
from conquest_opt.engine.rules.seeds import derive
from conquest_opt.evolve.improve.search import ImproveSearch
from conquest_opt.evolve.improve.settings import ImproveSettings
from conquest_opt.evolve.improve.task import ImproveTask
from conquest_opt.evolve.proposals.mixture import metagame_field
from conquest_opt.evolve.proposals.paired import PairedStage
from conquest_opt.setups import Setup, metagame
from conquest_opt.setups.notation import read_text
from conquest_opt.setups.swaps import small_swaps
from scipy.stats import t

JUDGE = "strong"
RULES = Ruleset()
FRESH, DRAWN, HURTING = range(1 << 30, (1 << 30) + 3)
"""Streams of the seed that no search draws from."""

RANDOM_GAMES = 40
"""Games by the judge that a random swap plays."""
HURTING_PAIRS, HURTING_TRIES = 60, 4
"""Pairs by which a swap is shown to hurt, and how many swaps are tried for one that does."""
SEEMS_WORSE = -0.05
"""What a swap gains at most, as the cheap agent plays, if it is to be tried."""


def context_of() -> RunContext:
    return RunContext(evaluator=Evaluator(Threads(1), RULES))


def task_of(setup: str, seed: int, size: float) -> ImproveTask:
    """Return the search for a setup as text, with the metagame's mixture as the field."""
    field = metagame_field(RULES, JUDGE)
    assert field is not None
    settings = ImproveSettings().scaled(size)
    return ImproveTask(settings=settings, setup=plain(setup), field=field, seed=seed)


def plain(setup: str) -> LastingSetup:
    """Return the setup of a name or text, without a formation: all stand in one that is made."""
    return LastingSetup(setup=lasting_setup(setup).setup)


def played(
    setups: Sequence[str], task: ImproveTask, pairs: int, seed: int, agent: str = JUDGE
) -> PairedStage:
    """Return fresh games of setups against the field, by the judge unless by another agent."""
    field = task.field.played_by(agent)
    dealt = field.deal(pairs, 0.5)
    entrants = [Entrant(setup=setup, agent=agent) for setup in setups]
    opponents = [field.opponents[number] for number in dealt]
    board = Evaluator(Threads(1), RULES).play(entrants, opponents, seed)
    return PairedStage(board, len(setups), tuple(dealt))


# ---- ways to search ------------------------------------------------------------------------------


def improved(task: ImproveTask) -> tuple[str, float, Gain]:
    """Return what improve reports first, its processor seconds, and the gain it reports."""
    began = time.process_time()
    search = ImproveSearch(task.candidates, task.field, task.settings, task.seed, context_of())
    _, checked = search.run()
    chosen = str(task.candidates.setups[checked[0].number])
    return chosen, time.process_time() - began, checked[0].gain


def random_swap(task: ImproveTask, seconds: float) -> tuple[str, float]:
    """Return the best of random swaps that play until the time is over."""
    began = time.process_time()
    order = Random(derive(task.seed, DRAWN)).sample(task.candidates.swaps, len(task.candidates) - 1)
    rates: dict[str, float] = {}
    for number, swap in enumerate(order):
        if rates and time.process_time() - began > seconds:
            break
        seed = derive(derive(task.seed, DRAWN), number)
        [score] = played([str(swap.after)], task, RANDOM_GAMES // 2, seed).scores
        rates[str(swap.after)] = score.rate
    return max(rates, key=lambda setup: rates[setup]), time.process_time() - began


def compare_swaps(setups: Sequence[str], seeds: int, size: float, fresh: int) -> dict[str, Any]:
    """Return what improve and random swaps gain on fresh games, by search."""
    rows = []
    for setup in setups:
        for seed in range(1, seeds + 1):
            task = task_of(setup, seed, size)
            ours, seconds, _ = improved(task)
            others, random_seconds = random_swap(task, seconds)
            stage = played([task.setup.setup, ours, others], task, fresh // 2, derive(seed, FRESH))
            gain, other = stage.gains()
            rows.append(
                {"setup": setup, "seed": seed, "improved": ours, "random": others}
                | {"gain": gain.value, "random_gain": other.value}
                | {"seconds": seconds, "random_seconds": random_seconds}
            )
            report(f"{setup}, seed {seed}: {gain.value:+.3f} against {other.value:+.3f}")
    ahead = np.array([row["gain"] - row["random_gain"] for row in rows])
    return {"searches": rows, "ahead": _mean(ahead)}


def _mean(values: np.ndarray) -> dict[str, float]:
    reach = 0.0
    if len(values) > 1:
        reach = float(t.ppf(0.975, len(values) - 1) * values.std(ddof=1) / len(values) ** 0.5)
    mean = float(values.mean())
    return {"mean": mean, "low": mean - reach, "high": mean + reach}


# ---- good setups made worse ----------------------------------------------------------------------


@dataclass(frozen=True)
class Worsened:
    """A good setup, and what a swap made of it."""

    good: str
    worse: str
    loss: float


def good_setups() -> list[str]:
    """Return the setups of the metagame's mixture, and the top of the ranking."""
    table = read_csv(Path(__file__).parents[1] / "docs" / "findings" / "rank-top.csv")
    column = table[0].index("setup")
    ranked = [row[column] for row in table[1:]]
    return list(dict.fromkeys([*(plain(name).setup for name, _ in metagame()), *ranked]))


def worsened(good: str, task: ImproveTask, seed: int) -> Worsened | None:
    """Return the setup made worse by the first swap of one component that was shown to hurt."""
    every = small_swaps(Setup(*read_text(good)), RULES, 1)
    drawn = [str(swap.after) for swap in Random(seed).sample(every, len(every))]
    cheap = played([good, *drawn], task, HURTING_PAIRS, derive(seed, len(drawn)), "quick").gains()
    seem = [one for one, gain in zip(drawn, cheap, strict=True) if gain.value < SEEMS_WORSE]
    for number, worse in enumerate(seem[:HURTING_TRIES]):
        [loss] = played([good, worse], task, HURTING_PAIRS, derive(seed, number)).gains()
        if loss.interval.high < 0:
            return Worsened(good, worse, loss.value)
    return None


def mend(trials: int, size: float, fresh: int, skip: int) -> dict[str, Any]:
    """Return how often what improve reports is not worse than the good setup."""
    rows: list[dict[str, Any]] = []
    for number, good in enumerate(good_setups()):
        if number < skip or len(rows) == trials:
            continue
        harmed = worsened(good, task_of(good, 1, size), derive(number, HURTING))
        if harmed is None:
            report(f"{good}: none of the swaps drawn was shown to hurt")
            continue
        task = task_of(harmed.worse, number + 1, size)
        chosen, seconds, gain = improved(task)
        [apart] = played([good, chosen], task, fresh // 2, derive(number, FRESH)).gains()
        rows.append(
            {"good": good, "worse": harmed.worse, "loss": harmed.loss, "reported": chosen}
            | {"gain": gain.value, "gain_ci95": list(gain.interval), "seconds": seconds}
            | {"apart": apart.value, "apart_ci95": list(apart.interval)}
            | {"not_worse": apart.interval.high >= 0, "found": chosen == good}
        )
        ends = f"[{apart.interval.low:+.3f}, {apart.interval.high:+.3f}]"
        report(
            f"{good} -> {harmed.worse} ({harmed.loss:+.3f}) -> {chosen} (reported "
            f"{gain.value:+.3f} [{gain.interval.low:+.3f}, {gain.interval.high:+.3f}]): "
            f"{apart.value:+.3f} {ends} beside the good one, {seconds:.0f} s"
        )
    apart = np.array([row["apart"] for row in rows])
    return {
        "trials": rows,
        "not_worse": sum(row["not_worse"] for row in rows),
        "apart": _mean(apart) if rows else {},
    }


def report(line: str) -> None:
    print(line, flush=True)


def main() -> None:
    """Run one of the two."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=("swaps", "mended"))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--setups", default="Rush,Default,IAmWarrior")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--trials", type=int, default=10)
    parser.add_argument("--skip", type=int, default=0, help="good setups to leave out at the start")
    parser.add_argument("--size", type=float, default=1.0)
    parser.add_argument("--fresh", type=int, default=400)
    options = parser.parse_args()
    if options.what == "swaps":
        result = compare_swaps(
            options.setups.split(","), options.seeds, options.size, options.fresh
        )
    else:
        result = mend(options.trials, options.size, options.fresh, options.skip)
    summary = {name: value for name, value in result.items() if name not in ("searches", "trials")}
    print(json.dumps(result if options.json else summary, indent=1))


if __name__ == "__main__":
    main()
