"""What the server is doing."""

import shutil
from importlib.metadata import version

import msgspec
from litestar import get
from litestar.di import NamedDependency

from ...results.database.checkpoints import size_on_disk
from ..shared.shared import Shared


class ServerState(msgspec.Struct, kw_only=True):
    """What the server is doing."""

    version: str
    database: str
    """The name of its file."""
    database_bytes: int | None
    """None if there is no such file now."""
    disk_free_bytes: int
    kernels: str
    """compiling, ready or failed."""
    kernels_message: str
    """Why compiling failed."""
    job_processes: int
    """Jobs that run at a time."""
    plays_on: str
    """Where jobs play."""
    jobs: dict[str, int]
    """How many jobs are in each state."""
    analyses: int
    """Analyses and reviews that are under way."""
    jobs_message: str
    """Why the queue of jobs cannot be worked on now, such as a full disk."""


@get("/state", sync_to_thread=True, tags=["state"])
def server_state(shared: NamedDependency[Shared]) -> ServerState:
    """Say what the server is doing."""
    settings, kernels = shared.settings, shared.kernels
    threads = f"{settings.threads} threads" if settings.threads else "all cores"
    return ServerState(
        version=version("conquest-opt"),
        database=settings.db.name,
        database_bytes=size_on_disk(settings.db) if settings.db.exists() else None,
        disk_free_bytes=shutil.disk_usage(settings.db.absolute().parent).free,
        kernels=kernels.state,
        kernels_message=kernels.message,
        job_processes=settings.jobs,
        plays_on="a cluster" if settings.cluster else threads,
        jobs=shared.queue.counts(),
        analyses=shared.analyses.taken,
        jobs_message=shared.supervisor.fault,
    )


HANDLERS = (server_state,)
