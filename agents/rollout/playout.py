"""Playouts: from a position to the end of a turn by one of the policies."""

import numpy as np

from ...engine.kernels.compiled import helper
from ...engine.kernels.layout import NO_WINNER
from ...engine.kernels.playout import random_action
from ...engine.kernels.transitions import apply_action
from ..spec.codes import BY_KIND, HEURISTIC
from .policy import heuristic_action, weighted_action


@helper
def policy_action(rules, state, scratch, work, params):
    """Return an action by the agent's playout policy."""
    if params.policy == HEURISTIC:
        return heuristic_action(rules, state, scratch, work)
    if params.policy == BY_KIND:
        return weighted_action(rules, state, scratch, params.kind_weights)
    return random_action(rules, state, scratch)


@helper
def play_out(rules, state, scratch, work, params):
    """Play by the policy for the turns and actions a playout lasts; count the advances.

    The turn the playout begins in counts as one, however much of it is over.
    """
    last_turn = np.int64(state.turn) + params.rollout_turns - 1
    left = params.rollout_actions
    while state.winner == NO_WINNER and np.int64(state.turn) <= last_turn and left > 0:
        apply_action(rules, state, policy_action(rules, state, scratch, work, params))
        work.advances += 1
        left -= 1
