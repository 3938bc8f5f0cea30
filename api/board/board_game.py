"""`BoardGame`: a game with the state it began in and its actions as the engine's numbers."""

from array import array
from collections.abc import Sequence

import numpy as np

from ...engine import Game, GameRecord
from ...engine.kernels.actions import END, KIND_MASK, KIND_SHIFT
from ...engine.kernels.layout import STATE
from ...engine.notation.events import advanced


class BoardGame:
    """A game from its beginning; what happened in it can be asked at any time."""

    def __init__(self, game: Game) -> None:
        """Begin with a game in which nothing was played yet."""
        if game.history:
            raise ValueError("a board game begins before the first action")
        self.game = game
        self.start = copied_state(game.state)
        self.numbers = array("I")

    @classmethod
    def of(cls, record: GameRecord, count: int | None = None) -> "BoardGame":
        """Return the game of a record, or of its first actions."""
        board = cls(record.start())
        board.apply(*record.actions[:count])
        return board

    def apply(self, *actions: str) -> None:
        """Play actions, all of which must be legal: all or none."""
        self.numbers.extend(self.game.apply_all(actions).tolist())

    def state_after(self, count: int) -> np.record:
        """Return the position after the first actions."""
        numbers = np.array(self.numbers[:count], np.uint32)
        return advanced(self.game.rules, self.start, numbers)

    def turn_ends(self) -> list[int]:
        """Return after how many actions each turn was over; a game that is over ends the last."""
        kinds = np.array(self.numbers, np.uint32) >> KIND_SHIFT & KIND_MASK
        ends = (np.flatnonzero(kinds == END) + 1).tolist()
        played = len(self.numbers)
        over = played and self.game.winner is not None and played not in ends
        return [*ends, played] if over else ends

    def copy(self) -> "BoardGame":
        """Return an independent copy."""
        other = BoardGame.__new__(BoardGame)
        other.game, other.start = self.game.copy(), self.start
        other.numbers = self.numbers[:]
        return other

    def record(self, names: Sequence[str] = ("first", "second")) -> GameRecord:
        """Return the game as it is kept in files."""
        first, second = names
        return GameRecord.of(self.game, (first, second))


def copied_state(state: np.record) -> np.record:
    """Return a copy of a state."""
    states = np.zeros(1, STATE)
    states[0] = state
    return states[0]
