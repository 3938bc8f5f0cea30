"""Opening the file, for a moment at a time.

DuckDB locks a file while it is open: one process may write, or several may read. A long run would
lock all others out, so no process keeps the file open. A writer opens it for one transaction, a
reader for one query; one that finds it locked tries again until its timeout ends. Opening and
closing take about 20 ms, which a batch of games does not notice.

Processes of this program take turns (`turns`). Between two writes one leaves a gap that is longer
than the others' pause between tries, so a writer with nothing to do but write cannot starve them.
Within a process a lock keeps the order: DuckDB refuses to open a file twice with different
settings.

What is committed stands in a log beside the file, and goes into the file by a copy that takes its
place (`checkpoints`): DuckDB's own way writes blocks of the file in place, and a block half written
by a process that dies leaves a file that cannot be read any more.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Final

import duckdb

from .doors import door_of
from .errors import QueryError, StoreError, TooMuchMemory
from .opening import Open, Waiter, connect
from .turns import GAP, Turn

WRITER_TIMEOUT: Final = 600.0
"""Seconds: a run of hours should outlive another process's long query."""

READER_TIMEOUT: Final = 30.0
"""Seconds: the longest batch takes a few."""

_LOGGED: Final = (
    "PRAGMA disable_checkpoint_on_shutdown",
    "SET wal_autocheckpoint = '1TB'",
    f"SET auto_checkpoint_skip_wal_threshold = {1 << 62}",
    "SET python_enable_replacements = false",
)
"""Settings with which DuckDB writes to the log alone, however much is committed."""

_INTERRUPTED: Final = "Query interrupted"
"""What DuckDB makes of a signal whose handler raised an error while it was at work."""

_GUARD: Final = (
    "SET temp_directory = ''",
    "SET python_enable_replacements = false",
    "SET enable_external_access = false",
    "SET disabled_filesystems = 'LocalFileSystem'",
    "SET lock_configuration = true",
)
"""What a query must not do, in the order in which DuckDB accepts it.

Read-only opening protects the tables. Without external access the files beside the database can
still be written (checked with 2.0: COPY ... TO 'conquest.duckdb.wal'), so the file system goes too;
the database itself is open already. Nothing is spilled to disk, and the settings are locked last.
"""


_writers: set[threading.Thread] = set()
"""Threads of this process that write to a file or wait to do so."""


def writes_under_way() -> bool:
    """Return whether this process is writing rows."""
    return bool(_writers)


@contextmanager
def _noted_writer() -> Iterator[None]:
    writer = threading.current_thread()
    _writers.add(writer)
    try:
        yield
    finally:
        _writers.discard(writer)


@contextmanager
def reading(
    path: Path,
    timeout: float = READER_TIMEOUT,
    waiter: Waiter | None = None,
    memory_limit: str | None = None,
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the file for queries that can change neither it nor anything else on the machine.

    Without a limit of memory, such as 512MB, it is DuckDB's: most of the machine's.
    """
    with _sharing(path, _read_only, timeout, waiter) as connection:
        if memory_limit:
            connection.execute(f"SET memory_limit = {sql_text(memory_limit)}")
        for setting in _GUARD:
            connection.execute(setting)
        with duckdb_errors():
            yield connection


@contextmanager
def unchanging(
    path: Path,
    timeout: float = WRITER_TIMEOUT,
    waiter: Waiter | None = None,
    *,
    shared: bool = True,
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Attach the file as `kept` to a database in memory: nothing writes to it.

    Others may read it; if it is not shared, only other programs may.
    """
    with (
        _sharing(path, _attached, timeout, waiter, shared=shared) as connection,
        duckdb_errors(),
    ):
        yield connection


@contextmanager
def bytes_of(
    path: Path, timeout: float = WRITER_TIMEOUT, waiter: Waiter | None = None
) -> Iterator[IO[bytes]]:
    """Open the file for its bytes, while nothing writes to it."""
    whole = unchanging(path, timeout, waiter, shared=False)
    with door_of(path).lock, _noted_writer(), ExitStack() as closed_last, whole:
        # Closing it drops every lock that this process has on it.
        try:
            file = path.open("rb")
        except OSError as error:
            raise StoreError(f"{path} cannot be read: {error.strerror}") from None
        yield closed_last.enter_context(file)


@contextmanager
def _sharing(
    path: Path, open_file: Open, timeout: float, waiter: Waiter | None, *, shared: bool = True
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Have the file open in a turn that readers share."""
    with door_of(path).lock:
        turn = Turn(path, shared=shared)
        connection = connect(path, turn, open_file, timeout, waiter)
        try:
            yield connection
        finally:
            connection.close()
            turn.give_back()


@contextmanager
def writing(
    path: Path, timeout: float = WRITER_TIMEOUT, waiter: Waiter | None = None
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the file for one transaction: committed at the end, rolled back on any error."""
    door = door_of(path)
    with door.lock, _noted_writer():
        time.sleep(max(0.0, door.written + GAP - time.monotonic()))
        turn = Turn(path, shared=False)
        began = time.thread_time()
        connection = connect(path, turn, duckdb.connect, timeout, waiter)
        door.opening_work = time.thread_time() - began
        try:
            for setting in _LOGGED:
                connection.execute(setting)
            with duckdb_errors():
                connection.begin()
                yield connection
                connection.commit()
        finally:
            connection.close()  # which rolls back what was not committed
            turn.give_back()
            door.written = time.monotonic()


def opening_work(path: Path) -> float:
    """Return the seconds of work that this process's last opening to write took."""
    return door_of(path).opening_work


def _read_only(path: str) -> duckdb.DuckDBPyConnection:
    return duckdb.connect(path, read_only=True)


def _attached(path: str) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    try:
        connection.execute(f"ATTACH {sql_text(path)} AS kept (READ_ONLY)")
    except duckdb.Error:
        connection.close()
        raise
    return connection


def sql_text(text: str) -> str:
    """Return a text as SQL quotes it, where no parameter may stand."""
    return "'" + text.replace("'", "''") + "'"


@contextmanager
def duckdb_errors() -> Iterator[None]:
    """Turn DuckDB's errors into ours, with its message; a Ctrl-C that it saw stays one."""
    try:
        yield
    except duckdb.OutOfMemoryException as error:
        raise TooMuchMemory(str(error)) from None
    except duckdb.Error as error:
        raise QueryError(str(error)) from None
    except RuntimeError as error:
        if str(error) != _INTERRUPTED:
            raise
        raise KeyboardInterrupt from None
