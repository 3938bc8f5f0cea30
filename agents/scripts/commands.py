"""Scripts for commands: what each would change, weighed against its price.

To see what a command changes, it is put on the troop, the question asked again, and taken off.
A command leaves the rest of the turn open: its worth is that of the best other action plus what it
changes.
"""

import numpy as np

from ...engine.kernels.actions import COMMAND, encode
from ...engine.kernels.bits import lowest_bit, others, spread
from ...engine.kernels.compiled import helper
from ...engine.kernels.layout import (
    BATTLE_CRY,
    BOMBARD,
    CHARGE,
    CHASTISE,
    MOVEMENT,
    REGENERATE,
    SHIELD_WALL,
    STOICISM,
    VIGILANCE,
    WINDS_OF_FATE,
)
from ...engine.kernels.options import bit, movement_left, side, without_lowest
from ..evaluation.exchange import capped, loss, total_health
from ..spec.script_names import (
    BOMBARD_BEST,
    BOMBARD_SUPPORT,
    CHARGE_DEFENSIVE,
    CHARGE_OFFENSIVE,
    CHASTISEMENT,
    CRY_DEFENSIVE,
    CRY_OFFENSIVE,
    REGENERATION,
    SHIELD_DEFENSIVE,
    SHIELD_OFFENSIVE,
    STOICISM_DEFENSIVE,
    STOICISM_OFFENSIVE,
    VIGIL,
    WINDS,
)
from .boards import HERE, REACH, has_squares, put_all, put_only, put_square
from .enemy import troop_square
from .hints import enter, may_use, offer, price, put_on, take_off, winds_share
from .targets import (
    NO_ONE,
    NOTHING,
    REPLY,
    danger_of,
    danger_without,
    most_danger,
    plan_above,
    shelter,
    shelter_again,
    targets_near,
)

U64 = np.uint64
_0, _1 = np.uint64(0), np.uint64(1)
EARLY = 0.5
"""What protection is worth before an attack: it may be had after it as well."""


@helper
def best_attack(rules, state, scratch, work, elsewhere, floor):
    """Return the worth of the selected troop's best attack this turn, moving or not, or a floor."""
    troop, steps = U64(state.selected), np.int64(0)
    if scratch.move_count:
        steps = movement_left(rules, state, troop)
        put_all(work, REACH, scratch.moves)
        put_square(work, REACH, troop_square(state, troop))
    else:
        put_only(work, REACH, troop_square(state, troop))
    targets = targets_near(rules, state, troop, steps)
    return plan_above(rules, state, work, troop, targets, elsewhere, floor)[0]


@helper
def protect(rules, state, scratch, work, weights, count, base, attacking):
    """Offer the commands that protect the troop in the greatest danger."""
    own = U64(state.alive) & side(U64(state.player))
    worst = most_danger(work, own)[1]
    if worst <= 0.0:
        return count
    share = REPLY * (EARLY if attacking else 1.0)
    for which in range(4):
        if which == 0:
            command, script = U64(BATTLE_CRY), CRY_DEFENSIVE
        elif which == 1:
            command, script = U64(STOICISM), STOICISM_DEFENSIVE
        elif which == 2:
            command, script = U64(SHIELD_WALL), SHIELD_DEFENSIVE
        else:
            command, script = U64(VIGILANCE), VIGIL
        if not (U64(scratch.commands) >> command) & _1:
            continue
        troop, _ = most_danger(work, U64(scratch.targets[command]))
        if troop == NO_ONE:
            continue
        put_on(rules, state, command, troop)
        after = max(danger_of(rules, state, troop, _0), most_danger(work, own & ~bit(troop))[1])
        take_off(rules, state, command, troop)
        worth = base + share * (worst - after) - price(rules, state, command)
        action = encode(COMMAND + command, troop)
        count = offer(work, weights, count, action, worth, script)
    return count


@helper
def embolden(rules, state, scratch, work, weights, count, attack, target, elsewhere):
    """Offer the commands that better the selected troop's attack, whose worth is given."""
    troop, floor = U64(state.selected), max(attack, 0.0)
    for which in range(3):
        if which == 0:
            command, script = U64(BATTLE_CRY), CRY_OFFENSIVE
        elif which == 1:
            command, script = U64(STOICISM), STOICISM_OFFENSIVE
        else:
            command, script = U64(SHIELD_WALL), SHIELD_OFFENSIVE
        if not may_use(scratch, command, troop):
            continue
        put_on(rules, state, command, troop)
        worth = best_attack(rules, state, scratch, work, elsewhere, floor)
        take_off(rules, state, command, troop)
        if worth > floor:
            action = encode(COMMAND + command, troop)
            worth -= price(rules, state, command)
            count = offer(work, weights, count, action, worth, script)
    damage = capped(rules, state, target, np.int64(rules.bombard_damage))
    if may_use(scratch, U64(BOMBARD), target) and damage < total_health(state, target):
        health, boost = state.health[target], state.boost[target]
        lost = loss(rules, state, target, damage, 0.0)
        absorbed = min(damage, np.int64(boost))
        state.boost[target] -= absorbed
        state.health[target] -= damage - absorbed
        worth = best_attack(rules, state, scratch, work, elsewhere, NOTHING)
        state.health[target] = health
        state.boost[target] = boost
        worth += lost - price(rules, state, U64(BOMBARD))
        action = encode(COMMAND + U64(BOMBARD), target)
        count = offer(work, weights, count, action, worth, BOMBARD_SUPPORT)
    return count


