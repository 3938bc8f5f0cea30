"""Before against after, pair by pair: what changed, by how much, and whether that is noise.

Games come in pairs twice: game i before and game i after have the same seed, so luck that has
nothing to do with the change is the same on both sides and cancels. The unit is the side-swapped
pair before and the same pair after; a change is the mean of their differences. Whether it is noise
is asked by swapping (`swapping`); only figures of the whole matrix are asked in another way
(`structure_changes`).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

import msgspec
import numpy as np

from ...arena.stats.score import normal_quantile
from .bootstrap import FEW_PAIRS, SAMPLES
from .change import Change
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
class PairedPoints:
    """Points of the first setup of each match-up: [pairs, match-ups], before and after."""

    labels: tuple[str, ...]
    matchups: Sequence[tuple[int, int]]
    before: np.ndarray
    after: np.ndarray

    @property
    def signs(self) -> np.ndarray:
        """For each setup 1 where it comes first in a match-up, -1 where second, else 0."""
        found = np.zeros((len(self.labels), len(self.matchups)))
        for number, (one, other) in enumerate(self.matchups):
            found[one, number], found[other, number] = 1, -1
        return found


def score_changes(
    sides: PairedPoints, *, seed: int, tests: int
) -> tuple[list[Change], list[Change]]:
    """Return the changes of each setup's score, and of each match-up's.

    `tests` is the number of families that share the level.
    """
    differences = sides.after - sides.before
    swapped = swapped_sums(differences, swaps_for(tests), seed)
    sums, squares = differences.sum(axis=0), (differences**2).sum(axis=0)
    signs = sides.signs
    spread = np.abs(signs) @ squares
    own = standardised(signs @ sums, spread)
    own_p = adjusted(own, standardised_rows(swapped @ signs.T, spread), tests)
    each_p = adjusted(standardised(sums, squares), standardised_rows(swapped, squares), tests)
    setups = []
    for place, label in enumerate(sides.labels):
        held = np.flatnonzero(signs[place])
        turned = signs[place, held]
        old, new = (
            np.where(turned > 0, figures[:, held], 1 - figures[:, held])
            for figures in (sides.before, sides.after)
        )
        setups.append(_change(label, old, new, float(own_p[place])))
    matchups = []
    for number, (one, other) in enumerate(sides.matchups):
        points = sides.before[:, [number]], sides.after[:, [number]]
        found = _change(sides.labels[one], *points, float(each_p[number]))
        matchups.append(msgspec.structs.replace(found, opponent=sides.labels[other]))
    return setups, matchups


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
    found = figure_changes(names, *parts, seed=seed, tests=tests)
    shares = [counts.sum(axis=(0, 1)) / (counts.sum() or 1.0) for counts in (before, after)]
    moved = [float(new - old) for old, new in zip(*shares, strict=True)]
    return [
        Change.of(
            change.name,
            (float(old), float(new)),
            (change.low + by - change.change, change.high + by - change.change),
            change.p_value,
        )
        for change, old, new, by in zip(found, *shares, moved, strict=True)
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


def structure_changes(
    names: Sequence[str],
    before: np.ndarray,
    after: np.ndarray,
    figures: Callable[[np.ndarray], np.ndarray],
    *,
    seed: int,
    tests: int,
    samples: int = SAMPLES,
) -> list[Change]:
    """Return the changes of figures of all pairs together, such as the mixture's entropy.

    `figures` takes points [pairs, match-ups]. To swap before and after would mix two games into a
    third, whose mixture may be like neither; so these are asked by the bootstrap: the pairs of each
    match-up are drawn again, before and after alike, and the change is compared with how much it
    varies (each figure has a part of the level, C. Bonferroni). Below `FEW_PAIRS` pairs a match-up
    there is too little to draw from, and nothing is called beyond noise.
    """
    rng = np.random.default_rng(seed)
    change = figures(after) - figures(before)
    pairs, cells = before.shape
    drawn = np.zeros((samples, len(names)))
    for number in range(0 if np.array_equal(before, after) else samples):
        rows = rng.integers(0, pairs, (pairs, cells)), np.arange(cells)
        drawn[number] = figures(after[rows]) - figures(before[rows])
    errors = drawn.std(axis=0) * math.sqrt(pairs / max(pairs - 1, 1))
    far = np.abs(change) / np.where(errors > 0, errors, 1e-9)
    p_values = [2 * (1 - NormalDist().cdf(z)) * len(names) * tests for z in far.tolist()]
    old, reach = figures(before), _REACH * errors
    return [
        Change.of(
            name,
            (float(old[place]), float(old[place] + change[place])),
            (float(change[place] - reach[place]), float(change[place] + reach[place])),
            min(1.0, p_values[place]) if pairs >= FEW_PAIRS else 1.0,
        )
        for place, name in enumerate(names)
    ]
