"""The records that turns are written in, and what always travels with them."""

from typing import Final, NamedTuple

import numpy as np

from ...engine.kernels.layout import STATE
from ...engine.rules.board import LAYERS, WORDS
from ..evaluation.turn_value import VALUED
from ..evaluation.worths import WORTHS

MAX_TURN: Final = 16
"""Actions of a turn: a selection, three commands, a move, an attack, further commands, the end."""

MAX_TURNS: Final = 160
"""Turns listed from one position; what comes later is left out."""

TURN: Final = np.dtype(
    (
        np.record,
        [
            ("actions", np.uint32, (MAX_TURN,)),
            ("key", np.uint64),  # of where it leads
            ("value", np.float64),  # for who plays it
            ("hope", np.float64),  # the value if the best answer to it could be parried
            ("points", np.int64),  # command points left after it, those of a kill among them
            ("count", np.uint32),  # of its actions
            ("attacker", np.uint8),  # in the enemy's best answer
            ("defender", np.uint8),
            ("ordered", np.uint8),  # 1: no commands are to be looked for, or they were
            ("padding", np.uint8, (1,)),
        ],
    )
)

ROOM: Final = np.dtype(
    (
        np.record,
        [
            ("start", STATE),  # the position the turns begin from
            ("trial", STATE),  # where a turn leads
            ("layers", np.uint64, (LAYERS, WORDS)),  # squares within k steps, after a kill
            ("actions", np.uint32, (MAX_TURN,)),  # of the turn that is tried
            ("lead", np.int64),  # how many of them begin every turn that is tried now
            ("acting", np.int64),  # the troop that acts in them
            ("turns", TURN, (MAX_TURNS,)),
            ("order", np.int64, (MAX_TURNS,)),  # places of the listed turns, best first
            ("listed", np.int64),  # turns so far
            ("searcher", np.int64),  # the player whose search this is
            ("advances", np.int64),  # actions applied since the search began
        ],
    )
)


class Desk(NamedTuple):
    """What every function that makes turns works with; `state` is always room.start."""

    rules: np.record
    params: np.record
    worths: np.record
    valued: np.record
    scratch: np.record
    work: np.record
    room: np.record


def new_desk(rules: np.record, params: np.record, scratch: np.record, work: np.record) -> Desk:
    """Return the desk of one agent in one game."""
    return Desk(
        rules,
        params,
        np.zeros(1, WORTHS)[0],
        np.zeros(1, VALUED)[0],
        scratch,
        work,
        np.zeros(1, ROOM)[0],
    )
