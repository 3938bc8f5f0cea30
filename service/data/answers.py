"""`LastAnswers`: reads of the database that never keep a page waiting.

Reads run in a thread of their own (`reader`). One that has no answer in time, because a job holds
the file, gets the last known answer with the time it is from; its read goes on and will be the next
one's answer. While the file has not changed an answer is given again without a read, for a moment:
whether a run is under way depends on its process too. Reads of the same thing at the same time are
one.
"""

import asyncio
import hashlib
import sys
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import msgspec

from ...results import Store
from ...results.database.errors import DatabaseBusy
from ..common.last_used import LastUsed
from ..common.settings import ServiceLimits
from .reader import DatabaseReader

FRESH: Final = 1.5
"""Seconds for which an answer is given again while the file has not changed."""
MOST_BYTES: Final = 32 << 20
"""Of all answers that are kept."""
Question = tuple[Hashable, ...]
"""What tells a question from another one: what it is called, and what was given."""

MAKERS: Final = 4
"""Threads that wait for pages which a process of its own makes."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What was answered, and when."""

    body: bytes
    as_of: float
    stale: bool = False
    """Whether a newer one could not be read in time."""
    stamp: tuple[int, ...] = ()

    @property
    def etag(self) -> str:
        """What tells it from another answer."""
        return f'"{hashlib.sha256(self.body).hexdigest()[:32]}"'


class LastAnswers:
    """Asks the database of one file."""

    def __init__(self, db: Path, limits: ServiceLimits) -> None:
        self._db, self._limits = db, limits
        self._known = LastUsed[Question, Answer](MOST_BYTES)
        self._asking: dict[Question, asyncio.Task[Answer]] = {}
        self._reader = DatabaseReader(db, limits.lock_seconds)
        self._makers = ThreadPoolExecutor(MAKERS, thread_name_prefix="page")

    async def get(self, key: Question, ask: Callable[[Store], Any]) -> Answer:
        """Return the answer to a question as JSON, new or the last known one."""
        return await self.read(key, lambda store: msgspec.json.encode(ask(store), enc_hook=str))

    async def read(self, key: Question, ask: Callable[[Store], bytes]) -> Answer:
        """Return the answer to a question, new or the last known one."""
        first = self._limits.first_read_seconds
        return await self._answer(key, lambda: self._reader.ask(ask), first)

    async def made(
        self, key: Question, make: Callable[[], bytes], seconds: float, fresh: float = FRESH
    ) -> Answer:
        """Return what is made of the database; the first time that may take so many seconds.

        It is given again for `fresh` seconds while the file has not changed.
        """
        return await self._answer(key, lambda: self._makers.submit(make), seconds, fresh)

    def forget(self) -> None:
        """Forget all answers: something was deleted."""
        self._known.clear()

    async def _answer(
        self,
        key: Question,
        begin: Callable[[], Future[bytes]],
        first_seconds: float,
        fresh: float = FRESH,
    ) -> Answer:
        known, limits = self._known.get(key), self._limits
        if known and known.stamp == self._stamp() and time.time() - known.as_of < fresh:
            return known
        task = self._asking.get(key)
        if task is None or task.get_loop() is not asyncio.get_running_loop():
            task = asyncio.create_task(self._ask(key, begin()))
            self._asking[key] = task
            task.add_done_callback(lambda done: self._ended(key, done))
        wait = limits.read_seconds if known else first_seconds
        await asyncio.wait({task}, timeout=wait)
        try:
            if task.done():
                return task.result()
            raise DatabaseBusy(
                f"the database {self._db.name} is busy, and this has not been read yet"
            )
        except DatabaseBusy:
            if known:
                return replace(known, stale=True)
            raise

    async def _ask(self, key: Question, begun: Future[bytes]) -> Answer:
        stamp, asked = self._stamp(), time.time()
        body = await asyncio.wrap_future(begun)
        answer = Answer(body=body, as_of=asked, stamp=stamp)
        self._known.put(key, answer, _size(key, answer))
        return answer

    def _ended(self, key: Question, task: "asyncio.Task[Answer]") -> None:
        if self._asking.get(key) is task:
            del self._asking[key]
        if not task.cancelled():
            task.exception()  # seen: those who waited have it, and otherwise it does not matter

    def _stamp(self) -> tuple[int, ...]:
        """Return what changes with the file: who wrote last, and how much."""
        stamps = []
        for path in (self._db, self._db.with_name(f"{self._db.name}.wal")):
            try:
                now = path.stat()
            except OSError:
                continue
            stamps += [now.st_mtime_ns, now.st_size, now.st_ino]
        return tuple(stamps)


def _size(key: Question, answer: Answer) -> int:
    """Return about the bytes that an answer takes, with its question and what stands around."""
    return len(answer.body) + sum(sys.getsizeof(part) for part in key) + 1000
