"""How far match-ups are from even, without what noise adds."""

import math
from typing import Final

import numpy as np

from ...arena.stats.score import normal_quantile
from .measured import Measured

_REACH: Final = normal_quantile(0.95)


def deviation_of(rates: np.ndarray, noise: np.ndarray) -> Measured:
    """Return the mean squared deviation of match-ups from 50 %, without what noise adds.

    Measured rates deviate by the square of their error even if every match-up is even; that much,
    their variance `noise`, is taken off. So the figure may be below 0, and is 0 on average where
    all is even.

    The interval is that of these match-ups played again, not of others: the variance of the square
    of a deviation that is measured with an error. (The spread of match-ups instead would make it
    2.5 times as wide at the size of a check, and hold the truth in 87 % where 15 of them are even.)
    """
    value = float(((rates - 0.5) ** 2 - noise).mean())
    far = np.maximum((rates - 0.5) ** 2 - noise, 0.0)
    error = math.sqrt(float((4 * far * noise + 2 * noise**2).sum())) / len(rates)
    return Measured(value, value - _REACH * error, value + _REACH * error)


def typical(squared: Measured) -> Measured:
    """Return a mean squared deviation as a typical one: its root, 0 where it is below 0."""
    return Measured(*(math.sqrt(max(0.0, part)) for part in squared))
