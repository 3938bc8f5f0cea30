"""The same figures measured by games of several levels, as one estimate for the judge.

    combined = for_judge([Figures(quick, its_variances), Figures(strong, their_variances)])
    combined.values, combined.errors

The last level is the judge's. A cheaper level is off by an error of its own, drawn anew for each
figure, whose variance the figures themselves tell: they differ from the judge's by more than the
noise of both. What is added to a level's noise is that variance with its standard error, so that a
level which may be wrong counts for less, and one that was shown to be right for much. Then every
figure is the mean of its levels by their precision, the cheapest first.

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
    own: np.ndarray
    """What the levels' own errors add to the variance of each figure."""


def for_judge(levels: Sequence[Figures], biases: Sequence[float] | None = None) -> Combined:
    """Return what the games of all levels say together; the judge's level is the last.

    The variances of the cheaper levels' own errors are found from the figures, unless `biases` has
    them: from other figures of the same games, which say it better. Levels are weighed one after
    the other, the cheapest first, each with all before it: for a weak agent and a better one err
    alike, and both together are no better than the better one's own error allows. Every figure
    needs games of some level.
    """
    judge = levels[-1]
    if biases is None:
        biases = [own_error(level, judge) for level in levels[:-1]]
    biases = (*biases, 0.0)
    shares = np.zeros((len(levels), len(judge.values)))
    variances = np.full(len(judge.values), np.inf)
    own = np.zeros(len(judge.values))
    for number, level in enumerate(levels):
        before = biases[number - 1] if number else np.inf
        step = max(before - biases[number], 0.0) if np.isfinite(before) else np.inf
        carried = variances + step
        weight = _precision(level.variances) + _precision(carried)
        part = _precision(level.variances) / np.where(weight > 0, weight, 1.0)
        shares[:number] *= 1 - part
        shares[number] = part
        with np.errstate(invalid="ignore"):
            added = np.where(part < 1, (1 - part) ** 2 * (own + step), 0.0)
        own = np.where(np.isfinite(added), added, 0.0)
        variances = np.where(weight > 0, 1 / np.maximum(weight, 1e-300), np.inf)
    if not np.isfinite(variances).all():
        raise ValueError("some figures have games of no level")
    values = np.array(
        [np.where(s > 0, level.values, 0.0) for level, s in zip(levels, shares, strict=True)]
    )
    return Combined(
        values=(shares * values).sum(axis=0),
        variances=variances,
        biases=biases,
        shares=shares,
        own=own,
    )


def _precision(variances: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore"):
        return np.where(np.isfinite(variances), 1 / np.maximum(variances, 1e-12), 0.0)


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
    variance, doubt, weights = 0.0, 0.0, 1 / noise**2
    for _ in range(_ROUNDS):
        weights = 1 / (noise + variance) ** 2
        variance = max(float(weights @ beyond / weights.sum()), 0.0)
        doubt = float(np.sqrt(2 * (weights**2 @ (noise + variance) ** 2)) / weights.sum())
    return max(float(weights @ beyond / weights.sum()) + doubt, 0.0)
