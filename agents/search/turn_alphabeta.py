"""Alpha-beta over whole turns, on the same tree, turns and values as `turn_mcts`.

Deeper and deeper until the budget is spent. A node is expanded once and kept; at its next visit
its turns are looked at in the order of what the last, shallower search thought of them.
"""

import numpy as np

from ...engine.kernels.bits import copy_record
from ...engine.kernels.compiled import helper
from .turn_mcts import LATER
from .turn_tree import DEEPEST, ROOT, add_child

_NODE, _NEXT, _ANSWER = range(3)
"""Columns of the path: the node, its edge to look at next, the root's best edge so far."""
_ALPHA, _BETA, _BEST = range(3)


@helper
def sort_edges(tree, index):
    """Put a node's edges into the order of their minimax values, best first."""
    node, last = tree.nodes[index], tree.edges.shape[0] - 1
    first = np.int64(node.first)
    spare = tree.edges[last]
    for i in range(1, node.count):
        if tree.edges[first + i].minimax <= tree.edges[first + i - 1].minimax:
            continue
        copy_record(spare, tree.edges[first + i])
        place = first + i
        while place > first and tree.edges[place - 1].minimax < spare.minimax:
            copy_record(tree.edges[place], tree.edges[place - 1])
            place -= 1
        copy_record(tree.edges[place], spare)


@helper
def open_node(tree, level, index, alpha, beta):
    """Begin to look at a node."""
    sort_edges(tree, index)
    tree.path[level, _NODE] = index
    tree.path[level, _NEXT] = 0
    tree.window[level, _ALPHA] = alpha
    tree.window[level, _BETA] = beta
    tree.window[level, _BEST] = -np.inf


@helper
def look_deeper(desk, tree, depth, budget):
    """Search to a depth in turns; return whether it was finished within the budget.

    An iteration, which the root counts, is a turn that was given a value.
    """
    root = tree.nodes[ROOT]
    most = desk.params.iterations if desk.params.iterations else np.int64(1) << 62
    open_node(tree, 0, ROOT, -np.inf, np.inf)
    level = 0
    while True:
        node = tree.nodes[tree.path[level, _NODE]]
        closed = tree.window[level, _ALPHA] >= tree.window[level, _BETA]
        if closed or tree.path[level, _NEXT] >= node.count:
            node.best = tree.window[level, _BEST]
            if level == 0:
                return True
            level -= 1
            value = -tree.window[level + 1, _BEST]
        else:
            place = np.int64(node.first) + tree.path[level, _NEXT]
            edge = tree.edges[place]
            child = np.int64(edge.child)
            if np.int64(root.visits) >= most:
                return False
            if level + 1 < depth and child == 0:
                if desk.room.advances >= budget:
                    return False
                child = add_child(desk, tree, tree.path[level, _NODE], place)
                if child == 0:
                    return False
            if level + 1 < depth and not tree.nodes[child].over:
                alpha, beta = -tree.window[level, _BETA], -tree.window[level, _ALPHA]
                level += 1
                open_node(tree, level, child, alpha, beta)
                continue
            value = edge.first
            if abs(value) == 1.0:  # a decided game, no evaluation is as sure
                value *= 1.0 - LATER * float(level + 1)
        # A turn of this level has its value now.
        place = np.int64(tree.nodes[tree.path[level, _NODE]].first) + tree.path[level, _NEXT]
        tree.edges[place].minimax = value
        tree.edges[place].visits += 1
        root.visits += 1
        if value > tree.window[level, _BEST]:
            tree.window[level, _BEST] = value
            if level == 0:
                tree.path[0, _ANSWER] = place
        tree.window[level, _ALPHA] = max(tree.window[level, _ALPHA], value)
        tree.path[level, _NEXT] += 1


@helper
def deepen(desk, tree, budget):
    """Search deeper and deeper until the budget is spent; return the root's best edge."""
    root = tree.nodes[ROOT]
    best = np.int64(root.first)
    if root.count <= 1:
        return best
    for depth in range(1, DEEPEST):
        tree.path[0, _ANSWER] = -1
        before = desk.room.advances
        finished = look_deeper(desk, tree, depth, budget)
        # The best so far is looked at first, so an unfinished depth may only have found a better.
        best = np.int64(root.first)
        if tree.path[0, _ANSWER] >= 0:
            best = tree.path[0, _ANSWER]
        if not finished or desk.room.advances >= budget:
            break
        if depth > 2 and desk.room.advances == before:
            break
    return best
