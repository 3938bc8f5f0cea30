"""The database as a file of this process: its lock, and whether it is one."""

import os
import stat
import threading
from pathlib import Path
from typing import Final

from ..text.command_lines import command_line
from .errors import NoDatabase
from .turns import GAP

_MAGIC: Final = slice(8, 12), b"DUCK"
"""Where a DuckDB file says that it is one."""


class FileLock:
    """A file's lock within this process, and when it was last free."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.written = -GAP
        self.opening_work = 0.0
        """Seconds of this thread that the last opening to write took."""


_doors: dict[str, FileLock] = {}
_doors_lock = threading.Lock()


def door_of(path: Path) -> FileLock:
    """Return the one door of a file, by whatever name."""
    with _doors_lock:
        return _doors.setdefault(os.path.realpath(path), FileLock())  # also of a loop of links


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
    with door_of(path).lock:  # closing a file drops every lock this process has on it
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


def number_of(path: Path) -> int:
    """Return what tells a file from another one of the same name; 0 if it is gone."""
    try:
        return path.stat().st_ino
    except OSError:
        return 0
