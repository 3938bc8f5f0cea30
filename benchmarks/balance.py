"""Planted imbalance: rules are spoilt on purpose, and the search for balance has to mend them.

    python -m benchmarks.balance [--json] [--seeds 2] [--generations 12] [--population 24]
                                 [--plants champion.health=2000,champion.cost=50,archer.range=12]

Six named setups about as good as each other by the standard rules (unevenness of 11 % with the
quick agent) and, where a price is planted, two rivals bred by the spoilt rules, judge every
candidate. The number that was planted is free, and so are all others of its kind (every health,
every price, every range): the search does not know which one is wrong. Of the front, measured again
on held-out seeds for `strong`, the most even point is looked at: how even it is, and how much of
the way back to the standard value the planted number went (0 is where it was planted, 1 the
standard value, more is beyond it). More than half is "moved most of the way back". A search takes
two to five minutes on two idle cores.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.context import RunContext
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.balance.rules.edits import rule_numbers
from conquest_opt.balance.search.result import PointValues
from conquest_opt.balance.search.settings import BalanceSettings
from conquest_opt.balance.search.space import RuleSpace
from conquest_opt.balance.search.task import BalanceTask
from conquest_opt.engine import Ruleset

SETUPS = (
    "Devastation",
    "ItsATrap",
    "GlassCannon",
    "WrathOfBombard",
    "HalberderPure",
    "HalberderHedge",
)

MOST_OF_THE_WAY = 0.5


def searched(plant: str, seed: int, generations: int, population: int) -> dict[str, Any]:
    """Return what became of a planted number."""
    name, _, value = plant.partition("=")
    rules = Ruleset().edit(plant)
    standard = {number.name: number.value for number in rule_numbers(Ruleset())}[name]
    price = name.endswith(".cost")
    settings = BalanceSettings(
        population=population,
        generations=generations,
        front=8,
        games=4 if price else 8,  # rivals make twice as many match-ups
        check_games=24 if price else 48,
        rivals=2 if price else 0,
        adapt=2 if price else 0,
    )
    space = RuleSpace.of(rules, [f"*.{name.partition('.')[2]}"])
    task = BalanceTask.of(settings, space, SETUPS, seed=seed)
    evaluator = Evaluator(Threads(), rules)
    result = task.run(RunContext(evaluator=evaluator)).values
    best = min(result.front, key=lambda point: point.objectives["unevenness"].value)
    ended = int(dict(edit.split("=") for edit in best.edits).get(name, value))
    return {
        "plant": plant,
        "seed": seed,
        "games": evaluator.games,
        "seconds": evaluator.seconds,
        "judge": result.judge,
        "origin": unevenness(result.origin),
        "best": unevenness(best),
        "edits": list(best.edits),
        "way_back": (ended - int(value)) / (standard - int(value)),
        "touched_by": sum(any(e.startswith(name) for e in p.edits) for p in result.front),
        "front": len(result.front),
    }


def unevenness(point: PointValues) -> list[float]:
    """Return how uneven match-ups are by some rules, and the ends of the interval."""
    measured = point.objectives["unevenness"]
    return [measured.value, *measured.ci95]


def measure(
    plants: Sequence[str], seeds: int, sizes: tuple[int, int], on_row: Callable[[dict], None]
) -> dict[str, Any]:
    rows = []
    for plant in plants:
        for seed in range(1, seeds + 1):
            rows.append(searched(plant, seed, *sizes))
            on_row(rows[-1])
    ratios = [row["best"][0] / row["origin"][0] for row in rows]
    return {
        "searches": rows,
        "unevenness_ratio": float(np.mean(ratios)),
        "way_back": float(np.mean([row["way_back"] for row in rows])),
        "moved_back": f"{sum(row['way_back'] > MOST_OF_THE_WAY for row in rows)} of {len(rows)}",
        "mended": f"{sum(row['best'][2] < row['origin'][1] for row in rows)} of {len(rows)}",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plants", default="champion.health=2000,champion.cost=50,archer.range=12")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--population", type=int, default=24)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()

    def on_row(row: dict) -> None:
        if not options.json:
            before, after = 100 * row["origin"][0], 100 * row["best"][0]
            edits = ", ".join(row["edits"]) or "nothing"
            print(
                f"{row['plant']}, seed {row['seed']}: unevenness {before:.1f} % -> {after:.1f} %, "
                f"{100 * row['way_back']:.0f} % of the way back; {edits} ({row['games']:,} games, "
                f"{row['seconds']:.0f} s)",
                flush=True,
            )

    sizes = options.generations, options.population
    result = measure(options.plants.split(","), options.seeds, sizes, on_row)
    if options.json:
        print(json.dumps(result, indent=1))
        return
    print(
        f"unevenness {result['unevenness_ratio']:.2f} of what it was, on average; beyond the "
        f"intervals in {result['mended']}; {100 * result['way_back']:.0f} % of the way back; moved "
        f"most of the way back: {result['moved_back']}"
    )


if __name__ == "__main__":
    main()
