"""`Store`: the one file that keeps every run.

    store = Store("conquest.duckdb")
    run = store.begin_run(kind="enumerate", arguments={"all": False}, ruleset=Ruleset())
    store.write(run, batch="setups-0", tables={"setups": arrow_table})
    store.end_run(run)
    store.query("SELECT count(*) FROM maximal_setups")

A batch is one transaction with its key in it: writing it again changes nothing, so a run that was
killed is resumed by doing the batches that `written_batches` does not name. The file is open only
during a call; see `connection` for how processes share it.
"""

import json
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import pyarrow as pa
from duckdb import DuckDBPyConnection as Connection

from ...engine.rules.ruleset import Ruleset
from ..database import compaction
from ..database.checkpoints import checkpoint, is_due, renewed, size_on_disk
from ..database.connection import READER_TIMEOUT, WRITER_TIMEOUT, duckdb_errors, reading, writing
from ..database.doors import check_file, is_there
from ..database.errors import StoreError
from ..database.interruptible import interruptible
from ..database.opening import Waiter
from ..database.processes import mark
from . import migrations
from .deletion import Deletion, delete_runs
from .merge import Merged, merge_runs
from .rows import agent_row, fetch, insert, ruleset_row
from .runs import ENDED_WITH_LAST_BATCH, RUNS_QUERY, Run, find, new_run, now, read_run, read_runs
from .writer import write_batch

R = TypeVar("R")
Reader = Callable[[Connection, str, Sequence[object]], R]
"""What reads a result: `fetch` as a table, `spool` a batch at a time."""

TRIED_AGAIN_AFTER: Final = 60.0
"""Seconds: on a full disk each try makes most of a copy."""

Status = Literal["finished", "interrupted", "failed"]


