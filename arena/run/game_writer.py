"""`GameWriter`: the games of a run, stage after stage, written about once a second.

A stage of a search may take half a second. To write each by itself took as long as to play it.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Protocol

import pyarrow as pa

from ...results import Store
from ..play.player import GameResult
from ..play.programme import Programme
from ..play.rows import moved, tables

WRITE_EVERY = 0.6
"""Seconds from one batch to the next; with the writing itself a game waits less than a second."""

AT_MOST = 1 / 3
"""Share of the time that is spent on writing, and on waiting for others who write.

Runs that share a file play more slowly. If each wrote as often as alone, they would write smaller
batches, more of them together, and three runs took twice as long as one after another.
"""


class WritePace:
    """When to write: about once a second, less often where a batch takes long."""

    def __init__(self) -> None:
        self._next = time.monotonic() + WRITE_EVERY

    def due(self) -> bool:
        """Return whether it is time to write."""
        return time.monotonic() >= self._next

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Note how long a batch takes that is written in the block."""
        began = time.monotonic()
        try:
            yield
        finally:
            self._next = began + max(WRITE_EVERY, (time.monotonic() - began) / AT_MOST)


class GameNotes(Protocol):
    """Counts that are made of each game's events and stored in the same batch as the game."""

    table: str
    """Where their rows are stored."""
    columns: Sequence[str]
    """The counts."""

    def record(self, results: Sequence[GameResult]) -> None:
        """Count games that come with their events."""
        ...

    def load(self, rows: pa.Table) -> None:
        """Take counts from the database: `game` and the columns."""
        ...

    def rows(self, games: Sequence[int]) -> pa.Table:
        """Return rows of the table for some games."""
        ...


class GameWriter:
    """Writes results in batches; goes from stage to stage of a run."""

    def __init__(self, store: Store, run: str) -> None:
        self._store, self._run = store, run
        self._made: list[dict[str, pa.Table]] = []
        self._results: list[GameResult] = []
        self._stage: tuple[Programme, int, int, GameNotes | None] | None = None
        self._pace = WritePace()

    def turn_to(
        self, programme: Programme, games: int, matchups: int, notes: GameNotes | None = None
    ) -> None:
        """Continue with a stage, before which the run had so many games and matchups.

        Notes go with a single schedule.
        """
        self._make()
        self._stage = programme, games, matchups, notes

    def add(self, results: Sequence[GameResult]) -> None:
        """Take results, and write if it is time: a stage that ends is no reason."""
        self._results += results
        if self._pace.due():
            self.write()

    def write(self) -> None:
        """Write what has not been written."""
        with self._pace.batch():
            self._make()
            if self._made:
                names = dict.fromkeys(name for made in self._made for name in made)
                together = {
                    name: pa.concat_tables([made[name] for made in self._made if name in made])
                    for name in names
                }
                first = min(together["games"]["game"].to_pylist())
                self._store.write(self._run, batch=f"games-{first}", tables=together)
                self._made = []

    def hurry(self) -> None:
        """Write what can be written at once; do not wait for a locked file."""
        self._store.give_up()

    def _make(self) -> None:
        """Turn results into rows while it is known which stage they are of."""
        if not self._results or not self._stage:
            return
        programme, games, matchups, notes = self._stage
        by_schedule: dict[int, list[GameResult]] = {}
        for result in self._results:
            number, game = programme.place(result.game)
            own = result if game == result.game else replace(result, game=game)
            by_schedule.setdefault(number, []).append(own)
        for number, schedule in enumerate(programme.schedules):
            if results := by_schedule.get(number):
                made = tables(schedule, results)
                if notes:
                    made[notes.table] = notes.rows(sorted(result.game for result in results))
                self._made.append(moved(made, games + programme.starts[number], matchups))
            matchups += len(schedule.matchups)
        self._results = []
