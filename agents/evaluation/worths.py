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


@helper
def weigh(rules, params, worths):
    """Write what the kinds are worth to an agent under the rules."""
    for i in range(_TROOPS):
        kind = U64(i)
        cost = float(rules.troop_cost[kind])
        worths.health[kind] = params.material * cost / float(max(rules.health[kind], 1))
        worths.life[kind] = params.alive * cost
        worths.reward[kind] = params.reward * cost
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
