"""Legal actions, and lines of them, each with its troop, squares and target."""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from ...engine import Game
from ...engine.kernels.actions import KIND_MASK, KIND_SHIFT, SUBJECT_MASK
from ...engine.kernels.layout import NO_TROOP, WINDS_OF_FATE
from ...engine.notation.events import KINDS
from ...engine.rules.squares import place_of
from ...engine.rules.stats import COMMANDS

ActionValues = dict[str, Any]
END, SELECT, MOVE, ATTACK, COMMAND = range(len(KINDS))
"""Kinds of actions; those of commands begin with the last."""
_COST_SHIFT: Final = 16


def parts_of(number: int) -> tuple[int, int]:
    """Return an action's kind, and the troop or square that it is about."""
    return (number >> KIND_SHIFT) & KIND_MASK, number & SUBJECT_MASK


def kind_values(number: int) -> ActionValues:
    """Return what kind of action it is, of commands which one, of moves the steps."""
    kind, _ = parts_of(number)
    return {
        "kind": KINDS[min(kind, COMMAND)],
        "command": COMMANDS[kind - COMMAND] if kind >= COMMAND else None,
        "cost": number >> _COST_SHIFT if kind == MOVE else 0,
    }


def action_values(game: Game) -> list[ActionValues]:
    """Return every legal action, in the order of their texts."""
    describe = _Describer(game.state)
    return [describe(text, number) for text, number in sorted(game.numbered_actions().items())]


def line_values(game: Game, actions: Iterable[str]) -> list[ActionValues]:
    """Return actions that follow each other from a position, which stays as it is."""
    later, described = game.copy(), []
    for action in actions:
        number = later.numbered_actions()[action]
        described.append(_Describer(later.state)(action, number))
        later.apply(action)
    return described


class _Describer:
    """Says what an action of a state is about."""

    def __init__(self, state: np.record) -> None:
        self._x, self._y = state["x"].tolist(), state["y"].tolist()
        selected = int(state.selected)
        self._selected = None if selected == NO_TROOP else selected

    def __call__(self, text: str, number: int) -> ActionValues:
        kind, subject = parts_of(number)
        selected = self._selected
        troop = subject if kind == SELECT else selected
        origin, to, target = None, None, None
        if kind in (SELECT, MOVE, ATTACK) and troop is not None:
            origin = self._at(troop)
        if kind == MOVE:
            to = list(place_of(subject))
        elif kind == SELECT:
            to = origin
        elif kind >= ATTACK and kind != COMMAND + WINDS_OF_FATE:
            to, target = self._at(subject), subject
        squares = {"troop": troop, "from": origin, "to": to, "target": target}
        return {"text": text, **squares, **kind_values(number)}

    def _at(self, troop: int) -> list[int]:
        return [self._x[troop], self._y[troop]]
