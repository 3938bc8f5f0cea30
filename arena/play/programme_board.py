"""`ProgrammeBoard`: the boards of a programme's schedules, filled together."""

from collections.abc import Iterable, Sequence

import numpy as np

from .player import GameResult
from .programme import Programme
from .result_board import ResultBoard
from .schedule import Schedule


class ProgrammeBoard:
    """What is known of a programme's games."""

    def __init__(self, schedules: Sequence[Schedule]) -> None:
        self.schedule = Programme(tuple(schedules))
        self.boards = [ResultBoard(schedule) for schedule in schedules]
        """The board of each schedule, by its own numbers."""

    def record(self, results: Iterable[GameResult]) -> None:
        """Note results, by the programme's numbers."""
        for result in results:
            number, game = self.schedule.place(result.game)
            self.boards[number].record_as(game, result)

    def missing(self) -> np.ndarray:
        """Return the games that are not known, in order, by the programme's numbers."""
        starts = zip(self.boards, self.schedule.starts, strict=True)
        return np.concatenate([board.missing() + np.uint32(start) for board, start in starts])
