"""Several means of the same units, with intervals that all hold at once.

    band = simultaneous(rows, 0.95, seed=1)     # rows: [pairs of games, questions]
    band.means, band.lows, band.highs

The reach of all intervals, in standard errors, is that of the greatest deviation among the
questions: by draws in which each unit, less the mean, has a random sign (the wild bootstrap of
studentised means; C. F. J. Wu, "Jackknife, bootstrap and other resampling methods in regression
analysis", The Annals of Statistics 14, 1986). So questions that ask nearly the same, such as the
value after turn 20 and after turn 21, cost hardly more than one of them. With few units there are
too few signs to draw, and every question has an equal part of the error (Bonferroni).
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from .score import student_quantile
from .values import finite

DRAWS: Final = 2000
ENOUGH: Final = 20
"""Units from which signs are drawn."""


@dataclass(frozen=True)
class Band:
    """Means of questions with intervals that hold all at once."""

    means: np.ndarray
    errors: np.ndarray
    """Standard errors; NaN where no unit differed, about which nothing is said."""
    reach: float
    """How many standard errors the intervals reach to each side."""

    @property
    def lows(self) -> np.ndarray:
        """Lower ends; minus infinity where nothing is known of the error."""
        return np.where(np.isnan(self.errors), -np.inf, self.means - self.reach * self.errors)

    @property
    def highs(self) -> np.ndarray:
        """Upper ends."""
        return np.where(np.isnan(self.errors), np.inf, self.means + self.reach * self.errors)

    def interval(self, number: int) -> tuple[float, float]:
        """Return the interval of one question."""
        return float(self.lows[number]), float(self.highs[number])


def simultaneous(rows: np.ndarray, confidence: float, seed: int) -> Band:
    """Return the means of columns with intervals that hold together at a confidence."""
    units, questions = rows.shape
    means = rows.mean(axis=0)
    if units < 2:
        return Band(means, np.full(questions, np.nan), 1.0)
    centred = rows - means
    squares = (centred**2).sum(axis=0)
    varied = squares > 1e-18 * units
    errors = np.where(varied, np.sqrt(squares / (units - 1) / units), np.nan)
    if not varied.any():
        return Band(means, errors, 1.0)
    count = int(varied.sum())
    if units < ENOUGH:
        return Band(means, errors, student_quantile(1 - (1 - confidence) / count, units - 1))
    greatest = _greatest(centred[:, varied], squares[varied], seed)
    least = student_quantile(confidence, units - 1)
    return Band(means, errors, max(least, float(np.quantile(greatest, confidence))))


def _greatest(centred: np.ndarray, squares: np.ndarray, seed: int) -> np.ndarray:
    """Return the greatest studentised mean of each draw of signs."""
    units = len(centred)
    signs = np.random.default_rng(seed).integers(0, 2, (DRAWS, units)) * 2.0 - 1.0
    means = signs @ centred / units
    variances = (squares - units * means**2) / (units - 1) / units
    return (np.abs(means) / np.sqrt(variances)).max(axis=1)


def open_ends(interval: tuple[float, float]) -> tuple[float | None, float | None]:
    """Return an interval as JSON has it: an end without limit is None."""
    low, high = interval
    return finite(low), finite(high)
