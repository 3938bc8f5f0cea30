"""Arrow tables as CSV, JSON and Parquet. Files appear whole: written under another name first."""

import json
import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv
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
    if not table.num_columns:
        return ""
    names = table.column_names  # may repeat, so columns are taken by position
    columns = [_flat(column) for column in table.columns]
    out = BytesIO()
    options = pyarrow.csv.WriteOptions(include_header=False, quoting_style="needed")
    pyarrow.csv.write_csv(
        pa.table(columns, names=[str(i) for i in range(len(names))]), out, options
    )
    return ",".join(map(_quoted, names)) + "\n" + out.getvalue().decode()


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


def _flat(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return a column that CSV can hold."""
    if kinds.is_dictionary(column.type):
        return column.cast(column.type.value_type)
    if kinds.is_nested(column.type) or kinds.is_binary(column.type):
        texts = [
            None if v is None else json.dumps(v, default=_plain, ensure_ascii=False)
            for v in column.to_pylist()
        ]
        return pa.chunked_array([pa.array(texts, pa.string())])
    return column


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"' if set(name) & set(',"\n\r') else name
