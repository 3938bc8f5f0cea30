"""What an attack gains, what the enemy's best attack costs, and from where to attack whom.

All figures are setup points, as in `value`: a wound costs its share of the troop's price, a death
the price on top, and the command points it awards a part of it. Only one troop acts a turn, so the
enemy's next turn costs what its best attack gains, however many troops are in danger.
"""

import numpy as np

from ...engine.kernels.bits import lowest_bit, within
from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.layout import PLACES
from ...engine.kernels.options import bit, side, without_lowest
from ..evaluation.exchange import exchange, total_health
from .boards import (
    AIMS,
    ANSWERS,
    REACH,
    STANDS,
    THREATS,
    has_common,
    has_others,
    keep_common,
    keep_others,
    pick,
    put_near,
    slot,
)
from .enemy import attackers_of, see_enemy, strike_distance

U64 = np.uint64
_0, _1 = np.uint64(0), np.uint64(1)
NO_ONE = np.uint64(255)
"""In place of a troop's number where there is none."""
NOTHING = -1e9
"""What no attack at all gains."""

REWARD = 0.3
"""What the command points of a kill are worth, in prices of the troop."""
REPLY = 0.7
"""How much of what the enemy could do next is counted: it has to see it, and we answer."""


@inline
def outranged(rules, state, troop, other):
    """Return whether another troop can attack from where this one cannot answer."""
    return rules.range[state.kind[troop]] < rules.range[state.kind[other]]


@helper
def danger_of(rules, state, troop, spared):
    """Return the gain of the enemy's best attack on a troop where it stands, some apart."""
    worst = 0.0
    enemies = attackers_of(state) & ~spared
    x, y = np.int64(state.x[troop]), np.int64(state.y[troop])
    while enemies:
        enemy = lowest_bit(enemies)
        enemies = without_lowest(enemies)
        dx, dy = abs(np.int64(state.x[enemy]) - x), abs(np.int64(state.y[enemy]) - y)
        if max(dx, dy) <= strike_distance(rules, state, enemy):
            answers = not outranged(rules, state, troop, enemy)
            worst = max(
                worst, exchange(rules, state, enemy, troop, answers, np.int64(0), REWARD)[0]
            )
    return worst


@helper
def survey(rules, state, work):
    """Write each enemy's reach, all enemies' squares, and the danger of and by every troop."""
    see_enemy(rules, state, work)
    own = U64(state.alive) & side(U64(state.player))
    attackers = attackers_of(state)
    for troop in range(PLACES):
        work.danger[U64(troop)] = 0.0
    while attackers:
        enemy = lowest_bit(attackers)
        attackers = without_lowest(attackers)
        far = U64(strike_distance(rules, state, enemy))
        near = own & within(state.x, state.y, U64(state.x[enemy]), U64(state.y[enemy]), far)
        while near:
            troop = lowest_bit(near)
            near = without_lowest(near)
            answers = not outranged(rules, state, troop, enemy)
            gain = exchange(rules, state, enemy, troop, answers, np.int64(0), REWARD)[0]
            if gain > work.danger[troop]:
                work.danger[troop] = gain
                work.menace[troop] = enemy
            work.danger[enemy] = max(work.danger[enemy], gain)


@helper
def most_danger(work, troops):
    """Return the troop in (an enemy: of) the most danger, NO_ONE if there is none, and how much."""
    worst, endangered = 0.0, NO_ONE
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        if work.danger[troop] > worst:
            worst, endangered = work.danger[troop], troop
    return endangered, worst


@helper
def danger_without(rules, state, work, troops, enemy):
    """Return the danger of the troop in the most danger if an enemy were not there."""
    worst = 0.0
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        danger = work.danger[troop]
        if danger > worst:
            if U64(work.menace[troop]) == enemy:
                danger = danger_of(rules, state, troop, bit(enemy))
            worst = max(worst, danger)
    return worst


