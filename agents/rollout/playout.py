"""Playouts: from a position to the end of a turn by one of the policies.

A search that plays out from the game's own position begins with `restart`: where Winds of Fate is
random, what it will bring is the game's secret, so every playout gets a stream of its own.
"""

import numpy as np

from ...engine.kernels.bits import copy_record
from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.layout import NO_WINNER
from ...engine.kernels.playout import random_action
from ...engine.kernels.random import advance, mix
from ...engine.kernels.transitions import apply_action
from ..spec.codes import BY_KIND, HEURISTIC
from .policy import heuristic_action, weighted_action


@inline
def restart(rules, state, root_state, scratch):
    """Make the state the root's again, with another future of Winds of Fate if that is random."""
    copy_record(state, root_state)
    if rules.random_winds:
        scratch.random = advance(scratch.random)
        state.stream = mix(scratch.random)


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
