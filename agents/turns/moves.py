"""What one troop does in a turn: attacks, quiet moves, and both with Charge.

Quiet moves go to the safe squares nearest to an enemy; if the troop is in danger or the list is
wide, to the farthest safe ones; in wide lists also to the nearest of all, safe or not.
"""

import numpy as np

from ...engine.kernels.actions import COMMAND, encode
from ...engine.kernels.bits import least_distance, spread
from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.layout import CHARGE, COMBAT, MOVEMENT, WINDS_OF_FATE
from ...engine.kernels.options import bit, move_to, movement_left, side
from ...engine.rules.board import SQUARE_WORDS
from ..scripts.boards import (
    HERE,
    REACH,
    RING,
    keep_common,
    pick,
    put_only,
    put_square,
)
from ..scripts.enemy import keep_farthest, keep_nearest, troop_square
from ..scripts.targets import shelter, targets_near
from ..spec.kernel_records import RINGS
from .attacks import try_attacks
from .trial import affordable, try_deed

U64 = np.uint64
_0, _1 = np.uint64(0), np.uint64(1)


@inline
def try_move(desk, state, row, first, second):
    """Try a quiet move to the middle square of a set."""
    code = pick(desk.work, row, U64(state.player))
    if code != troop_square(state, U64(desk.room.acting)):
        try_deed(desk, first, second, move_to(desk.scratch, code), _0)


@inline
def copy_reach(work):
    """Make HERE the same set as REACH; return whether there is a square in it."""
    return keep_common(work, HERE, REACH, REACH)


@helper
def find_reach(desk, state, troop):
    """Write where a troop may attack from this turn to REACH; return how far it may move."""
    rules, work, here = desk.rules, desk.work, troop_square(state, troop)
    if state.phase > MOVEMENT:
        put_only(work, REACH, here)
        return np.int64(0)
    steps = max(np.int64(movement_left(rules, state, troop)), 0)
    spread(state.blocked, here, U64(steps), desk.scratch.layers)
    near = _0
    if rules.trim and U64(state.effects[CHARGE]) & bit(troop):
        # Trim: a charged troop makes only moves farther than its normal movement.
        near = min(U64(rules.movement[state.kind[troop]]), U64(steps))
    for word in range(SQUARE_WORDS):
        w = U64(word)
        work.boards[REACH, w] = desk.scratch.layers[U64(steps), w]
        if near:
            work.boards[REACH, w] &= ~desk.scratch.layers[near, w]
    put_square(work, REACH, here)
    return steps


@helper
def try_quiet_moves(desk, state, troop, steps, wide):
    """Try the moves after which a troop does not attack."""
    rules, work = desk.rules, desk.work
    enemies = U64(state.alive) & side(_1 - U64(state.player))
    x, y = U64(state.x[troop]), U64(state.y[troop])
    away = np.int64(least_distance(state.x, state.y, x, y, enemies))
    copy_reach(work)
    shelter(rules, state, work, troop, HERE, np.int64(0), _0)
    keep_nearest(work, HERE, away - steps)
    try_move(desk, state, RING, _0, _0)
    if wide or work.danger[troop] > 0.0:
        keep_farthest(work, HERE, min(away + steps, RINGS - 2))
        try_move(desk, state, RING, _0, _0)
    if wide:
        keep_nearest(work, REACH, away - steps)
        shelter(rules, state, work, troop, RING, np.int64(0), _0)
        try_move(desk, state, RING, _0, _0)


@helper
def try_charge(desk, state, troop, steps, flees):
    """Try the attacks, and if it flees the flight, that only Charge makes possible."""
    rules, work, scratch = desk.rules, desk.work, desk.scratch
    if U64(state.effects[CHARGE]) & bit(troop):
        return
    far = steps + np.int64(rules.movement[state.kind[troop]]) * np.int64(rules.charge_factor - 1)
    aims = targets_near(rules, state, troop, far)
    if far <= steps or not (aims or flees):
        return
    charge, winds = encode(COMMAND + U64(CHARGE), troop), _0
    if not affordable(rules, state, U64(CHARGE)):
        player = U64(state.player)
        both = rules.cost[CHARGE] + rules.cost[WINDS_OF_FATE]
        rests = state.cooldown[player, CHARGE] and state.points[player] >= both
        if not (rests and affordable(rules, state, U64(WINDS_OF_FATE))):
            return
        winds = encode(COMMAND + U64(WINDS_OF_FATE), _0)
    spread(state.blocked, troop_square(state, troop), U64(far), scratch.layers)
    for word in range(SQUARE_WORDS):
        w = U64(word)
        work.boards[REACH, w] = scratch.layers[U64(far), w] & ~scratch.layers[U64(steps), w]
    if not copy_reach(work):
        return
    if winds:
        desk.room.actions[desk.room.lead] = winds
        desk.room.lead += 1
    if flees:
        shelter(rules, state, work, troop, HERE, np.int64(0), _0)
        try_move(desk, state, HERE, charge, _0)
    if aims:
        try_attacks(desk, state, troop, charge, far, False)
    if winds:
        desk.room.lead -= 1


# More squares where few troops are left were tried, and are worse: 38.9 +-3.2 %.
@helper
def try_troop(desk, state, troop, quiet, wide):
    """Try the turns in which a troop acts; quiet moves only if they are asked for."""
    desk.room.acting = troop
    steps = find_reach(desk, state, troop)
    if state.phase <= COMBAT:
        try_attacks(desk, state, troop, _0, steps, wide)
    if state.phase > MOVEMENT or steps == 0:
        return
    if quiet:
        try_quiet_moves(desk, state, troop, steps, wide)
    has_charge = (U64(state.owned[U64(state.player)]) >> U64(CHARGE)) & _1
    if has_charge and state.spent == 0:
        flees = quiet and desk.work.danger[troop] > 0.0
        try_charge(desk, state, troop, steps, flees)
