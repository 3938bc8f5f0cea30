"""The search for counters against others at the same processor time, judged by the judge.

    python -m benchmarks.evolve [--json] [--targets IAmWarrior,Rush,Venom] [--seeds 2]
                                [--size 1.0] [--check 400]
                                [--ways levels,before,greedy,screen,random]

levels   the search as it is: quick screens, medium races, strong decides
before   as before there were levels: greedy plays everything, in generations that are more and
         larger for the same time
greedy   as before, but strong plays the shortlist
screen   without the race: the time of its games goes into more generations by quick
random   setups drawn uniformly from all maximal ones (enumerated), which play the same races by the
         same agents, are rated by the same model, and of which the best so far play again

Of each the setup that leads in the end plays on seeds that played no part. Gains are mean
differences with a 95 % interval over searches (Student's t). Processor seconds are of the searches
alone, so that it can be seen that they are alike.
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
import numpy as np
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.context import RunContext
from conquest_opt.arena.run.evaluator import Evaluator, stage_scores
from conquest_opt.engine import Ruleset
from conquest_opt.engine.rules.seeds import derive
from conquest_opt.evolve.counter.settings import CounterSettings
from conquest_opt.evolve.counter.task import CounterSearch, CounterTask
from conquest_opt.evolve.proposals.field import Field
from conquest_opt.evolve.proposals.population import Population
from conquest_opt.evolve.proposals.space import Space
from conquest_opt.setups import Setup
from conquest_opt.setups.enumerate import enumerate_setups
from scipy.stats import t

GREEDY = Entrant.of("Default", "greedy").agent

FRESH_STREAM = 1 << 30
"""Stream of the seed that no search draws from."""

MEDIUM_IN_QUICK = 9.0
"""Games of quick that take as long as one of medium."""
QUICK_IN_GREEDY = 2.0
"""Games of greedy that take as long as one of quick."""
BEFORE = 33_000
"""Games of greedy in the screen that take as long as the whole search as it is."""


def every_maximal_setup() -> list[Setup]:
    enumeration = enumerate_setups(Ruleset())
    blocks = (block.where(block.maximal) for block in enumeration.blocks())
    return [setup for block in blocks for setup in enumeration.setups(block)]


class RandomPopulation(Population):
    """The same loop, but new candidates are drawn uniformly."""

    def __init__(self, every: Sequence[Setup], **values: Any) -> None:
        super().__init__(Space(Ruleset()), **values)
        self._every = every

    def ask(self) -> list[int]:
        """Return the best so far, and new ones."""
        generator = Random(derive(derive(self._seed, 7), self.generation))
        numbers = self.ranking()[: self._size // 4]
        while len(numbers) < self._size:
            number = self._add(generator.choice(self._every), "random")
            numbers += [] if number is None else [number]
        return numbers


def settings_of(way: str, size: float) -> CounterSettings:
    """Return the settings of a way to search, all of about the same processor time."""
    usual = CounterSettings(best=1, check_games=2, catalogue=False).scaled(size)
    usual = msgspec.structs.replace(usual, check_games=2)
    if way not in ("screen", "greedy", "before"):
        return usual
    if way == "before":
        root = (BEFORE * size / usual.screen_total) ** 0.5
        return msgspec.structs.replace(
            usual,
            agent=GREEDY,
            race_games=0,
            shortlist_games=64,
            population=round(usual.population * root),
            generations=round(usual.generations * root),
        )
    times = 1 + MEDIUM_IN_QUICK * usual.race_total / usual.screen_total
    alone = msgspec.structs.replace(usual, race_games=0)
    if way == "screen":
        return msgspec.structs.replace(alone, generations=round(usual.generations * times))
    root = (times * QUICK_IN_GREEDY) ** 0.5
    return msgspec.structs.replace(
        alone,
        screen_agent=GREEDY,
        population=round(usual.population * root),
        generations=round(usual.generations * root),
    )


def searched(
    way: str, target: str, seed: int, size: float, check: int, every: Sequence[Setup]
) -> dict[str, float]:
    """Return what the counter of a search scores on fresh seeds, and the search's seconds."""
    settings = settings_of(way, size)
    field = Field.of([(target, 1.0)], settings.levels.judge)
    task = CounterTask(settings=settings, field=field, seed=seed)
    evaluator = Evaluator(Threads(), Ruleset())
    began = time.process_time()
    search = CounterSearch(task, RunContext(evaluator=evaluator))
    if way == "random":
        levels = len(settings.levels.distinct)
        search.population = RandomPopulation(
            every, size=settings.population, seed=seed, levels=levels
        )
    [best] = search.run()
    seconds = time.process_time() - began
    judge = CounterSettings().levels.judge
    entrant = Entrant(setup=str(best.setup), agent=judge)
    opponents = list(field.played_by(judge).opponents) * (check // 2)
    board = evaluator.play([entrant], opponents, derive(seed, FRESH_STREAM))
    [score] = stage_scores(board, 1)
    return {"score": score.rate, "setup": str(best.setup), "seconds": seconds}  # pyright: ignore


def measure(
    targets: Sequence[str],
    seeds: int,
    size: float,
    check: int,
    ways: Sequence[str],
    on_row: Callable[[dict], None],
) -> dict[str, Any]:
    every, rows = every_maximal_setup(), []
    for target in targets:
        for seed in range(1, seeds + 1):
            results = {way: searched(way, target, seed, size, check, every) for way in ways}
            rows.append({"target": target, "seed": seed, **results})
            on_row(rows[-1])
    first, *others = ways
    gains = {}
    for way in others:
        apart = np.array([row[first]["score"] - row[way]["score"] for row in rows])
        reach = float("inf")  # one search says nothing about how far another may be off
        if len(apart) > 1:
            reach = float(t.ppf(0.975, len(apart) - 1) * apart.std(ddof=1) / len(apart) ** 0.5)
        mean = float(apart.mean())
        gains[way] = {"gain": mean, "ci95": [mean - reach, mean + reach]}
    held = {way: f"{sum(row[way]['score'] >= 0.6 for row in rows)} of {len(rows)}" for way in ways}
    seconds = {way: float(np.mean([row[way]["seconds"] for row in rows])) for way in ways}
    return {"searches": rows, "hold_60": held, "gains": gains, "seconds": seconds}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--targets", default="IAmWarrior,Rush,Venom")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--size", type=float, default=1.0)
    parser.add_argument("--check", type=int, default=400)
    parser.add_argument("--ways", default="levels,before,screen,random")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    ways = options.ways.split(",")
    if not options.json:
        print(f"{'target':<20}{'seed':>5}" + "".join(f"{way:>20}" for way in ways))

    def on_row(row: dict) -> None:
        if not options.json:
            cells = [f"{100 * row[w]['score']:>9.1f} % {row[w]['seconds']:>6.0f} s" for w in ways]
            line = f"{row['target']:<20}{row['seed']:>5}" + "".join(f"{c:>20}" for c in cells)
            print(line, flush=True)

    targets = options.targets.split(",")
    result = measure(targets, options.seeds, options.size, options.check, ways, on_row)
    if options.json:
        print(json.dumps(result, indent=1))
        return
    for way, held in result["hold_60"].items():
        print(f"{way}: {held} hold 60 %, {result['seconds'][way]:.0f} processor seconds a search")
    for way, one in result["gains"].items():
        low, high = (100 * end for end in one["ci95"])
        print(f"{ways[0]} over {way}: {100 * one['gain']:+.1f} [{low:.1f}, {high:.1f}] points")


if __name__ == "__main__":
    main()
