"""`SideProcess`: calls in a process that can be ended, whatever it is busy with.

    side = SideProcess()
    side.call("query", {"db": ..., "sql": ...}, seconds=10.0)

SQL that people write may take any time and memory, the page of a report takes seconds of Python,
and sample games take all cores; none of them may hold up the server. The process is started with
the first call, ended when a call takes too long or is given up, and ends with the server, whose end
of the connection is then closed.
"""

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, Final

from ...results.database.errors import QueryError
from ..common.problems import Refusal
from .wanted import GIVEN_UP

MOST_WAITING: Final = 8
"""Calls that wait for their turn."""
START_SECONDS: Final = 60.0
"""For the process to be ready; they are not counted with a call."""
GLANCE: Final = 0.1
"""Seconds after which a call that waits looks whether it was given up."""
NICENESS: Final = 2
ENDED: Final = "its process ended, perhaps for want of memory: ask for less"


_CALLS = __name__.rpartition(".")[0] + ".side_calls"


class TookTooLong(QueryError):
    """A call took longer than it may, and was ended."""


class SideProcess:
    """One process, one call at a time; a call of another thread waits for its turn."""

    def __init__(self, niceness: int = NICENESS, memory: int = 0) -> None:
        """With `memory` the process may take so many bytes for a call, and is refused more."""
        self._niceness, self._memory = niceness, memory
        self._stopped = threading.Event()
        self._lock, self._places = threading.Lock(), threading.Semaphore(MOST_WAITING)
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None
        self._ready = False

    def call(
        self,
        name: str,
        given: dict[str, Any],
        *,
        seconds: float,
        given_up: threading.Event | None = None,
    ) -> Any:
        """Return what a function of `side_calls` returns; raise what it raises.

        A call that is given up is ended, so that the next one need not wait for it.
        """
        gone = given_up or threading.Event()
        with self._turn(gone):
            try:
                connection = self._connected()
                connection.send((name, given))
                _wait_for(connection, seconds, gone)
                failed, answer, worn = connection.recv()
            except (EOFError, OSError):
                self._end()
                self._check_open()
                raise QueryError(ENDED) from None
            except QueryError:
                self._start()  # so that the next call need not wait for it
                raise
            if worn:
                self._start()
        if failed:
            raise answer
        return answer

    def rest(self) -> None:
        """End the process until the next call: it would keep memory that is not used."""
        with self._lock:
            self._end()

    def stop(self) -> None:
        """End the process, also in the middle of a call, and start no other."""
        self._stopped.set()
        self._kill()

    @contextmanager
    def _turn(self, gone: threading.Event) -> Iterator[None]:
        """Wait for a turn, unless too many do: each takes a thread from those who read pages."""
        if not self._places.acquire(blocking=False):
            raise Refusal(503, f"{MOST_WAITING} others wait already; ask again in a moment")
        try:
            while not self._lock.acquire(timeout=GLANCE):
                self._check_open()
                if gone.is_set():
                    raise QueryError(GIVEN_UP)
        finally:
            self._places.release()
        try:
            yield
        finally:
            self._lock.release()

    def _check_open(self) -> None:
        """Refuse what is asked of a server that ends: a call would start a process that stays."""
        if self._stopped.is_set():
            raise Refusal(503, "the server is ending")

    def _connected(self) -> Connection:
        """Return the way to a process that is ready."""
        self._check_open()
        if self._process is None or self._process.poll() is not None:
            self._start()
        connection = self._connection
        if connection is None:
            raise EOFError
        if not self._ready:
            if not (connection.poll(START_SECONDS) and connection.recv()):
                raise EOFError
            self._ready = True
        return connection

    def _start(self) -> None:
        """Start a process in the place of the one there was; it says when it is ready."""
        self._end()
        ours, theirs = socket.socketpair()
        self._connection = Connection(ours.detach())
        given = (theirs.fileno(), self._niceness, self._memory)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", _CALLS, *map(str, given)],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                process_group=0,  # Ctrl-C in a terminal is the server's, which ends it
            )
        if self._stopped.is_set():  # meanwhile, when there was no process to end
            self._kill()

    def _kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()

    def _end(self) -> None:
        self._kill()
        if self._connection:
            self._connection.close()
        self._process = self._connection = None
        self._ready = False


def _wait_for(connection: Connection, seconds: float, gone: threading.Event) -> None:
    """Return once there is an answer; raise if it takes too long or is given up."""
    until = time.monotonic() + seconds
    while not connection.poll(GLANCE):
        if gone.is_set():
            raise QueryError(GIVEN_UP)
        if time.monotonic() > until:
            raise TookTooLong(f"it took longer than {seconds:g} seconds and was ended")
