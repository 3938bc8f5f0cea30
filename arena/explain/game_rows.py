"""The actions of games as rows, from results as they come and from the database.

Games of A against B are played with their events, which are stored with them. A run that is resumed
reads the events of games that it had played before; so what happened in all of them is counted from
the same rows, whenever they were played.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import pyarrow as pa

from ...engine.game import Outcome
from ...engine.records import GameRecord
from ..play.player import DRAW, GameResult
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


Rows = dict[int, list[Row]]
"""The actions of games, by number."""


def rows_of(results: Sequence[GameResult]) -> Rows:
    """Return the actions of games that come with their events."""
    return _by_game(events(results), 0) if results else {}


def stored_rows(context: RunContext, games: Sequence[int], first: int) -> Rows:
    """Return the actions of games that a run has stored; `first` is the number of game 0 there."""
    if not context.store or not context.run or not games:
        return {}
    query = (
        f"SELECT {_COLUMNS} FROM game_events WHERE run = ? AND list_contains(?, game) "
        "ORDER BY game, action"
    )
    numbers = [first + game for game in games]
    return _by_game(context.store.query(query, [context.run, numbers]), first)


def _by_game(table: pa.Table, first: int) -> Rows:
    columns, rows = (table[name].to_pylist() for name in Row._fields), Rows()
    for row in map(Row._make, zip(*columns, strict=True)):
        rows.setdefault(row.game - first, []).append(row)
    return rows


def record_of(rows: Sequence[Row], game: int, board: ResultBoard) -> GameRecord:
    """Return a game of a board as a record."""
    schedule, fixture = board.schedule, board.schedule.fixture(game)
    sides = [schedule.entrants[number] for number in (fixture.first, fixture.second)]
    winner = int(board.winner[game])
    ended = "draw" if winner == DRAW else winner
    return GameRecord(
        armies=(sides[0].army(schedule.rules), sides[1].army(schedule.rules)),
        rules=schedule.rules,
        seed=fixture.seed,
        actions=tuple(row.text for row in rows),
        outcome=Outcome(ended, REASONS[winner], int(board.turns[game])),
        names=(sides[0].label, sides[1].label),
    )
