"""Deleting runs: every row of theirs, and the facts that no other run mentions.

Tables of a run's own rows are known by their column `run`. Facts (setups, rulesets, agents) are
kept once for all runs: those that a deleted run mentioned go if no other run does. Where they are
mentioned is read off the names of columns, so a new table needs no entry here.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from duckdb import DuckDBPyConnection as Connection

from ..database.errors import StoreError
from .rows import fetch
from .runs import RUNS_QUERY, now, read_run
from .writer import FACTS

_COLUMNS: Final = """
    SELECT table_name, list(column_name ORDER BY column_index) FROM duckdb_columns()
    SEMI JOIN duckdb_tables() USING (table_oid)
    WHERE database_name = current_database() AND data_type IN ('VARCHAR', 'VARCHAR[]')
    GROUP BY table_name HAVING list_contains(list(column_name), 'run') ORDER BY table_name
"""

_GONE: Final = "run IN (SELECT unnest($1::VARCHAR[]))"


@dataclass(frozen=True)
class Deletion:
    """Which runs were deleted, and how many rows by table."""

    runs: tuple[str, ...]
    rows: dict[str, int]


def delete_runs(connection: Connection, runs: Sequence[str]) -> Deletion:
    """Delete runs, within the caller's transaction; one that is under way is refused."""
    _check_ended(connection, runs)
    tables: dict[str, list[str]] = dict(connection.execute(_COLUMNS).fetchall())
    mentions = {fact: " UNION ALL ".join(_mentions(fact, tables)) for fact in FACTS}
    for fact, keys in FACTS.items():
        connection.execute(
            f"CREATE TEMP TABLE gone_{fact} AS SELECT DISTINCT {', '.join(keys)} "
            f"FROM ({mentions[fact]}) WHERE {_GONE}",
            [list(runs)],
        )
    rows = {
        name: _count(connection, f"DELETE FROM {name} WHERE {_GONE}", list(runs)) for name in tables
    }
    for fact, keys in FACTS.items():  # setups before their rulesets
        rows[fact] = _delete_unused(connection, fact, ", ".join(keys), mentions[fact])
        connection.execute(f"DROP TABLE gone_{fact}")
    return Deletion(tuple(runs), {name: count for name, count in rows.items() if count})


def _check_ended(connection: Connection, runs: Sequence[str]) -> None:
    """Refuse a run whose process lives: it would write rows of a run that is not there."""
    rows = {
        row["run"]: read_run(row, {}, now()) for row in fetch(connection, RUNS_QUERY).to_pylist()
    }
    for run in runs:
        if run not in rows:
            raise StoreError(f"there is no run {run!r} any more")
        if rows[run].status == "running":
            raise StoreError(
                f"run {run} is still under way in another process; stop it before it is deleted"
            )


def _delete_unused(connection: Connection, fact: str, keys: str, mentions: str) -> int:
    """Delete the facts of deleted runs that nothing else mentions."""
    if fact == "rulesets":
        mentions += " UNION ALL SELECT NULL, ruleset FROM setups"
    return _count(
        connection,
        f"DELETE FROM {fact} WHERE ({keys}) IN "
        f"(SELECT ({keys}) FROM gone_{fact} ANTI JOIN ({mentions}) USING ({keys}))",
    )


def _mentions(fact: str, tables: dict[str, list[str]]) -> Iterator[str]:
    """Yield queries that together give the run and the keys of each mention of a fact."""
    *_, noun = FACTS[fact]
    named = re.compile(rf"{noun}|{noun}_[a-z]+|[a-z]+_{noun}")
    if fact == "agents":
        yield "SELECT run, unnest(agents) AS agent FROM runs"
    for table, columns in tables.items():
        for column in filter(named.fullmatch, columns):
            if fact != "setups":
                yield f"SELECT run, {column} AS {noun} FROM {table}"
            elif "ruleset" in columns:
                yield f"SELECT run, ruleset, {column} AS {noun} FROM {table}"
            else:
                yield (
                    f"SELECT run, runs.ruleset, {column} AS {noun} FROM {table} "
                    "JOIN runs USING (run)"
                )


def _count(connection: Connection, sql: str, runs: list[str] | None = None) -> int:
    """Return how many rows a statement deleted."""
    [(count,)] = connection.execute(sql, [] if runs is None else [runs]).fetchall()
    return count
