"""What the log holds goes into the file, by a copy that takes the file's place.

DuckDB's own checkpoint writes blocks of the file in place, those of its tables' directory among
them. A process that dies in the middle of such a write, as by a power loss, leaves a file whose
checksum is wrong, and nothing of it can be read any more: with 2.0, 9 of the 31 writes of a match.
So batches stay in the log, which every opening reads again, and when that would take too long the
file and its log are copied, the copy makes its checkpoint, is forced to the disk and takes the
place of both (`replacing`).
"""

import errno
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

import duckdb

from .atomic_files import hidden_file, reason
from .connection import bytes_of, opening_work
from .errors import StoreError
from .opening import Waiter
from .replacing import logs, put

SHORT_LOG: Final = 8 << 20
"""Bytes of a log that is left as it is: reading 1 MB again takes 7 ms, a copy at least 100."""

LONG_LOG: Final = 32 << 20
"""Bytes of a log that is left beside a large file, of which a copy takes longer."""

SHARE: Final = 16
"""How many times a log is smaller than a file beside which it is left, between these two."""

WRITE: Final = SHORT_LOG // 16
"""Bytes that a transaction counts for at least: to read one again takes 1 to 3 ms."""

LONG_OPENING: Final = 0.5
"""Seconds of work to open the file, most of them for its log, whatever the log's bytes are."""

SMALL_FILE: Final = 64 << 20
"""Bytes of a file of which a copy is made at the end of each run, so that it holds all alone."""

_CHUNK: Final = 8 << 20

_CANNOT_COPY: Final = {errno.EXDEV, errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.EPERM}
"""What the system says where it does not copy from file to file."""


def is_due(path: Path, writes: int, *, last: bool = False) -> bool:
    """Return whether reading the log again and again costs more than a copy.

    The log has at least so many transactions, and the last one may have been the last of a run.
    Those of other processes are not counted: they show in the time that the last opening took.
    """
    if opening_work(path) > LONG_OPENING:
        return True
    log, file = _bytes(logs(path)), _bytes([path])
    most = min(max(SHORT_LOG, file // SHARE), LONG_LOG)
    return max(log, writes * WRITE) >= most or (last and file <= SMALL_FILE)


def size_on_disk(path: Path) -> int:
    """Return the bytes that a database takes, with its log."""
    return _bytes([path, *logs(path)])


def _bytes(files: Iterable[Path]) -> int:
    """Return the bytes of files; none of a log that has just gone."""
    total = 0
    for file in files:
        with suppress(FileNotFoundError):
            total += file.stat().st_size
    return total


def checkpoint(path: Path, timeout: float, waiter: Waiter | None) -> None:
    """Put what the log holds into the file, if there is a log."""
    if logs(path):
        with renewed(path, timeout, waiter):
            pass


@contextmanager
def renewed(
    path: Path, timeout: float, waiter: Waiter | None
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a copy with all that the log holds, in one transaction; if it ends well it is the file.

    Tables and types are changed so: DuckDB 2.0 writes some of that to a log and cannot read it.
    """
    path = Path(os.path.realpath(path))  # a link stays a link
    with bytes_of(path, timeout, waiter) as file, hidden_file(path) as making:
        with _saying_why(path, making):
            _copy_all(path, file, making)
            connection = duckdb.connect(str(making))
        with connection:
            connection.execute("SET python_enable_replacements = false")
            connection.begin()
            yield connection
            with _saying_why(path, making):
                connection.commit()
                connection.execute("CHECKPOINT")  # closed, it would make one too, and hide errors
        with _saying_why(path, making):
            shutil.copymode(path, making)
            put(making, path)


def _copy_all(path: Path, file: IO[bytes], making: Path) -> None:
    """Copy the file, and its log under the name that belongs to the copy."""
    _copy(file, making)
    for log in logs(path):
        with log.open("rb") as rows:
            _copy(rows, making.with_name(making.name + log.name.removeprefix(path.name)))


def _copy(file: IO[bytes], to: Path) -> None:
    """Copy a file from where it stands; file systems that can do so share the blocks of both."""
    with to.open("wb") as copy:
        try:
            while os.copy_file_range(file.fileno(), copy.fileno(), _CHUNK):
                pass
        except (AttributeError, OSError) as error:  # not on every system, and not for every file
            if copy.tell() or (isinstance(error, OSError) and error.errno not in _CANNOT_COPY):
                raise
            shutil.copyfileobj(file, copy, _CHUNK)


@contextmanager
def _saying_why(path: Path, making: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, duckdb.Error) as error:
        raise StoreError(f"{path} cannot be written: {reason(error, making, path)}") from None
