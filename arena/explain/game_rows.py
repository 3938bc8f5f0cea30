"""`GameRows`: the actions of a stage's games, from results as they come and from the database.

Games of A against B are played with their events, which are stored with them. A run that is resumed
reads the events of games that it had played before; so what happened in all of them is counted from
the same rows, whenever they were played.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import pyarrow as pa

from ...engine.game import Outcome
from ...engine.records import GameRecord
from ..play.player import DRAW, Result
from ..play.result_board import ResultBoard
from ..play.rows import REASONS, events
from ..run.context import RunContext


class Row(NamedTuple):
    """An action: the columns of `game_events` that are read, by name."""

    game: int
    action: int
    turn: int
    player: str
    kind: str
    command: str | None
    troop: str | None
    square: str | None
    target: str | None
    target_square: str | None
    damage_dealt: int
    damage_received: int
    kill: bool
    death: bool

    @property
    def text(self) -> str:
        """The action in notation."""
        where = self.square if self.kind == "select" else self.target_square
        return " ".join(word for word in (self.command or self.kind, where) if word)


_COLUMNS: Final = ", ".join(Row._fields)


class GameRows:
    """The actions of games by number, filled as results come."""

    def __init__(self) -> None:
        self._games: dict[int, list[Row]] = {}

    def record(self, results: Sequence[Result]) -> None:
        """Take games that come with their events."""
        if results:
            self._add(events(results), 0)

    def complete(self, context: RunContext, board: ResultBoard, first: int) -> None:
        """Read the games that were played before the run was resumed.

        `first` is the number within the run of the stage's first game.
        """
        if len(self._games) == len(board.schedule) or not context.store or not context.run:
            return
        asked = (
            f"SELECT {_COLUMNS} FROM game_events WHERE run = ? AND game >= ? AND game < ? "
            "ORDER BY game, action"
        )
        ends = first, first + len(board.schedule)
        self._add(context.store.query(asked, [context.run, *ends]), first)

    def __getitem__(self, game: int) -> list[Row]:
        return self._games[game]

    def record_of(self, game: int, board: ResultBoard) -> GameRecord:
        """Return a game of a board as a record."""
        schedule, fixture = board.schedule, board.schedule.fixture(game)
        sides = [schedule.entrants[number] for number in (fixture.first, fixture.second)]
        winner = int(board.winner[game])
        reason = REASONS[winner]
        return GameRecord(
            armies=(sides[0].army(schedule.rules), sides[1].army(schedule.rules)),
            rules=schedule.rules,
            seed=fixture.seed,
            actions=tuple(row.text for row in self[game]),
            outcome=Outcome("draw" if winner == DRAW else winner, reason, int(board.turns[game])),
            names=(sides[0].label, sides[1].label),
        )

    def _add(self, table: pa.Table, first: int) -> None:
        columns = (table[name].to_pylist() for name in Row._fields)
        known = set(self._games)
        for row in map(Row._make, zip(*columns, strict=True)):
            number = row.game - first
            if number not in known:
                self._games.setdefault(number, []).append(row)
