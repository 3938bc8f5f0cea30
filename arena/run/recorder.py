"""`Ledger`: games of one stage after the other, written about once a second.

A stage of a search may take half a second. To write each by itself took as long as to play it.
"""

import time
from collections.abc import Sequence

import pyarrow as pa

from ...evolve.styles.behaviour import Behaviour
from ...results import Store
from .play_schedule import WRITE_EVERY, Recorder
from .player import Result
from .rows import moved, tables
from .schedule import Schedule


class Ledger(Recorder):
    """A recorder that goes from schedule to schedule of a run."""

    def __init__(self, store: Store, run: str) -> None:
        self._store, self._run = store, run
        self._made: list[dict[str, pa.Table]] = []
        self._results: list[Result] = []
        self._stage: tuple[Schedule, int, int, Behaviour | None] | None = None
        self._written = time.monotonic()

    def turn_to(
        self, schedule: Schedule, games: int, matchups: int, book: Behaviour | None = None
    ) -> None:
        """Go on with a schedule, before which the run had so many games and matchups.

        What a book has noted of games is written with them.
        """
        self._make()
        self._stage = schedule, games, matchups, book

    def add(self, results: Sequence[Result]) -> None:
        """Take results, and write if it is time."""
        self._results += results
        self.flush()

    def flush(self) -> None:
        """Write if it is time: a stage that ends is no reason."""
        if time.monotonic() - self._written >= WRITE_EVERY:
            self.write()

    def write(self) -> None:
        """Write what has not been written."""
        self._make()
        self._written = time.monotonic()
        if self._made:
            names = dict.fromkeys(name for made in self._made for name in made)
            together = {
                name: pa.concat_tables([made[name] for made in self._made if name in made])
                for name in names
            }
            first = min(together["games"]["game"].to_pylist())
            self._store.write(self._run, batch=f"games-{first}", tables=together)
            self._made = []

    def _make(self) -> None:
        """Turn results into rows while it is known which schedule they are of."""
        if self._results and self._stage:
            schedule, games, matchups, book = self._stage
            made = tables(schedule, self._results)
            if book:
                made[book.table] = book.rows(sorted(result.game for result in self._results))
            self._made.append(moved(made, games, matchups))
            self._results = []