@helper
def shelter(rules, state, work, troop, row, taken, spared):
    """Leave those squares of a set where the enemy's best attack on a troop gains least.

    Return how much. `taken` is damage the troop will have taken, `spared` an enemy that will be
    dead. Squares are struck off by the worst enemy first, as long as some are left.
    """
    work.weighed = _0
    return shelter_again(rules, state, work, troop, row, taken, spared)


@helper
def shelter_again(rules, state, work, troop, row, taken, spared):
    """Do the same; what an enemy would gain may be known since `weighed` was last 0.

    Nothing but the squares, `taken` and `spared` may have changed since then.
    """
    if has_others(work, row, THREATS):
        keep_others(work, row, row, THREATS)
        return 0.0
    if work.harm_taken != taken:
        work.harm_taken = taken
        work.weighed = _0
    enemies, rest = _0, attackers_of(state) & ~spared
    while rest:
        enemy = lowest_bit(rest)
        rest = without_lowest(rest)
        if not has_common(work, row, slot(enemy)):
            continue
        enemies |= bit(enemy)
        if not U64(work.weighed) & bit(enemy):
            work.weighed = U64(work.weighed) | bit(enemy)
            answers = not outranged(rules, state, troop, enemy)
            work.harm[enemy] = exchange(rules, state, enemy, troop, answers, taken, REWARD)[0]
    while True:
        worst, attacker = 0.0, NO_ONE
        rest = enemies
        while rest:
            enemy = lowest_bit(rest)
            rest = without_lowest(rest)
            if work.harm[enemy] > worst:
                worst, attacker = work.harm[enemy], enemy
        if attacker == NO_ONE:
            return 0.0
        enemies &= ~bit(attacker)
        if not has_others(work, row, slot(attacker)):
            return worst
        keep_others(work, row, row, slot(attacker))


@inline
def targets_near(rules, state, troop, steps):
    """Return the enemies that a troop may come to attack if nothing is in its way."""
    far = U64(max(steps, 0) + np.int64(rules.range[state.kind[troop]]))
    near = within(state.x, state.y, U64(state.x[troop]), U64(state.y[troop]), far)
    return near & U64(state.alive) & side(_1 - U64(state.player))


@inline
def plan(rules, state, work, troop, targets, elsewhere):
    """Return the best attack of a troop on one of the targets from a square of REACH.

    That is its worth, the target (NO_ONE if there is none) and the square. `elsewhere` is the
    danger of the own troops it leaves standing.
    """
    return plan_above(rules, state, work, troop, targets, elsewhere, NOTHING)


@helper
def plan_above(rules, state, work, troop, targets, elsewhere, floor):
    """Return the best attack if it is worth more than a floor; else the floor and NO_ONE."""
    player = U64(state.player)
    far = U64(rules.range[state.kind[troop]])
    others = U64(state.alive) & side(player) & ~bit(troop)
    before = max(work.danger[troop], elsewhere)
    best, best_target, best_code = floor, NO_ONE, _0
    work.weighed = _0
    while targets:
        target = lowest_bit(targets)
        targets = without_lowest(targets)
        x, y = U64(state.x[target]), U64(state.y[target])
        put_near(work, AIMS, x, y, far)
        if not keep_common(work, AIMS, AIMS, REACH):
            continue
        put_near(work, ANSWERS, x, y, U64(rules.range[state.kind[target]]))
        for answers in range(2):
            if answers:
                some = keep_common(work, STANDS, AIMS, ANSWERS)
            else:
                some = keep_others(work, STANDS, AIMS, ANSWERS)
            if not some:
                continue
            gain, taken, kills = exchange(
                rules, state, troop, target, answers == 1, np.int64(0), REWARD
            )
            after, spared = elsewhere, _0
            if kills:
                spared = bit(target)
                after = danger_without(rules, state, work, others, target)
            worth = gain + REPLY * (before - after)
            if worth <= best:  # where it ends can only make it worth less
                continue
            if taken < total_health(state, troop):
                after = max(after, shelter_again(rules, state, work, troop, STANDS, taken, spared))
                worth = gain + REPLY * (before - after)
            if worth > best:
                best, best_target = worth, target
                best_code = pick(work, STANDS, player)
    return best, best_target, best_code
