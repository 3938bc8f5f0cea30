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

from ...results.store.errors import QueryError
from ..common.problems import Refusal

MOST_WAITING: Final = 8
"""Calls that wait for their turn."""
START_SECONDS: Final = 60.0
"""For the process to be ready; they are not counted with a call."""
GLANCE: Final = 0.1
"""Seconds after which a call that waits looks whether it was given up."""
NICENESS: Final = 2
GIVEN_UP: Final = "it was given up"

_CALLS = __name__.rpartition(".")[0] + ".side_calls"


class SideProcess:
    """One process, one call at a time; a call of another thread waits for its turn."""

    def __init__(self, niceness: int = NICENESS) -> None:
        self._niceness = niceness
        self._lock, self._wait = threading.Lock(), 0
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None

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
                failed, answer = connection.recv()
            except (EOFError, OSError):
                self._end()
                raise QueryError("its process was ended, perhaps for want of memory") from None
            except QueryError:
                self._end()
                raise
        if failed:
            raise answer
        return answer

    def stop(self) -> None:
        """End the process, also in the middle of a call."""
        if self._process:
            self._process.kill()
            self._process.wait()

    @contextmanager
    def _turn(self, gone: threading.Event) -> Iterator[None]:
        """Wait for a turn, unless too many do: each takes a thread from those who read pages."""
        if self._wait >= MOST_WAITING:
            raise Refusal(503, f"{self._wait} others wait already; ask again in a moment")
        self._wait += 1
        try:
            while not self._lock.acquire(timeout=GLANCE):
                if gone.is_set():
                    raise QueryError(GIVEN_UP)
        finally:
            self._wait -= 1
        try:
            yield
        finally:
            self._lock.release()

    def _connected(self) -> Connection:
        if self._connection is None or (self._process and self._process.poll() is not None):
            ours, theirs = socket.socketpair()
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", _CALLS, str(theirs.fileno()), str(self._niceness)],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                )
            self._connection = Connection(ours.detach())
            if not (self._connection.poll(START_SECONDS) and self._connection.recv()):
                raise EOFError
        return self._connection

    def _end(self) -> None:
        self.stop()
        if self._connection:
            self._connection.close()
        self._process = self._connection = None


def _wait_for(connection: Connection, seconds: float, gone: threading.Event) -> None:
    """Return once there is an answer; raise if it takes too long or is given up."""
    until = time.monotonic() + seconds
    while not connection.poll(GLANCE):
        if gone.is_set():
            raise QueryError(GIVEN_UP)
        if time.monotonic() > until:
            raise QueryError(f"it took longer than {seconds:g} seconds and was ended")
