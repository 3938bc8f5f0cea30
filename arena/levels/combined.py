"""The same figures measured by games of several levels, as one estimate for the judge.

    combined = for_judge([Figures(quick, its_variances), Figures(strong, their_variances)])
    combined.values, combined.errors

The last level is the judge's. A cheaper level is off by an error of its own, drawn anew for each
figure, whose variance the figures themselves tell: they differ from the judge's by more than the
noise of both. What is added to a level's noise is that variance with its standard error, so that a
level which may be wrong counts for less, and one that was shown to be right for much. Then every
figure is the mean of its levels by their precision.

Where there are too few figures to tell (`FEWEST`) the judge's games stand alone. A figure that the
judge did not measure (its variance is infinite) rests on the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ..stats.score import normal_quantile

FEWEST: Final = 8
"""Figures that both levels have measured, below which nothing is known of a level's own error."""


_ROUNDS: Final = 3
"""In which the weights of figures and a level's own error are found from each other."""


@dataclass(frozen=True)
class Figures:
    """Figures with the variances of their noise."""

    values: np.ndarray
    variances: np.ndarray

    @property
    def errors(self) -> np.ndarray:
        """Their standard errors."""
        return np.sqrt(self.variances)

    def interval(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the 95 % intervals."""
        reach = normal_quantile(0.95) * self.errors
        return self.values - reach, self.values + reach


@dataclass(frozen=True)
class Combined(Figures):
    """Estimates for the judge."""

    biases: tuple[float, ...]
    """The variance of each level's own error; that of the judge is 0."""
    shares: np.ndarray
    """[levels, figures] how much each level counts; they add up to 1."""


def for_judge(levels: Sequence[Figures], biases: Sequence[float] | None = None) -> Combined:
    """Return what the games of all levels say together; the judge's level is the last.

    The variances of the cheaper levels' own errors are found from the figures, unless `biases` has
    them: from other figures of the same games, which say it better.
    """
    judge = levels[-1]
    if biases is None:
        biases = [own_error(level, judge) for level in levels[:-1]]
    biases = (*biases, 0.0)
    spread = np.array([level.variances + bias for level, bias in zip(levels, biases, strict=True)])
    with np.errstate(divide="ignore"):
        precision = np.where(np.isfinite(spread), 1 / np.maximum(spread, 1e-12), 0.0)
    total = precision.sum(axis=0)
    shares = precision / np.where(total > 0, total, 1.0)
    values = np.array(
        [np.where(s > 0, level.values, 0.0) for level, s in zip(levels, shares, strict=True)]
    )
    return Combined(
        values=(shares * values).sum(axis=0),
        variances=np.where(total > 0, 1 / np.maximum(total, 1e-300), np.inf),
        biases=biases,
        shares=shares,
    )


def own_error(level: Figures, judge: Figures) -> float:
    """Return the variance of a level's own error, with its standard error.

    Figures that are measured well count for more, and the standard error is what normal errors
    have, not the one seen: that is smallest where the level seems right by luck. Of 20 figures that
    are off by a little less than the judge's noise, 95 % lay in their intervals so, and 92 % by a
    plain mean and the error seen. The noise of both is taken off, so variances that are too great
    make it too small.
    """
    both = np.isfinite(level.variances) & np.isfinite(judge.variances)
    if np.count_nonzero(both) < FEWEST:
        return np.inf
    noise = np.maximum((level.variances + judge.variances)[both], 1e-12)
    beyond = (level.values - judge.values)[both] ** 2 - noise
    found, doubt, weights = 0.0, 0.0, 1 / noise**2
    for _ in range(_ROUNDS):
        weights = 1 / (noise + found) ** 2
        found = max(float(weights @ beyond / weights.sum()), 0.0)
        doubt = float(np.sqrt(2 * (weights**2 @ (noise + found) ** 2)) / weights.sum())
    return max(float(weights @ beyond / weights.sum()) + doubt, 0.0)
