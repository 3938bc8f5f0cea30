"""What happened in a game, action by action: a game played once more, with notes.

`trace` plays the actions of a finished game again and notes for each who did what to whom. It is
for games that are kept; playing itself notes nothing but the actions.
"""

from typing import Final

import numpy as np

from ..kernels.actions import ATTACK, COMMAND, END, MOVE, SELECT, kind_of, subject_of
from ..kernels.compiled import jit
from ..kernels.layout import BOMBARD, NO_TROOP, STATE, WINDS_OF_FATE
from ..kernels.options import square_code
from ..kernels.packing import pack_rules
from ..kernels.transitions import apply_action
from ..rules.ruleset import Ruleset
from ..rules.squares import place_of, square_name
from ..rules.stats import COMMANDS

U64 = np.uint64
_COMMANDS = len(COMMANDS)

NOTHING: Final = 255
"""A troop, target or command that an event does not have."""

NOWHERE: Final = 65535
"""A square that an event does not have."""

KINDS: Final = ("end", "select", "move", "attack", "command")
"""Kinds of events by number: those of actions, with all commands as one."""

EVENT: Final = np.dtype(
    (
        np.record,
        [
            ("points", np.int32),  # of the player, after the action
            ("enemy_points", np.int32),
            ("turn", np.uint16),
            ("square", np.uint16),  # code of the selected troop's square before, or NOWHERE
            ("target_square", np.uint16),  # attacked, commanded or moved to, or NOWHERE
            ("damage_dealt", np.int16),
            ("damage_received", np.int16),
            ("player", np.uint8),
            ("phase", np.uint8),
            ("kind", np.uint8),  # index into KINDS
            ("command", np.uint8),  # or NOTHING
            ("troop", np.uint8),  # type of the selected troop, or NOTHING
            ("target", np.uint8),  # type of the troop attacked or commanded, or NOTHING
            ("readied", np.uint8),  # command that Winds of Fate made ready, or NOTHING
            ("kill", np.uint8),
            ("death", np.uint8),
            ("padding", np.uint8),
        ],
    )
)


@jit
def _trace(rules, state, resting, actions, events):
    for i in range(actions.shape[0]):
        action = U64(actions[i])
        kind, subject = kind_of(action), subject_of(action)
        player, event = U64(state.player), events[i]
        event.turn, event.player, event.phase = state.turn, state.player, state.phase
        event.kind = min(kind, COMMAND)
        event.command, event.target, event.readied = NOTHING, NOTHING, NOTHING
        event.troop, event.square, event.target_square = NOTHING, NOWHERE, NOWHERE
        selected = subject if kind == SELECT else U64(state.selected)
        if selected != U64(NO_TROOP):
            event.troop = state.kind[selected]
            event.square = square_code(U64(state.x[selected]), U64(state.y[selected]))
        winds = kind == COMMAND + U64(WINDS_OF_FATE)
        aimed = kind >= ATTACK and not winds
        if kind >= COMMAND:
            event.command = kind - COMMAND
        if kind == MOVE:
            event.target_square = subject
        before, own = np.int64(0), np.int64(0)
        if aimed:
            event.target = state.kind[subject]
            event.target_square = square_code(U64(state.x[subject]), U64(state.y[subject]))
            before = np.int64(state.health[subject]) + np.int64(state.boost[subject])
        if kind == ATTACK:
            own = np.int64(state.health[selected]) + np.int64(state.boost[selected])
        for command in range(_COMMANDS):
            resting[command] = state.cooldown[player, command]
        apply_action(rules, state, action)
        if kind == ATTACK or kind == COMMAND + U64(BOMBARD):
            after = np.int64(state.health[subject]) + np.int64(state.boost[subject])
            event.damage_dealt = before - after
            event.kill = after == 0
        if kind == ATTACK:
            left = np.int64(state.health[selected]) + np.int64(state.boost[selected])
            event.damage_received = own - left
            event.death = left == 0
        if winds:
            for command in range(_COMMANDS):
                if resting[command] and not state.cooldown[player, command]:
                    event.readied = command
        event.points = state.points[player]
        event.enemy_points = state.points[U64(1) - player]


def trace(rules: Ruleset, start: np.record, actions: np.ndarray) -> np.ndarray:
    """Return an EVENT for each of a game's actions, which must be legal one after the other."""
    return _traced(rules, start, actions)[0]


def advanced(rules: Ruleset, start: np.record, actions: np.ndarray) -> np.record:
    """Return the position that actions lead to, which must be legal one after the other."""
    return _traced(rules, start, actions)[1]


def _traced(rules: Ruleset, start: np.record, actions: np.ndarray) -> tuple[np.ndarray, np.record]:
    states, events = np.zeros(1, STATE), np.zeros(len(actions), EVENT)
    states[0] = start
    _trace(pack_rules(rules), states[0], np.zeros(_COMMANDS, np.uint8), actions, events)
    return events, states[0]


SQUARES: Final = tuple(
    square_name(*place) if max(place := place_of(code)) < 20 else "" for code in range(512)
)
"""Names of squares by code; codes of no square have none."""

_END, _SELECT, _COMMAND = (KINDS.index(kind) for kind in ("end", "select", "command"))
assert [int(code) for code in (END, SELECT, MOVE, ATTACK, COMMAND)] == list(range(len(KINDS)))


def texts(events: np.ndarray) -> list[str]:
    """Return the actions of a trace in notation."""
    columns = (events[name].tolist() for name in ("kind", "command", "square", "target_square"))
    return [_text(*fields) for fields in zip(*columns, strict=True)]


def _text(kind: int, command: int, square: int, target_square: int) -> str:
    if kind == _END:
        return "end"
    verb = COMMANDS[command] if kind == _COMMAND else KINDS[kind]
    where = square if kind == _SELECT else target_square
    return verb if where == NOWHERE else f"{verb} {SQUARES[where]}"
