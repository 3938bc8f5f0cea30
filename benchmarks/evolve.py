"""Evolution against random search over maximal setups, at the same number of games.

    python -m benchmarks.evolve [--json] [--targets IAmWarrior,Rush,Venom] [--seeds 3]
                                [--generations 12] [--check 400]

Random search does as well as it can: it draws setups uniformly from all maximal ones (enumerated),
and spends its games by the same races, in which the best so far play again. Evolution begins at
random too, without the named setups. Of each the setup that leads in the end plays on fresh seeds;
the ratio is that of these scores, and the gain is their mean difference with a 95 % interval over
searches (Student's t). The quick agent plays everything, so that the search is measured
and not how its results carry over to another agent.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
from conquest_opt.agents.spec.spec import QUICK_AGENT
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.evaluator import Evaluator, stage_scores
from conquest_opt.arena.stats.score import Score
from conquest_opt.engine import Ruleset
from conquest_opt.engine.rules.seeds import derive
from conquest_opt.evolve.proposals.field import Field
from conquest_opt.evolve.proposals.population import Population
from conquest_opt.evolve.proposals.racing import Race
from conquest_opt.evolve.proposals.space import Space
from conquest_opt.setups import Setup
from conquest_opt.setups.enumerate import enumerate_setups
from scipy.stats import t

POPULATION = 48
RACE = Race(pairs=4)


def every_maximal_setup() -> list[Setup]:
    enumeration = enumerate_setups(Ruleset())
    blocks = (block.where(block.maximal) for block in enumeration.blocks())
    return [setup for block in blocks for setup in enumeration.setups(block)]


class RandomSearch(Population):
    """The same loop, but new candidates are drawn uniformly."""

    def __init__(self, every: Sequence[Setup], seed: int) -> None:
        super().__init__(Space(Ruleset()), size=POPULATION, seed=seed)
        self._every = every

    def ask(self) -> list[int]:
        """Return the best so far, and new ones."""
        generator = Random(derive(derive(self._seed, 7), self.generation))
        asked = self.ranking()[: POPULATION // 4]
        while len(asked) < POPULATION:
            number = self._add(generator.choice(self._every), "random")
            asked += [] if number is None else [number]
        return asked


def played(
    population: Population, numbers: Sequence[int], target: Field, pairs: int, seed: int
) -> list[Score]:
    setups = [str(population.candidates[number].setup) for number in numbers]
    entrants = [Entrant(setup=setup, agent=QUICK_AGENT) for setup in setups]
    board = Evaluator(Threads(), Ruleset()).play(entrants, list(target.opponents) * pairs, seed)
    return stage_scores(board, len(numbers))


def found(population: Population, target: Field, generations: int, check: int, seed: int) -> Score:
    """Return how the best of a search does on fresh seeds."""
    for generation in range(generations):
        start = derive(derive(seed, 1), generation)

        def play(
            numbers: Sequence[int], pairs: int, number: int, start: int = start
        ) -> list[Score]:
            return played(population, numbers, target, pairs, derive(start, number))

        population.tell(RACE.run(population.ask(), play, population.fitness))
    [score] = played(population, population.ranking()[:1], target, check // 2, derive(seed, 2))
    return score


def measure(
    targets: Sequence[str], seeds: int, generations: int, check: int, on_row: Callable[[dict], None]
) -> dict[str, Any]:
    every, rows = every_maximal_setup(), []
    for target in targets:
        field = Field.of([(target, 1.0)], QUICK_AGENT)
        for seed in range(1, seeds + 1):
            evolution = Population(Space(Ruleset()), size=POPULATION, seed=seed)
            ways = {"evolution": evolution, "random": RandomSearch(every, seed)}
            scores = {
                way: found(population, field, generations, check, seed).rate
                for way, population in ways.items()
            }
            rows.append({"target": target, "seed": seed, **scores})
            on_row(rows[-1])
    means = {way: float(np.mean([row[way] for row in rows])) for way in ("evolution", "random")}
    better = sum(row["evolution"] > row["random"] for row in rows)
    gains = np.array([row["evolution"] - row["random"] for row in rows])
    reach = float("inf")  # one search says nothing about how far another may be off
    if len(gains) > 1:
        reach = float(t.ppf(0.975, len(gains) - 1) * gains.std(ddof=1) / np.sqrt(len(gains)))
    return {
        "games": generations * RACE.games(POPULATION),
        "searches": rows,
        "means": means,
        "ratio": means["evolution"] / means["random"],
        "evolution_better": f"{better} of {len(rows)}",
        "gain": float(gains.mean()),
        "gain_ci95": [float(gains.mean()) - reach, float(gains.mean()) + reach],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--targets", default="IAmWarrior,Rush,Venom")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--check", type=int, default=400)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    games = given.generations * RACE.games(POPULATION)
    if not given.json:
        print(f"{'target':<20}{'seed':>5}{'evolution':>11}{'random':>8}   ({games} games each)")

    def on_row(row: dict) -> None:
        if not given.json:
            evolution, drawn = 100 * row["evolution"], 100 * row["random"]
            line = f"{row['target']:<20}{row['seed']:>5}{evolution:>9.1f} %{drawn:>6.1f} %"
            print(line, flush=True)

    result = measure(given.targets.split(","), given.seeds, given.generations, given.check, on_row)
    if given.json:
        print(json.dumps(result, indent=1))
        return
    better, gain = result["evolution_better"], 100 * result["gain"]
    low, high = (100 * end for end in result["gain_ci95"])
    print(f"ratio of the means {result['ratio']:.2f}; evolution better {better}")
    print(f"it scores {gain:.1f} [{low:.1f}, {high:.1f}] points of a hundred more")


if __name__ == "__main__":
    main()
