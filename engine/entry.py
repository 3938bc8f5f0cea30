"""The kernels Python calls. Each compiles the whole game anew, so there are few of them."""

import numpy as np

from .bits import copy_record
from .compiled import jit
from .hashing import state_hash
from .options import find_options, list_options
from .playout import play_randomly
from .random import mix
from .transitions import apply_action

U64 = np.uint64


@jit
def legal_actions(rules, state, scratch, out):
    """Write the legal actions to `out` (uint32, MAX_ACTIONS long); return how many."""
    find_options(rules, state, scratch)
    return list_options(scratch, out)


@jit
def advance_state(rules, state, action):
    """Change a state by an action that must be legal in it."""
    apply_action(rules, state, U64(action))


@jit
def hash_state(state):
    """Return the 64-bit hash of a state."""
    return state_hash(state)


@jit
def random_games(rules, start, states, scratch, seed, first, turns):
    """Play random actions into each of `states`: game i from `start` with stream first + i.

    A game ends when it is decided or `turns` turns have been played. Returns the number of
    actions in all of them.
    """
    actions = 0
    last_turn = np.int64(start.turn) + np.int64(turns) - 1
    for i in range(states.shape[0]):
        state = states[i]
        copy_record(state, start)
        scratch.random = mix(mix(U64(seed)) + U64(first) + U64(i))
        actions += play_randomly(rules, state, scratch, last_turn)
    return actions
