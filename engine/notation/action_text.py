"""Actions as text, and text as actions: `select k3`, `battle-cry k7`, `winds-of-fate`, `end`."""

import difflib
import re

import numpy as np

from ..kernels.actions import (
    ATTACK,
    COMMAND,
    END,
    KIND_MASK,
    KIND_SHIFT,
    MOVE,
    SELECT,
    SUBJECT_MASK,
)
from ..kernels.layout import PHASES, WINDS_OF_FATE
from ..reading.input_error import InputError
from ..reading.names import LONGEST_SHOWN, shown
from ..rules.squares import FILES, place_of, square_name
from ..rules.stats import COMMANDS

_VERBS = {int(SELECT): "select", int(ATTACK): "attack"}
_RANK = re.compile(r"([a-t])([0-9]{1,2})")
_END, _MOVE, _COMMAND = int(END), int(MOVE), int(COMMAND)


class IllegalAction(InputError):
    """An action that is not legal now; the message names the phase and the nearest legal ones."""

    def __init__(self, action: str, phase: str, legal: list[str], number: int = 1) -> None:
        self.action, self.phase = action, phase
        self.number = number
        """Which of several actions in a row it is."""
        self.nearest = nearest(action, legal)
        if legal:
            hint = "; the nearest legal ones are " + ", ".join(self.nearest)
        else:
            hint = ": the game is over"
        super().__init__(f"illegal action {shown(action)} in the {phase} phase{hint}")


def action_texts(state: np.record, actions: np.ndarray) -> dict[str, int]:
    """Return actions of a state by their text."""
    xs, ys = state["x"].tolist(), state["y"].tolist()
    return {_text(xs, ys, action): action for action in actions.tolist()}


def _text(xs: list[int], ys: list[int], action: int) -> str:
    kind, subject = (action >> KIND_SHIFT) & KIND_MASK, action & SUBJECT_MASK
    if kind == _END:
        return "end"
    if kind == _MOVE:
        return f"move {square_name(*place_of(subject))}"
    if kind >= _COMMAND:
        command = kind - _COMMAND
        if command == WINDS_OF_FATE:
            return COMMANDS[command]
        verb = COMMANDS[command]
    else:
        verb = _VERBS[kind]
    return f"{verb} {square_name(xs[subject], ys[subject])}"


def clean(text: str) -> str:
    """Return an action's text in lower case with single spaces; letters of other scripts stay."""
    return " ".join(text.lower().split()) if text.isascii() else text


def phase_name(state: np.record) -> str:
    """Return the phase the player to move is in."""
    return PHASES[state.phase]


def nearest(action: str, legal: list[str], n: int = 3) -> list[str]:
    """Return the n legal actions most like `action`: the same verb first, then near squares."""
    action = action[:LONGEST_SHOWN]
    verb, _, square = action.partition(" ")
    verbs = {text.partition(" ")[0] for text in legal}
    like = difflib.get_close_matches(verb, verbs, n=1, cutoff=0.6)

    def distance(text: str) -> tuple[bool, int, float]:
        its_verb, _, its_square = text.partition(" ")
        alike = difflib.SequenceMatcher(None, action, text).ratio()
        return its_verb not in like, _steps(square, its_square), -alike

    return sorted(legal, key=distance)[:n]


def _steps(a: str, b: str) -> int:
    """Return the Chebyshev distance of two square names, a large one if either is none."""
    places = [_RANK.fullmatch(s) for s in (a, b)]
    if None in places:
        return 99
    (ax, ay), (bx, by) = ((FILES.index(p[1]), int(p[2])) for p in places if p)
    return max(abs(ax - bx), abs(ay - by))
