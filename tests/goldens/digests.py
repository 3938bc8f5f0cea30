"""What a run stored and printed, as short digests: small enough to keep, exact enough to compare.

Each column of each table has a digest of its own, and so has each path of the JSON: a difference is
reported by its name.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

Digests = dict[str, dict[str, str]]
"""Digests by table and column, or by `json` and path."""

LEFT_OUT_EVERYWHERE = {
    "run": "an identifier with the time in it",
    "seconds": "measured by a clock",
    "duration": "measured by a clock",
}
"""Columns and names of the JSON that are not compared, each with the reason."""

LEFT_OUT = {
    "batches": "games arrive about once a second: which batch they are in depends on the clock",
    "games.batch": "as the table batches",
    "schema_versions": "the file's own story, not the run's",
    "runs.started": "a time",
    "runs.ended": "a time",
    "runs.arguments": "the stored form of the task, which has a version of its own",
    "runs.software": "a version",
    "runs.process": "a fact of the machine",
    "runs.process_mark": "a fact of the machine",
}
"""Tables, and columns of one table, that are not compared, each with the reason."""

DOCUMENTS = ("run_results.result",)
"""Columns of JSON in which floats count as far as elsewhere, not every digit of their text."""

UNORDERED = {
    "games": ("game",),
    "game_events": ("game", "action"),
    "game_records": ("game",),
    "behaviour": ("game", "player"),
    "setups": ("ruleset", "setup"),
    "run_setups": ("setup",),
    "rank_effects": (),
}
"""How rows of tables without a primary key are ordered; () for all columns."""


DIGITS = 7
"""Significant digits of a float that count in golden files.

The number of threads changes none. But linear algebra adds up in another order on another kind of
processor: that was seen to change the eleventh digit, and a digit that is rounded must be well
before any that changes.
"""

NOTHING = 1e-9
"""Floats below this count as 0 there: what is left of a difference of equal numbers."""


def short(values: Iterable[object], *, exact: bool = False) -> str:
    """Return a digest of values, in their order; exact, with every digit of floats."""
    texts = (repr(value if exact else plain(value)) for value in values)
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12]


def plain(value: object) -> object:
    """Return a value with floats as far as they count."""
    if isinstance(value, float):
        return 0.0 if abs(value) < NOTHING else float(f"{value:.{DIGITS}g}")
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    return value


def table_digests(db: Path, run: str, *, exact: bool = False) -> Digests:
    """Return the digests of every column with rows of a run, by table.

    Tables without runs are those of rules, agents and setups: all their rows count, so the file
    must hold no other run.
    """
    with duckdb.connect(str(db), read_only=True) as connection:
        digests: Digests = {}
        for table, columns in _columns(connection).items():
            kept = [name for name in columns if is_compared(table, name)]
            if not kept:
                continue
            order = _order(connection, table) or kept
            where = "WHERE run = ?" if "run" in columns else ""
            listed = ", ".join(f'"{name}"' for name in kept)
            sorting = ", ".join(f'"{name}"' for name in order)
            query = f"SELECT {listed} FROM {table} {where} ORDER BY {sorting}"
            rows = connection.execute(query, [run] if where else []).fetchall()
            if rows:
                by_column = dict(zip(kept, zip(*rows, strict=True), strict=True))
                digests[table] = {
                    name: short(
                        map(json.loads, values) if f"{table}.{name}" in DOCUMENTS else values,
                        exact=exact,
                    )
                    for name, values in by_column.items()
                }
        return digests


def _columns(connection: duckdb.DuckDBPyConnection) -> dict[str, list[str]]:
    query = (
        "SELECT c.table_name, list(c.column_name ORDER BY c.column_index) "
        "FROM duckdb_columns() c JOIN duckdb_tables() t USING (table_oid) "
        "WHERE NOT c.internal GROUP BY 1 ORDER BY 1"
    )
    return dict(connection.execute(query).fetchall())


def _order(connection: duckdb.DuckDBPyConnection, table: str) -> Sequence[str]:
    """Return the columns that order a table's rows: those of its key without the run."""
    query = (
        "SELECT constraint_column_names FROM duckdb_constraints() "
        "WHERE table_name = ? AND constraint_type = 'PRIMARY KEY'"
    )
    key = connection.execute(query, [table]).fetchone()
    names = key[0] if key else UNORDERED.get(table, ())
    return [name for name in names if name != "run"]


def is_compared(table: str, column: str) -> bool:
    """Return whether a column is the same wherever and whenever a run is made."""
    left_out = {table, f"{table}.{column}"} & LEFT_OUT.keys()
    return not left_out and column not in LEFT_OUT_EVERYWHERE


def json_digests(document: object, *, exact: bool = False) -> dict[str, str]:
    """Return a digest for each path of a JSON document.

    Entries of a list share a path, written [], and its digest has their values in order.
    """
    by_path: dict[str, list[object]] = {}
    _collect(document, "", by_path)
    return {path: short(values, exact=exact) for path, values in by_path.items()}


def _collect(value: object, path: str, by_path: dict[str, list[object]]) -> None:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if name not in LEFT_OUT_EVERYWHERE:
                _collect(inner, f"{path}.{name}" if path else str(name), by_path)
    elif isinstance(value, list):
        by_path.setdefault(f"{path}[]", []).append(("entries", len(value)))
        for inner in value:
            _collect(inner, f"{path}[]", by_path)
    else:
        by_path.setdefault(path or ".", []).append(value)


@dataclass(frozen=True)
class Story:
    """What a finished run left behind."""

    digests: Digests
    """By table and column; under `json` by path."""

    @classmethod
    def of(cls, output: str, db: Path, run: str | None, *, exact: bool = False) -> "Story":
        """Return the story of a run by what it printed and stored; None if it stores nothing."""
        tables = table_digests(db, run, exact=exact) if run else {}
        return cls(tables | {"json": json_digests(json.loads(output), exact=exact)})

    def differences(self, expected: Mapping[str, Mapping[str, str]]) -> list[str]:
        """Return what is expected and differs or is missing; anything besides is welcome."""
        return [
            f"{table}.{name}" if table != "json" else f"JSON {name}"
            for table, columns in expected.items()
            for name, digest in columns.items()
            if self.digests.get(table, {}).get(name) != digest
        ]


def read(file: Path) -> dict[str, Any]:
    """Return what a golden file says."""
    return json.loads(file.read_text(encoding="utf-8"))


def write(file: Path, told: Mapping[str, Any]) -> None:
    """Write a golden file, one digest a line."""
    file.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
