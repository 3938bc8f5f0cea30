"""`Supervisor`: starts workers for the jobs that wait, sees them end, resumes what was interrupted.

It is a thread that looks at the queue a few times a second. The queue says everything: a server
that was killed leaves it as it was, and the next one takes over.
"""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterable
from typing import Final

from ...results import StoreError
from ..common.settings import ServiceSettings
from .job import Job
from .queue import JobQueue, worker_lives
from .worker import WorkerOrder

LOOK: Final = 0.3
"""Seconds between two looks."""
MOST_CRASHES: Final = 3
"""Workers of a job that may end without a word before it counts as failed."""
END_SECONDS: Final = 12.0
"""For workers to write what they have, once they are asked to end."""


class Supervisor:
    """Runs the jobs of a queue."""

    def __init__(self, settings: ServiceSettings, queue: JobQueue) -> None:
        self._settings, self._queue = settings, queue
        self._workers: dict[int, subprocess.Popen[bytes]] = {}
        self._asked: dict[int, float] = {}
        """When workers were asked to stop."""
        self._wake, self._ending = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self.fault = ""
        """Why the queue cannot be read or written now."""

    def start(self) -> None:
        """Begin; jobs that were interrupted wait again."""
        self._let_interrupted_wait()
        self._thread.start()

    def wake(self) -> None:
        """Look at the queue now."""
        self._wake.set()

    def stop(self) -> None:
        """End all workers; they write what they have, and their jobs wait for the next start."""
        self._ending.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()
        for worker in self._workers.values():
            worker.terminate()
        deadline = time.monotonic() + END_SECONDS
        for worker in self._workers.values():
            try:
                worker.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()
        with contextlib.suppress(StoreError):  # the next start does it
            self._let_interrupted_wait()

    def _let_interrupted_wait(self) -> None:
        """Let jobs wait again whose workers ended without a word, as a killed one does."""
        for job in self._queue.jobs():
            if job.state == "running" and not worker_lives(job):
                self._wait_again(job, "the server ended; it is resumed", crashes=job.crashes)

    # ---- inside ----------------------------------------------------------------------------------

    def _watch(self) -> None:
        while not self._ending.is_set():
            try:
                self._look()
                self.fault = ""
            except (StoreError, OSError) as error:  # a full disk: tried again until there is room
                self.fault = str(error)
            self._wake.wait(LOOK)
            self._wake.clear()

    def _look(self) -> None:
        jobs = self._queue.jobs()
        self._see_ended(jobs)
        running = [job for job in jobs if job.state == "running"]
        for job in running:
            if worker_lives(job):
                if job.stopping:
                    self._ask_to_stop(job)
            elif job.job not in self._workers:
                self._crashed(job, "its worker has gone")
        busy = {job.job for job in running} | set(self._workers)
        waiting = [job for job in reversed(jobs) if job.state == "queued" and job.job not in busy]
        for job in waiting[: max(0, self._settings.jobs - len(busy))]:
            self._start_worker(job)

    def _see_ended(self, jobs: Iterable[Job]) -> None:
        """Take note of workers that have ended, and of those that did not say how."""
        ended = {n: worker.poll() for n, worker in self._workers.items()}
        by_number = {job.job: job for job in jobs}
        for number, code in ended.items():
            if code is None:
                continue
            worker = self._workers.pop(number)
            self._asked.pop(number, None)
            job = self._queue.job(number) if number in by_number else None
            if job is None:
                continue
            silent = job.state == "running" and job.process in (worker.pid, None)
            if silent or (job.state == "queued" and code):
                self._crashed(job, _how(code))

    def _crashed(self, job: Job, how: str) -> None:
        """Let a job wait again whose worker ended without a word; after some of them it failed."""
        if job.stopping:
            ended = {"state": "stopped", "message": "it was stopped; what was played is kept"}
            self._queue.change(job.job, stopping=0, ended=time.time(), process=None, **ended)
        elif job.crashes + 1 >= MOST_CRASHES:
            said = f"{how}, {MOST_CRASHES} times in a row"
            self._queue.change(
                job.job, state="failed", message=said, ended=time.time(), process=None
            )
        else:
            self._wait_again(job, f"{how}; it is resumed", crashes=job.crashes + 1)

    def _wait_again(self, job: Job, message: str, crashes: int) -> None:
        self._queue.change(job.job, state="queued", message=message, process=None, crashes=crashes)

    def _start_worker(self, job: Job) -> None:
        settings = self._settings
        order = WorkerOrder(
            queue=str(self._queue.path.absolute()),
            job=job.job,
            db=str(settings.db.absolute()),
            server=os.getpid(),
            threads=settings.threads,
            cluster=settings.cluster,
        )
        self._workers[job.job] = subprocess.Popen(
            order.command(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            process_group=0,  # Ctrl-C in a terminal is the server's, which ends it
        )

    def _ask_to_stop(self, job: Job) -> None:
        """Ask a worker to stop, and end it if it does not."""
        if job.process is None:
            return
        now = time.monotonic()
        asked = self._asked.setdefault(job.job, now)
        number = signal.SIGKILL if now - asked > END_SECONDS else signal.SIGTERM
        if asked == now or number == signal.SIGKILL:
            os.kill(job.process, number)


def _how(code: int) -> str:
    return f"its worker was ended by signal {-code}" if code < 0 else f"its worker ended ({code})"
