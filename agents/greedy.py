"""Greedy: every way to play out the turn by scripts, the best by the state value at its end.

No search beyond the own turn and no playouts, so it is cheap enough to screen whole populations of
setups. The state value sees what the opponent threatens in return (`threat`). Where nothing is to
be gained, armies must still meet: being nearer to the enemy breaks ties. A little noise makes its
games differ; without it there would be two games between two setups, one for each side.
"""

import numpy as np

from ..engine.bits import copy_record, lowest_bit
from ..engine.compiled import helper, part
from ..engine.layout import NO_WINNER
from ..engine.options import side, without_lowest
from ..engine.transitions import apply_action
from .negamax import MAX_DEPTH
from .playout import restart
from .policy import unit
from .scripts import assign_scripts
from .value import state_value

U64 = np.uint64
_1 = np.uint64(1)
_TIE = 1e-4
"""What a square nearer is worth: less than any wound."""


@helper
def distance(state, player):
    """Return the mean distance of a side's troops to the enemy nearest to them."""
    troops = U64(state.alive) & side(player)
    total, count = 0.0, 0.0
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        others = U64(state.alive) & side(_1 - player)
        nearest = 99
        while others:
            other = lowest_bit(others)
            others = without_lowest(others)
            dx = abs(np.int64(state.x[troop]) - np.int64(state.x[other]))
            dy = abs(np.int64(state.y[troop]) - np.int64(state.y[other]))
            nearest = min(nearest, max(dx, dy))
        total += float(nearest)
        count += 1.0
    return total / max(count, 1.0)


@helper
def list_scripted(rules, level, scratch, work, params):
    """List what the scripts would do in a position."""
    level.count = assign_scripts(rules, level.state, scratch, work, params.script_weights)
    level.next = 0
    for i in range(level.count):
        level.listed[i] = work.listed[i]


@part
def greedy(rules, root_state, scratch, work, params, levels):
    """Return the first action of the turn that ends best."""
    player = U64(root_state.player)
    restart(rules, levels[0].state, root_state, scratch)
    list_scripted(rules, levels[0], scratch, work, params)
    best, best_action, top = -np.inf, U64(levels[0].listed[0]), 0
    while top >= 0:
        level = levels[top]
        if level.next >= level.count:
            top -= 1
            continue
        below = levels[top + 1]
        copy_record(below.state, level.state)
        apply_action(rules, below.state, U64(level.listed[level.next]))
        level.next += 1
        work.advances += 1
        state = below.state
        same_turn = state.winner == NO_WINNER and U64(state.player) == player
        if same_turn and top + 1 < MAX_DEPTH:
            list_scripted(rules, below, scratch, work, params)
            top += 1
            continue
        work.iterations += 1
        value = state_value(rules, state, params, player) - _TIE * distance(state, player)
        value += params.noise * unit(scratch)
        if value > best:
            best, best_action = value, U64(levels[0].listed[levels[0].next - 1])
    return best_action
