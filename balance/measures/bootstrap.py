"""The bootstrap: figures as they might have been measured.

Intervals are 95 %.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from .measured import Measured

SAMPLES: Final = 200
"""Draws of the bootstrap."""


def bootstrapped(value: float, draws: Sequence[float]) -> Measured:
    """Return a figure with the middle 95 % of how it came out when drawn again."""
    low, high = np.percentile(np.asarray(draws, float), [2.5, 97.5]).tolist()
    return Measured(value, min(low, value), max(high, value))
