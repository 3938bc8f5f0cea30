"""`open`: the results database, asked in SQL; and the results of the runs in it."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from ..arena.run.runner import stored_task
from ..balance.kinds import KINDS
from ..engine.reading.input_error import InputError
from ..results import Store
from .results import Result, Table

_RESULT = "SELECT version, result FROM run_results WHERE run = ?"


class Database:
    """A results database. Queries change nothing; any number of processes may have it open."""

    def __init__(self, path: str | os.PathLike[str], *, create: bool = False) -> None:
        """Open a file, which has to be there unless it may be made."""
        self.path = Path(path)
        self._store = Store(self.path, create=create)

    def sql(self, query: str, values: Sequence[object] = ()) -> Table:
        """Return the rows of a query in DuckDB's dialect; ? in it stand for the values."""
        return Table(self._store.query(query, list(values)))

    def runs(self) -> Table:
        """Return the runs, the latest first."""
        return self.sql("FROM run_summary ORDER BY started DESC")

    def result(self, run: str = "latest") -> Result[Any]:
        """Return the result of a finished run: its identifier, the start of it, a kind, latest."""
        stored = stored_task(self._store, run, KINDS)
        rows = self.sql(_RESULT, [stored.run]).dicts()
        if not rows:
            raise InputError(f"run {stored.run} has no result yet: it was not finished")
        kind = KINDS[stored.task.kind]
        values = msgspec.json.decode(rows[0]["result"], type=kind.result_class())
        names = self.sql(
            "SELECT DISTINCT table_name FROM information_schema.columns "
            "WHERE column_name = 'run' AND table_name IN "
            "(SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE')"
        )
        tables = {}
        for name in sorted(row["table_name"] for row in names.dicts()):
            table = self.sql(f"SELECT * FROM {name} WHERE run = ?", [stored.run])
            if len(table) and name not in ("batches", "runs", "run_results"):
                tables[name] = table
        return Result(task=stored.task, values=values, run=stored.run, tables=tables)

    def __repr__(self) -> str:
        return f"Database({str(self.path)!r})"


def open(path: str | os.PathLike[str]) -> Database:
    """Open a results database, such as conquest.duckdb, to be asked in SQL."""
    return Database(path)
