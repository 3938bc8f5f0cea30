"""What an attack takes and what it costs: exchanges, in setup points.

Without Winds of Fate everything in Conquest is certain, so an exchange is a number: what the attack
takes from the defender, less what the counter-attack takes back. Wounds count by the share of full
health, death as much again.
"""

import numpy as np

from ..engine.bits import lowest_bit, within
from ..engine.compiled import helper, inline
from ..engine.layout import CHASTISE, SHIELD_WALL, VIGILANCE
from ..engine.options import bit, side, without_lowest
from ..engine.transitions import damage_of

U64 = np.uint64
_0, _1, _4 = np.uint64(0), np.uint64(1), np.uint64(4)


@inline
def total_health(state, troop):
    """Return a troop's own and boosted health."""
    return np.int64(state.health[troop]) + np.int64(state.boost[troop])


@inline
def hit_of(rules, state, striker, target):
    """Return what a hit would take from a troop's health."""
    damage = damage_of(rules, state, striker)
    if U64(state.effects[SHIELD_WALL]) & bit(target):
        damage = min(damage, np.int64(rules.shield_cap))
    return min(damage, total_health(state, target))


@inline
def points_lost(rules, state, troop, damage):
    """Return the setup points that damage takes: the share of full health, doubled by death."""
    kind = U64(state.kind[troop])
    cost = float(rules.troop_cost[kind])
    lost = cost * float(min(damage, np.int64(state.health[troop]))) / float(rules.health[kind])
    return lost + cost if damage >= total_health(state, troop) else lost


@helper
def exchange(rules, state, attacker, defender, answered):
    """Return what an attack takes in setup points, less what the answer to it takes back."""
    given = hit_of(rules, state, attacker, defender)
    taken = hit_of(rules, state, defender, attacker) if answered else np.int64(0)
    if answered and U64(state.effects[VIGILANCE]) & bit(defender):
        if taken >= total_health(state, attacker):
            given = np.int64(0)
    elif given >= total_health(state, defender):
        taken = np.int64(0)
    gain = points_lost(rules, state, defender, given) if given else 0.0
    return gain - (points_lost(rules, state, attacker, taken) if taken else 0.0)


@inline
def targets_within(rules, state, troop, steps):
    """Return the enemies a troop could attack after so many steps, troops in the way or not."""
    reach = U64(np.int64(rules.range[state.kind[troop]]) + steps)
    near = within(state.x, state.y, U64(state.x[troop]), U64(state.y[troop]), reach)
    return near & U64(state.alive) & side(_1 - (U64(troop) >> _4))


@helper
def best_exchange(rules, state, troop, steps):
    """Return the best exchange a troop could have after so many steps; 0 if there is none.

    An attacker that outranges its target is taken to attack from where it is not answered.
    """
    best = 0.0
    targets = targets_within(rules, state, troop, steps)
    reach = np.int64(rules.range[state.kind[troop]])
    while targets:
        target = lowest_bit(targets)
        targets = without_lowest(targets)
        answered = np.int64(rules.range[state.kind[target]]) >= reach
        best = max(best, exchange(rules, state, troop, target, answered))
    return best


@helper
def best_threat(rules, state, player):
    """Return the best exchange a side could have with one troop's move and attack."""
    best = 0.0
    troops = U64(state.alive) & side(player) & ~U64(state.effects[CHASTISE])
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        steps = np.int64(rules.movement[state.kind[troop]])
        best = max(best, best_exchange(rules, state, troop, steps))
    return best
