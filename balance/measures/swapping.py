"""Swapping before and after: how great a change is by noise alone, with many asked at once.

If the rules made no difference, before and after could change places in any pair, so all swaps of
signs are equally likely, and a change is beyond noise if hardly any swap shows one as great. Each
swap answers all questions: a change counts if it is greater than the greatest of its family in all
but few swaps. That keeps the chance of a single false alarm in a whole comparison at 5 %, however
many setups there are. P. Westfall and S. Young, "Resampling-based multiple testing" (1993); T.
Nichols and A. Holmes, "Nonparametric permutation tests for functional neuroimaging", Human Brain
Mapping 15 (2002).
"""

from typing import Final

import numpy as np

SWAPS: Final = 4000
"""Swaps that questions are asked by; more in a long sweep."""
_CHUNK: Final = 4_000_000
"""Signs drawn at a time: a few dozen megabytes."""


def standardised(sums: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """Return sums of differences in units of what swapping signs gives; 0 where all are 0."""
    return np.divide(sums, np.sqrt(squares), out=np.zeros_like(sums), where=squares > 0)


def standardised_rows(sums: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """Return the same for sums of many swaps, a row a swap."""
    return standardised(sums, np.broadcast_to(squares, sums.shape))


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
