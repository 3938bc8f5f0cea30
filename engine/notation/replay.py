"""Games played again from their text, each inside one kernel.

To read an action's text takes the position it was played in. Text alone says its kind and square,
which is enough to find it among the legal ones: 50 times as fast as to write all of those as text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from ..kernels.actions import (
    ATTACK,
    COMMAND,
    END,
    KIND_SHIFT,
    MAX_ACTIONS,
    MOVE,
    SELECT,
    kind_of,
    subject_of,
)
from ..kernels.compiled import jit
from ..kernels.layout import STATE, WINDS_OF_FATE, new_scratch
from ..kernels.options import find_options, list_options, square_code
from ..kernels.packing import pack_rules
from ..kernels.transitions import apply_action
from ..rules.ruleset import Ruleset
from ..rules.squares import FILES, code_at, square_name
from ..rules.stats import COMMANDS
from .action_text import clean

U64 = np.uint64
_UNKNOWN: Final = 0xFFFF
"""The word of a text that no action has."""


@cache
def _words() -> dict[str, int]:
    """Return the kind and the square's code, in one number, of every text that an action has."""
    verbs = {"select": int(SELECT), "move": int(MOVE), "attack": int(ATTACK)}
    verbs |= {name: int(COMMAND) + number for number, name in enumerate(COMMANDS)}
    words = {"end": int(END), COMMANDS[WINDS_OF_FATE]: verbs.pop(COMMANDS[WINDS_OF_FATE])}
    words = {text: kind << KIND_SHIFT for text, kind in words.items()}
    squares = [(x, y) for x in range(len(FILES)) for y in range(len(FILES))]
    return words | {
        f"{verb} {square_name(*place)}": kind << KIND_SHIFT | code_at(*place)
        for verb, kind in verbs.items()
        for place in squares
    }


@jit
def _follow(rules, state, scratch, out, words, numbers):
    """Play and number the legal actions that words mean; return how many before one is not."""
    for i in range(words.shape[0]):
        word = U64(words[i])
        kind, code = kind_of(word), subject_of(word)
        find_options(rules, state, scratch)
        place = -1
        for n in range(list_options(scratch, out)):
            action = U64(out[n])
            if kind_of(action) == kind:
                at = subject_of(action)
                if kind == END or kind == COMMAND + U64(WINDS_OF_FATE):
                    at = code
                elif kind != MOVE:
                    at = square_code(U64(state.x[at]), U64(state.y[at]))
                if at == code:
                    place = n
        if place < 0:
            return i
        numbers[i] = out[place]
        apply_action(rules, state, U64(out[place]))
    return words.shape[0]


@dataclass(frozen=True)
class Replayed:
    """Actions that were played again, up to the first that is not legal."""

    numbers: np.ndarray
    """As kernels number them."""
    end: np.record
    """The position that they lead to."""


class Replayer:
    """Plays games again, one at a time; a thread has its own."""

    def __init__(self) -> None:
        self._scratch = new_scratch()
        self._out = np.zeros(MAX_ACTIONS, np.uint32)

    def follow(self, rules: Ruleset, start: np.record, actions: Sequence[str]) -> Replayed:
        """Play actions from a position, as far as they are legal."""
        vocabulary = _words()
        words = [vocabulary.get(text, -1) for text in actions]
        if -1 in words:
            words = [vocabulary.get(clean(text), _UNKNOWN) for text in actions]
        states, numbers = np.zeros(1, STATE), np.zeros(len(words), np.uint32)
        states[0] = start
        played = _follow(
            pack_rules(rules),
            states[0],
            self._scratch,
            self._out,
            np.array(words, np.uint32),
            numbers,
        )
        return Replayed(numbers[:played], states[0])

    def play(self, rules: Ruleset, start: np.record, actions: Sequence[str]) -> np.record | None:
        """Return the position that actions lead to; None if one of them is not legal."""
        played = self.follow(rules, start, actions)
        return played.end if len(played.numbers) == len(actions) else None
