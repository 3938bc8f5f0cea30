"""Which actions are favourable: the Risk agent's recipe (003 section I) carried over to Conquest.

    select   the strongest troops that can attack something this turn, and else any
    move     to where an attack is possible; others only for a troop not yet in contact
    attack   only if the exchange favours the attacker
    end      always; commands always

The Risk agent attacks where it expects to lose less than it takes; here that is certain.
"""

import numpy as np

from ...engine.kernels.actions import ATTACK, MOVE, SELECT, kind_of, subject_of
from ...engine.kernels.bits import lowest_bit
from ...engine.kernels.compiled import helper
from ...engine.kernels.layout import CHASTISE
from ...engine.kernels.options import bit, side, without_lowest
from ...engine.kernels.transitions import in_range
from ..evaluation.exchange import best_exchange, exchange, targets_within
from .policy import is_aim

U64 = np.uint64
_0 = np.uint64(0)


@helper
def strongest_attackers(rules, state):
    """Return the mask of the costliest own troops that can attack this turn; 0 if none can."""
    troops = U64(state.alive) & side(state.player) & ~U64(state.effects[CHASTISE])
    best, strongest = np.int64(-1), _0
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        steps = np.int64(rules.movement[state.kind[troop]])
        if best_exchange(rules, state, troop, steps) > 0.0:
            cost = np.int64(rules.troop_cost[state.kind[troop]])
            if cost > best:
                best, strongest = cost, _0
            if cost == best:
                strongest |= bit(troop)
    return strongest


@helper
def is_favourable(rules, state, work, action):
    """Return whether an action is; `find_aims` must have been called if a troop can move."""
    kind = kind_of(action)
    if kind == SELECT:
        strongest = strongest_attackers(rules, state)
        return strongest == _0 or (strongest & bit(subject_of(action))) != _0
    if kind == ATTACK:
        attacker, defender = U64(state.selected), subject_of(action)
        answered = in_range(rules, state, defender, attacker)
        return exchange(rules, state, attacker, defender, answered, np.int64(0), 0.0)[0] > 0.0
    if kind == MOVE:
        if is_aim(work, subject_of(action)):
            return True
        return targets_within(rules, state, U64(state.selected), np.int64(0)) == _0
    return True
