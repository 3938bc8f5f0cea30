"""Ctrl-C for runs that keep what they have: the first asks to stop, the second insists."""

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stoppable() -> Iterator[threading.Event]:
    """Give an event that Ctrl-C (or a request to terminate) sets; again, it interrupts."""
    stop = threading.Event()

    def asked(_number: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()
        with contextlib.suppress(OSError):  # not through a stream, which may be in use just now
            os.write(2, b"\nstopping; finished games are being written\n")

    if threading.current_thread() is not threading.main_thread():
        yield stop  # signals are the main thread's
        return
    before = {number: signal.signal(number, asked) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
