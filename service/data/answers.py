"""`LastAnswers`: reads of the database that never keep a page waiting.

A read runs in a thread. One that has no answer in time, because a job holds the file, gets the last
known answer with the time it is from; its read goes on and will be the next one's answer. While the
file has not changed an answer is given again without a read, for a moment: whether a run is under
way depends on its process too. Reads of the same thing at the same time are one.
"""

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import anyio.to_thread
import msgspec

from ...results import Store
from ...results.store.errors import DatabaseBusy
from ..common.settings import ServiceLimits

FRESH: Final = 1.5
"""Seconds for which an answer is given again while the file has not changed."""
MOST_BYTES: Final = 64 << 20
"""Of all answers that are kept."""


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
        self._known: OrderedDict[Hashable, Answer] = OrderedDict()
        self._asking: dict[Hashable, asyncio.Task[Answer]] = {}

    def store(self) -> Store:
        """Return the database for a read, which does not wait for long."""
        return Store(self._db, create=False, reader_timeout=self._limits.first_read_seconds)

    async def get(self, key: Hashable, ask: Callable[[Store], Any]) -> Answer:
        """Return the answer to a question, new or the last known one."""
        return await self.made(key, lambda: msgspec.json.encode(ask(self.store()), enc_hook=str))

    async def made(
        self,
        key: Hashable,
        make: Callable[[], bytes],
        seconds: float | None = None,
        fresh: float = FRESH,
    ) -> Answer:
        """Return what is made of the database; the first time that may take so many seconds.

        It is given again for `fresh` seconds while the file has not changed.
        """
        known, limits = self._known.get(key), self._limits
        if known and known.stamp == self._stamp() and time.time() - known.as_of < fresh:
            return known
        task = self._asking.get(key)
        if task is None or task.get_loop() is not asyncio.get_running_loop():
            task = asyncio.create_task(self._ask(key, make))
            self._asking[key] = task
            task.add_done_callback(lambda done: self._ended(key, done))
        wait = limits.read_seconds if known else seconds or limits.first_read_seconds
        await asyncio.wait({task}, timeout=wait)
        try:
            if task.done():
                return task.result()
            raise DatabaseBusy(f"{self._db.name} is busy, and this has not been read yet")
        except DatabaseBusy:
            if known:
                return replace(known, stale=True)
            raise

    def forget(self) -> None:
        """Forget all answers: something was deleted."""
        self._known.clear()

    async def _ask(self, key: Hashable, make: Callable[[], bytes]) -> Answer:
        stamp, asked = self._stamp(), time.time()
        body = await anyio.to_thread.run_sync(make)
        answer = Answer(body=body, as_of=asked, stamp=stamp)
        self._known[key] = answer
        self._known.move_to_end(key)
        while sum(len(kept.body) for kept in self._known.values()) > MOST_BYTES:
            self._known.popitem(last=False)
        return answer

    def _ended(self, key: Hashable, task: "asyncio.Task[Answer]") -> None:
        if self._asking.get(key) is task:
            del self._asking[key]
        if not task.cancelled():
            task.exception()  # seen: whoever waited has it, and otherwise it does not matter

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
