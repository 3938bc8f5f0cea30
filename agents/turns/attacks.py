"""Who attacks whom, from which square, with which commands before it.

For every target there are two kinds of squares, those from which the attack is not answered and
those from which it is. The safest of the first kind is tried, of the second where there is none; in
wide lists the safest of each, and those farthest from and nearest to the enemy.

Before the attack come the commands that make it a kill (Battle Cry, Bombard, both), or that let the
attacker live through the answer (Stoicism, Shield Wall, Regenerate), above all of a vigilant
defender, who strikes first. A command at rest comes after Winds of Fate: whether that woke it, the
trial shows.
"""

import numpy as np

from ...engine.kernels.actions import ATTACK, COMMAND, encode
from ...engine.kernels.bits import lowest_bit
from ...engine.kernels.compiled import helper
from ...engine.kernels.layout import (
    BATTLE_CRY,
    BOMBARD,
    REGENERATE,
    SHIELD_WALL,
    STOICISM,
    VIGILANCE,
    WINDS_OF_FATE,
)
from ...engine.kernels.options import bit, move_to, without_lowest
from ...engine.kernels.transitions import damage_of
from ..evaluation.exchange import capped, total_health
from ..scripts.boards import (
    AIMS,
    ANSWERS,
    REACH,
    RING,
    STANDS,
    keep_common,
    keep_others,
    pick,
    put_near,
)
from ..scripts.enemy import keep_farthest, keep_nearest, troop_square
from ..scripts.targets import shelter, targets_near
from .trial import affordable, try_deed

U64 = np.uint64
_0, _1 = np.uint64(0), np.uint64(1)


@helper
def try_with(desk, state, command, target, charge, way, deed):
    """Try an attack after a command, or after Winds of Fate and the command if it rests."""
    rules, player = desk.rules, U64(state.player)
    if not (U64(state.owned[player]) >> command) & _1:
        return
    order, winds = encode(COMMAND + command, target), U64(WINDS_OF_FATE)
    both = rules.cost[command] + rules.cost[winds]
    if affordable(rules, state, command):
        try_deed(desk, order, charge, way, deed)
    elif affordable(rules, state, winds) and state.points[player] >= both and not charge:
        try_deed(desk, encode(COMMAND + winds, _0), order, way, deed)


@helper
def try_attack(desk, state, troop, target, code, charge, answered, wide):
    """Try an attack from a square, plain and with the commands that better it."""
    rules = desk.rules
    way = _0
    if code != troop_square(state, troop):
        way = move_to(desk.scratch, code)
    deed = encode(ATTACK, target)
    try_deed(desk, charge, _0, way, deed)
    if state.points[U64(state.player)] < rules.cheapest:
        return
    blow = capped(rules, state, target, damage_of(rules, state, troop))
    left = total_health(state, target) - blow
    vigilant = answered and (U64(state.effects[VIGILANCE]) & bit(target)) != _0
    cry = np.int64(rules.cry_damage)
    if U64(state.effects[SHIELD_WALL]) & bit(target):
        cry = np.int64(0)
    bomb = capped(rules, state, target, np.int64(rules.bombard_damage))
    if left > 0 and left <= bomb:
        try_with(desk, state, U64(BOMBARD), target, charge, way, deed)
    elif left > 0 and left <= bomb + cry and not charge and affordable(rules, state, U64(BOMBARD)):
        order = encode(COMMAND + U64(BOMBARD), target)
        try_with(desk, state, U64(BATTLE_CRY), troop, order, way, deed)
    if vigilant or (left > 0 and (wide or left <= cry)):
        try_with(desk, state, U64(BATTLE_CRY), troop, charge, way, deed)
    doomed = False
    if answered and (vigilant or left > 0):
        answer = capped(rules, state, troop, damage_of(rules, state, target))
        doomed = answer >= total_health(state, troop)
    if vigilant or doomed or (wide and answered and left > 0):
        try_with(desk, state, U64(STOICISM), troop, charge, way, deed)
        try_with(desk, state, U64(SHIELD_WALL), troop, charge, way, deed)
    if doomed and state.health[troop] < rules.health[state.kind[troop]]:
        try_with(desk, state, U64(REGENERATE), troop, charge, way, deed)


# Attacks without a move as turns of their own were tried, and gained nothing: 51.1 +-2.9 %.
@helper
def try_attacks(desk, state, troop, charge, steps, wide):
    """Try a troop's attacks from the squares of REACH, which are `steps` away at most."""
    rules, work, player = desk.rules, desk.work, U64(state.player)
    far = U64(rules.range[state.kind[troop]])
    targets = targets_near(rules, state, troop, steps)
    while targets:
        target = lowest_bit(targets)
        targets = without_lowest(targets)
        x, y = U64(state.x[target]), U64(state.y[target])
        put_near(work, AIMS, x, y, far)
        if not keep_common(work, AIMS, AIMS, REACH):
            continue
        put_near(work, ANSWERS, x, y, U64(rules.range[state.kind[target]]))
        spared = _0
        blow = capped(rules, state, target, damage_of(rules, state, troop))
        if blow >= total_health(state, target):
            spared = bit(target)
        for answered in range(2):
            if answered:
                some = keep_common(work, STANDS, AIMS, ANSWERS)
            else:
                some = keep_others(work, STANDS, AIMS, ANSWERS)
            if not some:
                continue
            shelter(rules, state, work, troop, STANDS, np.int64(0), spared)
            code = pick(work, STANDS, player)
            try_attack(desk, state, troop, target, code, charge, answered == 1, wide)
            if wide:
                keep_farthest(work, STANDS, np.int64(8))
                other = pick(work, RING, player)
                if other != code:
                    try_attack(desk, state, troop, target, other, charge, answered == 1, False)
                keep_nearest(work, STANDS, np.int64(1))
                other = pick(work, RING, player)
                if other != code:
                    try_attack(desk, state, troop, target, other, charge, answered == 1, False)
            elif not answered:
                break
