"""Values of the engine and plain dicts as rows, and queries as tables."""

import json
from collections.abc import Mapping, Sequence
from typing import Final

import pyarrow as pa
from duckdb import DuckDBPyConnection as Connection
from duckdb import StatementType

from ...engine.rules.ruleset import Ruleset

_PLACEHOLDERS: Final = (["Count"], ["Success"])
"""What DuckDB calls the only column, without rows, of a statement that has no result."""


def fetch(connection: Connection, sql: str, values: Sequence[object] = ()) -> pa.Table:
    """Return what the last of a query's statements gives; a table without columns if nothing."""
    relation = connection.sql(sql, params=list(values) or None)
    if relation is None:
        return pa.table({})
    table = relation.to_arrow_table()
    if not table.num_rows and table.column_names in _PLACEHOLDERS:
        last = connection.extract_statements(sql)[-1].type
        return table if last == StatementType.SELECT else pa.table({})
    return table


def ruleset_row(ruleset: Ruleset) -> dict[str, object]:
    """Return a row of `rulesets`."""
    return {
        "ruleset": ruleset.digest(),
        "rules": json.dumps(ruleset.to_dict()),
        "edits": Ruleset().differences(ruleset),
    }


def agent_row(spec: str) -> dict[str, object]:
    """Return a row of `agents` for an agent's text, such as `fpu:iterations=1000,k=0.5`."""
    name, _, rest = spec.partition(":")
    pairs = [part.partition("=") for part in rest.split(",") if part]
    return {
        "agent": spec,
        "name": name,
        "parameters": json.dumps({key: _value(text) for key, _, text in pairs}),
    }


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def insert(connection: Connection, table: str, row: Mapping[str, object]) -> bool:
    """Insert a row unless its key is there; return whether it was inserted."""
    marks = ", ".join("?" for _ in row)
    [(inserted,)] = connection.execute(
        f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks}) ON CONFLICT DO NOTHING",
        list(row.values()),
    ).fetchall()
    return bool(inserted)
