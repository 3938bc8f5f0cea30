"""A batch of Arrow tables becomes rows.

Facts (setups, rulesets, agents) are kept once, by the first run that writes them. Everything else
belongs to a run and is stored with its identifier. Both happen inside the transaction that also
notes the batch, so a batch is there as a whole or not at all.
"""

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Final

import pyarrow as pa
from duckdb import DuckDBPyConnection as Connection

from ..database.errors import StoreError
from .runs import now

FACTS: Final = {"setups": ("ruleset", "setup"), "rulesets": ("ruleset",), "agents": ("agent",)}
"""Tables that hold each key once, with their keys."""

OWN: Final = ("schema_versions", "runs", "batches", "run_setups")
"""Tables that only the store fills."""

UNIQUE_GAMES: Final = {"games": "game", "game_events": "(game, action)", "game_records": "game"}
"""Tables without an index in which a game must not come twice, with their keys within a run."""


def write_batch(
    connection: Connection, run: str, batch: str, tables: Mapping[str, pa.Table]
) -> bool:
    """Insert the tables' rows and note the batch; return False if it had been written before.

    Its facts are inserted even then: an imported run comes only with those that its rows name.
    """
    if not _number(connection, "SELECT count(*) FROM runs WHERE run = ?", [run]):
        raise StoreError(f"there is no run {run!r}; begin_run makes one")
    query = "SELECT count(*) FROM batches WHERE run = ? AND batch = ?"
    repeated = bool(_number(connection, query, [run, batch]))
    for name, rows in tables.items():
        _check(connection, name, rows)
        connection.register("incoming", rows)
        if name in FACTS:
            insert_facts(connection, name, "incoming")
        elif not repeated:
            _insert_rows(connection, name, run, batch)
        if name == "setups" and not repeated:
            connection.execute("INSERT INTO run_setups SELECT ?, setup FROM incoming", [run])
        connection.unregister("incoming")
    if repeated:
        return False
    counts = {name: rows.num_rows for name, rows in tables.items()}
    connection.execute(
        "INSERT INTO batches VALUES (?, ?, ?, ?, ?)",
        [run, batch, sum(counts.values()), json.dumps(counts), now()],
    )
    return True


def insert_facts(connection: Connection, name: str, source: str) -> None:
    """Insert the rows of a source whose key is not there yet.

    An anti-join: a primary key with ON CONFLICT DO NOTHING took four times as long.
    """
    key = ", ".join(FACTS[name])
    repeated = _number(connection, f"SELECT count(*) - count(DISTINCT ({key})) FROM {source}")
    distinct = f"DISTINCT ON ({key})" if repeated else ""  # loses the order, so packs less well
    connection.execute(
        f"INSERT INTO {name} BY NAME "
        f"SELECT {distinct} * FROM {source} ANTI JOIN {name} USING ({key})"
    )


def _insert_rows(connection: Connection, name: str, run: str, batch: str) -> None:
    """Insert rows of a run; a game that is there already is an error."""
    if name in UNIQUE_GAMES:
        [(twice,)] = connection.execute(
            f"SELECT min(game) FROM {name} SEMI JOIN incoming USING (game) WHERE run = ?", [run]
        ).fetchall()
        key = UNIQUE_GAMES[name]
        if _number(connection, f"SELECT count(*) - count(DISTINCT {key}) FROM incoming"):
            raise StoreError(f"{name} of batch {batch!r} has the same {key} twice")
        if twice is not None:
            raise StoreError(
                f"{name} of run {run} already has game {twice}, not of batch {batch!r}"
            )
    values = {"run": run} | ({"batch": batch} if name == "games" else {})
    columns = ", ".join(f"? AS {column}" for column in values)
    connection.execute(
        f"INSERT INTO {name} BY NAME SELECT {columns}, * FROM incoming", list(values.values())
    )


def _check(connection: Connection, name: str, rows: pa.Table) -> None:
    """Refuse unknown tables and columns; the columns the store fills are not for others."""
    columns = _columns(connection)
    if name not in columns or name in OWN:
        takes = ", ".join(sorted(set(columns) - set(OWN)))
        raise StoreError(f"there is no table {name!r} to write to; tables are {takes}")
    own = set() if name in FACTS else {"run", "batch"}
    for column in rows.column_names:
        if column in own:
            raise StoreError(f"{name}.{column} is filled in by the store; leave it out")
        if column not in columns[name]:
            near = get_close_matches(column, columns[name], n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(columns[name])}"
            raise StoreError(f"{name} has no column {column!r}; {hint}")


def _columns(connection: Connection) -> dict[str, list[str]]:
    rows: list[Any] = connection.execute(
        "SELECT table_name, list(column_name ORDER BY column_index) FROM duckdb_columns() "
        "SEMI JOIN duckdb_tables() USING (table_oid) "
        "WHERE database_name = current_database() AND NOT internal GROUP BY table_name"
    ).fetchall()
    return dict(rows)


def _number(connection: Connection, sql: str, values: list[object] | None = None) -> int:
    """Return the one number a query gives."""
    [(number,)] = connection.execute(sql, values or []).fetchall()
    return number
