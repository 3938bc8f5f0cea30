"""Ctrl-C and requests to terminate, for runs that keep what they have.

The first asks to stop, the second insists. A request to terminate (SIGTERM) has a deadline as well:
whatever the process is busy with, it ends. What was committed stays, and a run can be resumed.
"""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Final

INTERRUPTED = 130
"""The exit code of a run that was stopped."""

DEADLINE, WRITING_DEADLINE = 1.6, 8.0
"""Seconds from a request to terminate to the end, and where rows are being written."""

_AWAKE = 0.05


class Stopping:
    """What stops a run, and what is said if it has to be ended by force."""

    def __init__(
        self,
        busy: Callable[[], bool] = lambda: False,
        say: Callable[[str], object] | None = None,
    ) -> None:
        """Begin; `busy` says whether rows are being written, `say` shows a person a sentence."""
        self.event = threading.Event()
        self.last_words = ""
        self._busy, self._say = busy, say or _say_line
        self._asked = 0
        self._left = threading.Event()

    def ask(self, _number: int, _frame: FrameType | None) -> None:
        """Ask to stop; interrupt if that was done before. It is called in the main thread."""
        self._asked += 1
        if self._asked > 1:
            raise KeyboardInterrupt
        self.event.set()
        self._say("stopping; finished games are being written")

    def watch(self, signals: int) -> None:
        """End the process in time once a request to terminate comes: the life of a thread.

        The main thread may be in a computation or a query that does not look; only then this is the
        end.
        """
        numbers = b""
        while signal.SIGTERM not in numbers:
            numbers = os.read(signals, 64)
            if not numbers:
                return
        self.event.set()
        began = time.monotonic()
        while (waited := time.monotonic() - began) < WRITING_DEADLINE:
            if self._left.wait(_AWAKE):
                return
            if waited >= DEADLINE and not self._busy():
                break
        _say(self.last_words)
        os._exit(INTERRUPTED)

    def leave(self) -> None:
        """The run has ended by itself."""
        self._left.set()


TERMINAL: Final = (signal.SIGINT, signal.SIGTERM)
"""What stops a run that is a process of its own."""


@contextmanager
def stoppable(stopping: Stopping, numbers: Sequence[int] = TERMINAL) -> Iterator[None]:
    """Have signals stop a run: Ctrl-C, requests to terminate."""
    if not numbers or threading.current_thread() is not threading.main_thread():
        yield  # signals are the main thread's
        return
    signals, wake = os.pipe()
    os.set_blocking(wake, False)
    threading.Thread(target=stopping.watch, args=(signals,), daemon=True).start()
    before = {number: signal.signal(number, stopping.ask) for number in numbers}
    woken = signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    try:
        yield
    finally:
        stopping.leave()
        signal.set_wakeup_fd(woken)
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(wake)  # which ends the thread


def _say_line(text: str) -> None:
    _say(f"\n{text}\n")


def _say(text: str) -> None:
    with contextlib.suppress(OSError):  # not through a stream, which may be in use just now
        os.write(2, text.encode())
