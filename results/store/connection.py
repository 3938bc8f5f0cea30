"""Opening the file, for a moment at a time.

DuckDB locks a file while it is open: one process may write, or several may read. A long run would
lock all others out, so no process keeps the file open. A writer opens it for one transaction, a
reader for one query; one that finds it locked tries again until its timeout ends. Opening and
closing take about 20 ms, which a batch of games does not notice.

Processes of this program take turns (`turns`). Between two writes one leaves a gap that is longer
than the others' pause between tries, so a writer with nothing to do but write cannot starve them.
Within a process a lock keeps the order: DuckDB refuses to open a file twice with different
settings.

A process may put another file in the place of this one (`compaction`). It does so in its turn, but
one that gives up waiting opens the file without a turn: so it is opened again if meanwhile the name
came to stand for another file.
"""

import os
import re
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import duckdb

from ..text.command_lines import command_line
from .errors import DatabaseBusy, NoDatabase, QueryError, StoreError
from .turns import GAP, Turn

WRITER_TIMEOUT: Final = 600.0
"""Seconds: a run of hours should outlive another process's long query."""

READER_TIMEOUT: Final = 30.0
"""Seconds: the longest batch takes a few."""

STOPPED_TIMEOUT: Final = 5.0
"""Seconds, in all, for a process that has been asked to stop."""

REPORTED_AFTER: Final = 2.0
"""Seconds of waiting after which the person at the terminal should know what for."""

_PAUSE: Final = 0.01
"""Seconds between tries where another program holds the file."""

_INTERRUPTED: Final = "Query interrupted"
"""What DuckDB makes of a signal whose handler raised an error while it was at work."""

_HOLDER: Final = re.compile(r"held in (.*?) \(PID (\d+)")

_MAGIC: Final = slice(8, 12), b"DUCK"
"""Where a DuckDB file says that it is one."""

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


Open = Callable[[str], duckdb.DuckDBPyConnection]
"""Opens a file by its whole path."""


class Waiter:
    """A wait for the file: reported after a while, cut short once asked to stop."""

    def __init__(
        self,
        stop: threading.Event | None = None,
        on_wait: Callable[[str], object] = lambda _: None,
    ) -> None:
        """Hurry once `stop` is set; `on_wait` is given a sentence that says what for."""
        self._stop, self.on_wait = stop, on_wait
        self._left = STOPPED_TIMEOUT

    def give_up(self) -> None:
        """Wait no more: from now on the file is free at once, or busy."""
        self._left = 0.0

    def waits_on(self, waited: float) -> bool:
        """Return whether to wait on, having waited so much more."""
        if self._stop and self._stop.is_set():
            self._left -= waited
        return self._left > 0


class _FileLock:
    """A file's lock within this process, and when it was last free."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.written = -GAP


_doors: dict[str, _FileLock] = {}
_doors_lock = threading.Lock()


_writers: set[threading.Thread] = set()
"""Threads of this process that write to a file or wait to do so."""


def writes_under_way() -> bool:
    """Return whether this process is writing rows."""
    return bool(_writers)


def _door(path: Path) -> _FileLock:
    with _doors_lock:
        return _doors.setdefault(os.path.realpath(path), _FileLock())  # also of a loop of links


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
    path: Path, timeout: float = WRITER_TIMEOUT, waiter: Waiter | None = None
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Attach the file as `kept` to a database in memory: others may read it, but nothing writes."""
    with _sharing(path, _attached, timeout, waiter) as connection, duckdb_errors():
        yield connection


