"""Jobs as they change, for event streams: one look at the queue serves all of them."""

import threading
import time
from collections.abc import AsyncIterator
from typing import Final

import anyio
import anyio.to_thread

from .job import ENDED, Job
from .queue import JobQueue

LOOK: Final = 0.4
"""Seconds between two looks."""


class JobFeed:
    """Says which jobs have changed."""

    def __init__(self, queue: JobQueue) -> None:
        self._queue = queue
        self._lock = threading.Lock()
        self._looked, self._jobs = -LOOK, list[Job]()

    def now(self) -> list[Job]:
        """Return the jobs as they stand, the latest first."""
        with self._lock:
            if time.monotonic() - self._looked >= LOOK:
                self._jobs, self._looked = self._queue.jobs(), time.monotonic()
            return self._jobs

    async def changes(self, number: int | None = None, after: int = 0) -> AsyncIterator[Job]:
        """Yield each job as it is and whenever it changes; of one job until it has ended."""
        while True:
            changed = [
                job
                for job in reversed(await anyio.to_thread.run_sync(self.now))
                if job.changed > after and number in (None, job.job)
            ]
            for job in sorted(changed, key=lambda job: job.changed):
                after = job.changed
                yield job
                if number is not None and job.state in ENDED:
                    return
            await anyio.sleep(LOOK)
