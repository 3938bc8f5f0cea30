"""A copy of the database takes its place, and at every moment one whole database has its name.

What is committed stands in two files: the database, and the log beside it (`NAME.wal`), which holds
what came since. The log belongs to the very file that it was written for. A copy holds all of both,
so it takes the name and the log goes, which are two steps of the file system. Between them a mark,
a small file that names the copy, says that the log is none any more. A process that is killed
leaves the mark, and whoever opens the database next takes the steps that were left.

Until the log has gone the copy's turn is taken: a process that opened it sooner would write a new
log, and lose that.

DuckDB itself refuses a log of another file, so other programs never read the two together.
"""

import os
from pathlib import Path
from typing import Final

from .turns import Turn

LOGS: Final = (".wal", ".wal.checkpoint", ".wal.recovery")
"""What DuckDB adds to a file's name for its log, and while it works on that."""


def put(making: Path, path: Path) -> None:
    """Give a copy the database's name; nobody may have the log open to write.

    The copy is on the disk before it has the name, and has the name there before the log goes.
    """
    mark = mark_of(path)
    force(making)
    turn = Turn(making, shared=False)
    turn.take()
    try:
        try:
            mark.write_text(_which(making))
            force(mark)
            making.replace(path)
        except OSError:
            mark.unlink(missing_ok=True)
            raise
        _forget_log(path)
    finally:
        turn.give_back()


def is_settled(path: Path) -> bool:
    """Return whether the log beside the database, if there is one, is its own."""
    return not mark_of(path).exists()


def settle(path: Path) -> None:
    """Take the steps that a killed process left; nobody else may have the file open to write."""
    path = Path(os.path.realpath(path))
    mark = mark_of(path)
    if not mark.exists():
        return
    if path.exists() and mark.read_text() == _which(path):
        _forget_log(path)
    else:
        mark.unlink(missing_ok=True)  # the copy never had the name


def logs(path: Path) -> list[Path]:
    """Return the logs beside a database; a program killed at a checkpoint leaves more than one."""
    path = Path(os.path.realpath(path))
    return [log for end in LOGS if (log := path.with_name(path.name + end)).exists()]


def mark_of(path: Path) -> Path:
    """Return the file that names a copy which takes the place of a database."""
    path = Path(os.path.realpath(path))
    return path.with_name(f".{path.name}.next")


def force(path: Path) -> None:
    """Have what was written to a file or a directory on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _which(path: Path) -> str:
    """Return what tells a file from every other, by any name.

    Its number alone may be another file's by now, if this one was never put in its place.
    """
    file = path.stat()
    return f"{file.st_ino} {file.st_size} {file.st_mtime_ns}"


def _forget_log(path: Path) -> None:
    """Remove the log, then the mark that it is none: each step is on the disk before the next."""
    force(path.parent)
    for log in logs(path):
        log.unlink(missing_ok=True)
    force(path.parent)
    mark_of(path).unlink(missing_ok=True)
