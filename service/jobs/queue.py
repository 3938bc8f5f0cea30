"""The queue of jobs: a SQLite file beside the database, that outlives every process.

Each call is one transaction. The file is in write-ahead mode: readers never wait for writers, and
a process that is killed leaves the file as its last transaction left it.
"""

import json
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from ...results.database.processes import alive, mark
from ..common.side_files import make_tables, opened, saying_why
from .job import Job, JobProgress

VERSION: Final = 1
KEPT_ENDED: Final = 1000
"""Jobs that have ended and are still listed; their runs stay in the database."""
KEPT_SETTINGS: Final = 1 << 21
"""Characters of their settings: all jobs are read several times a second."""

_SCHEMA: Final = """
    CREATE TABLE jobs (
        job INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        settings TEXT NOT NULL,
        title TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'queued',
        stopping INTEGER NOT NULL DEFAULT 0,
        run TEXT,
        created REAL NOT NULL,
        started REAL,
        ended REAL,
        message TEXT,
        attempts INTEGER NOT NULL DEFAULT 0,
        crashes INTEGER NOT NULL DEFAULT 0,
        process INTEGER,
        process_mark TEXT,
        progress TEXT NOT NULL DEFAULT '{}',
        changed INTEGER NOT NULL
    );
    CREATE INDEX jobs_by_state ON jobs (state);
    CREATE TABLE changes (last INTEGER NOT NULL);
    INSERT INTO changes VALUES (0);
"""


class JobQueue:
    """The jobs of a database. Any number of threads and processes may have one."""

    def __init__(self, path: Path) -> None:
        """Open the file, and make it if there is none."""
        self.path = path
        with self._transaction() as connection:
            make_tables(connection, path, _SCHEMA, VERSION)
        with saying_why(path):
            self._kept = sqlite3.connect(path, check_same_thread=False)
            """Never used again. As long as it is there, others find the files beside the queue and
            need not make them: on a full disk the queue can still be read."""
            self._kept.execute("SELECT count(*) FROM jobs").fetchone()

    # ---- asking --------------------------------------------------------------------------------

    def jobs(self, after: int = 0) -> list[Job]:
        """Return the jobs that changed after a change, the latest job first."""
        with self._transaction("DEFERRED") as connection:
            rows = connection.execute(
                "SELECT * FROM jobs WHERE changed > ? ORDER BY job DESC", [after]
            ).fetchall()
        return [_read(row) for row in rows]

    def job(self, number: int) -> Job | None:
        """Return a job; None if there is none of that number."""
        with self._transaction("DEFERRED") as connection:
            row = connection.execute("SELECT * FROM jobs WHERE job = ?", [number]).fetchone()
        return _read(row) if row else None

    def counts(self) -> dict[str, int]:
        """Return how many jobs there are in each state."""
        with self._transaction("DEFERRED") as connection:
            rows = connection.execute("SELECT state, count(*) FROM jobs GROUP BY state").fetchall()
        return {row[0]: row[1] for row in rows}

    # ---- changing ------------------------------------------------------------------------------

    def add(
        self, kind: str, settings: Mapping[str, Any], title: str, run: str | None = None
    ) -> int:
        """Let a job wait, for a new run or for one to resume; return its number."""
        values = {"kind": kind, "settings": json.dumps(dict(settings)), "title": title, "run": run}
        with self._transaction() as connection:
            connection.execute(
                "DELETE FROM jobs WHERE job IN (SELECT job FROM (SELECT job, "
                "row_number() OVER latest AS place, sum(length(settings)) OVER latest AS size "
                "FROM jobs WHERE state NOT IN ('queued', 'running') "
                "WINDOW latest AS (ORDER BY job DESC)) WHERE place > ? OR size > ?)",
                [KEPT_ENDED, KEPT_SETTINGS],
            )
            row = connection.execute(
                "INSERT INTO jobs (kind, settings, title, run, created, changed) "
                "VALUES (:kind, :settings, :title, :run, :created, :changed) RETURNING job",
                values | {"created": time.time(), "changed": _next_change(connection)},
            ).fetchone()
        return row[0]

    def claim(self, number: int) -> Job | None:
        """Let this process run a job that waits; None if it does not wait any more."""
        values = {"state": "running", "started": time.time(), "ended": None, "message": None}
        values |= {"process": os.getpid(), "process_mark": mark(os.getpid())}
        if not self.change(number, where="state = 'queued'", attempts="attempts + 1", **values):
            return None
        return self.job(number)

    def named(self, number: int, run: str) -> None:
        """Note the run that a job is about to begin: whenever its worker ends, it is found."""
        self.change(number, run=run)

    def progress(self, number: int, progress: JobProgress, *, forward: bool) -> None:
        """Note how far a job is; with one that comes forward, crashes are counted anew."""
        crashes = 0 if forward else "crashes"
        self.change(number, progress=msgspec.json.encode(progress).decode(), crashes=crashes)

    def change(self, number: int, *, where: str = "true", **values: Any) -> bool:
        """Change a job where a condition holds; return whether it did.

        `attempts` and `crashes` may be expressions of their own columns.
        """
        expressions = {n: values.pop(n) for n in ("attempts", "crashes") if n in values}
        parts = [f"{name} = :{name}" for name in values]
        parts += [f"{name} = {expression}" for name, expression in expressions.items()]
        with self._transaction() as connection:
            done = connection.execute(
                f"UPDATE jobs SET {', '.join([*parts, 'changed = :changed'])} "
                f"WHERE job = :number AND {where}",
                {**values, "number": number, "changed": _next_change(connection)},
            )
        return done.rowcount > 0

    def delete(self, number: int) -> bool:
        """Forget a job that is not running; its run stays in the database."""
        with self._transaction() as connection:
            _next_change(connection)
            done = connection.execute(
                "DELETE FROM jobs WHERE job = ? AND state <> 'running'", [number]
            )
        return done.rowcount > 0

    # ---- inside --------------------------------------------------------------------------------

    @contextmanager
    def _transaction(self, kind: str = "IMMEDIATE") -> Iterator[sqlite3.Connection]:
        with saying_why(self.path), closing(opened(self.path)) as connection:
            connection.execute(f"BEGIN {kind}")
            yield connection
            connection.execute("COMMIT")  # closing rolls back what was not committed


def worker_lives(job: Job) -> bool:
    """Return whether the process that runs a job is still there."""
    return job.process is not None and alive(job.process, job.process_mark or "")


def _next_change(connection: sqlite3.Connection) -> int:
    row = connection.execute("UPDATE changes SET last = last + 1 RETURNING last").fetchone()
    return row[0]


def _read(row: sqlite3.Row) -> Job:
    values = dict(row)
    values["settings"] = json.loads(values["settings"])
    values["stopping"] = bool(values["stopping"])
    values["progress"] = msgspec.json.decode(values["progress"], type=JobProgress)
    return Job(**values)
