"""Scripts: for each kind of action the one a way of playing would take, and how good it looks.

A script gives an action and a value in [0, 1]; its weight times that is the action's hint (002
section III: action assignments). Values come from what an action gains in setup points (see
`targets`), 0.5 for what changes nothing, as the end of the turn. A search that tries only
scripts' actions has a handful of them instead of up to a hundred.
"""

import numpy as np

from ...engine.kernels.actions import ATTACK, END, SELECT, encode
from ...engine.kernels.bits import lowest_bit, spread, within
from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.layout import SELECTION
from ...engine.kernels.options import bit, find_options, side, without_lowest
from ...engine.kernels.transitions import damage_of
from ..evaluation.exchange import capped, total_health
from ..rollout.policy import draw
from ..spec.script_names import (
    ATTACK_BEST,
    ATTACK_CLOSEST,
    ATTACK_DAMAGED,
    ATTACK_KILL,
    ATTACK_WEAKEST,
    END_TURN,
    SELECT_ATTACKER,
    SELECT_CLOSEST,
    SELECT_REAR,
    SELECT_STRONGEST,
    SELECT_THREATENED,
)
from .boards import REACH, distance, nearest_distance, put_all, put_only
from .commands import offer_commands
from .enemy import strike_distance, troop_square
from .hints import enter, offer
from .moves import offer_moves
from .targets import (
    NO_ONE,
    NOTHING,
    REPLY,
    most_danger,
    plan,
    plan_above,
    survey,
)

U64 = np.uint64
_0, _1 = np.uint64(0), np.uint64(1)

# What a selection that leads to no attack is worth by itself, in setup points.
REAR, CLOSEST, STRONGEST = 10.0, 8.0, 6.0


@helper
def offer_selections(rules, state, scratch, work, weights, count):
    """Offer the troops the scripts would select; return how many are listed and the best worth."""
    player = U64(state.player)
    own, enemies = U64(state.alive) & side(player), U64(state.alive) & side(_1 - player)
    attacker, best = NO_ONE, NOTHING
    strongest, price, health = NO_ONE, np.int64(-1), np.int64(0)
    closest, least, rear, most = NO_ONE, np.int64(99), NO_ONE, np.int64(-1)
    troops = U64(scratch.selects)
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        kind = U64(state.kind[troop])
        away = nearest_distance(state, troop, enemies)
        if away < least:
            closest, least = troop, away
        if away > most:
            rear, most = troop, away
        cost, left = np.int64(rules.troop_cost[kind]), total_health(state, troop)
        if cost > price or (cost == price and left > health):
            strongest, price, health = troop, cost, left
        far = U64(strike_distance(rules, state, troop))
        targets = enemies & within(state.x, state.y, U64(state.x[troop]), U64(state.y[troop]), far)
        if targets:
            steps = U64(rules.movement[kind])
            spread(state.blocked, troop_square(state, troop), steps, scratch.layers)
            put_all(work, REACH, scratch.layers[steps])
            elsewhere = most_danger(work, own & ~bit(troop))[1]
            worth, target, _ = plan_above(rules, state, work, troop, targets, elsewhere, best)
            if target != NO_ONE:
                attacker, best = troop, worth
    if strongest == NO_ONE:
        return count, 0.0
    if attacker != NO_ONE:
        count = offer(work, weights, count, encode(SELECT, attacker), best, SELECT_ATTACKER)
    threatened, danger = most_danger(work, U64(scratch.selects))
    if threatened != NO_ONE:
        relief = REPLY * (danger - most_danger(work, own & ~bit(threatened))[1])
        action = encode(SELECT, threatened)
        count = offer(work, weights, count, action, relief, SELECT_THREATENED)
        best = max(best, relief)
    count = offer(work, weights, count, encode(SELECT, strongest), STRONGEST, SELECT_STRONGEST)
    count = offer(work, weights, count, encode(SELECT, closest), CLOSEST, SELECT_CLOSEST)
    count = offer(work, weights, count, encode(SELECT, rear), REAR, SELECT_REAR)
    return count, max(best, REAR)


