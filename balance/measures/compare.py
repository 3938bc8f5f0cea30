"""Before against after, pair by pair: what changed, by how much, and whether that is noise.

Games come in pairs twice: game i before and game i after have the same seed, so luck that has
nothing to do with the change is the same on both sides and cancels. The unit is the side-swapped
pair before and the same pair after; a change is the mean of their differences. Whether it is noise
is asked by swapping (`swapping`); only figures of the whole matrix are asked in another way
(`structure`).

Scores are estimates for the judge from the games of several levels (`arena.levels.combined`). A
cheaper level's changes count for as much as the judge's own show that they are worth.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import msgspec
import numpy as np

from ...arena.levels.combined import Combined, Figures, for_judge, own_error
from ...arena.stats.score import normal_quantile
from .change import Change
from .paired import LevelFigures, PairedPoints
from .swapping import (
    adjusted,
    standardised,
    standardised_rows,
    swapped_sums,
    swapped_totals,
    swaps_for,
)

_REACH: Final = normal_quantile(0.95)


@dataclass(frozen=True, kw_only=True)
class JudgedChanges:
    """Changes of match-ups or of setups, for the judge."""

    middle: Combined
    """Scores, half way between before and after.

    Before and after lie at half a change to each side of it: so nothing favours either, and where
    rules are equal neither looks more even than the other."""
    change: Combined
    observed: np.ndarray
    """Each change in units of its noise and of what levels' own errors add."""
    swapped: np.ndarray
    """[swaps, units] the same where nothing changed, in units of the noise."""

    @classmethod
    def of(
        cls,
        levels: Sequence[LevelFigures],
        alike: Sequence[tuple[LevelFigures, LevelFigures]],
        sums: Sequence[np.ndarray],
    ) -> "JudgedChanges":
        """Combine levels, the judge's last; `sums` are those of swapped pairs of each match-up.

        `alike` has each cheaper level and the judge by the match-ups that both have played: they
        tell how far the level is off. Swaps are of chance alone, so nothing is added to their
        noise. A change that only a cheaper level shows is then as great as that level's own error
        makes it, not as its games do.
        """

        def combined(part: Callable[[LevelFigures], Figures]) -> Combined:
            biases = [own_error(_alike(part(level)), _alike(part(judge))) for level, judge in alike]
            return for_judge([part(level) for level in levels], biases)

        # A change is a sum over match-ups that are touched: so many of them make noise and errors.
        size = np.sqrt(levels[-1].touched)
        change = _scaled(combined(lambda level: _divided(level.change, size)), size)
        shares = change.shares
        noise = (shares**2 * np.array([level.swapped for level in levels])).sum(axis=0)
        total = sum(
            share * (swaps @ level.weights.T)
            for share, swaps, level in zip(shares, sums, levels, strict=True)
        )
        return cls(
            middle=combined(lambda level: level.middle),
            change=change,
            observed=standardised(change.values, noise + change.own),
            swapped=standardised_rows(np.asarray(total), noise),
        )

    @property
    def sides(self) -> tuple[Figures, Figures]:
        """Scores before and after."""
        variances = self.middle.variances + self.change.variances / 4
        half = self.change.values / 2
        return (
            Figures(np.clip(self.middle.values - half, 0.0, 1.0), variances),
            Figures(np.clip(self.middle.values + half, 0.0, 1.0), variances),
        )

    def changes(self, labels: Sequence[str], tests: int) -> list[Change]:
        """Return them with their p values, all asked at once; `tests` families share the level."""
        p_values = adjusted(self.observed, self.swapped, tests)
        low, high = self.change.interval()
        return [
            _within(label, ends, (low, high), p_value)
            for label, *ends, low, high, p_value in zip(
                labels,
                *(side.values.tolist() for side in self.sides),
                low.tolist(),
                high.tolist(),
                p_values.tolist(),
                strict=True,
            )
        ]


def _divided(figures: Figures, size: np.ndarray) -> Figures:
    """Return figures in units of such sizes; those of size 0 are known to be 0."""
    units = np.where(size > 0, size, 1.0)
    return Figures(figures.values / units, figures.variances / units**2)


def _scaled(combined: Combined, size: np.ndarray) -> Combined:
    """Return figures that were combined in units of such sizes."""
    return replace(
        combined,
        values=combined.values * size,
        variances=combined.variances * size**2,
        own=combined.own * size**2,
    )


def _alike(figures: Figures) -> Figures:
    """Return figures whose noise is taken to be the same: a level has about as many pairs of each.

    Where a few pairs ended alike the noise is seen too small, and so is the figure: to count these
    for more would make a level look right. What is known without noise says nothing of a level.
    """
    measured = np.isfinite(figures.variances) & (figures.variances > 0)
    mean = figures.variances[measured].mean() if measured.any() else np.inf
    return Figures(figures.values, np.where(measured, mean, np.inf))