@contextmanager
def _sharing(
    path: Path, open_file: Open, timeout: float, waiter: Waiter | None
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Have the file open in a turn that readers share."""
    with _door(path).lock:
        turn = Turn(path, shared=True)
        connection = _connect(path, turn, open_file, timeout, waiter)
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
    door = _door(path)
    with door.lock, _noted_writer():
        time.sleep(max(0.0, door.written + GAP - time.monotonic()))
        turn = Turn(path, shared=False)
        connection = _connect(path, turn, duckdb.connect, timeout, waiter)
        try:
            connection.execute("SET python_enable_replacements = false")
            with duckdb_errors():
                connection.begin()
                yield connection
                connection.commit()
        finally:
            # Closing rolls back what was not committed, and checkpoints what was.
            connection.close()
            turn.give_back()
            door.written = time.monotonic()


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
    except duckdb.Error as error:
        raise QueryError(str(error)) from None
    except RuntimeError as error:
        if str(error) != _INTERRUPTED:
            raise
        raise KeyboardInterrupt from None


def is_there(path: Path) -> bool:
    """Return whether there is a file; refuse what is none, before anything waits for it."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    except OSError as error:
        raise NoDatabase(f"{path}: {error.strerror}") from None
    if not stat.S_ISREG(mode):
        kinds = {stat.S_IFDIR: "directory", stat.S_IFIFO: "pipe", stat.S_IFSOCK: "socket"}
        kind = kinds.get(stat.S_IFMT(mode), "device")
        raise NoDatabase(f"{path} is a {kind}, no database")
    return True


def check_file(path: Path) -> None:
    """Refuse a path that holds no DuckDB file. The file is only read."""
    is_there(path)
    with _door(path).lock:  # closing a file drops every lock this process has on it
        try:
            with path.open("rb") as file:
                start = file.read(16)
        except FileNotFoundError:
            raise NoDatabase(
                f"there is no database {path}: {command_line('enumerate', db=path)} makes one, "
                "--db or CONQUEST_DB names another"
            ) from None
        except OSError as error:
            raise NoDatabase(f"{path}: {error.strerror}") from None
    where, magic = _MAGIC
    if start[where] != magic:
        raise NoDatabase(f"{path} is no DuckDB database; it was left as it is")


def _connect(
    path: Path, turn: Turn, open_file: Open, timeout: float, waiter: Waiter | None
) -> duckdb.DuckDBPyConnection:
    """Open the file in its turn, waiting for others to let go of it."""
    waiter = waiter or Waiter()
    try:
        return _opened(path, turn, open_file, timeout, waiter)
    except BaseException as error:
        turn.give_back()
        if isinstance(error, KeyboardInterrupt):
            waiter.give_up()  # what is done on the way out must not wait either
        raise


def _opened(
    path: Path, turn: Turn, open_file: Open, timeout: float, waiter: Waiter
) -> duckdb.DuckDBPyConnection:
    began = looked = time.monotonic()
    reported, holder = False, ""
    while True:
        before, looked = looked, time.monotonic()
        waited, waits = looked - began, waiter.waits_on(looked - before)
        ours, last = turn.take(), not waits or waited >= timeout
        if ours or last or (waited >= REPORTED_AFTER and not holder):
            check_file(path)
            file = _number(path)
            try:
                # A whole path: DuckDB takes md:x for another machine's and :memory: for no file.
                connection = open_file(str(path.absolute()))
            except duckdb.Error as error:
                message = str(error)
            else:
                if _number(path) == file:
                    return connection
                connection.close()  # what it opened has no name any more
                continue
            turn.give_back()
            if "Could not set lock" not in message:
                raise StoreError(f"{path} cannot be opened: {message}")
            holder = _holder(message)
        if last:
            in_time = f" within {waited:.1f} s" if waited >= REPORTED_AFTER else ""
            raise DatabaseBusy(
                f"{path} is held by {holder} and did not become free{in_time}; wait until it has "
                "finished, or end it"
            )
        if waited >= REPORTED_AFTER and not reported:
            reported = True
            waiter.on_wait(f"waiting for {path}, which is held by {holder}")
        time.sleep(_PAUSE if ours else turn.pause())


def _number(path: Path) -> int:
    """Return what tells a file from another one of the same name; 0 if it is gone."""
    try:
        return path.stat().st_ino
    except OSError:
        return 0


def _holder(message: str) -> str:
    holder = _HOLDER.search(message)
    return f"process {holder[2]} ({Path(holder[1]).name})" if holder else "another process"
