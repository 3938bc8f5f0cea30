"""One agent's turn: search from a position, and the actions to play.

Where no attack is in reach of either side a search is given a share of its budget. More than half
of all turns are such, and little is lost in them: a quarter of the budget there costs 3 % of the
points and halves the time of a game; the same time spent on the other turns gives 8 %.
"""

import numpy as np

from ...engine.kernels.bits import lowest_bit, within
from ...engine.kernels.compiled import helper
from ...engine.kernels.options import side, without_lowest
from ...engine.kernels.transitions import owner_of
from .turn_alphabeta import deepen
from .turn_mcts import grow
from .turn_tree import plant_turns

U64 = np.uint64


@helper
def in_contact(state, worths):
    """Return whether some troop could move and attack another if it were its side's turn."""
    troops = U64(state.alive)
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        far = U64(worths.strike[state.kind[troop]])
        near = within(state.x, state.y, U64(state.x[troop]), U64(state.y[troop]), far)
        if near & U64(state.alive) & side(U64(1) - owner_of(troop)):
            return True
    return False


@helper
def budget_of(desk, state):
    """Return the advances that a search from a position may take."""
    params = desk.params
    if not params.advances:
        return np.int64(1) << 62
    if params.calm_share == 1.0 or in_contact(state, desk.worths):
        return params.advances
    return np.int64(params.calm_share * float(params.advances))


@helper
def search_turn(desk, tree, root_state):
    """Return the place of the edge to play from a position."""
    plant_turns(desk, tree, root_state)
    budget = budget_of(desk, root_state)
    if desk.params.alphabeta:
        tree.used[2] = deepen(desk, tree, budget)
    else:
        tree.used[2] = grow(desk, tree, budget)
    return tree.used[2]
