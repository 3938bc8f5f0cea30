"""`DatabaseReader`: the one thread that reads the database.

To open the file takes longer than most questions, and has to wait for a job that is writing. So the
questions that wait are asked at one opening, and no thread of a page ever waits for the lock: with
a thread for each read, 50 readers beside a job had all threads of the server waiting.
"""

import queue
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final

from ...results import Store
from ...results.database.turns import GAP

Question = Callable[[Store], bytes]

LONGEST: Final = 0.5
"""Seconds for which the file is open while questions come in; then writers have their turn."""


class DatabaseReader:
    """Asks one file."""

    def __init__(self, db: Path, lock_seconds: float) -> None:
        """A file that is locked for so many seconds is busy."""
        self._db, self._lock_seconds = db, lock_seconds
        self._waiting: queue.SimpleQueue[tuple[Question, Future[bytes]]] = queue.SimpleQueue()
        self._thread = ThreadPoolExecutor(1, "database reader")

    def ask(self, question: Question) -> Future[bytes]:
        """Let a question wait for its turn."""
        future: Future[bytes] = Future()
        self._waiting.put((question, future))
        self._thread.submit(self._read)
        return future

    def _read(self) -> None:
        """Open the file and answer what waits, unless that was done with an earlier question."""
        asked = list(self._come_in())
        if not asked:
            return
        try:
            store = Store(self._db, create=False, reader_timeout=self._lock_seconds)
            with store.kept_open() as opened:
                until = time.monotonic() + LONGEST
                while asked and time.monotonic() < until:
                    _answer(asked.pop(0), opened)
                    asked += self._come_in()
        except Exception as error:
            for _, future in [*asked, *self._come_in()]:
                _settle(future, error)
            asked = []
        time.sleep(GAP)  # for writers
        for left in asked:
            self._waiting.put(left)
        if asked:
            self._thread.submit(self._read)

    def _come_in(self) -> Iterator[tuple[Question, Future[bytes]]]:
        """Yield the questions that wait now."""
        for _ in range(self._waiting.qsize()):
            yield self._waiting.get()


def _answer(asked: tuple[Question, Future[bytes]], store: Store) -> None:
    question, future = asked
    try:
        _settle(future, question(store))
    except Exception as error:
        _settle(future, error)


def _settle(future: Future[bytes], answer: bytes | Exception) -> None:
    if not future.set_running_or_notify_cancel():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)
