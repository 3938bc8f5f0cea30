"""One agent's turn: search from a position, and the actions to play."""

from ...engine.kernels.compiled import helper
from .turn_alphabeta import deepen
from .turn_mcts import grow
from .turn_tree import plant_turns


@helper
def search_turn(desk, tree, root_state):
    """Return the place of the edge to play from a position."""
    plant_turns(desk, tree, root_state)
    if desk.params.alphabeta:
        return deepen(desk, tree)
    return grow(desk, tree)
