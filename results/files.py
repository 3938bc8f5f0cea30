"""Arrow tables as CSV, JSON and Parquet. Files appear whole: written under another name first."""

import csv
import json
import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pyarrow.types as kinds

from .errors import StoreError


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give a name to write to; the file gets its own name if the block ends well."""
    making = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        yield making
        making.replace(path)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        making.unlink(missing_ok=True)


def write_parquet(table: pa.Table, path: Path) -> None:
    """Write a table as a Parquet file."""
    with whole_file(path) as making:
        pyarrow.parquet.write_table(table, making, compression="zstd")


def write_csv(table: pa.Table, path: Path) -> None:
    """Write a table as a CSV file."""
    with whole_file(path) as making:
        making.write_text(csv_text(table), encoding="utf-8", newline="")


def csv_text(table: pa.Table) -> str:
    """Return a table as CSV with a header; lists and structures as JSON, NULL as nothing."""
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
    for batch in table.to_batches(max_chunksize=10_000):
        for row in batch.to_pylist():
            yield {k: _plain(v) if isinstance(v, float) else v for k, v in row.items()}


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
