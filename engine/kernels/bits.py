"""Bit operations that numba lacks, as LLVM intrinsics, on words and on packed boards.

One step in all eight directions is a few shifts on the whole board at once, written on vectors of
eight words: LLVM turns them into whatever vector instructions the processor has. Each function has
a plain twin that runs when numba is switched off, and that tests compare it with.
"""

from typing import Any

import numpy as np

from ..rules.board import SQUARES, WORDS
from ..rules.squares import code_at
from .compiled import interpreted
from .random import record_keys

# Unsigned, indices too: signed ones are checked for wrap-around, a quarter more time (prototype).
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


def widen_plain(layers: Any, steps: int) -> None:
    """Write to `layers[k]`, k = 1 .. steps, the squares within k of any square of `layers[0]`."""
    for k in range(1, int(steps) + 1):
        dilate_plain(layers[k - 1], 1, layers[k])


def copy_record_plain(target: Any, source: Any) -> None:
    """Copy one record over another of the same type."""
    for name in source.dtype.names:
        target[name] = source[name]


def least_distance_plain(xs: Any, ys: Any, x: int, y: int, mask: int) -> np.uint64:
    """Return the least Chebyshev distance from (x, y) to the places of a mask; 255 for none."""
    places = [i for i in range(32) if int(mask) >> i & 1]
    return U64(
        min((max(abs(int(xs[i]) - int(x)), abs(int(ys[i]) - int(y))) for i in places), default=255)
    )


def record_key_plain(record: Any) -> np.uint64:
    """Return a hash of a record's bytes: the sum of lo * hi of each word plus its own number."""
    words = np.frombuffer(record.tobytes(), np.uint64).tolist()
    mixed = ((w + k) & _FULL for w, k in zip(words, record_keys(len(words)), strict=True))
    return U64(sum((m & 0xFFFFFFFF) * (m >> 32) for m in mixed) & _FULL)


def changed_plain(first: Any, second: Any) -> np.uint64:
    """Return the mask of those of 32 places at which two arrays of bytes differ."""
    return U64(sum(1 << i for i in range(32) if first[i] != second[i]))


def _write(squares: list[int], out: Any) -> bool:
    if out is not None:
        out[:] = squares
    return any(squares)


def common_plain(first: Any, second: Any, out: Any) -> bool:
    """Write the squares in both of two boards, unless `out` is None; return if there are any."""
    return _write([int(a) & int(b) for a, b in zip(first, second, strict=True)], out)


def others_plain(first: Any, second: Any, out: Any) -> bool:
    """Write the squares of one board that are not in another; return if there are any."""
    return _write([int(a) & ~int(b) for a, b in zip(first, second, strict=True)], out)


def union_plain(first: Any, second: Any, out: Any) -> bool:
    """Write the squares in either of two boards; return if there are any."""
    return _write([int(a) | int(b) for a, b in zip(first, second, strict=True)], out)


def single_plain(code: int, out: Any) -> None:
    """Write the board of one square."""
    out[:] = 0
    out[int(code) // 64] = 1 << (int(code) % 64)


def near_plain(x: int, y: int, distance: int, out: Any) -> None:
    """Write the squares within a Chebyshev distance of (x, y)."""
    single_plain(code_at(int(x), int(y)), out)
    dilate_plain(out, distance, out)


if interpreted:
    popcount = popcount_plain
    lowest_bit = lowest_bit_plain
    nth_bit = nth_bit_plain
    within = within_plain
    spread = spread_plain
    dilate = dilate_plain
    copy_record = copy_record_plain
    least_distance = least_distance_plain
    record_key = record_key_plain
    changed = changed_plain
    common = common_plain
    others = others_plain
    union = union_plain
    single = single_plain
    near = near_plain
    widen = widen_plain
else:
    from .board_intrinsics import common, dilate, near, others, single, spread, union, widen
    from .intrinsics import (
        changed,
        copy_record,
        least_distance,
        lowest_bit,
        nth_bit,
        popcount,
        record_key,
        within,
    )

__all__ = [
    "changed",
    "common",
    "copy_record",
    "dilate",
    "least_distance",
    "lowest_bit",
    "near",
    "nth_bit",
    "others",
    "popcount",
    "record_key",
    "single",
    "spread",
    "union",
    "widen",
    "within",
]
