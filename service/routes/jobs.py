"""Jobs: start any kind of run or resume one, follow it, stop it."""

import json
import threading
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

import msgspec
from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, JSONBody, PathParameter
from litestar.response.sse import ServerSentEventMessage

from ...api.titles import run_title
from ...results import Store
from ..common.problems import Refusal
from ..data.runs import resumable_run
from ..data.wanted import while_wanted
from ..jobs.asking import checked
from ..jobs.job import ENDED, Job
from ..shared.answered import AnyRequest
from ..shared.asked import RunName
from ..shared.event_stream import EventStream
from ..shared.shared import Shared

FIND_SECONDS: Final = 10.0
"""For which a run to resume is looked for, while others write."""
JobNumber = Annotated[int, PathParameter(ge=1, le=1 << 53)]


class NewJob(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What is to be run."""

    kind: str
    """The kind of run: match, counter, whatif, ..."""
    settings: dict[str, Any] = {}
    """Its settings by name, as the schema KIND_settings says; the others keep their defaults."""
    check_only: bool = False
    """Only say what would be played."""


class AcceptedJob(msgspec.Struct, kw_only=True):
    """A job that waits, or what it would play."""

    plan: str
    """What it plays, in a few lines."""
    job: dict[str, Any] | None


class WantedRun(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A run whose time is asked for."""

    kind: str
    settings: dict[str, Any] = {}


class EstimatedPart(msgspec.Struct, kw_only=True):
    """A part of a run."""

    name: str
    agent: str
    games: int
    seconds: float


class JobEstimate(msgspec.Struct, kw_only=True):
    """How many games a run would play, and how long they take where jobs run."""

    text: str
    """The same as the command line says it."""
    games: int
    seconds: float
    at_most: bool
    """Whether fewer games may be played."""
    parts: list[EstimatedPart]


@get("/jobs", sync_to_thread=True, tags=["jobs"])
def list_jobs(shared: NamedDependency[Shared]) -> list[dict[str, Any]]:
    """List the jobs, the latest first."""
    return [job.public() for job in shared.queue.jobs()]


@post("/jobs", sync_to_thread=True, tags=["jobs"])
def start_job(shared: NamedDependency[Shared], data: JSONBody[NewJob]) -> AcceptedJob:
    """Let a run wait for its turn, once its settings have been checked."""
    job = checked(data.kind, data.settings, shared.settings.db)
    if data.check_only:
        return AcceptedJob(plan=job.plan, job=None)
    return AcceptedJob(plan=job.plan, job=_added(shared, data.kind, data.settings, job.title))


@post("/jobs/estimate", status_code=200, tags=["jobs"])
async def estimate_job(
    request: AnyRequest, shared: NamedDependency[Shared], data: JSONBody[WantedRun]
) -> JobEstimate:
    """Say how long a run would take: some seconds of its games are played, and not kept."""
    settings, limits = shared.settings, shared.settings.limits
    if shared.kernels.state == "compiling":
        raise Refusal(503, "the kernels are being compiled, and no game can be timed before")
    where = {"db": str(settings.db), "threads": settings.threads, "cluster": settings.cluster}
    given = {"kind": data.kind, "settings": data.settings | where}

    def call(given_up: threading.Event) -> Any:
        checked(data.kind, data.settings, settings.db)
        return shared.estimates.call(
            "estimate", given, seconds=limits.estimate_seconds, given_up=given_up
        )

    return msgspec.convert(await while_wanted(request, call), JobEstimate)


@get("/jobs/{number:int}", sync_to_thread=True, tags=["jobs"])
def read_job(shared: NamedDependency[Shared], number: JobNumber) -> dict[str, Any]:
    """Return a job: how it stands, how far it is, and its run."""
    return _job(shared, number).public()


@post("/jobs/{number:int}/stop", sync_to_thread=True, status_code=200, tags=["jobs"])
def stop_job(shared: NamedDependency[Shared], number: JobNumber) -> dict[str, Any]:
    """Stop a job; what it has played is kept, and it can be resumed."""
    job = _job(shared, number)
    stopped = {"state": "stopped", "message": "it was stopped before it began"}
    if not shared.queue.change(number, where="state = 'queued'", **stopped) and (
        not shared.queue.change(number, where="state = 'running'", stopping=1)
    ):
        raise Refusal(409, f"job {number} has {_how(job)} already")
    shared.supervisor.wake()
    return _job(shared, number).public()


@post("/jobs/{number:int}/resume", sync_to_thread=True, status_code=200, tags=["jobs"])
def resume_job(shared: NamedDependency[Shared], number: JobNumber) -> dict[str, Any]:
    """Let a job that was stopped, or failed, wait to be resumed."""
    job = _job(shared, number)
    if not _waits_again(shared, number):
        raise Refusal(409, f"job {number} is {job.state}: there is nothing to resume")
    return _job(shared, number).public()


@post("/runs/{run:str}/resume", sync_to_thread=True, tags=["jobs"])
def resume_run(shared: NamedDependency[Shared], run: RunName) -> dict[str, Any]:
    """Let a run that was interrupted, here or on the command line, wait to be resumed.

    The answer is its job: the one that began it, or a new one.
    """
    store = Store(shared.settings.db, create=False, reader_timeout=FIND_SECONDS)
    found = resumable_run(store, run)
    of_run = [job for job in shared.queue.jobs() if job.run == found.run]
    if of_run and (_waits_again(shared, of_run[0].job) or of_run[0].state not in ENDED):
        return _job(shared, of_run[0].job).public()
    title = run_title(found.kind, found.arguments, found.agents)
    return _added(shared, found.kind, {"resume": found.run}, title, found.run)


@delete("/jobs/{number:int}", sync_to_thread=True, tags=["jobs"])
def forget_job(shared: NamedDependency[Shared], number: JobNumber) -> None:
    """Forget a job that is not running; its run stays in the database."""
    _job(shared, number)
    if not shared.queue.delete(number):
        raise Refusal(409, f"job {number} is running; stop it first")


@get("/jobs/events", tags=["jobs"], media_type="text/event-stream")
async def all_events(
    shared: NamedDependency[Shared],
    last_event: Annotated[int, HeaderParameter(name="last-event-id", ge=0)] = 0,
) -> EventStream:
    """Stream every change of every job: events named job, with the job as data."""
    return EventStream(shared.streams, _messages(shared, None, last_event))


@get("/jobs/{number:int}/events", tags=["jobs"], media_type="text/event-stream")
async def job_events(
    shared: NamedDependency[Shared],
    number: JobNumber,
    last_event: Annotated[int, HeaderParameter(name="last-event-id", ge=0)] = 0,
) -> EventStream:
    """Stream a job's changes until it has ended."""
    _job(shared, number)
    return EventStream(shared.streams, _messages(shared, number, last_event))


async def _messages(
    shared: Shared, number: int | None, after: int
) -> AsyncIterator[ServerSentEventMessage]:
    async for job in shared.feed.changes(number, after):
        yield ServerSentEventMessage(
            event="job", id=str(job.changed), data=json.dumps(job.public())
        )


def _added(
    shared: Shared, kind: str, settings: dict[str, Any], title: str, run: str | None = None
) -> dict[str, Any]:
    """Let a job wait, unless too many do."""
    most = shared.settings.limits.queued_jobs
    if shared.queue.counts().get("queued", 0) >= most:
        raise Refusal(429, f"{most} jobs wait already; stop some, or ask later")
    number = shared.queue.add(kind, settings, title, run)
    shared.supervisor.wake()
    return _job(shared, number).public()


def _waits_again(shared: Shared, number: int) -> bool:
    """Let a job that was stopped, or failed, wait again; return whether it was such a one."""
    waits = {"state": "queued", "stopping": 0, "message": None, "ended": None, "crashes": 0}
    done = shared.queue.change(number, where="state IN ('stopped', 'failed')", **waits)
    shared.supervisor.wake()
    return done


def _job(shared: Shared, number: int) -> Job:
    job = shared.queue.job(number)
    if job is None:
        raise Refusal(404, f"there is no job {number}")
    return job


def _how(job: Job) -> str:
    return {"finished": "finished", "failed": "failed", "stopped": "been stopped"}.get(
        job.state, job.state
    )


HANDLERS = (
    list_jobs,
    start_job,
    estimate_job,
    read_job,
    stop_job,
    resume_job,
    resume_run,
    forget_job,
    all_events,
    job_events,
)
