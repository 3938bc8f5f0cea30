"""The service's own SQLite files, beside the database: how they are opened, made and fail."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from ...results.database.errors import StoreError

BUSY_SECONDS: Final = 10.0
LEAST_ROOM: Final = 1 << 16
"""Bytes: with less on the disk, that is why a write failed."""


def opened(path: Path, **options: Any) -> sqlite3.Connection:
    """Return a connection in write-ahead mode, whose transactions are begun by hand."""
    try:
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, **options)
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be opened: {error}") from None
    connection.row_factory = sqlite3.Row
    try:
        with saying_why(path):
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")  # what was answered is on the disk
    except StoreError:
        connection.close()
        raise
    return connection


def make_tables(connection: sqlite3.Connection, path: Path, schema: str, version: int) -> None:
    """Make the tables of a new file; refuse one of a later version."""
    found = connection.execute("PRAGMA user_version").fetchone()[0]
    if found > version:
        raise StoreError(f"{path} was made by a later version of conquest-opt")
    if not found:
        for statement in schema.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {version}")


@contextmanager
def saying_why(path: Path) -> Iterator[None]:
    """Say of a call that fails which file it was, and whether the disk is full."""
    try:
        yield
    except sqlite3.Error as error:
        full = shutil.disk_usage(path.parent).free < LEAST_ROOM
        raise StoreError(f"{path}: {'the disk is full' if full else error}") from None
