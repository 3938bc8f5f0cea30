"""The value of a position for a player, in [-1, 1].

A side's worth, in setup points, is

    sum over living troops of cost * (material * health / full health + alive)
    + points * (c / (c + half_points)), c its command points: each is worth less than the one before
    - cooldown * (sum over its commands of cost * turns to rest / full cooldown)
    + threat * the best exchange that one troop's move and attack could bring, if it is to move

These weights are parameters of every agent that values positions. With `alive = 1` a troop's death
weighs double what wounding it to the last point does, and no record of the dead is needed. The
difference of both sides, divided by `scale`, is squashed by x / (1 + |x|); a decided game is -1, 0
or 1.
"""

import numpy as np

from ...engine.kernels.bits import lowest_bit
from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.layout import DRAW, NO_WINNER
from ...engine.kernels.options import side, without_lowest
from .exchange import best_threat

U64 = np.uint64


@inline
def side_worth(rules, state, params, player):
    """Return what a side is worth, in setup points."""
    worth = 0.0
    troops = U64(state.alive) & side(player)
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        kind = U64(state.kind[troop])
        share = float(state.health[troop]) / float(rules.health[kind])
        worth += float(rules.troop_cost[kind]) * (params.material * share + params.alive)
    points = float(state.points[player])
    worth += params.points * points / (points + params.half_points)
    commands = U64(state.owned[player])
    while commands:
        command = lowest_bit(commands)
        commands = without_lowest(commands)
        left = float(state.cooldown[player, command])
        if left > 0.0:
            share = left / float(max(rules.cooldown[command], 1))
            worth -= params.cooldown * float(rules.cost[command]) * share
    return worth


@helper
def state_value(rules, state, params, player):
    """Return how good a position is for a player, in [-1, 1]."""
    winner = np.int64(state.winner)
    if winner != NO_WINNER:
        if winner == DRAW:
            return 0.0
        return 1.0 if winner == np.int64(player) else -1.0
    own = side_worth(rules, state, params, U64(player))
    enemy = side_worth(rules, state, params, U64(1) - U64(player))
    if params.threat:
        threat = params.threat * best_threat(rules, state, U64(state.player))
        own += threat if U64(state.player) == U64(player) else -threat
    ahead = (own - enemy) / params.scale
    return ahead / (1.0 + abs(ahead))
