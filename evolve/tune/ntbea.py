"""`NTuples`: what evaluations say about points of a discrete space; and the walk over it, NTBEA.

A point is a choice of one value, by number, for each dimension. The model keeps, for every single
dimension, every two of them, and all together (the 1-, 2- and N-tuples), how often each combination
of values was evaluated and what it scored. A point is then worth

    mean over tuples of the mean score of its combination     (tuples that have seen it)
    + k * mean over tuples of sqrt(ln(1 + N) / (n + 1/2))

where n of the N evaluations had its combination. So what is known of a value or of a pair of values
counts for every point that has it, and a space of thousands is learnt from hundreds of noisy
evaluations. The walk evaluates a point, adds it to the model, mutates the point many times, and
continues with the mutant of which the sum above is the greatest; at the end the best of the points
that were evaluated is the one with the greatest mean alone.

K. Kunanusont, R. D. Gaina, J. Liu, D. Perez-Liebana and S. M. Lucas, "The N-Tuple Bandit
Evolutionary Algorithm for automatic game improvement", CEC 2017; S. M. Lucas, J. Liu and D.
Perez-Liebana, "The N-Tuple Bandit Evolutionary Algorithm for game agent optimisation", CEC 2018.
"""

import math
from collections.abc import Sequence
from itertools import combinations
from random import Random

Point = tuple[int, ...]
"""A value, by number, for each dimension."""

_CALM = 0.5
"""Added to counts, so that what was never tried has a finite pull."""

_NEVER = (0, 0.0)


class NTuples:
    """Counts and sums of scores by combination of values."""

    def __init__(self, dimensions: int) -> None:
        every = tuple(range(dimensions))
        sizes = sorted({1, min(2, dimensions), dimensions})
        self.tuples = tuple(t for size in sizes for t in combinations(every, size))
        self._seen: tuple[dict[Point, tuple[int, float]], ...] = tuple({} for _ in self.tuples)
        self.points: dict[Point, int] = {}
        """How often each point was evaluated, in the order of their first evaluations."""
        self.evaluations = 0

    def add(self, point: Point, score: float) -> None:
        """Learn what a point scored in an evaluation."""
        self.evaluations += 1
        self.points[point] = self.points.get(point, 0) + 1
        for dimensions, seen in zip(self.tuples, self._seen, strict=True):
            values = tuple(point[d] for d in dimensions)
            count, total = seen.get(values, _NEVER)
            seen[values] = count + 1, total + score

    def mean(self, point: Point) -> float:
        """Return what a point is expected to score; one half as long as nothing is known."""
        return self._mean(self._records(point))

    def bound(self, point: Point, k: float) -> float:
        """Return the upper confidence bound by which points are chosen."""
        records, grown = self._records(point), math.log(1 + self.evaluations)
        doubts = [math.sqrt(grown / (count + _CALM)) for count, _ in records]
        return self._mean(records) + k * sum(doubts) / len(doubts)

    def best(self) -> Point:
        """Return the evaluated point of the greatest mean; of equals the one evaluated most."""
        return max(self.points, key=lambda point: (self.mean(point), self.points[point]))

    def _records(self, point: Point) -> list[tuple[int, float]]:
        """Return how often each combination of a point was evaluated, and its sum of scores."""
        pairs = zip(self.tuples, self._seen, strict=True)
        return [seen.get(tuple([point[d] for d in dims]), _NEVER) for dims, seen in pairs]

    def _mean(self, records: Sequence[tuple[int, float]]) -> float:
        means = [total / count for count, total in records if count]
        return sum(means) / len(means) if means else 0.5


def mutant(point: Point, sizes: Sequence[int], generator: Random) -> Point:
    """Return a point that differs: in one dimension for certain, in others with chance 1/d each."""
    certain = generator.randrange(len(sizes))
    return tuple(
        _other(value, size, generator)
        if d == certain or generator.random() < 1 / len(sizes)
        else value
        for d, (value, size) in enumerate(zip(point, sizes, strict=True))
    )


def next_point(
    model: NTuples, point: Point, sizes: Sequence[int], *, neighbours: int, k: float, seed: int
) -> Point:
    """Return the point to evaluate after `point`: the mutant of the greatest bound.

    Of equals the first drawn is taken; every dimension has two values at least.
    """
    generator = Random(seed)
    mutants = dict.fromkeys(mutant(point, sizes, generator) for _ in range(neighbours))
    return max(mutants, key=lambda other: model.bound(other, k))


def _other(value: int, size: int, generator: Random) -> int:
    """Return another value of a dimension."""
    return (value + 1 + generator.randrange(size - 1)) % size
