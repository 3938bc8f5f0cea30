"""What happened in a game, action by action, with squares, for playing it back."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from ...engine.kernels.layout import NO_TROOP
from ...engine.notation.events import NOTHING, NOWHERE, trace
from ...engine.rules.squares import place_of
from ...engine.rules.stats import COMMANDS, LETTERS
from .actions import ATTACK, END, MOVE, SELECT, kind_values, parts_of
from .board_game import BoardGame

EventValues = dict[str, Any]


def event_values(board: BoardGame, first: int = 0, end: int | None = None) -> list[EventValues]:
    """Return what happened in a game after its first actions, up to an end."""
    numbers, end = board.numbers, len(board.numbers) if end is None else end
    traced = trace(board.game.rules, board.start, np.array(numbers[:end], np.uint32))
    points = list(pairwise([board.start["points"].tolist(), *_points(traced)]))
    troops = list(_selected(board))
    return [
        {"n": n + 1, "text": board.game.history[n], **kind_values(numbers[n])}
        | _deed(numbers[n], traced[n], troops[n], *points[n])
        for n in range(first, end)
    ]


def last_turn(board: BoardGame) -> dict[str, Any] | None:
    """Return the last turn before the one under way, or the last of a game that is over."""
    ends = [n + 1 for n, number in enumerate(board.numbers) if parts_of(number)[0] == END]
    played = len(board.numbers)
    if board.game.winner is not None and played not in ends:
        ends.append(played)
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


def _selected(board: BoardGame) -> Iterator[int | None]:
    """Yield which troop each action was played with."""
    start = int(board.start.selected)
    troop = None if start == NO_TROOP else start
    for number in board.numbers:
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
    number: int, traced: np.record, troop: int | None, before: list[int], after: list[int]
) -> EventValues:
    kind, subject = parts_of(number)
    known, aimed = int(traced.troop) != NOTHING, int(traced.target) != NOTHING
    earned = [now - then for then, now in zip(before, after, strict=True)]
    return {
        "turn": int(traced.turn),
        "player": int(traced.player),
        "troop": troop if known else None,
        "type": LETTERS[traced.troop] if known else None,
        "from": _place(traced.square) if kind in (SELECT, MOVE, ATTACK) else None,
        "to": _place(traced.square if kind == SELECT else traced.target_square),
        "target": subject if aimed else None,
        "target_type": LETTERS[traced.target] if aimed else None,
        "damage": int(traced.damage_dealt),
        "counter": int(traced.damage_received),
        "kills": [subject] * bool(traced.kill) + [troop] * bool(traced.death),
        "readied": None if traced.readied == NOTHING else COMMANDS[traced.readied],
        "points": after,
        "earned": earned if kind == ATTACK else [0, 0],
    }


def _place(code: int) -> list[int] | None:
    return None if code == NOWHERE else list(place_of(int(code)))
