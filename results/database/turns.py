"""Whose turn it is to open the file, among the processes of this program.

To try DuckDB's own lock takes 5 ms of work, and three writers that do so again and again take the
processor from the one that has the file: they took 1.4 times as long as one after another. To try
for a turn takes a microsecond. It is a lock of the file too, but of another kind (flock), which
DuckDB's does not know. Where there is none, DuckDB's lock alone decides.
"""

import os
from contextlib import suppress
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Final

fcntl: ModuleType | None = None
with suppress(ImportError):
    import fcntl  # not on every system

READER_PAUSE, WRITER_PAUSE = 0.001, 0.004
"""Seconds between tries, on average: a reader is gone sooner than a writer, and goes first."""

GAP: Final = 4 * WRITER_PAUSE
"""Seconds that the file stays free between two writes of a process, so that others have a turn."""

_PAUSES: Final = Random()
"""Of its own: a search in another thread may have the state of `random` (`evolve`)."""


class Turn:
    """A turn to open a file, alone or with other readers; to be tried for, taken and given back."""

    def __init__(self, path: Path, *, shared: bool) -> None:
        self._path, self._shared = path, shared
        self._file: int | None = None

    def take(self) -> bool:
        """Return whether it is this process's turn."""
        if fcntl is None:
            return True
        try:
            self._file = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
            how = fcntl.LOCK_SH if self._shared else fcntl.LOCK_EX
            fcntl.flock(self._file, how | fcntl.LOCK_NB)
            if os.fstat(self._file).st_ino != self._path.stat().st_ino:
                raise BlockingIOError  # another file has the name now, with turns of its own
        except BlockingIOError:
            self.give_back()
            return False
        except OSError:  # a file system without such locks, or no file, which opening it reports
            self.give_back()
        return True

    def give_back(self) -> None:
        """Let others have their turn."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def pause(self) -> float:
        """Return the seconds until the next try; chance keeps two processes from keeping step."""
        return _PAUSES.uniform(0.5, 1.5) * (READER_PAUSE if self._shared else WRITER_PAUSE)
