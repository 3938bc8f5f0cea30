"""A 64-bit hash of everything that decides how a game can continue.

Computed when asked for (Winds of Fate, transpositions), not kept: playouts almost never need it,
and keeping it would cost every action. It is a sum over squares, so it does not depend on the
order in which troops are numbered: two scouts that trade places are the same position. The random
stream is left out: it is not part of the position.
"""

import numpy as np

from ..rules.board import SQUARE_WORDS
from ..rules.stats import COMMANDS
from .bits import lowest_bit
from .compiled import helper, inline
from .layout import NO_TROOP
from .options import square_code, without_lowest
from .random import mix

U64 = np.uint64
_COMMAND_COUNT = len(COMMANDS)
_FIELD = np.uint64(0xD6E8FEB86659FD93)
"""Odd: separates the fields that are hashed."""


@inline
def _at(state, troop):
    return square_code(U64(state.x[troop]), U64(state.y[troop]))


@inline
def _troop_word(state, troop):
    """Return all of one troop but its effects, in one word."""
    word = _at(state, troop) | (U64(state.kind[troop]) << U64(9))
    word |= (U64(troop) >> U64(4)) << U64(12)
    word |= (U64(state.health[troop]) & U64(0xFFFF)) << U64(16)
    return word | ((U64(state.boost[troop]) & U64(0xFFFF)) << U64(32))


@helper
def state_hash(state):
    """Return the hash of a state."""
    total = U64(0)
    troops = U64(state.alive)
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        total += mix(_troop_word(state, troop) + _FIELD)
    for command in range(_COMMAND_COUNT):
        troops = U64(state.effects[command])
        while troops:
            troop = lowest_bit(troops)
            troops = without_lowest(troops)
            total += mix((_at(state, troop) << U64(8)) + U64(command) + U64(2) * _FIELD)
    for word in range(SQUARE_WORDS):
        total += mix(state.blocked[word] * _FIELD + U64(3 + word))
    for player in range(2):
        points = U64(state.points[player]) | (U64(state.owned[player]) << U64(32))
        total += mix(points + U64(10 + player) * _FIELD)
        for command in range(_COMMAND_COUNT):
            if state.cooldown[player, command]:
                word = U64(state.cooldown[player, command]) | (U64(command) << U64(8))
                total += mix(word + U64(12 + player) * _FIELD)
    turn = U64(state.turn) | (U64(state.player) << U64(16)) | (U64(state.phase) << U64(17))
    turn |= U64(state.spent) << U64(24)
    turn |= U64(state.winner) << U64(32)
    if state.selected != NO_TROOP:
        turn |= (_at(state, U64(state.selected)) + U64(1)) << U64(40)
    return mix(total + mix(turn + U64(14) * _FIELD))
