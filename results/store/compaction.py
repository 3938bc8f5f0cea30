"""A smaller file: what is in the database is copied into a new one, which takes its place.

DuckDB uses the space of deleted rows again, but gives none of it back: with 2.0, CHECKPOINT and
VACUUM left a file of 35 MB as it was, or larger, of which a copy had 16 MB.

While it is copied others may read the file, and nothing can write to it. The copy is made under a
hidden name, forced to the disk and then renamed, which is one step for the file system: at any
moment, also if the process is killed, there is one whole database of that name. Readers that have
the old one open read on in it.
"""

import os
import shutil
from collections.abc import Callable
from glob import escape
from pathlib import Path
from typing import Final

import duckdb

from .atomic_files import hidden_file, reason
from .connection import Waiter, sql_text, unchanging, writing
from .errors import StoreError
from .interruptible import interruptible

_TRIES: Final = 3
"""Times that a log of a killed writer is taken over before the copy is given up."""


OnProgress = Callable[[int], object]
"""Is called with the bytes of the copy so far."""


def compact(path: Path, timeout: float, waiter: Waiter | None, on_progress: OnProgress) -> None:
    """Give back the space that nothing in the database needs."""
    path = Path(os.path.realpath(path))  # a link stays a link
    for _ in range(_TRIES):
        try:
            if _replaced(path, timeout, waiter, on_progress):
                return
        except OSError as error:
            raise StoreError(
                f"the smaller copy of {path} cannot be made: {error.strerror}"
            ) from None
        with writing(path, timeout, waiter):
            pass  # which takes over the log
    raise StoreError(f"{path} has a log that stays; the file is as large as it was")


def size_on_disk(path: Path) -> int:
    """Return the bytes that a database takes, with its log."""
    path = Path(os.path.realpath(path))
    return sum(_size(file) for file in (path, *_logs(path)))


def _size(file: Path) -> int:
    """Return a file's bytes; none of a log that its writer has just taken over."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def _replaced(path: Path, timeout: float, waiter: Waiter | None, on_progress: OnProgress) -> bool:
    """Copy the database and give the copy its name; False if there is a log beside it.

    A log belongs to the very file that it was written for.
    """
    with hidden_file(path) as making, unchanging(path, timeout, waiter) as connection:
        if _logs(path):
            return False
        try:
            connection.execute(f"ATTACH {sql_text(str(making))} AS copy")
            interruptible(
                connection,
                lambda: connection.execute("COPY FROM DATABASE kept TO copy"),
                lambda: on_progress(making.stat().st_size),
            )
            connection.execute("DETACH copy")
        except duckdb.Error as error:
            raise StoreError(
                f"the smaller copy of {path} cannot be made: {reason(error, making, path)}"
            ) from None
        shutil.copymode(path, making)
        _force(making)
        making.replace(path)
        _force(path.parent)
    return True


def _logs(path: Path) -> list[Path]:
    return list(path.parent.glob(f"{escape(path.name)}.*wal"))


def _force(path: Path) -> None:
    """Have what was written to a file or a directory on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