@helper
def offer_attacks(rules, state, scratch, work, weights, count, elsewhere):
    """Offer the attacks from where the selected troop stands; return count, best worth, target."""
    troop = U64(state.selected)
    put_only(work, REACH, troop_square(state, troop))
    best, best_target = NOTHING, NO_ONE
    targets = U64(scratch.attacks)
    while targets:
        target = lowest_bit(targets)
        targets = without_lowest(targets)
        work.gains[target], _, _ = plan(rules, state, work, troop, bit(target), elsewhere)
        if work.gains[target] > best:
            best, best_target = work.gains[target], target
    for style in range(ATTACK_BEST, ATTACK_KILL + 1):
        choice, record = NO_ONE, NOTHING
        targets = U64(scratch.attacks)
        while targets:
            target = lowest_bit(targets)
            targets = without_lowest(targets)
            suits = suitability(rules, state, work, troop, target, style)
            if suits == NOTHING:
                continue
            if suits > record or (suits == record and work.gains[target] > work.gains[choice]):
                choice, record = target, suits
        if choice != NO_ONE:
            action = encode(ATTACK, choice)
            count = offer(work, weights, count, action, work.gains[choice], style)
    return count, best, best_target


@inline
def suitability(rules, state, work, troop, target, style):
    """Return how well a target suits a style of attack, NOTHING if it does not."""
    kind = U64(state.kind[target])
    if style == ATTACK_BEST:
        return work.gains[target]
    if style == ATTACK_CLOSEST:
        return -float(distance(state, troop, target))
    if style == ATTACK_WEAKEST:
        return -float(total_health(state, target))
    if style == ATTACK_DAMAGED:
        lost = float(rules.health[kind]) - float(state.health[target])
        return lost if lost > 0.0 else NOTHING
    if style == ATTACK_KILL:
        blow = capped(rules, state, target, damage_of(rules, state, troop))
        if blow < total_health(state, target):
            return NOTHING
    return float(rules.troop_cost[kind])


@helper
def assign_scripts(rules, state, scratch, work, script_weights):
    """Write the different actions the scripts give, each with its best hint; return how many.

    They are `work.listed`, with `work.hints` and `work.scripts`; `find_options` is called here.
    """
    options = find_options(rules, state, scratch)
    if options == _0:
        return 0
    weights = script_weights
    count, best = 0, 0.0
    attack, target, elsewhere = NOTHING, NO_ONE, 0.0
    if scratch.end:
        count = enter(work, weights, count, encode(END, _0), 0.5, END_TURN)
        if options == _1:
            return count
    survey(rules, state, work)
    if state.phase == SELECTION:
        count, best = offer_selections(rules, state, scratch, work, weights, count)
    elif scratch.attacks or scratch.move_count:
        own = U64(state.alive) & side(U64(state.player))
        elsewhere = most_danger(work, own & ~bit(state.selected))[1]
        if scratch.attacks:
            count, attack, target = offer_attacks(
                rules, state, scratch, work, weights, count, elsewhere
            )
            best = max(best, attack)
        if scratch.move_count:
            count, worth, aimed, aim = offer_moves(
                rules, state, scratch, work, weights, count, elsewhere
            )
            best = max(best, worth)
            if aim != NO_ONE and aimed > attack:
                attack, target = aimed, aim
    if scratch.commands:
        count = offer_commands(
            rules, state, scratch, work, weights, count, best, attack, target, elsewhere
        )
    return count


@helper
def scripted_action(rules, state, scratch, work, script_weights):
    """Return the action of the highest hint, one of them at random if there are several."""
    count = assign_scripts(rules, state, scratch, work, script_weights)
    best, ties = work.hints[_0], _0
    for i in range(count):
        hint = work.hints[U64(i)]
        if hint > best:
            best, ties = hint, _0
        if hint == best:
            ties += _1
    n = draw(scratch, ties) if ties > _1 else _0
    for i in range(count):
        if work.hints[U64(i)] == best:
            if n == _0:
                return U64(work.listed[U64(i)])
            n -= _1
    return U64(work.listed[_0])
