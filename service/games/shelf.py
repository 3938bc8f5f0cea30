"""`Shelf`: the games in a SQLite file beside the queue, and the reviews that were made of them.

The file is in write-ahead mode, and a call is one transaction: a process that is killed leaves it
as its last transaction left it. One connection serves all threads, one at a time.
"""

import json
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from ..common.side_files import make_tables, opened, saying_why

VERSION: Final = 1
KEPT_REVIEWS: Final = 500

_SCHEMA: Final = """
    CREATE TABLE games (
        game TEXT PRIMARY KEY,
        record TEXT NOT NULL,
        sides TEXT NOT NULL,
        resigned INTEGER,
        source TEXT NOT NULL,
        stored TEXT,
        summary TEXT NOT NULL,
        created REAL NOT NULL,
        updated REAL NOT NULL
    );
    CREATE INDEX games_by_time ON games (updated);
    CREATE INDEX games_by_stored ON games (stored) WHERE stored IS NOT NULL;
    CREATE TABLE reviews (review TEXT PRIMARY KEY, found TEXT NOT NULL, made REAL NOT NULL);
"""


@dataclass(frozen=True, kw_only=True)
class ShelfEntry:
    """A game of the file without its record, which may be long."""

    game: str
    sides: tuple[str, str]
    """Who plays: human, or an agent's text."""
    resigned: int | None
    source: str
    """What it was begun from."""
    stored: str | None
    """The run and the game of the database that it is, if it is one."""
    summary: Mapping[str, Any]
    """What a list of games shows."""
    created: float
    updated: float


@dataclass(frozen=True, kw_only=True)
class ShelvedGame(ShelfEntry):
    """A game as it stands in the file."""

    record: str
    """Its line, as `GameRecord` writes it."""


_ENTRY: Final = ", ".join(one.name for one in fields(ShelfEntry))


class Shelf:
    """The file. Any number of threads may ask."""

    def __init__(self, path: Path, most: int) -> None:
        """Open the file, and make it if there is none; it keeps so many games."""
        self.path, self._most = path, most
        self._lock = threading.Lock()
        self._connection = opened(path, check_same_thread=False)
        with self._transaction() as connection:
            make_tables(connection, path, _SCHEMA, VERSION)

    # ---- games ---------------------------------------------------------------------------------

    def __len__(self) -> int:
        with self._transaction() as connection:
            return connection.execute("SELECT count(*) FROM games").fetchone()[0]

    def read(self, game: str) -> ShelvedGame | None:
        """Return a game; None if there is none of that number."""
        with self._transaction() as connection:
            row = connection.execute("SELECT * FROM games WHERE game = ?", [game]).fetchone()
        return ShelvedGame(**_values(row)) if row else None

    def unchanged(self, stored: str, record: str) -> str | None:
        """Return the latest game that was opened from one of the database and is still as it is."""
        query = (
            "SELECT game FROM games WHERE stored = ? AND resigned IS NULL AND record = ? "
            "ORDER BY updated DESC LIMIT 1"
        )
        with self._transaction() as connection:
            row = connection.execute(query, [stored, record]).fetchone()
        return row["game"] if row else None

    def listed(self, offset: int, limit: int) -> tuple[int, list[ShelfEntry]]:
        """Return how many games there are, and some of them, the latest first."""
        with self._transaction() as connection:
            count = connection.execute("SELECT count(*) FROM games").fetchone()[0]
            rows = connection.execute(
                f"SELECT {_ENTRY} FROM games ORDER BY updated DESC, game LIMIT ? OFFSET ?",
                [limit, offset],
            ).fetchall()
        return count, [ShelfEntry(**_values(row)) for row in rows]

    def write(self, game: ShelvedGame) -> None:
        """Write a game, new or changed; with a new one too many, those untouched longest go."""
        values = asdict(game) | {
            "sides": json.dumps(game.sides),
            "summary": json.dumps(dict(game.summary)),
        }
        names, marks = ", ".join(values), ", ".join(f":{name}" for name in values)
        with self._transaction() as connection:
            connection.execute(f"INSERT OR REPLACE INTO games ({names}) VALUES ({marks})", values)
            if game.created == game.updated:
                connection.execute(
                    "DELETE FROM games WHERE game IN "
                    "(SELECT game FROM games ORDER BY updated DESC LIMIT -1 OFFSET ?)",
                    [self._most],
                )

    def delete(self, game: str) -> bool:
        """Forget a game; return whether there was one."""
        with self._transaction() as connection:
            return connection.execute("DELETE FROM games WHERE game = ?", [game]).rowcount > 0

    # ---- reviews -------------------------------------------------------------------------------

    def review(self, key: str) -> Any:
        """Return a review that was made; None if it was not."""
        with self._transaction() as connection:
            row = connection.execute("SELECT found FROM reviews WHERE review = ?", [key]).fetchone()
        return json.loads(row[0]) if row else None

    def keep_review(self, key: str, found: Mapping[str, Any]) -> None:
        """Keep a review; of too many the oldest go."""
        with self._transaction() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO reviews VALUES (?, ?, ?)",
                [key, json.dumps(dict(found)), time.time()],
            )
            connection.execute(
                "DELETE FROM reviews WHERE review IN "
                "(SELECT review FROM reviews ORDER BY made DESC LIMIT -1 OFFSET ?)",
                [KEPT_REVIEWS],
            )

    # ---- inside --------------------------------------------------------------------------------

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock, saying_why(self.path):
            self._connection.execute("BEGIN")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise


def _values(row: sqlite3.Row) -> dict[str, Any]:
    values = dict(row)
    first, second = json.loads(values["sides"])
    return values | {"sides": (first, second), "summary": json.loads(values["summary"])}
