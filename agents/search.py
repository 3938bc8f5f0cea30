"""Monte Carlo tree search, one iteration after the other: select, expand, play out, back up.

UCB1 chooses among the tried edges of a node, mean + exploration * sqrt(ln(visits) / edge visits);
an edge not yet tried counts as `urgency`. A large urgency is plain UCT, which tries everything
once; a small one is first-play urgency, which goes on with what is good as soon as something is
(000 section 7.2). The tree's depth and the playouts' length are whole turns, since half a turn says
little about a position (000 section 7). Values are for player 0 on the way up, and are kept on an
edge for the player who chooses it.
"""

import numpy as np

from ..engine.bits import copy_record
from ..engine.compiled import helper, inline
from ..engine.layout import NO_WINNER
from ..engine.transitions import apply_action
from .params import MAX_PATH, NO_CHILD, NO_ROOT, UNEXPANDED
from .policy import draw, play_out
from .tree import add_node, clear, expand
from .value import state_value

U64 = np.uint64
_1 = np.uint64(1)


@inline
def select(scratch, nodes, edges, params, index):
    """Return the edge to follow from an expanded node."""
    node = nodes[index]
    first, tried, count = U64(node.first), U64(node.tried), U64(node.count)
    if params.even:
        if tried < count:
            node.tried = tried + _1
            return first + tried
        return first + draw(scratch, count)
    best, best_edge = -np.inf, first
    log_visits = np.log(float(node.visits))
    for i in range(tried):
        edge = edges[first + U64(i)]
        visits = float(edge.visits)
        bound = edge.total / visits + params.exploration * np.sqrt(log_visits / visits)
        if bound > best:
            best, best_edge = bound, first + U64(i)
    if tried < count and params.urgency > best:
        node.tried = tried + _1
        return first + tried
    return best_edge


@helper
def iterate(rules, root_state, state, scratch, work, params, weights, nodes, edges, meta):
    """Do one iteration from the root."""
    copy_record(state, root_state)
    index, length = U64(meta.root), 0
    last_tree_turn = np.int64(root_state.turn) + params.tree_turns - 1
    most = min(params.tree_actions, MAX_PATH)
    while state.winner == NO_WINNER and np.int64(state.turn) <= last_tree_turn and length < most:
        node = nodes[index]
        if node.count == UNEXPANDED:
            leaf = node.visits == 0 and length > 0
            if leaf or not expand(
                rules, state, scratch, work, nodes, edges, meta, index, params.ordered
            ):
                break
        chosen = select(scratch, nodes, edges, params, index)
        work.path[length] = chosen
        length += 1
        node.visits += 1
        edge = edges[chosen]
        apply_action(rules, state, U64(edge.action))
        work.advances += 1
        if edge.child == NO_CHILD:
            child = add_node(nodes, meta, state.player)
            if child == U64(NO_CHILD):
                break
            edge.child = child
        index = U64(edge.child)
    nodes[index].visits += 1
    play_out(rules, state, scratch, work, params, np.int64(state.turn) + params.rollout_turns - 1)
    back_up(state_value(rules, state, weights, 0), length, work, nodes, edges, meta)
    work.iterations += 1


@inline
def back_up(value, length, work, nodes, edges, meta):
    """Add a value for player 0 to every edge of the path."""
    index = U64(meta.root)
    for i in range(length):
        edge = edges[work.path[i]]
        edge.visits += 1
        edge.total += value if nodes[index].player == 0 else -value
        index = U64(edge.child)


@inline
def best_edge(nodes, edges, index):
    """Return a node's most visited edge, of equal ones the better."""
    node = nodes[index]
    best = U64(node.first)
    for i in range(node.tried):
        edge, record = edges[U64(node.first) + U64(i)], edges[best]
        if edge.visits > record.visits or (
            edge.visits == record.visits and edge.total > record.total
        ):
            best = U64(node.first) + U64(i)
    return best


@helper
def search(rules, root_state, state, scratch, work, params, weights, nodes, edges, meta):
    """Return the best action of a search with the agent's budget."""
    room = meta.nodes < nodes.shape[0] // 2 and meta.edges < edges.shape[0] // 2
    if not params.reuse or U64(meta.root) == U64(NO_ROOT) or not room:
        clear(nodes, meta, root_state.player)
    work.advances = 0
    work.iterations = 0
    while (params.advances == 0 or work.advances < params.advances) and (
        params.iterations == 0 or work.iterations < params.iterations
    ):
        iterate(rules, root_state, state, scratch, work, params, weights, nodes, edges, meta)
    return U64(edges[best_edge(nodes, edges, U64(meta.root))].action)
