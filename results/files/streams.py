"""Tables that come one after the other, written to one file: Parquet, CSV or JSON."""

from collections.abc import Callable, Iterable, Iterator
from io import IOBase
from itertools import chain
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet

from ..database.atomic_files import whole_file
from ..database.errors import StoreError
from .tables import csv_texts, distinct, json_texts

Tables = Iterable[pa.Table]

_GROUP: Final = 100_000
"""Rows that are compressed together in a Parquet file."""

_GROUP_BYTES: Final = 1 << 26
"""Bytes of rows, before they are compressed, from which fewer are: whole games are long texts."""


def write_parquet(path: Path, tables: Tables) -> None:
    """Write tables of one schema, at least one of them, as a Parquet file."""
    with whole_file(path) as making:
        try:
            parquet_rows(str(making), tables)
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
            raise StoreError(f"{path}: Parquet cannot hold this: {error}") from None


def parquet_rows(sink: str | IOBase, tables: Tables) -> None:
    """Write tables of one schema, at least one of them, to a file that is open or is made."""
    file = None
    try:
        for group in _grouped(tables):
            table = group.rename_columns(distinct(group.column_names))
            file = file or pyarrow.parquet.ParquetWriter(sink, table.schema, compression="zstd")
            file.write_table(table)
    finally:
        if file:
            file.close()


def write_csv(path: Path, tables: Tables) -> None:
    """Write tables of one schema as a CSV file that a spreadsheet can open."""
    _write_texts(path, csv_texts(tables, spreadsheet=True))


def write_json(path: Path, tables: Tables) -> None:
    """Write tables of one schema as one JSON list, one object a line."""
    _write_texts(path, json_texts(tables))


WRITERS: Final[dict[str, Callable[[Path, Tables], None]]] = {
    ".parquet": write_parquet,
    ".csv": write_csv,
    ".json": write_json,
}
"""What writes a file, by its ending."""


def check_ending(path: Path) -> None:
    """Refuse a file whose ending names no format, or whose folder is missing."""
    if path.suffix.lower() not in WRITERS:
        raise StoreError(f"{path}: the ending says the format, one of {' '.join(WRITERS)}")
    if not path.parent.is_dir():
        raise StoreError(f"{path}: there is no folder {path.parent}")


def write_stream(path: Path, tables: Tables) -> None:
    """Write tables of one schema, at least one of them, to a file of the format its ending says."""
    check_ending(path)
    WRITERS[path.suffix.lower()](path, tables)


def _write_texts(path: Path, texts: Iterable[str]) -> None:
    with whole_file(path) as making, making.open("w", encoding="utf-8", newline="") as file:
        file.writelines(texts)


def _pieces(table: pa.Table) -> Iterator[pa.Table]:
    """Yield a table in pieces that can be compressed together."""
    rows = max(1, table.num_rows // (1 + table.nbytes // _GROUP_BYTES))
    for start in range(0, max(1, table.num_rows), rows):
        yield table.slice(start, rows)


def _grouped(tables: Tables) -> Iterator[pa.Table]:
    """Yield the tables, several small ones as one."""
    waiting: list[pa.Table] = []
    for table in chain.from_iterable(map(_pieces, tables)):
        waiting.append(table)
        rows, size = sum(t.num_rows for t in waiting), sum(t.nbytes for t in waiting)
        if rows >= _GROUP or size >= _GROUP_BYTES:
            yield pa.concat_tables(waiting)
            waiting = []
    if waiting:
        yield pa.concat_tables(waiting)
