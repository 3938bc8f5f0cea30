"""Negamax with alpha-beta (004 section 4.3), over all actions or over what scripts would do.

Over all actions its depth is in actions, over scripts in whole turns, at the end of which positions
say most. Deeper and deeper, each time with the best action so far first, until the budget is spent.
The sign turns with the player, not with the action: a turn has several. Positions at the horizon
are valued for the root's player. Over scripts with a depth of one turn this is the greedy agent.
"""

from typing import Final

import numpy as np

from ...engine.kernels.actions import MAX_ACTIONS
from ...engine.kernels.bits import copy_record
from ...engine.kernels.compiled import helper, inline, part
from ...engine.kernels.layout import NO_WINNER, STATE
from ...engine.kernels.transitions import apply_action
from ..evaluation.evaluate import evaluate
from ..rollout.order import order_by_rank, shuffle
from ..spec.codes import SCRIPTS
from .expand import list_legal, list_scripted
from .iterate import within_budget
from .root import restart

U64 = np.uint64

MAX_DEPTH: Final = 16

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
def open_level(rules, level, scratch, work, params, root_player, alpha, beta):
    """List a position's actions and set its window."""
    state = level.state
    if params.expansion == SCRIPTS:
        count = list_scripted(rules, state, scratch, work, params)
    else:
        count = list_legal(rules, state, scratch, work)
        shuffle(scratch, work.listed, count)
        order_by_rank(rules, state, work, count)
    for i in range(count):
        level.listed[i] = work.listed[i]
    level.count = count
    level.next = 0
    level.alpha = alpha
    level.beta = beta
    level.best = -np.inf
    level.sign = 1.0 if U64(state.player) == root_player else -1.0


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
    player = U64(levels[0].state.player)
    deepest, last_turn = depth, np.int64(1 << 30)
    if params.expansion == SCRIPTS:
        deepest, last_turn = MAX_DEPTH, np.int64(levels[0].state.turn) + depth - 1
    best_place, top = -1, 0
    while True:
        level = levels[top]
        if level.next >= level.count:
            if top == 0:
                return best_place
            above = levels[top - 1]
            value = level.best * level.sign * above.sign
            top -= 1
            if take(above, value) and top == 0:
                best_place = levels[0].next - 1
            continue
        if not within_budget(work, params, 1):
            return best_place  # what was the best before was looked at first
        below = levels[top + 1]
        action = U64(level.listed[level.next])
        level.next += 1
        copy_record(below.state, level.state)
        apply_action(rules, below.state, action)
        work.advances += 1
        on = below.state.winner == NO_WINNER and np.int64(below.state.turn) <= last_turn
        if on and top + 1 < deepest:
            alpha, beta = level.alpha, level.beta
            if below.state.player != level.state.player:
                alpha, beta = -beta, -alpha
            open_level(rules, below, scratch, work, params, player, alpha, beta)
            top += 1
        else:
            work.iterations += 1
            value = evaluate(rules, below.state, scratch, params, player) * level.sign
            if take(level, value) and top == 0:
                best_place = levels[0].next - 1


@part
def negamax(rules, root_state, scratch, work, params, levels):
    """Return the best action at the greatest depth the budget lets finish."""
    root = levels[0]
    restart(rules, root.state, root_state, scratch)
    open_level(rules, root, scratch, work, params, U64(root_state.player), -np.inf, np.inf)
    for depth in range(1, params.depth + 1):
        place = look_ahead(rules, levels, scratch, work, params, depth)
        if place < 0:
            break
        best = root.listed[place]
        for i in range(place, 0, -1):
            root.listed[i] = root.listed[i - 1]
        root.listed[0] = best
        root.next = 0
        root.alpha = -np.inf
        root.best = -np.inf
    return U64(root.listed[0])
