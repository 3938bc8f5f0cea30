"""Sets of squares the scripts work on: near, far, and one square out of many.

Each is a row of `work.boards`; the first sixteen are what each enemy can attack in its next turn.
The last word of a row holds no square and is 0.
Of equal squares the middle one is taken, of an even number player 0 takes the lower and player 1
the upper, so that a position rotated by 180 degrees gives the rotated action.
"""

import numpy as np

from ...engine.kernels.bits import (
    common,
    dilate,
    least_distance,
    lowest_bit,
    near,
    nth_bit,
    others,
    popcount,
    single,
    union,
)
from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.options import without_lowest
from ...engine.rules.board import SQUARE_WORDS, WORDS

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
    for word in range(WORDS):
        work.boards[row, U64(word)] = _0


@inline
def put_square(work, row, code):
    """Add a square to a set."""
    work.boards[row, code >> _6] |= _1 << (code & _63)


@inline
def put_only(work, row, code):
    """Make a set of one square."""
    single(code, work.boards[row])


@inline
def put_near(work, row, x, y, distance):
    """Make a set of the squares within a distance of (x, y)."""
    near(x, y, distance, work.boards[row])


@inline
def add_near(work, row, x, y, distance):
    """Add the squares within a distance of (x, y) to a set."""
    near(x, y, distance, work.boards[SPARE])
    union(work.boards[row], work.boards[SPARE], work.boards[row])


@inline
def put_all(work, row, board):
    """Make a set of the squares of a board."""
    common(board, board, work.boards[row])


@inline
def keep_common(work, row, first, second):
    """Make a set of the squares that are in both of two; return whether there are any."""
    return common(work.boards[first], work.boards[second], work.boards[row])


@inline
def has_squares(work, row):
    """Return whether a set has any squares."""
    return common(work.boards[row], work.boards[row], None)


@inline
def has_common(work, first, second):
    """Return whether two sets have a square in common."""
    return common(work.boards[first], work.boards[second], None)


@inline
def has_others(work, first, second):
    """Return whether some square of the first set is not in the second."""
    return others(work.boards[first], work.boards[second], None)


@inline
def keep_others(work, row, first, second):
    """Make a set of the squares of the first not in the second; return whether there are any."""
    return others(work.boards[first], work.boards[second], work.boards[row])


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
def keep_nearest_to(work, squares, x, y, radius):
    """Leave in RING those of the squares nearest to (x, y), none of which is nearer than radius."""
    radius = U64(max(radius, 0))
    put_near(work, RING, x, y, radius)
    while not keep_common(work, RING, squares, RING):
        radius += _1
        put_near(work, RING, x, y, radius)


@helper
def put_around(state, work, row, troops, distance):
    """Make a set of the squares within a distance of any of some troops."""
    clear(work, row)
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        add_near(work, row, U64(state.x[troop]), U64(state.y[troop]), U64(max(distance, 0)))


@helper
def keep_farthest_from(state, work, squares, troops, radius):
    """Leave in RING those of the squares farthest from some troops; begin by trying a radius."""
    put_around(state, work, FRIENDS, troops, radius)
    while not keep_others(work, RING, squares, FRIENDS):
        radius -= 1
        put_around(state, work, FRIENDS, troops, radius)
    dilate(work.boards[FRIENDS], _1, work.boards[FRIENDS])
    while has_others(work, squares, FRIENDS):
        keep_others(work, RING, squares, FRIENDS)
        dilate(work.boards[FRIENDS], _1, work.boards[FRIENDS])


@inline
def distance(state, troop, other):
    """Return the Chebyshev distance of two troops."""
    dx = abs(np.int64(state.x[troop]) - np.int64(state.x[other]))
    dy = abs(np.int64(state.y[troop]) - np.int64(state.y[other]))
    return max(dx, dy)


@inline
def nearest_distance(state, troop, others):
    """Return the distance to the nearest of some troops."""
    x, y = U64(state.x[troop]), U64(state.y[troop])
    return min(np.int64(least_distance(state.x, state.y, x, y, others)), LARGEST)
