"""What happened in a game, action by action, with squares, for playing it back."""

from collections import namedtuple
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from ...engine.kernels.layout import NO_TROOP
from ...engine.notation.events import EVENT, NOTHING, NOWHERE, trace
from ...engine.rules.squares import place_of
from ...engine.rules.stats import COMMANDS, LETTERS
from .actions import ATTACK, END, MOVE, SELECT, kind_values, parts_of
from .board_game import BoardGame

EventValues = dict[str, Any]
_Noted = namedtuple("_Noted", EVENT.names or ())
"""What the engine notes of an action."""


def event_values(board: BoardGame, first: int = 0, end: int | None = None) -> list[EventValues]:
    """Return what happened in a game after its first actions, up to an end."""
    state, numbers = board.state_after(first), board.numbers[first:end]
    traced = trace(board.game.rules, state, np.array(numbers, np.uint32))
    points = pairwise([state["points"].tolist(), *_points(traced)])
    history = board.game.history[first:end]
    rows = [_Noted(*row) for row in traced.tolist()]  # records are slow to ask
    parts = zip(history, numbers, rows, _selected(state, numbers), points, strict=True)
    return [
        {"n": n, "text": text, **kind_values(number)} | _deed(number, event, troop, *earned)
        for n, (text, number, event, troop, earned) in enumerate(parts, start=first + 1)
    ]


def last_turn(board: BoardGame) -> dict[str, Any] | None:
    """Return the last turn before the one under way, or the last of a game that is over."""
    ends = board.turn_ends()
    if not ends:
        return None
    first = ends[-2] if len(ends) > 1 else 0
    events = event_values(board, first, ends[-1])
    return {
        "turn": events[0]["turn"],
        "player": events[0]["player"],
        "first": first,
        "events": events,
    }


def _selected(start: np.record, numbers: Iterable[int]) -> Iterator[int | None]:
    """Yield which troop each action was played with."""
    selected = int(start.selected)
    troop = None if selected == NO_TROOP else selected
    for number in numbers:
        kind, subject = parts_of(number)
        if kind == SELECT:
            troop = subject
        yield troop
        if kind == END:
            troop = None


def _points(traced: np.ndarray) -> Iterator[list[int]]:
    """Yield both sides' command points after each action."""
    columns = (traced[name].tolist() for name in ("player", "points", "enemy_points"))
    for player, own, other in zip(*columns, strict=True):
        yield [other, own] if player else [own, other]


def _deed(
    number: int, noted: _Noted, troop: int | None, before: list[int], after: list[int]
) -> EventValues:
    kind, subject = parts_of(number)
    known, aimed = noted.troop != NOTHING, noted.target != NOTHING
    earned = [now - then for then, now in zip(before, after, strict=True)]
    return {
        "turn": noted.turn,
        "player": noted.player,
        "troop": troop if known else None,
        "type": LETTERS[noted.troop] if known else None,
        "from": _place(noted.square) if kind in (SELECT, MOVE, ATTACK) else None,
        "to": _place(noted.square if kind == SELECT else noted.target_square),
        "target": subject if aimed else None,
        "target_type": LETTERS[noted.target] if aimed else None,
        "damage": noted.damage_dealt,
        "counter": noted.damage_received,
        "kills": [subject] * bool(noted.kill) + [troop] * bool(noted.death),
        "readied": None if noted.readied == NOTHING else COMMANDS[noted.readied],
        "points": after,
        "earned": earned if kind == ATTACK else [0, 0],
    }


def _place(code: int) -> list[int] | None:
    return None if code == NOWHERE else list(place_of(code))
