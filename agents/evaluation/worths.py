"""What each kind of troop and command is worth, by the rules' numbers and an agent's weights.

Everything here follows from the rules, so that an evaluation holds under any edit of them. It is
computed once a game: a position is then valued by table look-ups.
"""

from typing import Final

import numpy as np

from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.layout import COOLDOWNS
from ...engine.kernels.options import bit, side
from ...engine.kernels.transitions import owner_of
from ...engine.rules.stats import COMMANDS, TROOPS

U64 = np.uint64
_TROOPS, _COMMANDS = len(TROOPS), len(COMMANDS)

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
def unscaled_worth(rules, params, kind):
    """Return what a troop is worth beside others: a product of powers of its numbers."""
    worth = raised(rules.troop_cost[kind], params.by_cost)
    worth *= raised(rules.health[kind], params.by_health)
    worth *= raised(rules.damage[kind], params.by_damage)
    worth *= raised(rules.movement[kind], params.by_movement)
    return worth * raised(rules.range[kind], params.by_range)


@helper
def weigh(rules, params, worths):
    """Write what the kinds are worth to an agent under the rules."""
    costs, total = 0.0, 0.0
    for i in range(_TROOPS):
        costs += float(rules.troop_cost[U64(i)])
        total += unscaled_worth(rules, params, U64(i))
    for i in range(_TROOPS):
        kind = U64(i)
        worth = unscaled_worth(rules, params, kind) * costs / total
        worths.health[kind] = params.material * worth / float(max(rules.health[kind], 1))
        worths.life[kind] = params.alive * worth
        worths.reward[kind] = params.reward * float(rules.troop_cost[kind])
        worths.strike[kind] = rules.movement[kind] + rules.range[kind]
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
