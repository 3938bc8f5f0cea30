"""`Gain`: by how much one does better than another in the same games, pair by pair.

    gains = paired_gains(points)        # [pairs, 1 + others]: the baseline first
    gains[0].value, gains[0].interval   # of the first of the others over the baseline

All meet the same opponents with the same seeds, so luck that has nothing to do with the change is
the same on both sides and cancels. The unit is the side-swapped pair: the error is that of the mean
of its differences (Student's t), steadied like a score's (`score.PRIOR_PAIRS`).

Of several that are asked about at once each gets a part of the level (C. Bonferroni): the intervals
hold all together. With the baseline common to all this is hardly wider than the exact answer (C.
Dunnett, "A multiple comparison procedure for comparing several treatments with a control", Journal
of the American Statistical Association 50, 1955): for three, 2.39 standard errors and not 2.35.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from .score import PRIOR_PAIRS, Interval, student_quantile

LOOSE: Final = 0.25
"""Variance of a difference between two pairs of even games that have nothing in common."""


@dataclass(frozen=True, kw_only=True)
class Gain:
    """How many points a game, from -1 to 1, one takes more than another."""

    value: float
    error: float
    """Standard error."""
    pairs: int
    degrees: int
    """Of freedom of the error."""
    questions: int = 1
    """How many gains are asked about at once."""

    @property
    def interval(self) -> Interval:
        """The 95 % interval, which holds together with those of the other questions."""
        return self.at(1 - 0.05 / self.questions)

    def at(self, confidence: float = 0.95) -> Interval:
        """Return the interval of this one alone."""
        reach = self.error * student_quantile(confidence, self.degrees)
        return Interval(max(self.value - reach, -1.0), min(self.value + reach, 1.0))


def paired_gains(points: np.ndarray, strata: Sequence[int] | None = None) -> list[Gain]:
    """Return the gains of all but the first over the first, asked about at once.

    `points` [pairs, entrants] are shares of each pair's points. `strata` say what of a plan each
    pair is, such as its opponent: how these differ was decided beforehand and is no chance.
    """
    pairs, entrants = points.shape
    groups = np.zeros(pairs, np.int64) if strata is None else np.asarray(strata)
    return [
        _gain(points[:, number] - points[:, 0], groups, entrants - 1)
        for number in range(1, entrants)
    ]


def _gain(differences: np.ndarray, strata: np.ndarray, questions: int) -> Gain:
    """Return the mean of differences; where a stratum has a single pair, it counts with others."""
    squares, degrees = 0.0, 0
    names, places, sizes = np.unique(strata, return_inverse=True, return_counts=True)
    places = np.where(sizes[places] > 1, places, len(names))
    for place in range(len(names) + 1):
        some = differences[places == place]
        if len(some):
            squares += float(((some - some.mean()) ** 2).sum())
            degrees += len(some) - 1
    degrees += PRIOR_PAIRS
    variance = (squares + PRIOR_PAIRS * LOOSE) / degrees
    pairs = len(differences)
    return Gain(
        value=float(differences.mean()),
        error=math.sqrt(variance / pairs),
        pairs=pairs,
        degrees=degrees,
        questions=questions,
    )
