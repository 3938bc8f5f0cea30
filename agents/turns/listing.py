"""The turns to look at from a position, best first.

Wide lists have the quiet moves of every troop and several squares for an attack; narrow ones the
quiet moves of the troops nearest to and farthest from the enemy and of the one in the most danger.
The turns of the greatest hope are given commands, as many as `orders` says.
"""

import numpy as np

from ...engine.kernels.actions import SELECT, encode
from ...engine.kernels.bits import copy_record, least_distance, lowest_bit
from ...engine.kernels.compiled import helper
from ...engine.kernels.layout import CHASTISE, COMBAT, NO_TROOP, SELECTION
from ...engine.kernels.options import side, without_lowest
from ..scripts.enemy import grow_rings
from ..scripts.targets import most_danger, survey
from ..spec.kernel_records import RINGS
from .moves import try_troop
from .orders import give_orders
from .trial import try_deed

U64 = np.uint64
_0, _1 = np.uint64(0), np.uint64(1)
_NO_TROOP = np.uint64(NO_TROOP)


# At most three turns of one troop against one target were tried: 45.4 +-3.4 %; two: 39.7 %.
@helper
def try_troops(desk, state, wide):
    """Try the turns of all troops that may be selected, and one in which nothing is done."""
    player = U64(state.player)
    enemies = U64(state.alive) & side(_1 - player)
    troops = U64(state.alive) & side(player) & ~U64(state.effects[CHASTISE])
    nearest, least, rear, most = _NO_TROOP, U64(255), _NO_TROOP, _0
    rest = troops
    while rest:
        troop = lowest_bit(rest)
        rest = without_lowest(rest)
        x, y = U64(state.x[troop]), U64(state.y[troop])
        away = least_distance(state.x, state.y, x, y, enemies)
        if away < least:
            nearest, least = troop, away
        if away > most:
            rear, most = troop, away
    endangered = most_danger(desk.work, troops)[0]
    desk.room.lead = 1
    rest = troops
    while rest:
        troop = lowest_bit(rest)
        rest = without_lowest(rest)
        desk.room.actions[0] = encode(SELECT, troop)
        quiet = wide or troop in (nearest, rear, endangered)
        try_troop(desk, state, troop, quiet, wide)
    if troops:
        desk.room.actions[0] = encode(SELECT, lowest_bit(troops))
        try_deed(desk, _0, _0, _0, _0)


@helper
def order_most_hopeful(desk, state, orders):
    """Give commands to the turns of the greatest hope."""
    if not state.owned[U64(state.player)]:
        return
    for _ in range(orders):
        best = -1
        for i in range(desk.room.listed):
            turn = desk.room.turns[i]
            if turn.ordered or turn.points < desk.rules.cheapest:
                continue
            if best < 0 or turn.hope > desk.room.turns[best].hope:
                best = i
        if best < 0:
            return
        give_orders(desk, state, best, desk.params.rounds)


@helper
def sort_turns(room):
    """Write the places of the listed turns to `order`, best first; return how many there are."""
    for i in range(room.listed):
        place, value = i, room.turns[i].value
        while place > 0 and room.turns[room.order[place - 1]].value < value:
            room.order[place] = room.order[place - 1]
            place -= 1
        room.order[place] = i
    return room.listed


@helper
def list_turns(desk, state, wide, orders):
    """List the turns to look at from a position, at the start of a turn or within it."""
    room = desk.room
    copy_record(room.start, state)
    start = room.start
    room.listed = 0
    room.lead = 0
    survey(desk.rules, start, desk.work)
    grow_rings(desk.work, np.int64(RINGS - 1))
    if start.phase == SELECTION:
        try_troops(desk, start, wide)
    else:
        if start.selected != NO_TROOP and start.phase <= COMBAT:
            try_troop(desk, start, U64(start.selected), True, wide)
        try_deed(desk, _0, _0, _0, _0)
    order_most_hopeful(desk, start, orders)
    return sort_turns(room)
