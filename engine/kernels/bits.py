"""Bit operations that numba lacks, as LLVM intrinsics, on words and on packed boards.

One step in all eight directions is a few shifts on the whole board at once, written on vectors of
eight words: LLVM turns them into whatever vector instructions the processor has. Each function has
a plain twin that runs when numba is switched off, and that tests compare it with.
"""

from typing import Any

import numpy as np

from ..rules.board import SQUARES, WORDS
from .compiled import interpreted

U64 = np.uint64
_FULL = (1 << 64) - 1


def popcount_plain(word: int) -> np.uint64:
    """Return the number of bits set."""
    return U64(int(word).bit_count())


def lowest_bit_plain(word: int) -> np.uint64:
    """Return the place of the lowest bit set (64 for none)."""
    word = int(word)
    return U64((word & -word).bit_length() - 1 if word else 64)


def nth_bit_plain(word: int, n: int) -> np.uint64:
    """Return the place of the bit set that has `n` set bits below it."""
    word = int(word)
    for _ in range(int(n)):
        word &= word - 1
    return lowest_bit_plain(word)


def within_plain(xs: Any, ys: Any, x: int, y: int, distance: int) -> np.uint64:
    """Return the mask of those of 32 places within a Chebyshev distance of (x, y)."""
    mask = 0
    for i in range(32):
        if max(abs(int(xs[i]) - int(x)), abs(int(ys[i]) - int(y))) <= int(distance):
            mask |= 1 << i
    return U64(mask)


def spread_plain(blocked: Any, code: int, steps: int, layers: Any) -> None:
    """Write to `layers[k]` the squares within k free steps of `code`, itself among them."""
    free = [~int(word) & _FULL for word in blocked]
    squares = [0] * WORDS
    squares[int(code) // 64] = 1 << (int(code) % 64)
    layers[0] = squares
    for k in range(1, int(steps) + 1):
        wide = [s | s << 1 | s >> 1 for s in squares]
        above = [0, *wide[:-1]]
        below = [*wide[1:], 0]
        squares = [
            (h | h << 21 | h >> 21 | a >> 42 | b << 42) & f
            for h, a, b, f in zip(wide, above, below, free, strict=True)
        ]
        squares[int(code) // 64] |= 1 << (int(code) % 64)
        layers[k] = squares


def dilate_plain(board: Any, steps: int, out: Any) -> None:
    """Write to `out` the squares within a Chebyshev distance of any square of a board."""
    squares = [int(word) for word in board]
    for _ in range(int(steps)):
        wide = [s | s << 1 | s >> 1 for s in squares]
        above, below = [0, *wide[:-1]], [*wide[1:], 0]
        squares = [
            (h | h << 21 | h >> 21 | a >> 42 | b << 42) & inside
            for h, a, b, inside in zip(wide, above, below, SQUARES, strict=True)
        ]
    out[:] = squares


def copy_record_plain(target: Any, source: Any) -> None:
    """Copy one record over another of the same type."""
    for name in source.dtype.names:
        target[name] = source[name]


if interpreted:
    popcount = popcount_plain
    lowest_bit = lowest_bit_plain
    nth_bit = nth_bit_plain
    within = within_plain
    spread = spread_plain
    dilate = dilate_plain
    copy_record = copy_record_plain
else:
    from .intrinsics import copy_record, dilate, lowest_bit, nth_bit, popcount, spread, within

__all__ = ["copy_record", "dilate", "lowest_bit", "nth_bit", "popcount", "spread", "within"]
