"""Runs of another database of the same schema, taken over within one transaction.

A run that is not here yet comes with all its rows. One that is here already must be the same run:
then nothing changes; otherwise nothing of the other database is taken. Facts that are known stay as
they are. Rows are compared by sums of hashes, which need no memory however many there are.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from duckdb import DuckDBPyConnection as Connection

from ..database.errors import StoreError
from .writer import FACTS, insert_facts

OTHER: Final = "other_database"
"""What the other database is called within the connection."""

RUN_TABLES: Final = """
    SELECT table_name FROM duckdb_columns() SEMI JOIN duckdb_tables() USING (table_oid)
    WHERE column_name = 'run' AND database_name = current_database() ORDER BY table_name
"""
"""The tables whose rows belong to a run, `runs` among them."""

MEMORY: Final = "SET memory_limit = '512MB'"
"""DuckDB would keep what it has read and written; what does not fit goes to disk."""

_PROCESS: Final = ("status", "ended", "message", "process", "process_mark")
"""Columns of `runs` that say how its process stands: resuming a run changes them, and no other."""


@dataclass(frozen=True)
class Merged:
    """A run of the other database."""

    run: str
    new: bool
    """Whether it was taken over; otherwise it was here already."""
    rows: int
    """How many it has, in all tables of runs."""


def merge_runs(connection: Connection, other: Path) -> list[Merged]:
    """Take over every run of another database, within the caller's transaction."""
    connection.execute(MEMORY)
    place = str(other.absolute()).replace("'", "''")
    connection.execute(f"ATTACH '{place}' AS {OTHER} (READ_ONLY)")
    tables = [name for (name,) in connection.execute(RUN_TABLES).fetchall()]
    runs = connection.execute(f"SELECT run FROM {OTHER}.runs ORDER BY started, run").fetchall()
    merged = [_merge(connection, run, tables) for (run,) in runs]
    if any(one.new for one in merged):
        for name in FACTS:
            insert_facts(connection, name, f"{OTHER}.{name}")
    return merged


def _merge(connection: Connection, run: str, tables: list[str]) -> Merged:
    if connection.execute("SELECT run FROM runs WHERE run = ?", [run]).fetchall():
        here = {name: _content(connection, name, run) for name in tables}
        there = {name: _content(connection, name, run, f"{OTHER}.") for name in tables}
        differing = [name for name in tables if here[name] != there[name]]
        if differing:
            raise StoreError(
                f"another run {run} is here already: its rows of {', '.join(differing[:3])} "
                "differ. --db names another database"
            )
        return Merged(run, new=False, rows=sum(count for count, _ in here.values()))
    rows = 0
    for name in tables:
        [(inserted,)] = connection.execute(
            f"INSERT INTO {name} BY NAME SELECT * FROM {OTHER}.{name} WHERE run = ?", [run]
        ).fetchall()
        rows += inserted
    return Merged(run, new=True, rows=rows)


def _content(connection: Connection, table: str, run: str, place: str = "") -> tuple[int, int]:
    """Return how many rows a run has in a table, and a number that depends on what is in them."""
    columns = f"* EXCLUDE ({', '.join(_PROCESS)})" if table == "runs" else "*"
    [(rows, content)] = connection.execute(
        f"SELECT count(*), coalesce(sum(hash(own)), 0) FROM "
        f"(SELECT {columns} FROM {place}{table} WHERE run = ?) AS own",
        [run],
    ).fetchall()
    return rows, content
