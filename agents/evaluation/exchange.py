"""What an attack takes and what it costs: exchanges, in setup points.

Without Winds of Fate everything in Conquest is certain, so an exchange is a number: what the attack
takes from the defender, less what the counter-attack takes back. A wound costs its share of the
troop's price, a death the price on top, as in `value`.
"""

import numpy as np

from ...engine.kernels.bits import lowest_bit, within
from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.layout import CHASTISE, SHIELD_WALL, VIGILANCE
from ...engine.kernels.options import bit, side, without_lowest
from ...engine.kernels.transitions import damage_of, owner_of

U64 = np.uint64
_0, _1 = np.uint64(0), np.uint64(1)

ALIVE = 1.0
"""What a troop's life is worth beside its health, in prices, as in `value`."""
VICTORY = 2000.0
"""The death of a side's last troop."""


@inline
def total_health(state, troop):
    """Return own and boosted health."""
    return np.int64(state.health[troop]) + np.int64(state.boost[troop])


@inline
def capped(rules, state, troop, damage):
    """Return what a hit on a troop deals: under Shield Wall no more than its cap."""
    if U64(state.effects[SHIELD_WALL]) & bit(troop):
        return min(damage, np.int64(rules.shield_cap))
    return damage


@inline
def loss(rules, state, troop, damage, reward):
    """Return what so much damage to a troop costs its owner."""
    damage = max(damage - np.int64(state.boost[troop]), 0)
    kind = U64(state.kind[troop])
    price = float(rules.troop_cost[kind])
    health = np.int64(state.health[troop])
    if damage < health:
        return price * float(damage) / float(rules.health[kind])
    lost = price * (float(health) / float(rules.health[kind]) + ALIVE + reward)
    if U64(state.alive) & side(owner_of(troop)) == bit(troop):
        lost += VICTORY
    return lost


@helper
def exchange(rules, state, attacker, defender, answers, taken, reward):
    """Return what an attack gains, the damage to the attacker, and whether the defender dies.

    `taken` is damage the defender will have taken by then, `reward` what the command points of a
    kill are worth, in prices of the dead. An attacker that is not of the side to
    move attacks in its next turn, when its own boosts are over.
    """
    later = owner_of(attacker) != U64(state.player)
    if later:
        blow = np.int64(rules.damage[state.kind[attacker]])
        stands = np.int64(state.health[attacker])
    else:
        blow = damage_of(rules, state, attacker)
        stands = total_health(state, attacker)
    blow = capped(rules, state, defender, blow)
    answer = np.int64(0)
    vigilant = False
    if answers:
        answer = capped(rules, state, attacker, damage_of(rules, state, defender))
        vigilant = (U64(state.effects[VIGILANCE]) & bit(defender)) != _0
    kills = blow + taken >= total_health(state, defender)
    if vigilant and answer >= stands:
        return -loss(rules, state, attacker, answer, reward), answer, False
    if kills and not vigilant:
        answer = np.int64(0)
    gain = loss(rules, state, defender, taken + blow, reward)
    if taken:
        gain -= loss(rules, state, defender, taken, reward)
    if answer:
        gain -= loss(rules, state, attacker, answer, reward)
    return gain, answer, kills


@inline
def targets_within(rules, state, troop, steps):
    """Return the enemies a troop could attack after so many steps, troops in the way or not."""
    reach = U64(np.int64(rules.range[state.kind[troop]]) + steps)
    near = within(state.x, state.y, U64(state.x[troop]), U64(state.y[troop]), reach)
    return near & U64(state.alive) & side(_1 - owner_of(U64(troop)))


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
        gain = exchange(rules, state, troop, target, answered, np.int64(0), 0.0)[0]
        best = max(best, gain)
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
