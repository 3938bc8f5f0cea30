"""`BoardGame`: a game with the state it began in and its actions as the engine's numbers."""

from collections.abc import Sequence

import numpy as np

from ...engine import Game, GameRecord
from ...engine.kernels.entry import advance_state
from ...engine.kernels.layout import STATE
from ...engine.kernels.packing import pack_rules
from ...engine.notation.action_text import clean


class BoardGame:
    """A game from its beginning; what happened in it can be asked at any time."""

    def __init__(self, game: Game) -> None:
        """Begin with a game in which nothing was played yet."""
        if game.history:
            raise ValueError("a board game begins before the first action")
        self.game = game
        self.start = copied_state(game.state)
        self.numbers: list[int] = []

    @classmethod
    def of(cls, record: GameRecord, count: int | None = None) -> "BoardGame":
        """Return the game of a record, or of its first actions."""
        board = cls(record.start())
        board.apply(*record.actions[:count])
        return board

    def apply(self, *actions: str) -> None:
        """Play actions, each of which must be legal."""
        game = self.game
        for action in actions:
            text = clean(action)
            number = game.numbered_actions().get(text)
            if number is None:
                game.apply(text)  # says why it is not legal
                raise AssertionError(text)
            advance_state(pack_rules(game.rules), game.state, number)
            game.history.append(text)
            self.numbers.append(number)

    def copy(self) -> "BoardGame":
        """Return an independent copy."""
        other = BoardGame.__new__(BoardGame)
        other.game, other.start = self.game.copy(), self.start
        other.numbers = list(self.numbers)
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
