"""What a player observes and which actions there are: the same for every ruleset and action space.

Everything is seen from the player's own side. A square is (u, v): u counts files, v ranks from the
player's own edge. For the first player that is (x, y), for the second the board is turned by 180
degrees. Boards smaller than 20 x 20 lie in the corner at (0, 0); what is outside counts as blocked.

Troops have numbers, their slots: the own ones 0 to 15, the enemy's 0 to 15, in the order of the
army. An action is one number:

    0            end the turn
    1 - 16       select the own troop of a slot
    17 - 32      attack the enemy troop of a slot
    33 - 432     move the selected troop to the square 20 v + u
    433 - 576    a command on the troop of a slot: 433 + 16 * command + slot; whether that is an own
                 or an enemy troop is the command's affair. Winds of Fate has slot 0
"""

from typing import Final

import numpy as np

from ..rules.stats import COMMANDS, MAX_SIZE, MAX_TROOPS, TROOPS

SIZE: Final = MAX_SIZE
SLOTS: Final = MAX_TROOPS

END: Final = 0
FIRST_SELECT: Final = 1
FIRST_ATTACK: Final = FIRST_SELECT + SLOTS
FIRST_MOVE: Final = FIRST_ATTACK + SLOTS
FIRST_COMMAND: Final = FIRST_MOVE + SIZE * SIZE
ACTIONS: Final = FIRST_COMMAND + SLOTS * len(COMMANDS)
"""How many actions there are."""

PLANES: Final = (
    *(f"own {troop}" for troop in TROOPS),
    *(f"enemy {troop}" for troop in TROOPS),
    "blocked",
    "selected",
    *(f"under {command}" for command in COMMANDS),
    "health",
    "boost",
)
"""The last axis of `board`. `blocked` is 1 on obstacles and outside the board. `health` and `boost`
are 0 to 255, where 255 is the greatest health of any type; all others are 0 or 1."""

TROOP_FIELDS: Final = ("kind", "u", "v", "health", "boost", "effects", "selected")
"""The last axis of `troops`: [own or enemy, slot, field]. `kind` counts from 1; `effects` has bit c
set if the troop is under command c. Of an empty slot, as of a dead troop, all is 0."""

NUMBERS: Final = (
    "turn",
    "turns left",
    "selection",
    "movement",
    "combat",
    "rally",
    "own points",
    "enemy points",
    "steps left",
    "steps taken",
    "plays second",
    *(f"own {command} brought" for command in COMMANDS),
    *(f"enemy {command} brought" for command in COMMANDS),
    *(f"own {command} cooldown" for command in COMMANDS),
    *(f"enemy {command} cooldown" for command in COMMANDS),
)
"""The axis of `numbers`. The four phases are 0 or 1; steps are those of the selected troop."""

BOARD_SHAPE: Final = (SIZE, SIZE, len(PLANES))
TROOPS_SHAPE: Final = (2, SLOTS, len(TROOP_FIELDS))

ARRAYS: Final[dict[str, tuple[tuple[int, ...], type[np.generic], int]]] = {
    "board": (BOARD_SHAPE, np.uint8, 255),
    "troops": (TROOPS_SHAPE, np.int16, np.iinfo(np.int16).max),
    "numbers": ((len(NUMBERS),), np.int32, np.iinfo(np.int32).max),
    "action_mask": ((ACTIONS,), np.int8, 1),
}
"""The parts of an observation: shape, type, and the greatest value; the least is 0."""


def action_name(action: int) -> str:
    """Return what an action does, for people: "move 3,7", "charge slot 2", "end"."""
    if not 0 <= action < ACTIONS:
        raise ValueError(f"actions are 0 to {ACTIONS - 1}, not {action}")
    if action == END:
        return "end"
    if action < FIRST_ATTACK:
        return f"select slot {action - FIRST_SELECT}"
    if action < FIRST_MOVE:
        return f"attack slot {action - FIRST_ATTACK}"
    if action < FIRST_COMMAND:
        v, u = divmod(action - FIRST_MOVE, SIZE)
        return f"move {u},{v}"
    command, slot = divmod(action - FIRST_COMMAND, SLOTS)
    return f"{COMMANDS[command]} slot {slot}"
