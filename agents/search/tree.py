"""The search tree: nodes and edges in arrays, used up from the front.

A node's edges lie side by side, in the order in which they are to be tried, so those with visits
are always the first ones; `expand` puts them there. A tree whose arrays are full is used without
growing.

The index finds nodes by position: with `merge` equal positions share a node (000 section 6.3), and
what Winds of Fate brings, where that is random, leads to a node for each outcome. Nodes know troops
by number, so for them two scouts that trade places are not the same position.
"""

from typing import Final, NamedTuple

import numpy as np

from ...engine.kernels.bits import lowest_bit
from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.hashing import state_hash
from ...engine.kernels.layout import NO_WINNER
from ...engine.kernels.options import square_code, without_lowest
from ...engine.kernels.random import mix

U64 = np.uint64
_1, _8 = np.uint64(1), np.uint64(8)

NODES: Final = 1 << 14
EDGES: Final = 1 << 18
"""Room of a tree: 16 bytes a node, 20 an edge, 32 of the index for each node: 6 MB in all."""

UNEXPANDED: Final = 65535
NO_NODE: Final = 0
"""Node 0 is never used: a child not yet there, or a tree without a root."""

NODE: Final = np.dtype(
    (
        np.record,
        [
            ("first", np.uint32),  # its first edge
            ("count", np.uint16),  # its edges; UNEXPANDED until its second visit
            ("tried", np.uint16),  # edges with at least one visit: always the first ones
            ("visits", np.uint32),
            ("player", np.uint8),  # who is to move
            ("over", np.uint8),  # 1: the game is over here
            ("partial", np.uint8),  # 1: its edges are without commands
            ("padding", np.uint8),
        ],
    )
)

EDGE: Final = np.dtype(
    (
        np.record,
        [
            ("action", np.uint32),
            ("child", np.uint32),  # NO_NODE until its first visit
            ("visits", np.uint32),
            ("total", np.float32),  # of values for the player who chooses it
        ],
    )
)

ENTRY: Final = np.dtype((np.record, [("key", np.uint64), ("node", np.uint32), ("age", np.uint32)]))
"""Of the index. Entries of another age than the tree's are empty."""

META: Final = np.dtype(
    (
        np.record,
        [
            ("root", np.uint32),
            ("nodes", np.uint32),  # used so far
            ("edges", np.uint32),
            ("age", np.uint32),  # of the entries that count
            ("planned", np.uint32),  # the turn that there is a plan for; 0: none
            ("padding", np.uint32),
        ],
    )
)


class Tree(NamedTuple):
    """A tree's arrays, and how much of them is used."""

    nodes: np.ndarray
    edges: np.ndarray
    priors: np.ndarray
    """How good each edge looks before it is tried: its script's hint; only portfolio reads it."""
    table: np.ndarray
    """The index."""
    meta: np.record


def new_tree() -> Tree:
    """Return an empty tree."""
    return Tree(
        np.zeros(NODES, NODE),
        np.zeros(EDGES, EDGE),
        np.zeros(EDGES, np.float32),
        np.zeros(2 * NODES, ENTRY),
        np.zeros(1, META)[0],
    )


@inline
def add_node(tree, state):
    """Return a new node for a position, or NO_NODE if there is no room."""
    index = U64(tree.meta.nodes)
    if index >= U64(tree.nodes.shape[0]):
        return U64(NO_NODE)
    tree.meta.nodes = index + _1
    node = tree.nodes[index]
    node.first = 0
    node.count = UNEXPANDED
    node.tried = 0
    node.visits = 0
    node.player = state.player
    node.over = state.winner != NO_WINNER
    node.partial = 0
    return index


@inline
def clear(tree, state):
    """Make the tree a single root."""
    tree.meta.nodes = 1  # node 0 is NO_NODE
    tree.meta.edges = 0
    tree.meta.age += 1
    tree.meta.root = add_node(tree, state)


@helper
def position_key(state):
    """Return a hash of a state that tells equal troops apart by their numbers."""
    key = state_hash(state)
    troops = U64(state.alive)
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        key += mix((square_code(U64(state.x[troop]), U64(state.y[troop])) << _8) | troop)
    return key


@helper
def find_or_add_node(tree, state):
    """Return the node of a position, a new one if there is none, NO_NODE if there is no room."""
    key = position_key(state)
    slots = U64(tree.table.shape[0])
    slot = key & (slots - _1)
    while tree.table[slot].age == tree.meta.age:
        if tree.table[slot].key == key:
            return U64(tree.table[slot].node)
        slot = (slot + _1) & (slots - _1)
    node = add_node(tree, state)
    if node != U64(NO_NODE):
        entry = tree.table[slot]
        entry.key = key
        entry.node = node
        entry.age = tree.meta.age
    return node


@inline
def add_edge(tree, action, prior):
    """Put an edge behind the last one; there must be room."""
    place = U64(tree.meta.edges)
    edge = tree.edges[place]
    edge.action = action
    edge.child = NO_NODE
    edge.visits = 0
    edge.total = 0.0
    tree.priors[place] = prior
    tree.meta.edges = place + _1


@helper
def follow(tree, action, by_chance):
    """Make the root's child by an action the root; without one the tree has no root."""
    child = U64(NO_NODE)
    root = tree.nodes[U64(tree.meta.root)]
    if U64(tree.meta.root) != U64(NO_NODE) and root.count != UNEXPANDED and not by_chance:
        for i in range(root.count):
            edge = tree.edges[U64(root.first) + U64(i)]
            if U64(edge.action) == action:
                child = U64(edge.child)
    tree.meta.root = child
