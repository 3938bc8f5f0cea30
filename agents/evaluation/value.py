"""The state value: how good a position of a game that goes on is for a player, in (-1, 1).

A side's worth, in setup points, is

    sum over living troops of cost * (material * health / full health + alive)
    + points * (c / (c + half_points)), c its command points: each is worth less than the one before
    - cooldown * (sum over its commands of cost * turns to rest / full cooldown)
    + threat * the best exchange that one troop's move and attack could bring, if it is to move

These weights are parameters of every agent that values positions. With `alive = 1` a troop's death
weighs double what wounding it to the last point does, and no record of the dead is needed. The
difference of both sides, divided by `scale`, is squashed by x / (1 + |x|).
"""

import numpy as np

from ...engine.kernels.bits import lowest_bit
from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.options import side, without_lowest
from .exchange import best_threat

U64 = np.uint64


@inline
def squash(lead):
    """Return a lead as a value between -1 and 1."""
    return lead / (1.0 + abs(lead))


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
    """Return how good an undecided position is for a player."""
    own = side_worth(rules, state, params, player)
    enemy = side_worth(rules, state, params, U64(1) - player)
    if params.threat:
        threat = params.threat * best_threat(rules, state, U64(state.player))
        own += threat if U64(state.player) == player else -threat
    return squash((own - enemy) / params.scale)
