"""`ServiceSettings`: how the service was started, and its limits."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

API_PREFIX: Final = "/api/v1"
"""With which the addresses of the API begin."""


@dataclass(frozen=True, kw_only=True)
class ServiceLimits:
    """What one client, or all of them, may take."""

    connections: int = 1000
    """Connections that are open at a time, where the process may have so many files."""
    head_seconds: float = 15.0
    """For a new connection to ask, and for the head of a request that has begun."""
    body_seconds: float = 30.0
    """For the body of a request."""
    body_bytes: int = 1 << 20
    """Of a request."""
    requests_per_second: float = 300.0
    """Of one client."""
    requests_at_once: float = 600.0
    """Of one client that was quiet before."""
    page_rows: int = 500
    """Rows of a page of setups or runs."""
    queued_jobs: int = 100
    """Jobs that wait."""
    games: int = 200
    """Games in memory; the others are read from their file when they are asked for."""
    kept_games: int = 5000
    """Games in the file; of more, those that were untouched longest go."""
    game_actions: int = 20_000
    """Actions of a game; by the standard rules the longest has 7,878."""
    waiting_replays: int = 100
    """Pages of replays that wait for their turn."""
    searches: int = 2
    """Searches of agents at a time."""
    waiting_searches: int = 200
    """Searches that wait for their turn."""
    analyses: int = 8
    """Analyses that grow while somebody looks, and reviews, at a time."""
    search_advances: int = 250_000
    """Advances of an agent's search, or iterations."""
    analysis_advances: int = 16_000_000
    """Advances of the last search of an analysis that grows, if that is done within a second."""
    search_ms: int = 20_000
    """Milliseconds of an agent's search."""
    sql_seconds: float = 10.0
    sql_rows: int = 10_000
    """Of a result that is shown."""
    download_rows: int = 1_000_000
    """Of a result that is downloaded."""
    sql_bytes: int = 64 << 20
    sql_memory: int = 512_000_000
    """Bytes that the process which answers may take for a query."""
    setups_seconds: float = 60.0
    """To enumerate the setups of a ruleset: rules of 12 troops take half of that."""
    page_seconds: float = 120.0
    """For the page of a report."""
    estimate_seconds: float = 120.0
    """For a sample of a run's games; kernels may have to compile first."""
    streams: int = 100
    """Event streams at a time."""
    read_seconds: float = 0.15
    """After which a read gives way to the last known answer."""
    first_read_seconds: float = 1.5
    """After which a client that asks for what is not known yet is asked to come again."""
    lock_seconds: float = 5.0
    """After which a read gives up the database's lock; clients wait less than that."""


@dataclass(frozen=True, kw_only=True)
class ServiceSettings:
    """How the service was started."""

    db: Path
    host: str = "127.0.0.1"
    port: int = 8000
    token: str | None = None
    names: tuple[str, ...] = ()
    """Names by which a browser may know this server, besides localhost and addresses."""
    jobs: int = 1
    """Jobs that run at a time."""
    threads: int | None = None
    """Threads of a job; None is all cores."""
    cluster: str | None = None
    """The Dask scheduler on which jobs play, in place of threads."""
    limits: ServiceLimits = field(default_factory=ServiceLimits)

    @property
    def queue(self) -> Path:
        """The file of the jobs' queue, beside the database."""
        return self._beside(".jobs.sqlite")

    @property
    def kept_games(self) -> Path:
        """The file of the games that are played, beside the database."""
        return self._beside(".games.sqlite")

    @property
    def lock(self) -> Path:
        """The file whose lock is held by the one server of the database."""
        return self._beside(".jobs.lock")

    def _beside(self, suffix: str) -> Path:
        """Return a file beside the database itself, by whatever name it was given."""
        return Path(os.path.realpath(self.db)).with_suffix(suffix)
