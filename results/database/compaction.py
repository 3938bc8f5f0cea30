"""A smaller file: what is in the database is copied into a new one, which takes its place.

DuckDB uses the space of deleted rows again, but gives none of it back: with 2.0, CHECKPOINT and
VACUUM left a file of 35 MB as it was, or larger, of which a copy had 16 MB.

While it is copied others may read the file, and nothing can write to it. The copy takes its place
(`replacing`) once nobody reads it: unless somebody wrote in between, for then it is copied anew.
"""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from .atomic_files import hidden_file, reason
from .connection import sql_text, unchanging
from .errors import QueryError, StoreError
from .interruptible import interruptible
from .opening import Waiter
from .replacing import logs, put

_TRIES: Final = 3
"""Copies that others may make useless by writing, before it is given up."""

OnProgress = Callable[[int], object]
"""Is called with the bytes of the copy so far."""


def compact(path: Path, timeout: float, waiter: Waiter | None, on_progress: OnProgress) -> None:
    """Give back the space that nothing in the database needs."""
    path = Path(os.path.realpath(path))  # a link stays a link
    with hidden_file(path) as making:
        try:
            for _ in range(_TRIES):
                copied = _copy(path, making, timeout, waiter, on_progress)
                with unchanging(path, timeout, waiter, shared=False):
                    if _state(path) == copied:
                        shutil.copymode(path, making)
                        put(making, path)
                        return
                making.unlink()
        except (OSError, QueryError) as error:
            raise StoreError(
                f"the smaller copy of {path} cannot be made: {reason(error, making, path)}"
            ) from None
    raise StoreError(f"{path} is written to all the time; the file is as large as it was")


def _copy(
    path: Path, making: Path, timeout: float, waiter: Waiter | None, on_progress: OnProgress
) -> list[tuple[int, ...]]:
    """Copy the database; return the state of the files that it was copied from."""
    with unchanging(path, timeout, waiter) as connection:
        connection.execute(f"ATTACH {sql_text(str(making))} AS copy")
        interruptible(
            connection,
            lambda: connection.execute("COPY FROM DATABASE kept TO copy"),
            lambda: on_progress(making.stat().st_size),
        )
        connection.execute("CHECKPOINT copy")  # detached, it would make one too, and say no error
        connection.execute("DETACH copy")
        return _state(path)


def _state(path: Path) -> list[tuple[int, ...]]:
    """Return what changes when a file of the database is written to or replaced."""
    states = [file.stat() for file in (path, *logs(path))]
    return [(state.st_ino, state.st_size, state.st_mtime_ns) for state in states]
