"""Arrow tables as CSV, JSON and Parquet."""

import csv
import json
import math
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pyarrow.types as kinds

from ..store.atomic_files import whole_file
from ..store.errors import StoreError


def write_parquet(table: pa.Table, path: Path) -> None:
    """Write a table as a Parquet file."""
    table = readable(table).rename_columns(distinct(table.column_names))
    with whole_file(path) as making:
        try:
            pyarrow.parquet.write_table(table, making, compression="zstd")
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
            raise StoreError(f"{path}: Parquet cannot hold this: {error}") from None


def write_csv(table: pa.Table, path: Path) -> None:
    """Write a table as a CSV file."""
    with whole_file(path) as making:
        making.write_text(csv_text(table), encoding="utf-8", newline="")


def csv_text(table: pa.Table) -> str:
    """Return a table as CSV with a header; lists and structures as JSON, NULL as nothing."""
    table = readable(table)
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if table.num_columns:
        writer.writerow(table.column_names)
    for batch in table.to_batches(max_chunksize=10_000):
        writer.writerows(zip(*map(_texts, batch.columns), strict=True))
    return out.getvalue()


def json_text(table: pa.Table) -> str:
    """Return a table as a JSON list of objects, one a line."""
    lines = [json.dumps(row, default=_plain, ensure_ascii=False) for row in rows_of(table)]
    return "[" + ",\n ".join(lines) + "]\n"


def rows_of(table: pa.Table) -> Iterator[dict[str, Any]]:
    """Yield rows as plain JSON values; what is no number (NaN, infinite) becomes null."""
    named = readable(table).rename_columns(distinct(table.column_names))
    for batch in named.to_batches(max_chunksize=10_000):
        for row in batch.to_pylist():
            yield {k: _plain(v) if isinstance(v, float) else v for k, v in row.items()}


def readable(table: pa.Table) -> pa.Table:
    """Return a table in which intervals of time, which hardly anything can read, are text."""
    for i, column in enumerate(table.columns):
        if kinds.is_interval(column.type):
            texts = [None if v is None else _interval(*v) for v in column.to_pylist()]
            table = table.set_column(i, table.column_names[i], pa.array(texts, pa.string()))
    return table


def _interval(months: int, days: int, nanoseconds: int) -> str:
    """Return an interval as DuckDB writes it: 1 month 2 days 03:04:05."""
    counts = {"month": months, "day": days}
    parts = [f"{n} {unit}{'' if abs(n) == 1 else 's'}" for unit, n in counts.items() if n]
    seconds, rest = divmod(abs(nanoseconds), 10**9)
    if nanoseconds or not parts:
        sign = "-" if nanoseconds < 0 else ""
        clock = f"{sign}{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        parts.append(clock + (f".{rest // 1000:06}" if rest else ""))
    return " ".join(parts)


def distinct(names: Sequence[str]) -> list[str]:
    """Return column names of which none comes twice: a, a becomes a, a_1, as DuckDB has it."""
    given: list[str] = []
    for name in names:
        new, number = name, 0
        while new in given or (number and new in names):
            number += 1
            new = f"{name}_{number}"
        given.append(new)
    return given


def _plain(value: object) -> object:
    """Return a value that JSON does not know as one that it does."""
    match value:
        case float():
            return value if math.isfinite(value) else None
        case datetime():
            return value.isoformat(" ")
        case date() | time():
            return value.isoformat()
        case Decimal():
            return int(value) if value == value.to_integral_value() else float(value)
        case bytes():
            return value.hex()
        case _:
            return str(value)


def _texts(column: pa.Array) -> list[str | None]:
    """Return a column's values as they stand in CSV."""
    kind = column.type.value_type if kinds.is_dictionary(column.type) else column.type
    if kinds.is_nested(kind) or kinds.is_binary(kind):
        return [
            None if v is None else json.dumps(v, default=_plain, ensure_ascii=False)
            for v in column.to_pylist()
        ]
    return column.cast(kind).cast(pa.string()).to_pylist()
