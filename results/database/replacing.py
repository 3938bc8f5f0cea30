"""A copy of the database takes its place, and at every moment one whole database has its name.

What is committed stands in two files: the database, and the log beside it (`NAME.wal`), which holds
what came since. The log belongs to the very file that it was written for. A copy holds all of both,
so it takes the name and the log goes, which are two steps of the file system. Between them a mark,
the copy's second name, says that the log is none any more. A process that is killed leaves the
mark, and whoever opens the database next takes the steps that were left.

DuckDB itself refuses a log of another file, so other programs never read the two together.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

LOGS: Final = (".wal", ".wal.checkpoint", ".wal.recovery")
"""What DuckDB adds to a file's name for its log, and while it works on that."""


def put(making: Path, path: Path) -> None:
    """Give a copy the database's name; nobody may have the log open to write.

    The copy is on the disk before it has the name, and has the name there before the log goes.
    """
    mark = mark_of(path)
    force(making)
    try:
        _link(making, mark)
        making.replace(path)
    except OSError:
        mark.unlink(missing_ok=True)
        raise
    force(path.parent)
    _forget_log(path)


def is_settled(path: Path) -> bool:
    """Return whether the log beside the database, if there is one, is its own."""
    return not mark_of(path).exists()


def settle(path: Path) -> None:
    """Take the steps that a killed process left; nobody else may have the file open to write."""
    path = Path(os.path.realpath(path))
    mark = mark_of(path)
    if not mark.exists():
        return
    if path.exists() and mark.samefile(path):
        _forget_log(path)
    else:
        mark.unlink(missing_ok=True)  # the copy never had the name


def logs(path: Path) -> list[Path]:
    """Return the logs beside a database; a program killed at a checkpoint leaves more than one."""
    path = Path(os.path.realpath(path))
    return [log for end in LOGS if (log := path.with_name(path.name + end)).exists()]


def names_of(path: Path) -> int:
    """Return how many names a database has, without its mark; a new one will have one."""
    mark = mark_of(path)
    if not path.exists():
        return 1
    return path.stat().st_nlink - (mark.exists() and mark.samefile(path))


def mark_of(path: Path) -> Path:
    """Return the second name of a copy that takes the place of a database."""
    path = Path(os.path.realpath(path))
    return path.with_name(f".{path.name}.next")


def force(path: Path) -> None:
    """Have what was written to a file or a directory on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _link(making: Path, mark: Path) -> None:
    mark.unlink(missing_ok=True)
    with suppress(PermissionError):  # a file system without links: the next two steps are all
        mark.hardlink_to(making)


def _forget_log(path: Path) -> None:
    """Remove the log, then the mark that it is none."""
    for log in logs(path):
        log.unlink(missing_ok=True)
    mark_of(path).unlink(missing_ok=True)
