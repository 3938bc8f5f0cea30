"""Negamax with alpha-beta, its depth in actions (004 section 4.3).

Depth 1, 2, ... up to `depth`, each with the best action so far first, until the budget is spent.
The sign turns with the player, not with the action: a turn has several. Positions at the horizon
are valued for the root's player, by the state value or by material: 3 times the own less 5 times
the enemy's, as the paper weighs its pieces, here by the share of health left.
"""

from typing import Final

import numpy as np

from ..engine.actions import MAX_ACTIONS
from ..engine.bits import copy_record, lowest_bit
from ..engine.compiled import helper, inline, part
from ..engine.layout import MOVEMENT, NO_WINNER, STATE
from ..engine.options import find_options, list_options, side, without_lowest
from ..engine.transitions import apply_action
from .codes import BY_MATERIAL
from .playout import restart
from .policy import find_aims, rank
from .search import within_budget
from .tree import shuffle
from .value import state_value

U64 = np.uint64
_1 = np.uint64(1)

MAX_DEPTH: Final = 16
_OWN, _ENEMY = 3.0, 5.0
_RANKS = 4

LEVEL: Final = np.dtype(
    (
        np.record,
        [
            ("state", STATE),
            ("listed", np.uint32, (MAX_ACTIONS,)),
            ("count", np.int64),
            ("next", np.int64),  # the action to look at next
            ("alpha", np.float64),  # for the player to move
            ("beta", np.float64),
            ("best", np.float64),
            ("sign", np.float64),  # 1 for the root's player
        ],
    )
)
"""One action's depth of the search."""


@helper
def material(rules, state, player):
    """Return the share of health left, summed over a side's troops by their cost."""
    total = 0.0
    troops = U64(state.alive) & side(player)
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        kind = U64(state.kind[troop])
        share = float(state.health[troop]) / float(rules.health[kind])
        total += float(rules.troop_cost[kind]) * share
    return total


@helper
def horizon_value(rules, state, params, player):
    """Return the value of a position at the horizon."""
    if params.heuristic != BY_MATERIAL or state.winner != NO_WINNER:
        return state_value(rules, state, params, player)
    own, enemy = material(rules, state, player), material(rules, state, _1 - player)
    weighed = (_OWN * own - _ENEMY * enemy) / (_OWN * params.scale)
    return weighed / (1.0 + abs(weighed))


@helper
def open_level(rules, level, scratch, work, root_player, alpha, beta):
    """List a position's actions, the best ranks first, and set its window."""
    state = level.state
    find_options(rules, state, scratch)
    if state.phase == MOVEMENT:
        find_aims(rules, state, work)
    count = list_options(scratch, work.listed)
    shuffle(scratch, work.listed, count)
    place = 0
    for wanted in range(_RANKS):
        for i in range(count):
            if rank(rules, state, work, U64(work.listed[i])) == wanted:
                level.listed[place] = work.listed[i]
                place += 1
    level.count = count
    level.next = 0
    level.alpha = alpha
    level.beta = beta
    level.best = -np.inf
    level.sign = 1.0 if state.player == root_player else -1.0


@inline
def take(level, value):
    """Note the value of an action for the player to move; return whether it is the best so far."""
    better = value > level.best
    if better:
        level.best = value
        level.alpha = max(level.alpha, value)
    if level.alpha >= level.beta:
        level.next = level.count  # the other side will not come here
    return better


@helper
def look_ahead(rules, levels, scratch, work, params, depth):
    """Search to a depth from level 0; return the place of its best action.

    -1 if the budget ended before the first action was looked at.
    """
    player = levels[0].state.player
    found, top = -1, 0
    while True:
        level = levels[top]
        if level.next >= level.count:
            if top == 0:
                return found
            above = levels[top - 1]
            value = level.best * level.sign * above.sign
            top -= 1
            if take(above, value) and top == 0:
                found = levels[0].next - 1
            continue
        if depth > 1 and not within_budget(work, params, 1):
            return found  # what was the best before was looked at first
        below = levels[top + 1]
        action = U64(level.listed[level.next])
        level.next += 1
        copy_record(below.state, level.state)
        apply_action(rules, below.state, action)
        work.advances += 1
        if top + 1 < depth and below.state.winner == NO_WINNER:
            alpha, beta = level.alpha, level.beta
            if below.state.player != level.state.player:
                alpha, beta = -beta, -alpha
            open_level(rules, below, scratch, work, player, alpha, beta)
            top += 1
        else:
            work.iterations += 1
            value = horizon_value(rules, below.state, params, player) * level.sign
            if take(level, value) and top == 0:
                found = levels[0].next - 1


@part
def negamax(rules, root_state, scratch, work, params, levels):
    """Return the best action at the greatest depth the budget lets finish."""
    root = levels[0]
    restart(rules, root.state, root_state, scratch)
    open_level(rules, root, scratch, work, root_state.player, -np.inf, np.inf)
    for depth in range(1, params.depth + 1):
        found = look_ahead(rules, levels, scratch, work, params, depth)
        if found < 0:
            break
        best = root.listed[found]
        for i in range(found, 0, -1):
            root.listed[i] = root.listed[i - 1]
        root.listed[0] = best
        root.next = 0
        root.alpha = -np.inf
        root.best = -np.inf
    return U64(root.listed[0])
