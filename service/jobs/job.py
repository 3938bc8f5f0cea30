"""`Job`: what was asked for, how it stands, and how far it is."""

from typing import Any, Final, Literal

import msgspec

JobState = Literal["queued", "running", "finished", "stopped", "failed"]
ENDED: Final = ("finished", "stopped", "failed")


class JobProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a job is."""

    stage: str = ""
    """The part of the run that is under way."""
    games: int = 0
    """Games that are known, those of earlier parts among them."""
    of_games: int = 0
    """Games of the parts that have begun."""
    games_per_second: float = 0.0
    seconds_left: float | None = None
    """Of the part that is under way; None as long as that is not known."""
    share: float = 0.0
    """Games that are known as a share of those planned, from 0 to 1."""
    whole_seconds_left: float | None = None
    """Of the whole run; None as long as that is not known."""
    best: str | None = None
    """The last sentence that names the best so far."""
    said: tuple[str, ...] = ()
    """What the run has found out so far, the last sentences."""


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """A job as it stands."""

    job: int
    kind: str
    """The kind of run."""
    settings: dict[str, Any]
    """As they were asked for."""
    title: str
    """What it is, in a few words."""
    state: JobState
    stopping: bool
    """Whether it was asked to stop, and has not ended yet."""
    run: str | None
    """The run in the database, noted just before it begins."""
    created: float
    started: float | None
    """When it began to run for the last time."""
    ended: float | None
    message: str | None
    """Why it failed, or waits again."""
    attempts: int
    """How often a worker has begun it."""
    crashes: int
    """How often a worker ended without a word since it last came forward."""
    process: int | None
    process_mark: str | None
    progress: JobProgress
    changed: int
    """Grows with every change of any job."""

    def public(self) -> dict[str, Any]:
        """Return it as the API shows it."""
        values = msgspec.to_builtins(self)
        for name in ("process", "process_mark", "crashes"):
            del values[name]
        return values
