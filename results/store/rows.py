"""Values of the engine and plain dicts as rows, and queries as tables."""

import json
from collections.abc import Mapping, Sequence
from typing import Final

import pyarrow as pa
from duckdb import DuckDBPyConnection as Connection
from duckdb import DuckDBPyRelation, StatementType
from duckdb.sqltypes import DuckDBPyType

from ...engine.rules.ruleset import Ruleset
from .spool import Spool

_PLACEHOLDERS: Final = (["Count"], ["Success"])
"""What DuckDB calls the only column, without rows, of a statement that has no result."""

_AS_TEXT: Final = {
    "bignum", "bit", "geometry", "interval", "time", "time with time zone", "time_ns", "uhugeint",
    "variant",
}  # fmt: skip
"""Types whose values Arrow or Python would change, or cannot hold."""

_NESTED: Final = {"array", "list", "map", "struct", "tuple", "union"}

_BATCH: Final = 10_000
"""Rows that are in memory at a time; ten times as many took 100 MB more."""


def fetch(connection: Connection, sql: str, values: Sequence[object] = ()) -> pa.Table:
    """Return what the last of a query's statements gives; a table without columns if nothing."""
    relation = connection.sql(sql, params=list(values) or None)
    if relation is None:
        return pa.table({})
    table = _readable(relation).to_arrow_table().rename_columns(relation.columns)
    return table if table.num_rows or _answers(connection, sql, relation) else pa.table({})


def fetch_first(
    connection: Connection, sql: str, values: Sequence[object] = (), *, rows: int
) -> pa.Table:
    """Return the same as `fetch`, but only so many rows."""
    relation = connection.sql(sql, params=list(values) or None)
    if relation is None:
        return pa.table({})
    return _readable(relation.limit(rows)).to_arrow_table().rename_columns(relation.columns)


def spool(connection: Connection, sql: str, values: Sequence[object] = ()) -> Spool:
    """Return the same as `fetch`, however many rows there are."""
    relation = connection.sql(sql, params=list(values) or None)
    if relation is None:
        return Spool()
    with _readable(relation).to_arrow_reader(_BATCH) as reader:
        kept = Spool(relation.columns, reader)
    return kept if kept.num_rows or _answers(connection, sql, relation) else Spool()


def _answers(connection: Connection, sql: str, relation: DuckDBPyRelation) -> bool:
    """Return whether a result without rows is one."""
    if relation.columns not in _PLACEHOLDERS:
        return True
    return connection.extract_statements(sql)[-1].type == StatementType.SELECT


def _readable(relation: DuckDBPyRelation) -> DuckDBPyRelation:
    """Return a query in which what Arrow or Python cannot hold is text, as DuckDB writes it."""
    texts = [_needs_text(kind) for kind in relation.types]
    if not any(texts):
        return relation
    columns = (
        f"CAST(#{number} AS VARCHAR)" if text else f"#{number}"
        for number, text in enumerate(texts, start=1)
    )
    return relation.project(", ".join(columns))


def _needs_text(kind: DuckDBPyType) -> bool:
    if kind.id in _NESTED:
        within = [child for _, child in kind.children if isinstance(child, DuckDBPyType)]
        return any(map(_needs_text, within))
    return kind.id in _AS_TEXT


def ruleset_row(ruleset: Ruleset) -> dict[str, object]:
    """Return a row of `rulesets`."""
    return {
        "ruleset": ruleset.digest(),
        "rules": json.dumps(ruleset.to_dict()),
        "edits": Ruleset().differences(ruleset),
    }


def agent_row(spec: str) -> dict[str, object]:
    """Return a row of `agents` for an agent's text, such as `fpu:iterations=1000,k=0.5`.

    Of another program, `engine[ms=200]:COMMAND`, the command is a parameter.
    """
    name, _, rest = spec.partition(":")
    kind, _, limits = name.removesuffix("]").partition("[")
    own = {"command": rest} if kind == "engine" else {}
    pairs = [part.partition("=") for part in (limits if own else rest).split(",") if part]
    return {
        "agent": spec,
        "name": kind,
        "parameters": json.dumps({key: _value(text) for key, _, text in pairs} | own),
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
