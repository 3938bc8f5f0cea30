"""Scripts for moves: where a troop goes that may or may not attack from there."""

import numpy as np

from ...engine.kernels.bits import common, lowest_bit
from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.options import bit, move_to, movement_left, side, without_lowest
from ..spec.kernel_records import RINGS
from ..spec.script_names import (
    MOVE_ADVANCE,
    MOVE_ATTACK,
    MOVE_CONVERGE,
    MOVE_DIVERGE,
    MOVE_KEEP_DISTANCE,
    MOVE_RETREAT,
)
from .boards import (
    HERE,
    REACH,
    RING,
    keep_farthest_from,
    keep_nearest_to,
    nearest_distance,
    pick,
    put_all,
)
from .enemy import grow_rings, keep_farthest, keep_nearest
from .hints import offer
from .targets import NO_ONE, NOTHING, REPLY, plan, shelter_again, targets_near

U64 = np.uint64
_0, _1 = np.uint64(0), np.uint64(1)

# What a move that leads to no attack is worth by itself, in setup points.
STALK, ADVANCE, KEEP, CONVERGE, DIVERGE = 12.0, 8.0, 6.0, 3.0, 1.0


@inline
def centre(state, troops):
    """Return the middle of some troops, halves rounded forwards for both sides."""
    x, y, n = np.int64(0), np.int64(0), np.int64(0)
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        x += np.int64(state.x[troop])
        y += np.int64(state.y[troop])
        n += 1
    if state.player:
        x, y = -((n - 2 * x) // (2 * n)), -((n - 2 * y) // (2 * n))
    else:
        x, y = (2 * x + n) // (2 * n), (2 * y + n) // (2 * n)
    return x, y


@inline
def offer_ring(rules, state, scratch, work, weights, count, bonus, elsewhere, script):
    """Offer a move to the safest square of RING; return how many are listed and its worth."""
    troop = U64(state.selected)
    before = max(work.danger[troop], elsewhere)
    after = shelter_again(rules, state, work, troop, RING, np.int64(0), _0)
    worth = bonus + REPLY * (before - max(after, elsewhere))
    action = move_to(scratch, pick(work, RING, U64(state.player)))
    return offer(work, weights, count, action, worth, script), worth


@helper
def find_ring(rules, state, work, style, steps, away):
    """Leave the squares of REACH that suit a style in RING; return what it is worth by itself.

    That is NOTHING if the style has no place here. `away` is the distance to the nearest enemy.
    """
    troop, player = U64(state.selected), U64(state.player)
    others = U64(state.alive) & side(player) & ~bit(troop)
    if style == MOVE_CONVERGE:
        if not others:
            return NOTHING
        x, y = centre(state, others)
        dx, dy = abs(np.int64(state.x[troop]) - x), abs(np.int64(state.y[troop]) - y)
        keep_nearest_to(work, REACH, U64(x), U64(y), max(dx, dy) - steps)
        return CONVERGE
    if style == MOVE_DIVERGE:
        if not others:
            return NOTHING
        apart = nearest_distance(state, troop, others)
        keep_farthest_from(state, work, REACH, others, apart - 1)
        return DIVERGE
    if style == MOVE_ADVANCE:
        return ADVANCE if keep_nearest(work, REACH, away - steps) < away else NOTHING
    if style == MOVE_RETREAT:
        keep_farthest(work, REACH, away - 1)
        return 0.0
    if style == MOVE_KEEP_DISTANCE:
        far = U64(min(rules.range[state.kind[troop]], RINGS - 1))
        if not common(work.boards[REACH], work.rings[far], work.boards[HERE]):
            return NOTHING
        shelter_again(rules, state, work, troop, HERE, np.int64(0), _0)
        keep_farthest(work, HERE, away - 1)
        return KEEP
    put_all(work, HERE, work.boards[REACH])
    shelter_again(rules, state, work, troop, HERE, np.int64(0), _0)
    return STALK if keep_nearest(work, HERE, away - steps) < away else 0.0


@helper
def offer_moves(rules, state, scratch, work, weights, count, elsewhere):
    """Offer the moves of all styles.

    Return how many actions are listed, the best worth, and worth and target of the best attack.
    """
    troop = U64(state.selected)
    steps = movement_left(rules, state, troop)
    enemies = U64(state.alive) & side(_1 - U64(state.player))
    away = nearest_distance(state, troop, enemies)
    put_all(work, REACH, scratch.moves)
    grow_rings(work, max(away + steps, np.int64(rules.range[state.kind[troop]])))
    work.weighed = _0
    best = NOTHING
    for style in range(MOVE_ADVANCE, MOVE_DIVERGE + 1):
        bonus = find_ring(rules, state, work, style, steps, away)
        if bonus != NOTHING:
            count, worth = offer_ring(
                rules, state, scratch, work, weights, count, bonus, elsewhere, style
            )
            best = max(best, worth)
    targets = targets_near(rules, state, troop, steps)
    attack, target, code = plan(rules, state, work, troop, targets, elsewhere)
    if target != NO_ONE:
        action = move_to(scratch, code)
        count = offer(work, weights, count, action, attack, MOVE_ATTACK)
    return count, max(best, attack), attack, target
