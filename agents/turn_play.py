"""Games of agents that choose whole turns, inside one kernel.

A turn is searched once and played. Where Winds of Fate is drawn at random the search could not
know what it brings: the rest of the turn is searched anew.
"""

import numpy as np

from ..engine.kernels.compiled import jit
from ..engine.kernels.layout import NO_WINNER
from ..engine.kernels.random import mix
from ..engine.kernels.transitions import apply_action
from .evaluation.worths import weigh
from .search.iterate import is_chance
from .search.turn_search import search_turn
from .search.turn_tree import ROOT

U64 = np.uint64


@jit
def play_turns(first, second, tree, game, seed, begins, stop, out, spent):
    """Play until the game or `out`, which takes the actions, ends, or until a player's turn.

    Return the number of actions.
    """
    rules = first.rules
    if begins:
        weigh(rules, first.params, first.worths)
        weigh(rules, second.params, second.worths)
        first.scratch.random = mix(seed)
    actions = 0
    while game.winner == NO_WINNER and actions < out.shape[0] and np.int64(game.player) != stop:
        player = U64(game.player)
        desk = first if player == U64(0) else second
        edge = tree.edges[search_turn(desk, tree, game)]
        spent[player, U64(0)] += 1
        spent[player, U64(1)] += desk.room.advances
        spent[player, U64(2)] += tree.nodes[ROOT].visits
        for i in range(edge.length):
            if actions == out.shape[0]:
                break
            action = U64(edge.actions[i])
            out[actions] = action
            actions += 1
            apply_action(rules, game, action)
            if is_chance(rules, action):
                break
    return actions
