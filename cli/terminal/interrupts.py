"""Ctrl-C for prompts: threads must not catch it in the main thread's place."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back while threads are started, by imports or otherwise.

    A thread that can receive the signal may catch it, and a prompt would not notice before the next
    key. Threads inherit the mask of the thread that starts them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