def _within(
    name: str, ends: Sequence[float], interval: tuple[float, float], p_value: float
) -> Change:
    """Return a change whose interval has in it what is left of it between 0 and 1."""
    old, new = ends
    low, high = interval
    return Change.of(name, (old, new), (min(low, new - old), max(high, new - old)), p_value)


def judged_changes(
    levels: Sequence[PairedPoints],
    setups: int,
    every: Sequence[tuple[int, int]],
    *,
    seed: int,
    tests: int,
) -> tuple[JudgedChanges, JudgedChanges]:
    """Return the changes of so many setups' scores, and of every match-up's, by all levels.

    `tests` is the number of families that share the level of the tests.
    """
    swaps, judge = swaps_for(tests), levels[-1]
    sums = [
        swapped_sums(level.differences, swaps, seed + number) / level.pairs
        for number, level in enumerate(levels)
    ]
    both = [(one.among(judge.matchups), judge.among(one.matchups)) for one in levels[:-1]]

    def found(units: Callable[..., LevelFigures], **alone: bool) -> JudgedChanges:
        alike = [(units(one, **alone), units(other, **alone)) for one, other in both]
        return JudgedChanges.of([units(level) for level in levels], alike, sums)

    return (
        found(partial(PairedPoints.of_setups, count=setups), chosen=True),
        found(partial(PairedPoints.of_matchups, every=every)),
    )


def score_changes(
    setups: JudgedChanges,
    matchups: JudgedChanges,
    labels: Sequence[str],
    every: Sequence[tuple[int, int]],
    *,
    tests: int,
) -> tuple[list[Change], list[Change]]:
    """Return the changes of each setup's score, and of each match-up's, by name."""
    firsts = matchups.changes([labels[one] for one, _ in every], tests)
    return setups.changes(labels, tests), [
        msgspec.structs.replace(change, opponent=labels[other])
        for change, (_, other) in zip(firsts, every, strict=True)
    ]


def figure_changes(
    names: Sequence[str], before: np.ndarray, after: np.ndarray, *, seed: int, tests: int
) -> list[Change]:
    """Return the changes of figures that each pair has: [pairs, match-ups, figures]."""
    differences = after - before
    flat = differences.reshape(-1, len(names))
    swapped = swapped_totals(flat, swaps_for(tests), seed)
    squares = (differences**2).sum(axis=(0, 1))
    p_values = adjusted(
        standardised(differences.sum(axis=(0, 1)), squares),
        standardised_rows(swapped, squares),
        tests,
    )
    return [
        _change(name, before[:, :, place], after[:, :, place], float(p_values[place]))
        for place, name in enumerate(names)
    ]


def share_changes(
    names: Sequence[str], before: np.ndarray, after: np.ndarray, *, seed: int, tests: int
) -> list[Change]:
    """Return the changes of shares: of counts [pairs, match-ups, figures] that make up a whole.

    A share is a ratio of sums; each pair's part in it is what it would change by without the pair
    (the delta method). Parts are taken about the share before and after together, which swapping
    does not change: so that swapped pairs are as likely as those that were played.
    """
    both = before.sum(axis=(0, 1)) + after.sum(axis=(0, 1))
    whole = both.sum() or 1.0
    cells = 2 * before.shape[0] * before.shape[1]
    parts = [
        (counts - both / whole * counts.sum(axis=2, keepdims=True)) * cells / whole
        for counts in (before, after)
    ]
    changes = figure_changes(names, *parts, seed=seed, tests=tests)
    shares = [counts.sum(axis=(0, 1)) / (counts.sum() or 1.0) for counts in (before, after)]
    moved = [float(new - old) for old, new in zip(*shares, strict=True)]
    return [
        Change.of(
            change.name,
            (float(old), float(new)),
            (change.low + by - change.change, change.high + by - change.change),
            change.p_value,
        )
        for change, old, new, by in zip(changes, *shares, moved, strict=True)
    ]


def _change(name: str, before: np.ndarray, after: np.ndarray, p_value: float) -> Change:
    """Return the change of a mean over pairs [pairs, match-ups]."""
    old, new = float(before.mean()), float(after.mean())
    value, error = float(after.mean() - before.mean()), difference_error(before, after)
    return Change.of(name, (old, new), (value - error, value + error), p_value)


def difference_error(before: np.ndarray, after: np.ndarray) -> float:
    """Return half the 95 % interval of the mean difference of pairs [pairs, match-ups].

    The spread of pairs about their match-up, steadied by one pair that was not paired with the one
    after. Where no pair differed, the rule of three: one in so many might have, by the range.
    """
    differences = after - before
    pairs, cells = differences.shape
    if not differences.any():
        spread = max(float(np.ptp(before)), 1.0)
        return 3 / differences.size * spread
    centre = differences.mean(axis=0) if pairs > 1 else differences.mean()
    squares = float(((differences - centre) ** 2).sum())
    degrees = (pairs - 1) * cells if pairs > 1 else max(cells - 1, 1)
    loose = float(before.var() + after.var())
    variance = (squares + loose) / (degrees + 1)
    return _REACH * math.sqrt(variance / differences.size)
