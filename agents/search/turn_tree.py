"""A tree of whole turns: nodes are the starts of turns, edges are turns.

A node is expanded by listing its turns (`turns`): the value of where an edge leads is its first
value, and gives its prior. Nodes keep their positions: replaying turns from the root costs more.
Values of an edge are for who plays it.
"""

from typing import Final, NamedTuple

import numpy as np

from ...engine.kernels.bits import copy_record
from ...engine.kernels.compiled import helper
from ...engine.kernels.layout import NO_WINNER, STATE
from ...engine.kernels.transitions import apply_action
from ..turns.desk import MAX_TURN
from ..turns.listing import list_turns
from .root import restart

U64 = np.uint64

NODES: Final = 1 << 14
EDGES: Final = 1 << 17
ROOT: Final = 1
"""The root's place; 0 is no node."""
DEEPEST: Final = 64
"""Turns from the root to a leaf at most."""

TURN_NODE: Final = np.dtype(
    (
        np.record,
        [
            ("state", STATE),
            ("first", np.uint32),  # its edges
            ("count", np.uint32),  # of edges; 0: not expanded
            ("visits", np.uint32),
            ("over", np.uint32),  # 1: the game is decided
            ("best", np.float64),  # minimax value for who is to move
        ],
    )
)

TURN_EDGE: Final = np.dtype(
    (
        np.record,
        [
            ("actions", np.uint32, (MAX_TURN,)),
            ("length", np.uint32),  # of its actions
            ("child", np.uint32),  # 0 until its first visit
            ("visits", np.uint32),
            ("padding", np.uint32),
            ("prior", np.float64),
            ("first", np.float64),  # the value of where it leads
            ("total", np.float64),  # of the values of its visits
            ("minimax", np.float64),
        ],
    )
)


class TurnTree(NamedTuple):
    """A tree's arrays, and how much of them is used."""

    nodes: np.ndarray
    edges: np.ndarray
    used: np.ndarray
    """How many nodes and how many edges are used; the edge that was chosen."""
    path: np.ndarray
    """Node and edge of each step from the root; for alpha-beta also what is looked at next."""
    window: np.ndarray
    """Alpha, beta and best of each step, for alpha-beta."""


def new_turn_tree() -> TurnTree:
    """Return an empty tree; memory that is not written to is not taken."""
    return TurnTree(
        np.zeros(NODES, TURN_NODE),
        np.zeros(EDGES, TURN_EDGE),
        np.zeros(3, np.int64),
        np.zeros((DEEPEST + 1, 3), np.int64),
        np.zeros((DEEPEST + 1, 3), np.float64),
    )


@helper
def expand_turns(desk, tree, index, width, wide, orders):
    """Give a node its edges, the `width` best turns; return False if there is no room for them."""
    node, params = tree.nodes[index], desk.params
    count = min(list_turns(desk, node.state, wide, orders), width)
    first = tree.used[1]
    if first + count >= tree.edges.shape[0]:  # the last edge is room to sort in
        return False
    top = desk.room.turns[desk.room.order[0]].value
    total = 0.0
    for i in range(count):
        turn, edge = desk.room.turns[desk.room.order[i]], tree.edges[first + i]
        for step in range(turn.count):
            edge.actions[step] = turn.actions[step]
        edge.length = turn.count
        edge.child = 0
        edge.visits = 0
        edge.total = 0.0
        edge.first = turn.value
        edge.minimax = turn.value
        edge.prior = np.exp((turn.value - top) / params.temperature)
        total += edge.prior
    for i in range(count):
        tree.edges[first + i].prior /= total
    node.first = first
    node.count = count
    node.best = top
    tree.used[1] = first + count
    return True


@helper
def plant_turns(desk, tree, root_state):
    """Make the tree a single root with its edges. Here a position enters the search."""
    desk.room.advances = 0
    desk.room.searcher = root_state.player
    tree.used[0] = ROOT + 1
    tree.used[1] = 0
    root, params = tree.nodes[ROOT], desk.params
    restart(desk.rules, root.state, root_state, desk.scratch)
    root.visits = 0
    root.count = 0
    root.over = 0
    expand_turns(desk, tree, ROOT, params.root_width, True, params.root_orders)


# Leaves listed in short form first were tried, and gained nothing: 51.5 +-2.9 %.
@helper
def add_child(desk, tree, parent, place):
    """Return the new node an edge leads to, with its edges; 0 if there is no room."""
    index = tree.used[0]
    if index >= tree.nodes.shape[0]:
        return 0
    node, edge, params = tree.nodes[index], tree.edges[place], desk.params
    copy_record(node.state, tree.nodes[parent].state)
    for i in range(edge.length):
        apply_action(desk.rules, node.state, U64(edge.actions[i]))
    desk.room.advances += edge.length
    node.visits = 0
    node.count = 0
    node.over = node.state.winner != NO_WINNER
    node.best = -edge.first
    if not node.over and not expand_turns(
        desk, tree, index, params.reply_width, params.reply_wide != 0, params.reply_orders
    ):
        return 0
    tree.used[0] = index + 1
    edge.child = index
    return index
