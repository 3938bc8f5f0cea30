"""The bootstrap: figures as they might have been measured.

Intervals are 95 %. The pairs of each match-up are drawn again with replacement. With fewer than
`FEW_PAIRS` pairs a match-up there is too little to draw from, and rates are drawn about those
measured instead, with the errors of the pairs.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from ...arena.play.result_board import ResultBoard
from .boards import pair_points, rate_variances
from .measured import Measured

FEW_PAIRS: Final = 4
"""Pairs a match-up below which the bootstrap draws rates, not pairs."""
SAMPLES: Final = 200
"""Draws of the bootstrap."""


def resampled(board: ResultBoard, seed: int, samples: int = SAMPLES) -> list[np.ndarray]:
    """Return match-up rates as they might have been measured, once for each sample."""
    points = pair_points(board)
    rng = np.random.default_rng(seed)
    means = points.mean(axis=2)
    pairs, count = means.shape
    if pairs >= FEW_PAIRS:
        columns = np.arange(count)
        return [
            means[rng.integers(0, pairs, (pairs, count)), columns].mean(axis=0)
            for _ in range(samples)
        ]
    errors, rates = np.sqrt(rate_variances(points)), means.mean(axis=0)
    return [np.clip(rates + errors * rng.standard_normal(count), 0, 1) for _ in range(samples)]


def bootstrapped(value: float, draws: Sequence[float]) -> Measured:
    """Return a figure with the middle 95 % of how it came out when drawn again."""
    low, high = np.percentile(np.asarray(draws, float), [2.5, 97.5]).tolist()
    return Measured(value, min(low, value), max(high, value))