class Store:
    """A results database. Any number of threads and processes may have one for the same file."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        create: bool = True,
        reader_timeout: float = READER_TIMEOUT,
        writer_timeout: float = WRITER_TIMEOUT,
        memory_limit: str | None = None,
        stop: threading.Event | None = None,
        on_wait: Callable[[str], object] = lambda _: None,
    ) -> None:
        """Open the file: make it if there is none, take the steps it lacks.

        Without `create` it has to be there, and is checked with the first query: a single
        question waits for the file once. The timeouts say for how many seconds a locked file is
        tried again; once `stop` is set it is a few seconds in all. `on_wait` is given a
        sentence that says which process holds the file. Queries take no more memory than a limit
        such as 512MB, if one is given.
        """
        self.path = Path(path)
        self.reader_timeout = reader_timeout
        self.writer_timeout = writer_timeout
        self._memory_limit = memory_limit
        self._waiter = Waiter(stop, on_wait)
        self._writes = 0
        self._checkpoint_from = 0.0
        self._open: Connection | None = None
        self._read: dict[tuple[object, ...], Any] = {}
        if create:
            if not is_there(self.path):
                migrations.create(self.path)
            migrations.prepare(self.path, reader_timeout, waiter=self._waiter)
        else:
            check_file(self.path)
        self._prepared = create

    # ---- runs ------------------------------------------------------------------------------------

    def begin_run(
        self,
        *,
        kind: str,
        arguments: Mapping[str, object] | None = None,
        seed: int | None = None,
        ruleset: Ruleset,
        agents: Sequence[str] = (),
        clock_dependent: bool = False,
        on_name: Callable[[str], object] = lambda _: None,
    ) -> str:
        """Note that a run begins in this process, with its rules and agents; return its identifier.

        `on_name` is given it before the run is there: who notes it then knows the run even if this
        process ends at that moment. Games that depend on the clock are not put together with those
        of other runs.
        Runs whose process died are marked as interrupted on the way.
        """
        if seed is not None and not 0 <= seed < 1 << 64:
            raise StoreError(f"a seed is from 0 to {(1 << 64) - 1}, not {seed}")
        started = now()
        row = {
            "kind": kind,
            "status": "running",
            "started": started,
            "seed": seed,
            "ruleset": ruleset.digest(),
            "agents": list(agents),
            "clock_dependent": clock_dependent,
            "arguments": json.dumps(dict(arguments or {}), default=str),
            "software": version("conquest-opt"),
            "process": os.getpid(),
            "process_mark": mark(os.getpid()),
        }
        with self._writing() as connection:
            self._note_interrupted(connection)
            insert(connection, "rulesets", ruleset_row(ruleset))
            for agent in agents:
                insert(connection, "agents", agent_row(agent))
            on_name(run := new_run(kind, started, row))
            while not insert(connection, "runs", {"run": run} | row):
                on_name(run := new_run(kind, started, run))  # the same digits in the same second
        return run

    def resume_run(self, run: str) -> set[str]:
        """Continue a run in this process; return the batches that it need not write again."""
        with self._writing() as connection:
            connection.execute(
                "UPDATE runs SET status = 'running', ended = NULL, message = NULL, process = ?, "
                "process_mark = ? WHERE run = ?",
                [os.getpid(), mark(os.getpid()), run],
            )
        return self.written_batches(run)

    def end_run(self, run: str, status: Status = "finished", message: str | None = None) -> None:
        """Note how a run ended; by a clock that was set back, no sooner than it began."""
        with self._writing(last=True) as connection:
            connection.execute(
                "UPDATE runs SET status = ?, ended = greatest(?, started), message = ? "
                "WHERE run = ?",
                [status, now(), message, run],
            )

    @contextmanager
    def running(self, run: str) -> Iterator[str]:
        """End a begun run as its block ends: finished, interrupted by the user, or failed."""
        try:
            yield run
        except KeyboardInterrupt:
            self.end_run(run, "interrupted")
            raise
        except BaseException as error:
            self.end_run(run, "failed", f"{type(error).__name__}: {error}")
            raise
        self.end_run(run)

    def runs(self) -> list[Run]:
        """Return every run, oldest first, as it stands now."""
        return read_runs(self.query(RUNS_QUERY))

    def rows_by_table(self) -> dict[str, dict[str, int]]:
        """Return how many rows each run has handed over, by table."""
        rows = self.query(
            "SELECT run, entry.key AS name, sum(entry.value::UBIGINT)::UBIGINT AS rows "
            "FROM batches, json_each(tables) AS entry GROUP BY ALL ORDER BY ALL"
        ).to_pylist()
        counts: dict[str, dict[str, int]] = {}
        for row in rows:
            counts.setdefault(row["run"], {})[row["name"]] = row["rows"]
        return counts

    def delete_runs(
        self, runs: Sequence[str], on_progress: Callable[[], object] = lambda: None
    ) -> Deletion:
        """Delete runs with all their rows, and the facts that no other run mentions; or nothing.

        A run that is under way is refused. The space can be used again; `compact` gives it back.
        """
        with self._writing() as connection:
            return interruptible(connection, lambda: delete_runs(connection, runs), on_progress)

    def compact(self, on_progress: Callable[[int], object] = lambda _: None) -> None:
        """Make the file as small as its rows are; `on_progress` is called with the bytes so far."""
        compaction.compact(self.path, self.writer_timeout, self._waiter, on_progress)

    def size_on_disk(self) -> int:
        """Return the bytes that the database takes."""
        return size_on_disk(self.path)

    def find_run(self, name: str) -> Run:
        """Return a run by its identifier, a part that no other has, its kind, or `latest`."""
        return find(self.runs(), name)

    # ---- rows ------------------------------------------------------------------------------------

    def write(self, run: str, *, batch: str, tables: Mapping[str, pa.Table]) -> bool:
        """Write a batch in one transaction; return False if this batch was there already.

        Columns are matched by name. `run` and `batch` are filled in. Setups, rulesets and agents
        that are known already stay as they are.
        """
        with self._writing() as connection:
            return write_batch(connection, run, batch, tables)

    def merge(self, other: Path) -> list[Merged]:
        """Take over every run of another database of this version; all of them, or nothing."""
        with self._writing(last=True) as connection:
            return interruptible(connection, lambda: merge_runs(connection, other))

    def written_batches(self, run: str) -> set[str]:
        """Return the keys of the batches a run has written."""
        rows = self.query("SELECT batch FROM batches WHERE run = ?", [run])
        return set(rows["batch"].to_pylist())

    def query(self, sql: str, values: Sequence[object] = (), read: Reader[R] = fetch) -> R:
        """Return what a query gives. It can change neither the file nor anything else.

        With `read=spool` more rows than memory holds are kept aside, and the file is free again.
        """
        if self._open is None:
            with self.kept_open() as opened:
                return opened.query(sql, values, read)
        key = sql, repr(values), read  # a value may be a list
        if key not in self._read:
            connection = self._open
            with duckdb_errors():
                self._read[key] = interruptible(connection, lambda: read(connection, sql, values))
        return self._read[key]

    @contextmanager
    def kept_open(self) -> Iterator["Store"]:
        """Yield a store for the queries of one thread, with the file open: writers wait.

        To open the file takes longer than most queries. A query that comes again is not run again,
        since nothing has changed.
        """
        for last_try in (False, True):
            with reading(
                self.path, self.reader_timeout, self._waiter, self._memory_limit
            ) as connection:
                if last_try or migrations.version(connection, self.path) == migrations.latest():
                    opened = copy(self)
                    opened._open, opened._read = connection, {}
                    yield opened
                    return
            migrations.prepare(self.path, self.reader_timeout, waiter=self._waiter)

    def change(self, sql: str, read: Reader[R] = fetch) -> R:
        """Run SQL that may change rows and read or write files; all of it, or nothing."""
        with self._writing() as connection:
            return interruptible(connection, lambda: read(connection, sql, ()))

    def rewrite(self, sql: str, read: Reader[R] = fetch) -> R:
        """Run SQL that may change tables too; all of it, or nothing."""
        self._prepare()
        with (
            renewed(self.path, self.writer_timeout, self._waiter) as connection,
            duckdb_errors(),
        ):
            return interruptible(connection, lambda: read(connection, sql, ()))

    def give_up(self) -> None:
        """Wait for the file no more: calls that find it locked fail at once."""
        self._waiter.give_up()

    # ---- inside ----------------------------------------------------------------------------------

    @contextmanager
    def _writing(self, *, last: bool = False) -> Iterator[Connection]:
        """Open the file for one transaction; now and then, and for a run's last, see to its log."""
        self._prepare()
        with writing(self.path, self.writer_timeout, self._waiter) as connection:
            yield connection
        self._writes += 1
        if time.monotonic() >= self._checkpoint_from and is_due(self.path, self._writes, last=last):
            self._writes = 0
            try:
                checkpoint(self.path, self.writer_timeout, self._waiter)
            except StoreError:  # what was written is in the log, and safe
                self._checkpoint_from = time.monotonic() + TRIED_AGAIN_AFTER

    def _prepare(self) -> None:
        """Take the steps that the file lacks, once."""
        if not self._prepared:
            migrations.prepare(self.path, self.reader_timeout, waiter=self._waiter)
            self._prepared = True

    def _note_interrupted(self, connection: Connection) -> None:
        """Mark runs whose process died, as ended with their last batch."""
        rows = fetch(connection, RUNS_QUERY).to_pylist()
        dead = [
            row["run"]
            for row in rows
            if row["status"] == "running" and read_run(row, {}, now()).status == "interrupted"
        ]
        for run in dead:
            connection.execute(
                f"UPDATE runs SET status = 'interrupted', ended = {ENDED_WITH_LAST_BATCH} "
                "WHERE run = ?",
                [run],
            )