@helper
def charge(rules, state, scratch, work, weights, count, attack, elsewhere):
    """Offer Charge for an attack or a flight that is impossible without it."""
    troop = U64(state.selected)
    if state.phase != MOVEMENT or not may_use(scratch, U64(CHARGE), troop):
        return count
    code = troop_square(state, troop)
    left = movement_left(rules, state, troop)
    kind = U64(state.kind[troop])
    steps = left + np.int64(rules.movement[kind]) * np.int64(rules.charge_factor - 1)
    # The layers up to `left`, from which the costs of plain moves are read, stay as they are.
    spread(state.blocked, code, U64(max(steps, 0)), scratch.layers)
    near, far = U64(max(min(left, steps), 0)), U64(max(steps, 0))
    others(scratch.layers[far], scratch.layers[near], work.boards[REACH])
    action = encode(COMMAND + U64(CHARGE), troop)
    cost = price(rules, state, U64(CHARGE))
    targets = targets_near(rules, state, troop, steps)
    floor = max(attack, 0.0)
    worth, target, _ = plan_above(rules, state, work, troop, targets, elsewhere, floor)
    if target != NO_ONE:
        count = offer(work, weights, count, action, worth - cost, CHARGE_OFFENSIVE)
    danger = work.danger[troop]
    if danger > elsewhere and has_squares(work, REACH):
        after = shelter(rules, state, work, troop, REACH, np.int64(0), _0)
        here = danger
        if scratch.move_count:
            put_all(work, HERE, scratch.moves)
            here = shelter_again(rules, state, work, troop, HERE, np.int64(0), _0)
        if after < here:
            worth = REPLY * (danger - max(after, elsewhere)) - cost
            count = offer(work, weights, count, action, worth, CHARGE_DEFENSIVE)
    return count


@helper
def harass(rules, state, scratch, work, weights, count, base):
    """Offer Bombard on whom it costs most, and Chastise on the enemy that threatens most."""
    player = U64(state.player)
    own = U64(state.alive) & side(player)
    if (U64(scratch.commands) >> U64(BOMBARD)) & _1:
        best, hit = -1.0, _0
        worst = most_danger(work, own)[1]
        targets = U64(scratch.targets[BOMBARD])
        while targets:
            target = lowest_bit(targets)
            targets = without_lowest(targets)
            damage = capped(rules, state, target, np.int64(rules.bombard_damage))
            lost = loss(rules, state, target, damage, 0.0)
            if damage >= total_health(state, target):
                lost += REPLY * (worst - danger_without(rules, state, work, own, target))
            if lost > best:
                best, hit = lost, target
        action = encode(COMMAND + U64(BOMBARD), hit)
        worth = base + best - price(rules, state, U64(BOMBARD))
        count = offer(work, weights, count, action, worth, BOMBARD_BEST)
    if (U64(scratch.commands) >> U64(CHASTISE)) & _1:
        threat, worst = most_danger(work, U64(scratch.targets[CHASTISE]))
        if threat != NO_ONE:
            enemies = U64(state.alive) & side(_1 - player) & ~bit(threat)
            after = most_danger(work, enemies)[1]
            worth = base + REPLY * (worst - after) - price(rules, state, U64(CHASTISE))
            action = encode(COMMAND + U64(CHASTISE), threat)
            count = offer(work, weights, count, action, worth, CHASTISEMENT)
    return count


@helper
def restore(rules, state, scratch, work, weights, count, base):
    """Offer Regenerate on whom it gives most, and Winds of Fate."""
    player = U64(state.player)
    if (U64(scratch.commands) >> U64(REGENERATE)) & _1:
        best, patient = 0.0, NO_ONE
        targets = U64(scratch.targets[REGENERATE])
        while targets:
            troop = lowest_bit(targets)
            targets = without_lowest(targets)
            kind = U64(state.kind[troop])
            full = float(rules.health[kind])
            gain = float(rules.troop_cost[kind]) * (full - float(state.health[troop])) / full
            if gain > best:
                best, patient = gain, troop
        if patient != NO_ONE:
            health = state.health[patient]
            state.health[patient] = rules.health[state.kind[patient]]
            after = danger_of(rules, state, patient, _0)
            state.health[patient] = health
            own = U64(state.alive) & side(player)
            elsewhere = most_danger(work, own & ~bit(patient))[1]
            before = max(work.danger[patient], elsewhere)
            worth = base + best + REPLY * (before - max(after, elsewhere))
            worth -= price(rules, state, U64(REGENERATE))
            action = encode(COMMAND + U64(REGENERATE), patient)
            count = offer(work, weights, count, action, worth, REGENERATION)
    if (U64(scratch.commands) >> U64(WINDS_OF_FATE)) & _1:
        value = 0.5 * winds_share(rules, state, player)
        action = encode(COMMAND + U64(WINDS_OF_FATE), _0)
        count = enter(work, weights, count, action, value, WINDS)
    return count


@helper
def offer_commands(rules, state, scratch, work, weights, count, base, attack, target, elsewhere):
    """Offer every command that a script would use now; return how many actions are listed.

    `base` is the worth of the best other action, `attack` and `target` the selected troop's best
    attack, `elsewhere` the danger of the others.
    """
    if target != NO_ONE:
        count = embolden(rules, state, scratch, work, weights, count, attack, target, elsewhere)
    count = charge(rules, state, scratch, work, weights, count, attack, elsewhere)
    attacking = target != NO_ONE and attack > 0.0
    count = protect(rules, state, scratch, work, weights, count, base, attacking)
    count = harass(rules, state, scratch, work, weights, count, base)
    return restore(rules, state, scratch, work, weights, count, base)
