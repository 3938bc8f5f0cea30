"""Perft: the number of action sequences of a length, the classic check of a rules engine."""

import numpy as np

from .actions import MAX_ACTIONS
from .bits import copy_record
from .compiled import jit
from .layout import STATE, new_scratch
from .options import find_options, list_options
from .transitions import apply_action

U64 = np.uint64


@jit
def _count(rules, states, scratch, actions, counts, depth):
    """Walk the tree below states[0] depth first; `depth` is 1 at least."""
    total = np.int64(0)
    level = 0
    find_options(rules, states[0], scratch)
    counts[0] = list_options(scratch, actions[0])
    while level >= 0:
        if counts[level] == 0:
            level -= 1
        elif level == depth - 1:  # the last actions need not be played to be counted
            total += counts[level]
            level -= 1
        else:
            counts[level] -= 1
            copy_record(states[level + 1], states[level])
            apply_action(rules, states[level + 1], U64(actions[level, counts[level]]))
            level += 1
            find_options(rules, states[level], scratch)
            counts[level] = list_options(scratch, actions[level])
    return total


def perft(rules: np.record, state: np.record, depth: int) -> int:
    """Return the number of legal action sequences of exactly `depth` actions."""
    if depth < 1:
        return 1
    states = np.zeros(depth, STATE)
    states[0] = state
    actions = np.zeros((depth, MAX_ACTIONS), np.uint32)
    counts = np.zeros(depth, np.int64)
    return int(_count(rules, states, new_scratch(), actions, counts, depth))
