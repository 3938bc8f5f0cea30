"""The records the kernels work on: the game's state, the rules, and a scratch record.

A state is one flat record of about 400 bytes, copied as one block of memory. Troops are numbered
0..31: `16 * player + slot`; sets of troops are 32-bit masks of these numbers. A dead troop keeps
its kind and has every other field 0.
"""

from typing import Final

import numpy as np

from ..rules.board import LAYERS, WORDS
from ..rules.stats import COMMANDS, MAX_TROOPS, TROOPS

PLACES: Final = 2 * MAX_TROOPS
COOLDOWNS: Final = 16
"""Room for the nine commands' cooldowns, rounded up so that they are counted down as one vector."""

# Phases of a turn, in their order.
SELECTION, MOVEMENT, COMBAT, RALLY = range(4)
PHASES: Final = ("selection", "movement", "combat", "rally")

# `state.winner`: a player, or one of these.
DRAW: Final = 2
NO_WINNER: Final = 255

NO_TROOP: Final = 255
"""`state.selected` while no living troop is selected."""

# Commands by number, in table order.
(
    BATTLE_CRY,
    STOICISM,
    REGENERATE,
    BOMBARD,
    WINDS_OF_FATE,
    CHARGE,
    CHASTISE,
    VIGILANCE,
    SHIELD_WALL,
) = range(len(COMMANDS))

# Situations a player can be in, for which the rules say what commands are open.
# The first four are the phases before any move; the last is Movement after a move.
MOVED: Final = 4
SITUATIONS: Final = 5

# One record: a tuple of nine arrays in its place made playouts three times slower (prototype).
STATE: Final = np.dtype(
    (
        np.record,
        [
            ("blocked", np.uint64, (WORDS,)),  # packed board: troops, obstacles, outside
            ("x", np.uint8, (PLACES,)),
            ("y", np.uint8, (PLACES,)),
            ("health", np.int16, (PLACES,)),  # own health; 0 is dead
            ("boost", np.int16, (PLACES,)),  # boosted health not yet lost
            ("kind", np.uint8, (PLACES,)),  # index into the troop table
            ("stream", np.uint64),  # random stream of winds = random, else 0
            ("effects", np.uint32, (len(COMMANDS),)),  # troops under each command
            ("alive", np.uint32),  # living troops
            ("points", np.int32, (2,)),  # command points
            ("cooldown", np.uint8, (2, COOLDOWNS)),  # turns to rest, by command number
            ("owned", np.uint16, (2,)),  # mask of the commands each side brought
            ("turn", np.uint16),  # the first is 1
            ("player", np.uint8),
            ("phase", np.uint8),
            ("selected", np.uint8),  # troop number or NO_TROOP
            ("spent", np.uint8),  # movement points the selected troop used this turn
            ("winner", np.uint8),  # player, DRAW or NO_WINNER
            ("padding", np.uint8, (13,)),  # to a multiple of 16
        ],
    )
)

RULES: Final = np.dtype(
    (
        np.record,
        [
            ("troop_cost", np.int32, (len(TROOPS),)),
            ("movement", np.int32, (len(TROOPS),)),
            ("range", np.int32, (len(TROOPS),)),
            ("health", np.int32, (len(TROOPS),)),
            ("damage", np.int32, (len(TROOPS),)),
            ("cost", np.int32, (len(COMMANDS),)),
            ("cooldown", np.int32, (len(COMMANDS),)),
            ("cry_health", np.int32),
            ("cry_damage", np.int32),
            ("stoic_health", np.int32),
            ("bombard_damage", np.int32),
            ("charge_factor", np.int32),
            ("shield_cap", np.int32),
            ("income", np.int32),
            ("max_turns", np.int32),
            ("open", np.uint32, (SITUATIONS,)),  # mask of commands open in each situation
            ("cheapest", np.int32),  # price of the cheapest command
            ("single_move", np.uint8),
            ("trim", np.uint8),
            ("random_winds", np.uint8),
            ("can_end", np.uint8, (4,)),  # whether the turn may end in each phase
            ("padding", np.uint8),
        ],
    )
)

SCRATCH: Final = np.dtype(
    (
        np.record,
        [
            ("layers", np.uint64, (LAYERS, WORDS)),  # squares within k steps of the selected troop
            ("moves", np.uint64, (WORDS,)),  # where it may move to
            ("random", np.uint64),  # state of the playouts' random stream
            ("selects", np.uint32),  # troops that may be selected
            ("attacks", np.uint32),  # troops that may be attacked
            ("commands", np.uint32),  # commands that may be used
            ("targets", np.uint32, (len(COMMANDS),)),  # on which troops, for those
            ("move_count", np.uint32),
            ("end", np.uint32),  # 1 if the turn may be ended
            ("padding", np.uint32, (2,)),
        ],
    )
)


# Made once and handed down: one allocation a turn took 5 % of the rate of playouts (prototype).
def new_scratch() -> np.record:
    """Return a scratch record; one is enough for a whole game, not for two threads."""
    return np.zeros(1, SCRATCH)[0]
