"""The kernels Python calls. Each compiles the whole game anew, so there are few of them."""

import numpy as np

from .bits import copy_record
from .compiled import jit
from .hashing import state_hash
from .layout import new_scratch
from .options import find_options, list_options
from .playout import play_randomly
from .random import mix
from .transitions import apply_action

U64 = np.uint64
_MASK = (1 << 64) - 1


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
def _random_games(rules, start, states, scratch, seed, first, turns):
    actions = 0
    last_turn = np.int64(start.turn) + turns - 1
    for i in range(states.shape[0]):
        state = states[i]
        copy_record(state, start)
        scratch.random = mix(mix(seed) + first + U64(i))
        actions += play_randomly(rules, state, scratch, last_turn)
    return actions


def random_games(
    rules: np.record,
    start: np.record,
    states: np.ndarray,
    *,
    seed: int,
    first: int = 0,
    turns: int = 100_000,
) -> int:
    """Play random actions into each of `states`: game i from `start` with stream first + i.

    A game ends when it is decided or `turns` turns have been played. Returns the number of
    actions in all of them.
    """
    seed_word, first_word = U64(seed & _MASK), U64(first & _MASK)
    return _random_games(rules, start, states, new_scratch(), seed_word, first_word, turns)
