"""Figures of a whole matrix of match-ups, as plain functions of its points.

They are what a change of the rules is asked about as a whole: how far match-ups are from even, what
a Nash mixture looks like, and how many setups beat each other in circles. Circles of every length
are beyond counting where setups are of even strength (`arena.stats.cycles` stops at 10,000), and
their number says little about noise; circles of three can always be counted, at once.
"""

import math
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from ...arena.stats.cycles import THRESHOLD
from .boards import rates_matrix
from .equilibrium import HELD, entropy, nash_weights

NAMES: Final = ("deviation", "entropy", "support", "triples")
"""The figures, in order: see `structure`."""


def typical_deviation(points: np.ndarray) -> float:
    """Return how far match-ups typically are from even, without what noise adds.

    `points` are those of pairs: [pairs, match-ups]. See `evenness.deviation`.
    """
    pairs, rates = len(points), points.mean(axis=0)
    noise = points.var(axis=0, ddof=1) / pairs if pairs > 1 else rates * (1 - rates)
    return math.sqrt(max(0.0, float(((rates - 0.5) ** 2 - noise).mean())))


def triples(matrix: np.ndarray, threshold: float = float(THRESHOLD)) -> int:
    """Return how many threes dominate each other in a circle, by a threshold of the points."""
    beats = (np.nan_to_num(matrix, nan=0.0) >= threshold - 1e-9).astype(float)
    return round(float(np.trace(beats @ beats @ beats)) / 3)


def structure(
    matchups: Sequence[tuple[int, int]], count: int
) -> Callable[[np.ndarray], np.ndarray]:
    """Return the function from points [pairs, match-ups] to the figures of `NAMES`.

    deviation  how far match-ups typically are from even
    entropy    of a Nash mixture, in nats
    support    setups that have weight in it
    triples    circles of three at 29 of 50 points
    """
    pairs = np.array(matchups)

    def figures(points: np.ndarray) -> np.ndarray:
        matrix = rates_matrix(points.mean(axis=0), pairs, count)
        weights = nash_weights(matrix)
        held = float(np.count_nonzero(weights > HELD))
        return np.array([typical_deviation(points), entropy(weights), held, triples(matrix)])

    return figures
