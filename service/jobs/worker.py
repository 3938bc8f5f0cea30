"""A worker runs one job: `python -m conquest_opt.service.jobs.worker QUEUE JOB DB ...`.

It is niced, so that pages stay quick. SIGTERM stops the run as it would at the terminal: what was
played is written. Unless a client asked for that, the job waits again, to be resumed. A worker ends
in the same way once its server is gone.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from ...api.options import read_options
from ...api.running import Follower, run
from ...api.stopping import Stopping, stoppable
from ...engine.kernels import notices
from ...engine.reading.input_error import InputError, as_setting
from ...results import Store, StoreError
from ...results.database.connection import writes_under_way
from .following import JobFollower
from .job import Job
from .queue import JobQueue

NICENESS: Final = 10
_LOOK: Final = 0.5
"""Seconds between two looks at whether the server is there."""


class WorkerOrder(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker is started with."""

    queue: str
    job: int
    db: str
    server: int
    """The process whose end is the worker's."""
    threads: int | None = None
    cluster: str | None = None

    def command(self) -> list[str]:
        """Return the command that starts the worker."""
        return [sys.executable, "-m", __name__, msgspec.json.encode(self).decode()]


def work(order: WorkerOrder) -> None:
    """Run the job of an order, if it still waits."""
    queue = JobQueue(Path(order.queue))
    job = queue.claim(order.job)
    if job is None:
        return
    stopping = Stopping(busy=writes_under_way)
    with stoppable(stopping):
        _end_with(order.server)
        follower = JobFollower(queue, job.job)
        notices.on_notice = follower.line
        ended = _ended(lambda: _run(order, job, queue, follower, stopping))
    follower.close(finished=ended["state"] == "finished")
    if ended["state"] == "stopped" and not _stop_was_asked(queue, job):
        ended = {"state": "queued", "message": "it was interrupted, and will be resumed"}
    queue.change(job.job, ended=time.time(), process=None, stopping=0, **ended)


def _run(
    order: WorkerOrder, job: Job, queue: JobQueue, follower: JobFollower, stopping: Stopping
) -> None:
    where = {"db": order.db, "threads": order.threads, "cluster": order.cluster}
    settings = {"resume": job.run} if _has_begun(order, job, stopping) else job.settings
    options = read_options(job.kind, (), settings | where)
    run(
        job.kind,
        options,
        Follower(
            display=follower,
            progress=follower.of,
            on_plan=follower.plan,
            on_name=lambda run: queue.named(job.job, run),
            stopping=stopping,
            signals=(),
        ),
    )


def _has_begun(order: WorkerOrder, job: Job, stopping: Stopping) -> bool:
    """Return whether a job has a run to resume.

    Its run is noted in the queue before it is stored: a worker that was killed in between has left
    a name without a run. One that has played is there, or was deleted, which resuming it says.
    """
    if job.run is None or job.progress.of_games or "resume" in job.settings:
        return job.run is not None
    store = Store(Path(order.db), stop=stopping.event)
    return store.query("SELECT 1 FROM runs WHERE run = ?", [job.run]).num_rows > 0


def _ended(run_job: Callable[[], None]) -> dict[str, Any]:
    """Run a job; return how it ended."""
    try:
        run_job()
    except KeyboardInterrupt:
        return {"state": "stopped", "message": "it was stopped; what was played is kept"}
    except InputError as error:
        return {"state": "failed", "message": error.spelled(as_setting)}
    except (StoreError, OSError) as error:
        return {"state": "failed", "message": str(error)}
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__)
        said = f"an internal error, {type(error).__name__}: {error}; the server's log says more"
        return {"state": "failed", "message": said}
    return {"state": "finished", "message": None}


def _stop_was_asked(queue: JobQueue, job: Job) -> bool:
    now = queue.job(job.job)
    return now is None or now.stopping


def _end_with(server: int) -> None:
    """Ask this process to stop once the server is gone."""

    def look() -> None:
        while os.getppid() == server:
            time.sleep(_LOOK)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=look, daemon=True).start()


if __name__ == "__main__":
    os.nice(NICENESS)
    work(msgspec.json.decode(sys.argv[1], type=WorkerOrder))
    os._exit(0)  # threads may still be in games that are not waited for
