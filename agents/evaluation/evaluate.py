"""What a position is worth to a player: what every search of single actions asks at its leaves.

A decided game is -1, 0 or 1. Else it is the state value (`value`), or, if an agent says so, what is
left of the material: 3 times the own less 5 times the enemy's, as the paper of negamax weighs its
pieces (004 section 4.3), here by the share of health left.

Alpha-beta over scripts adds two things. Where nothing is to be gained armies must still meet: to be
nearer to the enemy is worth a little (`approach`). A little noise makes games differ; without it
there would be two games between two setups, one for each side.
"""

import numpy as np

from ...engine.kernels.bits import least_distance, lowest_bit
from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.layout import DRAW, NO_WINNER
from ...engine.kernels.options import side, without_lowest
from ...engine.kernels.random import unit
from ..spec.codes import BY_MATERIAL, NEGAMAX, SCRIPTS
from .value import squash, state_value

U64 = np.uint64
_1 = np.uint64(1)
_OWN, _ENEMY = 3.0, 5.0


@inline
def outcome(state, player):
    """Return what a decided game is worth to a player."""
    if state.winner == DRAW:
        return 0.0
    return 1.0 if U64(state.winner) == player else -1.0


@helper
def material(rules, state, player):
    """Return the share of health left, summed over a side's troops by their cost."""
    total = 0.0
    troops = U64(state.alive) & side(player)
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        kind = U64(state.kind[troop])
        share = float(state.health[troop]) / float(rules.health[kind])
        total += float(rules.troop_cost[kind]) * share
    return total


@helper
def mean_distance(state, player):
    """Return the mean distance of a side's troops to the enemy nearest to them."""
    troops, enemies = U64(state.alive) & side(player), U64(state.alive) & side(_1 - player)
    total, count = 0.0, 0.0
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        x, y = U64(state.x[troop]), U64(state.y[troop])
        total += float(least_distance(state.x, state.y, x, y, enemies))
        count += 1.0
    return total / max(count, 1.0)


@helper
def evaluate(rules, state, scratch, params, player):
    """Return what a position is worth to a player, by an agent's parameters."""
    if state.winner != NO_WINNER:
        return outcome(state, player)
    if params.heuristic == BY_MATERIAL:
        own, enemy = material(rules, state, player), material(rules, state, _1 - player)
        return squash((_OWN * own - _ENEMY * enemy) / (_OWN * params.scale))
    value = state_value(rules, state, params, player)
    if params.agent == NEGAMAX and params.expansion == SCRIPTS:
        value += params.noise * unit(scratch) - params.approach * mean_distance(state, player)
    return value
