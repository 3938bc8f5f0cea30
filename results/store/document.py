"""The schema explained from its own comments, for the terminal and as a page.

    python -m conquest_opt.results.store.document docs/reference/schema.md

The .sql files are run in memory and asked what they made, so nothing is said twice.
"""

import sys
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import duckdb

from .migrations import latest, steps


@dataclass(frozen=True)
class ColumnComment:
    """A column of a table or view."""

    name: str
    type: str
    comment: str
    optional: bool
    """Whether it may be NULL (of tables; a view does not say)."""


@dataclass(frozen=True)
class Relation:
    """A table or view."""

    name: str
    kind: str
    """table or view."""
    comment: str
    key: tuple[str, ...]
    """Columns of the primary key, if it has one."""
    columns: tuple[ColumnComment, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        return asdict(self)


@dataclass(frozen=True)
class Names:
    """A type of the schema's own: a list of names."""

    name: str
    comment: str
    values: tuple[str, ...]


_COLUMNS = """
    SELECT column_name, data_type, coalesce(comment, ''), is_nullable
    FROM duckdb_columns() WHERE table_name = ? AND NOT internal ORDER BY column_index
"""

_NAMES = """
    SELECT type_name, coalesce(comment, ''), labels FROM duckdb_types()
    WHERE NOT internal AND logical_type = 'ENUM' ORDER BY type_oid
"""

_RELATIONS = """
    SELECT table_name, 'table', coalesce(comment, ''), table_oid FROM duckdb_tables()
    WHERE NOT internal
    UNION ALL
    SELECT view_name, 'view', coalesce(comment, ''), view_oid FROM duckdb_views()
    WHERE NOT internal
    ORDER BY 2, 4
"""

_KEY = """
    SELECT constraint_column_names FROM duckdb_constraints()
    WHERE table_name = ? AND constraint_type = 'PRIMARY KEY'
"""


@cache
def _schema() -> duckdb.DuckDBPyConnection:
    """Return an empty database with the schema; threads ask it by cursors of their own."""
    connection = duckdb.connect()
    for step in steps():
        connection.execute(step.sql)
    return connection


@cache
def names() -> tuple[Names, ...]:
    """Return the schema's own types."""
    rows = _schema().cursor().execute(_NAMES).fetchall()
    return tuple(Names(name, comment, tuple(labels)) for name, comment, labels in rows)


@cache
def relations() -> tuple[Relation, ...]:
    """Return every table and view, in the order in which the schema makes them."""
    rows = _schema().cursor().execute(_RELATIONS).fetchall()
    return tuple(
        Relation(name, kind, comment, _key(name), _columns(name)) for name, kind, comment, _ in rows
    )


def _columns(relation: str) -> tuple[ColumnComment, ...]:
    own: dict[str, str] = {f"ENUM({', '.join(map(repr, n.values))})": n.name for n in names()}
    rows = _schema().cursor().execute(_COLUMNS, [relation]).fetchall()
    return tuple(
        ColumnComment(name, own.get(kind) or kind, comment, optional)
        for name, kind, comment, optional in rows
    )


def _key(relation: str) -> tuple[str, ...]:
    rows = _schema().cursor().execute(_KEY, [relation]).fetchall()
    return tuple(rows[0][0]) if rows else ()


def page() -> str:
    """Return the schema as a Markdown page."""
    parts = [
        "# The results database\n",
        f"Version {latest()}. Do not edit: the page is generated from\n"
        "`results/store/schema/*.sql` by\n"
        "`python -m conquest_opt.results.store.document docs/reference/schema.md`.\n",
        "`conquest-opt sql --tables` shows the same on a terminal. Start with the views: they\n"
        "answer questions; tables keep what they are answered from. Times are UTC.\n",
    ]
    for kind, title in (("view", "## Views"), ("table", "## Tables")):
        parts.append(title + "\n")
        parts += [_section(r) for r in relations() if r.kind == kind]
    parts.append("## Types\n")
    parts += [f"- `{n.name}`, {n.comment}: {', '.join(n.values)}" for n in names()]
    return "\n".join(parts) + "\n"


def _section(relation: Relation) -> str:
    lines = [f"### {relation.name}\n", relation.comment]
    if relation.key:
        lines.append(f"One row for each {', '.join(f'`{c}`' for c in relation.key)}.")
    lines += ["", "| column | type | meaning |", "|---|---|---|"]
    lines += [f"| `{c.name}` | {c.type} | {c.comment} |" for c in relation.columns]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
