"""What is tried of the service: a game's action, and a job's whole life.

The application answers in the child itself. A worker is a fork of it, where the server starts a
new Python; everything else is the supervisor's.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from conquest_opt.results import StoreError
from conquest_opt.service.app import inner_app
from conquest_opt.service.common.settings import ServiceSettings
from conquest_opt.service.guard.gate import Gate
from conquest_opt.service.jobs.job import Job as QueuedJob
from conquest_opt.service.jobs.queue import JobQueue
from conquest_opt.service.jobs.supervisor import Supervisor
from conquest_opt.service.jobs.worker import WorkerOrder, work
from conquest_opt.service.shared.shared import Shared
from litestar.testing import TestClient

from .jobs import DB, SMALL_RULES, Acknowledged, Digests, Job, earlier, write_by_count

GAMES = "/api/v1/games"

PLAYED = 3
"""Actions that a game has before, and again those that are played."""


class Refused(SystemExit):
    """The service said why it cannot; a command would end with that sentence."""


@contextmanager
def client() -> Iterator[Any]:
    """Give a client of an application that has nothing going on in the background."""
    settings = ServiceSettings(db=DB.absolute())
    try:
        shared = Shared(settings)
    except StoreError as error:  # `serve` ends with this sentence
        print(error)
        raise Refused(1) from None
    app = inner_app(shared)
    app.on_startup.clear()
    app.on_shutdown.clear()
    gate: Any = Gate(app, settings)
    with TestClient(gate, base_url="http://127.0.0.1:8000") as asking:
        yield asking


def answered(response: Any) -> Any:
    """Return what was answered."""
    if response.status_code >= 400:
        print(response.text)
        raise Refused(1)
    return response.json()


@dataclass(frozen=True, kw_only=True)
class Action(Job):
    """Actions of a game, each answered."""

    def prepare(self) -> None:
        """Begin a game and play the first actions."""
        super().prepare()
        with client() as asking:
            begun = answered(
                asking.post(GAMES, json={"first": "Default", "second": "Rush", "seed": 3})
            )
            Path("game").write_text(begun["game"])
            for _ in range(PLAYED):
                _play(asking)

    def act(self, acknowledged: Acknowledged) -> None:
        """Play on."""
        with client() as asking:
            while (after := _actions(asking)) < 2 * PLAYED:
                _play(asking)
                acknowledged.note(f"action {after + 1}")

    def resume(self) -> None:
        """Play what was not played."""
        with client() as asking:
            while _actions(asking) < 2 * PLAYED:
                _play(asking)

    def state(self) -> dict[str, Digests]:
        """Return the game, finished once all of it is played, and the runs."""
        with client() as asking:
            record = answered(asking.get(f"{_game()}/record"))
        status = "open" if len(record["actions"]) < 2 * PLAYED else "finished"
        return super().state() | {
            "game": {"kind": "game", "status": status, "rows": record["actions"]}
        }

    def lost(self, words: list[str], digests: dict[str, Digests]) -> str | None:
        """Return an action that was answered and is not in the record."""
        if int(words[1]) > len(digests["game"]["rows"]):
            return f"action {words[1]} of the game was answered, and is gone"
        return None


def _game() -> str:
    return f"{GAMES}/{Path('game').read_text()}"


def _actions(asking: Any) -> int:
    return answered(asking.get(_game()))["after"]


def _play(asking: Any) -> None:
    view = answered(asking.get(_game()))
    action = view["actions"][0]["text"]
    answered(asking.post(f"{_game()}/actions", json={"actions": [action], "after": view["after"]}))


class ForkedWorker:
    """A worker as `subprocess.Popen` has it."""

    def __init__(self, order: WorkerOrder) -> None:
        self.pid = os.fork()
        if not self.pid:
            try:
                work(order)
            finally:
                os._exit(0)
        self._code: int | None = None

    def poll(self) -> int | None:
        """Return how it ended; None while it is at work."""
        if self._code is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                self._code = os.waitstatus_to_exitcode(status)
        return self._code


class ForkingSupervisor(Supervisor):
    """A supervisor whose workers have everything loaded, and that looks when it is asked to."""

    def _start_worker(self, job: QueuedJob) -> None:
        order = WorkerOrder(
            queue=str(self._queue.path.absolute()),
            job=job.job,
            db=str(DB.absolute()),
            server=os.getpid(),
            threads=1,
        )
        self._workers[job.job] = ForkedWorker(order)  # pyright: ignore[reportArgumentType]

    def run_all(self) -> None:
        """Look until no job waits or runs."""
        for job in self._queue.jobs():
            if job.state == "running":
                self._wait_again(job, "the server ended; it is resumed", crashes=job.crashes)
        while any(job.state in ("queued", "running") for job in self._queue.jobs()):
            self._look()
            time.sleep(0.01)


@dataclass(frozen=True, kw_only=True)
class WholeJob(Job):
    """A job: asked for, run by a worker, read."""

    settings: tuple[tuple[str, Any], ...]

    def act(self, acknowledged: Acknowledged) -> None:
        """Ask for it, and have it run."""
        acknowledged.record()
        write_by_count()
        with client() as asking:
            body = {"kind": self.stored_as, "settings": self._settings()}
            acknowledged.note(
                f"job {answered(asking.post('/api/v1/jobs', json=body))['job']['job']}"
            )
        self._run_all()

    def resume(self) -> None:
        """Start the server again; a job that failed is resumed as its page does."""
        queue = JobQueue(self._service().queue)
        if not (jobs := queue.jobs()):
            queue.add(self.stored_as, self._settings(), "again")
        elif jobs[0].state == "failed":
            if jobs[0].run in super().state():
                queue.add(self.stored_as, {}, "resumed", run=jobs[0].run)
            else:
                queue.add(self.stored_as, self._settings(), "again")
        self._run_all()

    def state(self) -> dict[str, Digests]:
        """Return the runs and the jobs."""
        jobs = JobQueue(self._service().queue).jobs()
        named = {f"job {job.job}": {"kind": "job", "status": job.state, "rows": 0} for job in jobs}
        runs = super().state()
        strays = set(runs) - {job.run for job in jobs} - set(earlier())
        if earlier() and strays:
            print("these runs belong to no job:", *strays)
            raise SystemExit(1)
        return runs | named

    def lost(self, words: list[str], digests: dict[str, Digests]) -> str | None:
        """Return a job or a row that was acknowledged and is not there."""
        if words[0] != "job":
            return super().lost(words, digests)
        name = f"job {words[1]}"
        return None if name in digests else f"{name} was acknowledged, and is gone"

    def _settings(self) -> dict[str, Any]:
        return dict(self.settings)

    @staticmethod
    def _service() -> ServiceSettings:
        return ServiceSettings(db=DB.absolute())

    def _run_all(self) -> None:
        settings = self._service()
        ForkingSupervisor(settings, JobQueue(settings.queue)).run_all()


SERVICE: Final = (
    Action(name="action", words=()),
    WholeJob(
        name="job",
        words=(),
        stored_as="match",
        settings=(
            ("a", "Default"),
            ("b", "IAmWarrior"),
            ("agent", "random"),
            ("games", 12),
            ("seed", 5),
            ("set", list(SMALL_RULES)),
        ),
    ),
)
