"""From what an action is worth, in setup points, to a script's value and an action's hint.

And what the scripts for commands have in common: whom a command is open to, what its command
points are worth, and its effect put on a troop to see what it would change.
"""

import numpy as np

from ...engine.kernels.bits import lowest_bit
from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.layout import BATTLE_CRY, STOICISM
from ...engine.kernels.options import bit, resting, without_lowest

U64 = np.uint64
_0, _1 = np.uint64(0), np.uint64(1)
SCALE = 200.0
"""The worth that counts as half of all there is to gain."""
POINTS, HALF = 100.0, 200.0
"""Worth of command points c: POINTS * c / (c + HALF), as in `value`."""


@inline
def offer(work, weights, count, action, worth, script):
    """List an action a script gives, or raise its hint if it is listed; return how many are."""
    value = 0.5 + 0.5 * worth / (abs(worth) + SCALE)
    # A constant has a type of its own: without int64 numba compiles an `enter` for every script.
    return enter(work, weights, count, action, value, np.int64(script))


@helper
def enter(work, weights, count, action, value, script):
    """List an action of a given value, or raise its hint; return how many are listed."""
    hint = np.float32(value * weights[script])
    for i in range(count):
        place = U64(i)
        if U64(work.listed[place]) == action:
            if hint > work.hints[place]:
                work.hints[place] = hint
                work.scripts[place] = script
            return count
    place = U64(count)
    work.listed[place] = action
    work.hints[place] = hint
    work.scripts[place] = script
    return count + 1


@inline
def price(rules, state, command):
    """Return what the command points are worth that a command costs."""
    points = float(state.points[U64(state.player)])
    left = points - float(rules.cost[command])
    return POINTS * (points / (points + HALF) - left / (left + HALF))


@inline
def winds_share(rules, state, player):
    """Return how much of a player's commands, by price, is on cooldown."""
    commands, rest = U64(state.owned[player]), resting(state, player)
    total, part = 0.0, 0.0
    while commands:
        command = lowest_bit(commands)
        commands = without_lowest(commands)
        total += float(rules.cost[command])
        if (rest >> command) & _1:
            part += float(rules.cost[command])
    return part / max(total, 1.0)


@inline
def may_use(scratch, command, troop):
    """Return whether a command may be used on a troop."""
    usable = (U64(scratch.commands) >> U64(command)) & _1
    return usable != _0 and (U64(scratch.targets[command]) & bit(troop)) != _0


@inline
def put_on(rules, state, command, troop):
    """Give a troop a command's effect."""
    state.effects[command] = U64(state.effects[command]) | bit(troop)
    if command == U64(BATTLE_CRY):
        state.boost[troop] += rules.cry_health
    elif command == U64(STOICISM):
        state.boost[troop] += rules.stoic_health


@inline
def take_off(rules, state, command, troop):
    """Take a command's effect from a troop."""
    state.effects[command] = U64(state.effects[command]) & ~bit(troop)
    if command == U64(BATTLE_CRY):
        state.boost[troop] -= rules.cry_health
    elif command == U64(STOICISM):
        state.boost[troop] -= rules.stoic_health
