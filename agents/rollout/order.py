"""The order in which listed actions are tried: by rank, or by what scripts say of them."""

import numpy as np

from ...engine.kernels.compiled import helper
from .policy import rank

U64 = np.uint64
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
        action, hint = work.listed[place], work.hints[place]
        i = place
        while i > 0 and work.hints[i - 1] < hint:
            work.listed[i] = work.listed[i - 1]
            work.hints[i] = work.hints[i - 1]
            i -= 1
        work.listed[i] = action
        work.hints[i] = hint
