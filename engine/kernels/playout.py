"""Random play: whole games and playouts of a few turns, straight from the masks."""

import numpy as np

from .compiled import inline
from .layout import NO_WINNER
from .options import find_options, nth_option
from .random import draw
from .transitions import apply_action


@inline
def random_action(rules, state, scratch):
    """Return a legal action, each with the same chance."""
    count = find_options(rules, state, scratch)
    return nth_option(scratch, draw(scratch, count))


@inline
def play_randomly(rules, state, scratch, last_turn):
    """Play random actions to the end of `last_turn` or of the game; return their number."""
    actions = 0
    while state.winner == NO_WINNER and np.int64(state.turn) <= last_turn:
        apply_action(rules, state, random_action(rules, state, scratch))
        actions += 1
    return actions
