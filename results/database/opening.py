"""Waiting until the file can be opened, in a turn among the processes of this program.

A process puts another file in the place of this one in its turn, but one that gives up waiting
opens the file without a turn: so it is opened again if meanwhile the name came to stand for another
file. One that was killed while it did so has left steps, which are taken first (`replacing`).
"""

import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import duckdb

from .doors import check_file, number_of
from .errors import DatabaseBusy, StoreError
from .replacing import is_settled, settle
from .turns import Turn

STOPPED_TIMEOUT: Final = 5.0
"""Seconds, in all, for a process that has been asked to stop."""

REPORTED_AFTER: Final = 2.0
"""Seconds of waiting after which the person at the terminal should know what for."""

_PAUSE: Final = 0.01
"""Seconds between tries where another program holds the file."""

_HOLDER: Final = re.compile(r"held in (.*?) \(PID (\d+)")

_SOMEBODY: Final = "another process"

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


def connect(
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
        if not is_settled(path):
            ours = _settle(path, turn)
        if is_settled(path) and (ours or last or (waited >= REPORTED_AFTER and not holder)):
            check_file(path)
            file = number_of(path)
            try:
                # A whole path: DuckDB takes md:x for another machine's and :memory: for no file.
                connection = open_file(str(path.absolute()))
            except duckdb.Error as error:
                message = str(error)
            else:
                if number_of(path) == file and is_settled(path):
                    return connection
                connection.close()  # what it opened, or its log, has no name any more
                continue
            turn.give_back()
            if "Could not set lock" not in message and number_of(path) == file and is_settled(path):
                raise StoreError(f"{path} cannot be opened: {message}")
            holder = _holder(message)
        if last:
            in_time = f" within {waited:.1f} s" if waited >= REPORTED_AFTER else ""
            raise DatabaseBusy(
                f"{path} is held by {holder or _SOMEBODY} and did not become free{in_time}; "
                "wait until it has finished, or end it"
            )
        if waited >= REPORTED_AFTER and not reported:
            reported = True
            waiter.on_wait(f"waiting for {path}, which is held by {holder or _SOMEBODY}")
        time.sleep(_PAUSE if ours else turn.pause())


def _settle(path: Path, turn: Turn) -> bool:
    """Take the steps that a killed process left, in a turn alone; return whether a turn is ours."""
    turn.give_back()  # a turn to read would be in the way of the one to write
    alone = Turn(path, shared=False)
    if not alone.take():
        return False
    try:
        settle(path)
    except OSError as error:
        raise StoreError(
            f"{path} cannot be opened: {error.strerror}, when it was to be put in order after a "
            "process that was killed"
        ) from None
    finally:
        alone.give_back()
    return turn.take()


def _holder(message: str) -> str:
    holder = _HOLDER.search(message)
    return f"process {holder[2]} ({Path(holder[1]).name})" if holder else _SOMEBODY
