"""Sets of squares the scripts work on: near, far, and one square out of many.

Each is a row of `work.boards`; the first sixteen are what each enemy can attack in its next turn.
Of equal squares the middle one is taken, of an even number player 0 takes the lower and player 1
the upper, so that a position rotated by 180 degrees gives the rotated action.
"""

import numpy as np

from ...engine.kernels.bits import dilate, lowest_bit, nth_bit, popcount
from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.options import without_lowest
from ...engine.rules.board import SQUARE_WORDS

U64 = np.uint64
_0, _1, _6, _15, _63 = (np.uint64(n) for n in (0, 1, 6, 15, 63))
LARGEST = np.int64(20)
"""A distance no two squares have."""

HERE, REACH, AIMS, ANSWERS, STANDS, THREATS, ENEMIES, FRIENDS, RING, SPARE = (
    np.uint64(16 + n) for n in range(10)
)


@inline
def slot(troop):
    """Return the row of what an enemy can attack."""
    return troop & _15


@inline
def clear(work, row):
    """Empty a set."""
    for word in range(SQUARE_WORDS + 1):
        work.boards[row, U64(word)] = _0


@inline
def put_square(work, row, code):
    """Add a square to a set."""
    work.boards[row, code >> _6] |= _1 << (code & _63)


@inline
def put_only(work, row, code):
    """Make a set of one square."""
    clear(work, row)
    put_square(work, row, code)


@inline
def has_square(work, row, code):
    """Return whether a square is in a set."""
    return (work.boards[row, code >> _6] >> (code & _63)) & _1


@inline
def keep_common(work, row, first, second):
    """Make a set of the squares that are in both of two; return whether there are any."""
    common = _0
    for word in range(SQUARE_WORDS):
        w = U64(word)
        both = work.boards[first, w] & work.boards[second, w]
        work.boards[row, w] = both
        common |= both
    return common != _0


@inline
def has_others(work, first, second):
    """Return whether some square of the first set is not in the second."""
    others = _0
    for word in range(SQUARE_WORDS):
        w = U64(word)
        others |= work.boards[first, w] & ~work.boards[second, w]
    return others != _0


@inline
def keep_others(work, row, first, second):
    """Make a set of the squares of the first that are not in the second."""
    for word in range(SQUARE_WORDS):
        w = U64(word)
        work.boards[row, w] = work.boards[first, w] & ~work.boards[second, w]


@helper
def pick(work, row, player):
    """Return the middle square of a set that is not empty."""
    count = _0
    for word in range(SQUARE_WORDS):
        count += popcount(work.boards[row, U64(word)])
    n = (count - _1 + player) >> _1
    word = _0
    count = popcount(work.boards[row, word])
    while n >= count:
        n -= count
        word += _1
        count = popcount(work.boards[row, word])
    return (word << _6) | nth_bit(work.boards[row, word], n)


@helper
def keep_nearest(work, squares, goals, radius):
    """Leave in RING those of the squares nearest to a goal; return how near they are.

    None of them may be nearer than `radius`.
    """
    radius = max(radius, 0)
    dilate(work.boards[goals], U64(radius), work.boards[RING])
    while not has_common(work, squares, RING):
        radius += 1
        dilate(work.boards[RING], _1, work.boards[RING])
    keep_common(work, RING, squares, RING)
    return radius


@helper
def keep_farthest(work, squares, goals, radius):
    """Leave in RING those of the squares farthest from every goal; to begin with, try a radius."""
    dilate(work.boards[goals], U64(max(radius, 0)), work.boards[SPARE])
    while not has_others(work, squares, SPARE):
        radius -= 1
        dilate(work.boards[goals], U64(max(radius, 0)), work.boards[SPARE])
    while has_others(work, squares, SPARE):
        keep_others(work, RING, squares, SPARE)
        dilate(work.boards[SPARE], _1, work.boards[SPARE])


@inline
def has_common(work, first, second):
    """Return whether two sets have a square in common."""
    common = _0
    for word in range(SQUARE_WORDS):
        w = U64(word)
        common |= work.boards[first, w] & work.boards[second, w]
    return common != _0


@inline
def distance(state, troop, other):
    """Return the Chebyshev distance of two troops."""
    dx = abs(np.int64(state.x[troop]) - np.int64(state.x[other]))
    dy = abs(np.int64(state.y[troop]) - np.int64(state.y[other]))
    return max(dx, dy)


@helper
def nearest_distance(state, troop, others):
    """Return the distance to the nearest of some troops."""
    least = LARGEST
    while others:
        least = min(least, distance(state, troop, lowest_bit(others)))
        others = without_lowest(others)
    return least
