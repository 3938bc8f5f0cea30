"""Tables that come one after the other, written to one file: Parquet, CSV or JSON by its ending."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from ..store.atomic_files import whole_file
from ..store.errors import StoreError
from .tables import rows_of

ENDINGS: Final = (".parquet", ".csv", ".json")


def check_ending(path: Path) -> None:
    """Refuse a file whose ending names no format, or whose folder is missing."""
    if path.suffix.lower() not in ENDINGS:
        raise StoreError(f"{path}: the ending says the format, one of {' '.join(ENDINGS)}")
    if not path.parent.is_dir():
        raise StoreError(f"{path}: there is no folder {path.parent}")


def write_stream(path: Path, tables: Iterable[pa.Table]) -> None:
    """Write tables of one schema, at least one of them, to a file."""
    check_ending(path)
    with whole_file(path) as making:
        if path.suffix.lower() == ".json":
            _write_json(making, tables)
        else:
            writers: dict[str, Any] = {
                ".parquet": pyarrow.parquet.ParquetWriter,
                ".csv": pyarrow.csv.CSVWriter,
            }
            _write_with(writers[path.suffix.lower()], making, tables)


def _write_with(writer: Any, path: Path, tables: Iterable[pa.Table]) -> None:
    """Write with one of Arrow's own writers, which need the schema first."""
    file = None
    try:
        for table in tables:
            file = file or writer(str(path), table.schema)
            file.write_table(table)
    finally:
        if file:
            file.close()


def _write_json(path: Path, tables: Iterable[pa.Table]) -> None:
    """One JSON list, one object a line."""
    with path.open("w", encoding="utf-8") as file:
        before = "[\n "
        for table in tables:
            for row in rows_of(table):
                file.write(before + json.dumps(row, ensure_ascii=False))
                before = ",\n "
        file.write("[]\n" if before.startswith("[") else "\n]\n")
