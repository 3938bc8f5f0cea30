"""Monte Carlo tree search, one iteration after the other: select, expand, play out, back up.

The tree's depth and the playouts' length are whole turns, since half a turn says little about a
position (000 section 7). Values are for player 0 on the way up, and are kept on an edge for the
player who chooses it.

A full-turn search (Algorithm 1, 000 section 7.1) takes one budget after the other, at most
`growth`, until the line of best actions leads to the opponent's turn; what follows in the turn is
played from the same tree without searching again. With `late_commands` the plan is first made
without commands, but for Charge, and that only towards an attack (000 section 6.6); when the turn
has come to where a command could be used, the search continues from there with commands, in the
same tree.
"""

import numpy as np

from ...engine.kernels.actions import COMMAND, kind_of
from ...engine.kernels.compiled import helper, inline, part
from ...engine.kernels.layout import NO_WINNER, SELECTION, WINDS_OF_FATE
from ...engine.kernels.transitions import apply_action
from ..evaluation.evaluate import evaluate
from ..rollout.playout import play_out
from ..spec.kernel_records import MAX_PATH
from .expand import add_commands, expand
from .root import restart
from .select import select
from .tree import NO_NODE, UNEXPANDED, add_node, clear, find_or_add_node

U64 = np.uint64
_WINDS = COMMAND + U64(WINDS_OF_FATE)


@inline
def is_chance(rules, action):
    """Return whether what an action does is drawn at random."""
    return rules.random_winds and kind_of(action) == _WINDS


@inline
def child_of(rules, state, params, tree, edge):
    """Return the node an edge has led to, NO_NODE if there is no room for it."""
    by_chance = is_chance(rules, U64(edge.action))
    if edge.child != NO_NODE and not by_chance:
        return U64(edge.child)
    shared = params.merge or by_chance
    child = find_or_add_node(tree, state) if shared else add_node(tree, state)
    edge.child = child
    return child


@part
def iterate(rules, root_state, state, scratch, work, params, tree):
    """Do one iteration from the root."""
    # Played again from the root: a state kept in every node was no faster (prototype).
    restart(rules, state, root_state, scratch)
    index, length = U64(tree.meta.root), 0
    last_tree_turn = np.int64(root_state.turn) + params.tree_turns - 1
    most = min(params.tree_actions, MAX_PATH)
    while state.winner == NO_WINNER and np.int64(state.turn) <= last_tree_turn and length < most:
        node = tree.nodes[index]
        if node.count == UNEXPANDED:
            leaf = node.visits == 0 and length > 0
            if leaf or not expand(rules, state, scratch, work, params, tree, index):
                break
        if node.partial and work.commands:
            add_commands(rules, state, scratch, work, tree, index)
        node.visits += 1
        edge_index = select(scratch, params, tree, index)
        work.path[length] = edge_index
        work.players[length] = node.player
        length += 1
        edge = tree.edges[edge_index]
        apply_action(rules, state, U64(edge.action))
        work.advances += 1
        index = child_of(rules, state, params, tree, edge)
        if index == U64(NO_NODE):
            break
    tree.nodes[index].visits += 1
    play_out(rules, state, scratch, work, params)
    back_up(evaluate(rules, state, scratch, params, U64(0)), length, work, tree)
    work.iterations += 1


@inline
def back_up(value, length, work, tree):
    """Add a value for player 0 to every edge of the path."""
    for i in range(length):
        edge = tree.edges[work.path[i]]
        edge.visits += 1
        edge.total += value if work.players[i] == 0 else -value


@inline
def best_edge(params, tree, index):
    """Return a node's most visited edge, of equal ones the better.

    Where every action is tried alike visits say nothing, and the better one is the best.
    """
    node = tree.nodes[index]
    best = U64(node.first)
    for i in range(node.tried):
        edge, record = tree.edges[U64(node.first) + U64(i)], tree.edges[best]
        same = edge.visits == record.visits or params.uniform
        better = edge.total * float(record.visits) > record.total * float(edge.visits)
        if (same and better) or (edge.visits > record.visits and not params.uniform):
            best = U64(node.first) + U64(i)
    return best


@inline
def within_budget(work, params, times):
    """Return whether less than so many budgets of a decision are spent."""
    return (params.advances == 0 or work.advances < times * params.advances) and (
        params.iterations == 0 or work.iterations < times * params.iterations
    )


@helper
def plant(root_state, work, params, tree):
    """Make sure that the tree has a root, with room to grow."""
    meta = tree.meta
    room = meta.nodes < tree.nodes.shape[0] // 2 and meta.edges < tree.edges.shape[0] // 2
    keep = work.resume or (params.reuse and room)
    if params.full_turn and room:
        keep |= meta.planned == root_state.turn
    if not keep or U64(meta.root) == U64(NO_NODE):
        clear(tree, root_state)


@helper
def completes_turn(params, tree, player):
    """Return whether the line of best actions leads out of a player's turn, or of the game."""
    index = U64(tree.meta.root)
    while tree.nodes[index].player == player and not tree.nodes[index].over:
        node = tree.nodes[index]
        if node.count == UNEXPANDED or node.tried == 0:
            return False
        index = U64(tree.edges[best_edge(params, tree, index)].child)
        if index == U64(NO_NODE):
            return False
    return True


@part
def search(rules, root_state, state, scratch, work, params, tree):
    """Return the best action of a search with the agent's budget.

    A full-turn search needs none if it has a plan for the turn, and takes several while it has not.
    """
    planned = params.full_turn and tree.meta.planned == root_state.turn
    plant(root_state, work, params, tree)
    tree.meta.planned = root_state.turn
    root = tree.nodes[U64(tree.meta.root)]
    work.commands = not params.late_commands
    budgets = 0 if planned and not work.resume else 1
    while True:
        while within_budget(work, params, budgets):
            iterate(rules, root_state, state, scratch, work, params, tree)
        if budgets < params.growth and not completes_turn(params, tree, root_state.player):
            budgets += 1
        elif root.partial and not work.commands and root_state.phase != SELECTION:
            work.commands = 1
            budgets += 1
        else:
            break
    return U64(tree.edges[best_edge(params, tree, U64(tree.meta.root))].action)
