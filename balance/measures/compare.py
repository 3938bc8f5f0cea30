"""Before against after, pair by pair: what changed, by how much, and whether that is noise.

Games come in pairs twice: game i before and game i after have the same seed, so luck that has
nothing to do with the change is the same on both sides and cancels. The unit is the side-swapped
pair before and the same pair after; a change is the mean of their differences.

Whether it is noise is asked by swapping: if the rules made no difference, before and after could
change places in any pair, so all swaps of signs are equally likely, and the change is beyond noise
if hardly any swap shows one as great. Many questions are asked at once, and each swap answers them
all: a change counts if it is greater than the greatest of its family in all but few swaps. That
keeps the chance of a single false alarm in a whole comparison at 5 %, however many setups there
are. P. Westfall and S. Young, "Resampling-based multiple testing" (1993); T. Nichols and A. Holmes,
"Nonparametric permutation tests for functional neuroimaging", Human Brain Mapping 15 (2002). Only
figures of the whole matrix are asked in another way (`structure_changes`).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any, Final

import numpy as np

from ...arena.stats.score import normal_quantile
from .measures import FEW_PAIRS, SAMPLES

LEVEL: Final = 0.05
"""Chance of a false alarm in a whole comparison."""
FAMILIES: Final = ("setups", "matchups", "games", "usage", "structure")
"""Kinds of questions; each has an equal part of the level."""
SWAPS: Final = 4000
"""Swaps that the first four kinds are asked by; more in a long sweep."""
_REACH: Final = normal_quantile(0.95)
_CHUNK: Final = 4_000_000
"""Signs drawn at a time: a few dozen megabytes."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """A figure before and after."""

    family: str
    name: str
    opponent: str | None = None
    """The second setup of a match-up."""
    before: float
    after: float
    low: float
    """Lower end of the 95 % interval of the change, taken by itself."""
    high: float
    p_value: float
    """How likely such a change is by noise, with all questions of the comparison asked at once."""

    @property
    def change(self) -> float:
        """How much it rose."""
        return self.after - self.before

    @property
    def beyond(self) -> bool:
        """Whether the change is beyond noise."""
        return self.p_value < LEVEL

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        names = {"name": self.name} | ({"opponent": self.opponent} if self.opponent else {})
        return names | {
            "before": self.before,
            "after": self.after,
            "change": self.change,
            "ci95": [self.low, self.high],
            "p_value": self.p_value,
            "beyond_noise": self.beyond,
        }


# ---- swapping ------------------------------------------------------------------------------------


def standardised(sums: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """Return sums of differences in units of what swapping signs gives; 0 where all are 0."""
    return np.divide(sums, np.sqrt(squares), out=np.zeros_like(sums), where=squares > 0)


def swapped_sums(differences: np.ndarray, swaps: int, seed: int) -> np.ndarray:
    """Return the sums over the first axis with signs drawn at random: [swaps, second axis]."""
    rng = np.random.default_rng(seed)
    rounds, cells = differences.shape
    held = differences.astype(np.float32)
    out = np.empty((swaps, cells))
    step = max(1, _CHUNK // max(differences.size, 1))
    for first in range(0, swaps, step):
        count = min(step, swaps - first)
        signs = _signs(rng, (count, rounds, cells))
        out[first : first + count] = np.einsum("src,rc->sc", signs, held)
    return out


def swapped_totals(differences: np.ndarray, swaps: int, seed: int) -> np.ndarray:
    """Return the sums over pairs with signs drawn at random: [swaps, figures].

    `differences` are [pairs, figures]; of one pair all figures change sign together.
    """
    rng = np.random.default_rng(seed)
    held = differences.astype(np.float32)
    out = np.empty((swaps, differences.shape[1]))
    step = max(1, _CHUNK // max(len(differences), 1))
    for first in range(0, swaps, step):
        count = min(step, swaps - first)
        out[first : first + count] = _signs(rng, (count, len(differences))) @ held
    return out


def _signs(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return (rng.integers(0, 2, shape, dtype=np.int8) * 2 - 1).astype(np.float32)


def adjusted(observed: np.ndarray, swapped: np.ndarray, families: int) -> np.ndarray:
    """Return p values with all of a family asked at once, and so many such families.

    `swapped` has a row a swap. The comparison as it was counts as one of the swaps, so that no p is
    0. A little more than rounding is needed to be greater.
    """
    if not observed.size:
        return np.ones(0)
    greatest = np.abs(swapped).max(axis=1)
    reached = (greatest[:, None] >= np.abs(observed)[None, :] - 1e-4).sum(axis=0)
    return np.minimum(1.0, families * (1 + reached) / (1 + len(swapped)))


def swaps_for(tests: int) -> int:
    """Return so many swaps that a p value can be small among so many families."""
    return max(SWAPS, 160 * tests)


# ---- scores --------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Sides:
    """Points of the first setup of each match-up: [pairs, match-ups], before and after."""

    labels: tuple[str, ...]
    matchups: tuple[tuple[int, int], ...]
    before: np.ndarray
    after: np.ndarray

    @property
    def signs(self) -> np.ndarray:
        """For each setup 1 where it comes first in a match-up, -1 where second, else 0."""
        found = np.zeros((len(self.labels), len(self.matchups)))
        for number, (one, other) in enumerate(self.matchups):
            found[one, number], found[other, number] = 1, -1
        return found


def score_changes(sides: Sides, *, seed: int, tests: int) -> tuple[list[Change], list[Change]]:
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
        setups.append(_change("setups", label, old, new, float(own_p[place])))
    matchups = []
    for number, (one, other) in enumerate(sides.matchups):
        points = sides.before[:, [number]], sides.after[:, [number]]
        found = _change("matchups", sides.labels[one], *points, float(each_p[number]))
        matchups.append(replace(found, opponent=sides.labels[other]))
    return setups, matchups


def standardised_rows(sums: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """Return the same for sums of many swaps, a row a swap."""
    return standardised(sums, np.broadcast_to(squares, sums.shape))


# ---- figures of games ----------------------------------------------------------------------------


def figure_changes(
    family: str,
    names: Sequence[str],
    before: np.ndarray,
    after: np.ndarray,
    *,
    seed: int,
    tests: int,
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
        _change(family, name, before[:, :, place], after[:, :, place], float(p_values[place]))
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
    found = figure_changes("usage", names, *parts, seed=seed, tests=tests)
    shares = [counts.sum(axis=(0, 1)) / (counts.sum() or 1.0) for counts in (before, after)]
    return [
        replace(
            change,
            before=float(old),
            after=float(new),
            low=change.low + float(new - old) - change.change,
            high=change.high + float(new - old) - change.change,
        )
        for change, old, new in zip(found, *shares, strict=True)
    ]


def _change(
    family: str, name: str, before: np.ndarray, after: np.ndarray, p_value: float
) -> Change:
    """Return the change of a mean over pairs [pairs, match-ups]."""
    value = float(after.mean() - before.mean())
    error = difference_error(before, after)
    return Change(
        family=family,
        name=name,
        before=float(before.mean()),
        after=float(after.mean()),
        low=value - error,
        high=value + error,
        p_value=p_value,
    )


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


# ---- figures of the whole matrix -----------------------------------------------------------------


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
    old = figures(before)
    return [
        Change(
            family="structure",
            name=name,
            before=float(old[place]),
            after=float(old[place] + change[place]),
            low=float(change[place] - _REACH * errors[place]),
            high=float(change[place] + _REACH * errors[place]),
            p_value=min(1.0, p_values[place]) if pairs >= FEW_PAIRS else 1.0,
        )
        for place, name in enumerate(names)
    ]
