"""Work of DuckDB that Ctrl-C stops at once.

Python acts on a signal only between its own instructions, and none comes while DuckDB works. So the
work goes to a thread, and the main thread, which gets the signal, stays awake. Under load DuckDB
may not look at it for minutes: then a second Ctrl-C ends the process. What was committed stays.
"""

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Any, Final

from duckdb import DuckDBPyConnection as Connection

_AWAKE: Final = 0.1
"""Seconds after which a Ctrl-C is noticed at the latest, if another thread caught the signal."""

_PAUSE: Final = 0.01
"""Seconds between two tries to interrupt."""

_INTERRUPTED: Final = 128 + signal.SIGINT
"""The exit code of a process that Ctrl-C ended."""


def interruptible(
    connection: Connection,
    work: Callable[[], Any],
    on_progress: Callable[[], object] = lambda: None,
) -> Any:
    """Do a query's work so that Ctrl-C stops it at once; `on_progress` is called meanwhile."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    future: Future[Any] = Future()
    thread = threading.Thread(target=_fulfil, args=(future, work), daemon=True)
    thread.start()
    try:
        while not future.done():
            wait([future], _AWAKE)
            on_progress()
    except KeyboardInterrupt:
        _stop(connection, future)
        raise
    thread.join()
    return future.result()


def _fulfil(future: "Future[Any]", work: Callable[[], Any]) -> None:
    if hasattr(signal, "pthread_sigmask"):  # Ctrl-C is for the main thread, which may sleep
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        future.set_result(work())
    except BaseException as error:  # raised again in the main thread
        future.set_exception(error)


def _stop(connection: Connection, future: "Future[Any]") -> None:
    """Interrupt until it took effect: nothing happens if the work is between two statements."""
    try:
        while not future.done():
            connection.interrupt()
            wait([future], _PAUSE)
    except KeyboardInterrupt:
        os._exit(_INTERRUPTED)  # the thread cannot be ended in another way
