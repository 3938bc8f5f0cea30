"""Expansion: which edges a node gets, and in which order they are to be tried.

All legal actions at random, by rank, the favourable ones alone, or what scripts would do by their
hints, which become the edges' priors. A node gets its edges at its second visit (5-25 % faster than
at the first, and up to five times fewer edges). With `late_commands` it gets them in two parts: the
actions that a turn is planned with, and what waits for the plan once that is made.
"""

import numpy as np

from ...engine.kernels.actions import COMMAND, MOVE, kind_of, subject_of
from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.layout import CHARGE, MOVEMENT, NO_TROOP
from ...engine.kernels.options import bit, find_options, list_options
from ..rollout.favour import is_favourable
from ..rollout.order import order_by_hint, order_by_rank, shuffle
from ..rollout.policy import find_aims, is_aim
from ..scripts.library import assign_scripts
from ..spec.codes import FAVOURABLE, RANKED, SCRIPTS
from .tree import add_edge

U64 = np.uint64
_CHARGE = COMMAND + U64(CHARGE)


@inline
def is_late(state, work, action):
    """Return whether an action waits for the plan: commands, but Charge into an attack does not."""
    kind = kind_of(action)
    if kind >= COMMAND:
        return kind != _CHARGE
    charged = state.selected != NO_TROOP and U64(state.effects[CHARGE]) & bit(state.selected)
    return kind == MOVE and charged and not is_aim(work, subject_of(action))


@helper
def keep_early(state, work, count):
    """Drop the listed actions that wait for the plan; return how many are left."""
    kept = 0
    for i in range(count):
        if not is_late(state, work, U64(work.listed[i])):
            work.listed[kept] = work.listed[i]
            kept += 1
    return kept


@helper
def keep_favourable(rules, state, work, count):
    """Drop the listed actions that are not favourable; return how many are left, or none are."""
    kept = 0
    for i in range(count):
        if is_favourable(rules, state, work, U64(work.listed[i])):
            work.listed[kept] = work.listed[i]
            kept += 1
    return kept if kept else count


@helper
def list_legal(rules, state, scratch, work):
    """List the legal actions, and find what their ranks go by; return how many there are."""
    find_options(rules, state, scratch)
    if state.phase == MOVEMENT:
        find_aims(rules, state, work)
    return list_options(scratch, work.listed)


@helper
def list_scripted(rules, state, scratch, work, params):
    """List what scripts would do, the highest hint first; return how many actions that is."""
    count = assign_scripts(rules, state, scratch, work, params.script_weights)
    order_by_hint(work, count)
    return count


@helper
def expand(rules, state, scratch, work, params, tree, index):
    """Give a node its edges in the order in which they are to be tried; False without room."""
    node = tree.nodes[index]
    partial = False
    if params.expansion == SCRIPTS:
        count = list_scripted(rules, state, scratch, work, params)
    else:
        count = list_legal(rules, state, scratch, work)
        if params.expansion == FAVOURABLE:
            count = keep_favourable(rules, state, work, count)
        if params.late_commands and not work.commands:
            early = keep_early(state, work, count)
            partial = early < count
            count = early
        shuffle(scratch, work.listed, count)
        if params.expansion == RANKED:
            order_by_rank(rules, state, work, count)
    first = U64(tree.meta.edges)
    if first + U64(count) > U64(tree.edges.shape[0]):
        return False
    for i in range(count):
        add_edge(tree, work.listed[i], work.hints[i])
    node.first = first
    node.count = count
    node.partial = partial
    return True


@helper
def add_commands(rules, state, scratch, work, tree, index):
    """Give a node without commands its commands too: its edges move to where there is room."""
    node = tree.nodes[index]
    node.partial = 0
    count = list_legal(rules, state, scratch, work)
    first = U64(tree.meta.edges)
    if first + U64(count) > U64(tree.edges.shape[0]):
        return
    for i in range(node.count):
        place = U64(node.first) + U64(i)
        add_edge(tree, tree.edges[place].action, 0.0)
        moved = tree.edges[first + U64(i)]
        moved.child = tree.edges[place].child
        moved.visits = tree.edges[place].visits
        moved.total = tree.edges[place].total
    for i in range(count):
        if is_late(state, work, U64(work.listed[i])):
            add_edge(tree, work.listed[i], 0.0)
    node.first = first
    node.count = U64(tree.meta.edges) - first
