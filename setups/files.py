"""Enumerated setups as files: Parquet, CSV or JSON, written block by block."""

import json
from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pa_parquet

from .notation import SetupError

FORMATS = (".parquet", ".csv", ".json")


def check_format(path: Path) -> None:
    """Raise SetupError unless the file's ending names a format."""
    if path.suffix.lower() not in FORMATS:
        raise SetupError(f"{path}: the ending says the format, one of {' '.join(FORMATS)}")


def write_tables(path: Path, tables: Iterable[pa.Table]) -> int:
    """Write tables of one schema to a file; return the number of rows.

    The file appears under its name when it is whole.
    """
    check_format(path)
    draft = path.with_name(f".{path.name}.part")
    try:
        rows = {".parquet": _parquet, ".csv": _csv, ".json": _json}[path.suffix.lower()](
            draft, tables
        )
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return rows


def _parquet(path: Path, tables: Iterable[pa.Table]) -> int:
    rows, writer = 0, None
    for table in tables:
        writer = writer or pa_parquet.ParquetWriter(path, table.schema)
        writer.write_table(table)
        rows += len(table)
    if writer:
        writer.close()
    return rows


def _csv(path: Path, tables: Iterable[pa.Table]) -> int:
    rows, writer = 0, None
    for table in tables:
        writer = writer or pa_csv.CSVWriter(path, table.schema)
        writer.write_table(table)
        rows += len(table)
    if writer:
        writer.close()
    return rows


def _json(path: Path, tables: Iterable[pa.Table]) -> int:
    """One JSON list, one object a line."""
    rows = 0
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        for table in tables:
            for row in table.to_pylist():
                file.write(("\n" if rows == 0 else ",\n") + json.dumps(row))
                rows += 1
        file.write("\n]\n")
    return rows
