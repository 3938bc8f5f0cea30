"""How far match-ups are from even, without what noise adds."""

import math
from typing import Final

import numpy as np

from ...arena.play.result_board import ResultBoard
from ...arena.stats.score import normal_quantile
from .boards import pair_points, rate_variances
from .measured import Measured

_REACH: Final = normal_quantile(0.95)


def deviation(board: ResultBoard) -> Measured:
    """Return the mean squared deviation of match-ups from 50 %, without what noise adds.

    Measured rates deviate by the square of their error even if every match-up is even; that much,
    estimated without bias from the spread of the pairs (from the games, where a match-up has one
    pair), is taken off. So the figure may be below 0, and is 0 on average where all is even.

    The interval is that of these match-ups played again, not of others: the variance of the square
    of a deviation that is measured with an error. (The spread of match-ups instead would make it
    2.5 times as wide at the size of a check, and hold the truth in 87 % where 15 of them are even.)
    """
    points = pair_points(board)
    pairs = points.shape[0]
    rates = points.mean(axis=(0, 2))
    if pairs > 1:
        noise = points.mean(axis=2).var(axis=0, ddof=1) / pairs
    else:
        noise = points.var(axis=2, ddof=1)[0] / 2
    return deviation_of(rates, noise, rate_variances(points))


def deviation_of(
    rates: np.ndarray, noise: np.ndarray, steady: np.ndarray | None = None
) -> Measured:
    """Return the same of rates that were measured with such variances.

    `steady` are the variances that the interval is made of, where those are others.
    """
    steady = noise if steady is None else steady
    value = float(((rates - 0.5) ** 2 - noise).mean())
    far = np.maximum((rates - 0.5) ** 2 - steady, 0.0)
    error = math.sqrt(float((4 * far * steady + 2 * steady**2).sum())) / len(rates)
    return Measured(value, value - _REACH * error, value + _REACH * error)


def typical(squared: Measured) -> Measured:
    """Return a mean squared deviation as a typical one: its root, 0 where it is below 0."""
    return Measured(*(math.sqrt(max(0.0, part)) for part in squared))
