"""The order in which listed actions are tried: at random, by rank, or by their scripts' hints."""

import numpy as np

from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.random import draw
from .policy import rank

U64 = np.uint64
_0, _1 = np.uint64(0), np.uint64(1)
_RANKS = 4


@helper
def order_by_rank(rules, state, work, count):
    """Put the listed actions in the order of their ranks, the best first; equals stay in order."""
    for i in range(count):
        work.ranks[i] = rank(rules, state, work, U64(work.listed[i]))
        work.unordered[i] = work.listed[i]
    place = 0
    for wanted in range(_RANKS):
        for i in range(count):
            if work.ranks[i] == wanted:
                work.listed[place] = work.unordered[i]
                place += 1


@helper
def order_by_hint(work, count):
    """Put the listed actions and their hints in the order of the hints, the highest first."""
    for place in range(1, count):
        i = U64(place)
        action, hint = work.listed[i], work.hints[i]
        while i > _0 and work.hints[i - _1] < hint:
            work.listed[i] = work.listed[i - _1]
            work.hints[i] = work.hints[i - _1]
            i -= _1
        work.listed[i] = action
        work.hints[i] = hint


@inline
def shuffle(scratch, listed, count):
    """Put listed actions into a random order."""
    for i in range(count - 1, 0, -1):
        j = draw(scratch, U64(i + 1))
        swapped = listed[i]
        listed[i] = listed[j]
        listed[j] = swapped
