"""What each kind of troop and command is worth, by the rules' numbers and an agent's weights.

Everything here follows from the rules, so that an evaluation holds under any edit of them. It is
computed once a game: a position is then valued by table look-ups.

Worths are in setup points: on the scale on which all troops of the standard rules are worth what
they cost. The scale does not move with the rules, so a kind is worth the same whatever becomes of
another one: an edit leaves every game as it was in which nothing is fielded that it touches.
"""

from typing import Final

import numpy as np

from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.layout import COOLDOWNS
from ...engine.kernels.options import bit, side
from ...engine.kernels.transitions import owner_of
from ...engine.rules.stats import COMMANDS, STANDARD_TROOPS, TROOPS

U64 = np.uint64
_TROOPS, _COMMANDS = len(TROOPS), len(COMMANDS)

# By the numbers in play, archer.range=5 changed 30 % of the games without archers (by half a
# per cent in every worth), which common seeds are there to keep alike.
_STANDARD: Final = np.array(
    [(t.cost, t.health, t.damage, t.movement, t.range) for t in STANDARD_TROOPS.values()], float
)
"""The numbers of troops that worths are made of, by the standard rules."""

VICTORY: Final = 2000.0
"""The death of a side's last troop, in setup points."""

WORTHS: Final = np.dtype(
    (
        np.record,
        [
            ("health", np.float64, (_TROOPS,)),  # of one point of health
            ("life", np.float64, (_TROOPS,)),  # of being alive, beside the health
            ("reward", np.float64, (_TROOPS,)),  # of the command points for the kill
            ("strike", np.uint64, (_TROOPS,)),  # how far it moves and attacks in one turn
            ("rest", np.float64, (COOLDOWNS,)),  # lost by each turn a command still rests
        ],
    )
)


@inline
def raised(number, exponent):
    """Return a number of the rules to a power."""
    return float(max(number, 1)) ** exponent


@inline
def unscaled_worth(params, cost, health, damage, movement, reach):
    """Return what a troop is worth beside others: a product of powers of its numbers."""
    worth = raised(cost, params.by_cost)
    worth *= raised(health, params.by_health)
    worth *= raised(damage, params.by_damage)
    worth *= raised(movement, params.by_movement)
    return worth * raised(reach, params.by_range)


@helper
def weigh(rules, params, worths):
    """Write what the kinds are worth to an agent under the rules."""
    costs, total = 0.0, 0.0
    for i in range(_TROOPS):
        row = _STANDARD[i]
        costs += row[0]
        total += unscaled_worth(params, row[0], row[1], row[2], row[3], row[4])
    for i in range(_TROOPS):
        kind = U64(i)
        cost, health, damage = rules.troop_cost[kind], rules.health[kind], rules.damage[kind]
        movement, reach = rules.movement[kind], rules.range[kind]
        worth = unscaled_worth(params, cost, health, damage, movement, reach) * costs / total
        worths.health[kind] = params.material * worth / float(max(health, 1))
        worths.life[kind] = params.alive * worth
        worths.reward[kind] = params.reward * float(cost)
        worths.strike[kind] = movement + reach
    for i in range(_COMMANDS):
        command = U64(i)
        full = float(max(rules.cooldown[command], 1))
        worths.rest[command] = params.cooldown * float(rules.cost[command]) / full


@inline
def worth_lost(state, worths, troop, damage):
    """Return what so much damage to a troop's own health costs its owner."""
    kind = U64(state.kind[troop])
    health = np.int64(state.health[troop])
    if damage < health:
        return worths.health[kind] * float(damage)
    lost = worths.health[kind] * float(health) + worths.life[kind]
    if U64(state.alive) & side(owner_of(troop)) == bit(troop):
        lost += VICTORY
    return lost
