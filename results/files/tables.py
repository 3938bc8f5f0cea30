"""Arrow tables as text: CSV and JSON, one table after the other."""

import csv
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from io import StringIO
from typing import Any

import pyarrow as pa
import pyarrow.types as kinds

from ..text.escape import csv_cell
from .times import beyond_python, time_text


def csv_texts(tables: Iterable[pa.Table], *, spreadsheet: bool = False) -> Iterator[str]:
    """Yield tables of one schema as CSV with a header; lists and structures as JSON.

    For a spreadsheet texts that it would compute are marked; otherwise they come as they are.
    """
    headed = False
    for table in tables:
        out = StringIO()
        writer = csv.writer(out, lineterminator="\n")
        if table.num_columns and not headed:
            writer.writerow(table.column_names)
        headed = True
        for batch in table.to_batches(max_chunksize=10_000):
            columns = [_texts(column) for column in batch.columns]
            if spreadsheet:
                columns = [list(map(csv_cell, c)) if _is_text(b) else c
                           for c, b in zip(columns, batch.columns, strict=True)]  # fmt: skip
            writer.writerows(zip(*columns, strict=True))
        yield out.getvalue()


def json_texts(tables: Iterable[pa.Table], *, ascii_only: bool = False) -> Iterator[str]:
    """Yield tables of one schema as one JSON list of objects, one a line."""
    before = "["
    for table in tables:
        lines = []
        for row in rows_of(table):
            lines.append(before + json.dumps(row, default=_plain, ensure_ascii=ascii_only))
            before = ",\n "
        yield "".join(lines)
    yield "[]\n" if before == "[" else "]\n"


def rows_of(table: pa.Table) -> Iterator[dict[str, Any]]:
    """Yield rows as values for JSON; what is no number (NaN, infinite) becomes null."""
    names = distinct(table.column_names)
    for batch in table.to_batches(max_chunksize=10_000):
        for row in zip(*map(_json_values, batch.columns), strict=True):
            yield dict(zip(names, row, strict=True))


def python_values(column: pa.Array | pa.ChunkedArray) -> list[Any]:
    """Return a column's values; dates and times that Python cannot hold are texts."""
    try:
        return column.to_pylist()
    except (OverflowError, ValueError):
        return [_python_value(scalar) for scalar in column]


def _python_value(scalar: Any) -> Any:
    try:
        return scalar.as_py()
    except (OverflowError, ValueError):
        match scalar:
            case pa.MapScalar():
                return [tuple(map(_python_value, pair.values())) for pair in scalar.values]
            case pa.StructScalar():
                return {name: _python_value(value) for name, value in scalar.items()}
            case pa.UnionScalar() | pa.DictionaryScalar():
                return _python_value(scalar.value)
            case pa.Date32Scalar() | pa.Date64Scalar() | pa.TimestampScalar():
                return time_text(scalar)
            case _:
                return [_python_value(value) for value in scalar.values]


def distinct(names: Sequence[str]) -> list[str]:
    """Return column names of which none comes twice: a, a becomes a, a_1, as DuckDB has it."""
    labels: list[str] = []
    for name in names:
        new, number = name, 0
        while new in labels or (number and new in names):
            number += 1
            new = f"{name}_{number}"
        labels.append(new)
    return labels


def _json_values(column: pa.Array) -> list[Any]:
    values = python_values(column)
    if kinds.is_nested(column.type) or kinds.is_floating(column.type):
        return [_finite(value) for value in values]
    return values


def _finite(value: Any) -> Any:
    """Return a value in which what is no number is null."""
    match value:
        case float():
            return value if math.isfinite(value) else None
        case dict():
            return {key: _finite(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_finite(inner) for inner in value]
        case _:
            return value


def _plain(value: object) -> object:
    """Return a value that JSON does not know as one that it does."""
    match value:
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


def _texts(column: pa.Array) -> list[Any]:
    """Return a column's values as they stand in CSV."""
    kind = column.type.value_type if kinds.is_dictionary(column.type) else column.type
    if kinds.is_nested(kind) or kinds.is_binary(kind):
        return [
            None if v is None else json.dumps(v, default=_plain, ensure_ascii=False)
            for v in map(_finite, python_values(column))
        ]
    if beyond_python(column):
        return [time_text(scalar) if scalar.is_valid else None for scalar in column]
    return column.cast(kind).cast(pa.string()).to_pylist()


def _is_text(column: pa.Array) -> bool:
    kind = column.type.value_type if kinds.is_dictionary(column.type) else column.type
    return kinds.is_string(kind) or kinds.is_large_string(kind)
