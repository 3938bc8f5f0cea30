"""The tables of a bundle become rows of a database of their own, a batch at a time.

A table is checked as a whole before a row of it is read (`bundle_limits`); then no more of it is in
memory than a batch. Each batch is committed by itself: rows that wait for a transaction's end stay
in memory, 300 bytes each. Texts stay lists of the different ones with the place of each in it, as
they are in the file, until the size that they unpack to is known.

Games that come twice are found while they are read: by their order, which is that in which they
were played, or for a table in another order afterwards, a part of it at a time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any, Final

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pyarrow.types as kinds
from pyarrow import compute

from ..store.merge import RUN_TABLES
from ..store.rows import fetch
from ..store.writer import FACTS, UNIQUE_GAMES, insert_facts
from .bundle import MANIFEST, BundleError, Member, counted
from .bundle_limits import Growth, check_footer, check_pages, check_tail

_ROWS: Final = 100_000
"""Rows of a batch at most; ten thousand took twice the time."""
_BYTES: Final = 1 << 26
"""Of a batch at most, as plain values; a single row may have more."""
_BUFFER: Final = 1 << 20
_COMPARED: Final = 4_000_000
"""Keys that are compared with each other at a time."""
_DEEPEST: Final = 3
"""Lists in each other."""


@dataclass(frozen=True)
class StagedTable:
    """A table of a run in a bundle."""

    file: IO[bytes]
    name: str
    """Of the member."""
    table: str
    said: Member

    @property
    def run(self) -> str:
        """The run that it belongs to."""
        return self.name.partition("/")[0]


class Stage:
    """A database of one step of the schema, and the rows that go into it."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, on_progress: Callable[[str], object]
    ) -> None:
        self._connection, self._on_progress = connection, on_progress
        names = [name for (name,) in connection.execute(RUN_TABLES).fetchall()]
        self._columns = {
            name: fetch(connection, f"FROM {name} LIMIT 0").schema for name in (*names, *FACTS)
        }
        self._unordered: set[tuple[str, str]] = set()

    def check(self, one: StagedTable) -> None:
        """Refuse a member that claims what it cannot have, before a row is read."""
        if one.table not in self._columns or not one.name.endswith(".parquet"):
            raise BundleError(f"has {one.name}, and the schema has no such table of a run")
        try:
            check_tail(one.file, one.said.bytes)
            about = pyarrow.parquet.read_metadata(one.file)
            _check_columns(about.schema.to_arrow_schema(), self._columns[one.table])
            check_footer(about, one.said.rows, one.said.bytes)
            check_pages(one.file, about)
        except BundleError as error:
            raise _none_of_a_run(one, error) from None

    def read(self, one: StagedTable) -> None:
        """Insert the rows of a member that was checked."""
        batches = counted(_batches(one), one.name, one.said.rows, self._on_progress)
        order, rows = _Order(UNIQUE_GAMES.get(one.table)), 0
        try:
            for batch in batches:
                rows += batch.num_rows
                if one.table not in FACTS and set(_values(batch["run"])) != {one.run}:
                    raise BundleError("they name another run")
                if not order.goes_on(batch):
                    self._unordered.add((one.table, one.run))
                self._insert(batch, one.table)
            if rows != one.said.rows:
                raise BundleError(f"there are {rows:,}, and {MANIFEST} says {one.said.rows:,}")
        except _Twice:
            raise _twice(one.table, one.run) from None
        except (BundleError, duckdb.ConstraintException, duckdb.ConversionException) as error:
            raise _none_of_a_run(one, error) from None

    def _insert(self, batch: pa.Table, table: str) -> None:
        self._connection.register("incoming", batch)
        if table in FACTS:
            insert_facts(self._connection, table, "incoming")
        else:
            self._connection.execute(f"INSERT INTO {table} BY NAME FROM incoming")
        self._connection.unregister("incoming")

    def check_keys(self) -> None:
        """Refuse games that come twice in tables that were in no order, a part at a time."""
        for table, run in sorted(self._unordered):
            [(rows,)] = self._connection.execute(
                f"SELECT count(*) FROM {table} WHERE run = ?", [run]
            ).fetchall()
            parts = 1 + rows // _COMPARED
            query = (
                f"SELECT count(*) > count(DISTINCT {UNIQUE_GAMES[table]}) FROM {table} "
                "WHERE run = ? AND hash(game) % ? = ?"
            )
            for part in range(parts):
                if self._connection.execute(query, [run, parts, part]).fetchall() == [(True,)]:
                    raise _twice(table, run)


def _none_of_a_run(one: StagedTable, error: Exception) -> BundleError:
    reason = str(error).splitlines()[0]
    return BundleError(f"has rows in {one.name} that are none of a run: {reason}")


def _twice(table: str, run: str) -> BundleError:
    return BundleError(f"has a game twice among {table} of {run}")


# ---- batches -------------------------------------------------------------------------------------


def _batches(one: StagedTable) -> Iterator[pa.Table]:
    """Yield the rows of a table, so many at a time as are not too large as plain values."""
    about = pyarrow.parquet.read_metadata(one.file)
    leaves = (about.schema.column(number) for number in range(len(about.schema)))
    texts = [leaf.path for leaf in leaves if leaf.physical_type == "BYTE_ARRAY"]
    one.file.seek(0)
    parquet = pyarrow.parquet.ParquetFile(one.file, read_dictionary=texts, buffer_size=_BUFFER)
    growth = Growth(one.said.bytes)
    for batch in parquet.iter_batches(_ROWS, use_threads=False):
        batch.validate(full=True)  # texts are UTF-8, and names are in their list
        ends = np.cumsum(sum((_sizes(column) for column in batch.columns), np.zeros(len(batch))))
        growth.add(int(ends[-1]) if len(ends) else 0)
        start = 0
        while start < len(batch):
            before = ends[start - 1] if start else 0.0
            end = max(start + 1, int(np.searchsorted(ends, before + _BYTES, "right")))
            yield _with_plain_lists(pa.Table.from_batches([batch.slice(start, end - start)]))
            start = end


def _with_plain_lists(rows: pa.Table) -> pa.Table:
    """Return rows whose lists hold texts: DuckDB 2.0 does not read empty ones of a dictionary."""
    for number, field in enumerate(rows.schema):
        if kinds.is_list(field.type) and kinds.is_dictionary(field.type.value_type):
            plain = pa.list_(field.type.value_type.value_type)
            rows = rows.set_column(number, field.name, rows.column(number).cast(plain))
    return rows


def _sizes(column: pa.Array) -> Any:
    """Return how many bytes each value takes."""
    kind = column.type
    if kinds.is_list(kind):
        within = np.concatenate([[0.0], np.cumsum(_sizes(column.values))])
        offsets = column.offsets.to_numpy()
        return within[offsets[1:]] - within[offsets[:-1]]
    if kinds.is_dictionary(kind):
        lengths = _lengths(column.dictionary)
        places = column.indices.fill_null(len(lengths)).to_numpy(zero_copy_only=False)
        return np.append(lengths.to_numpy(zero_copy_only=False), 0)[places]
    if kinds.is_string(kind) or kinds.is_large_string(kind):
        return _lengths(column).to_numpy(zero_copy_only=False)
    return np.full(len(column), 8)


def _lengths(texts: pa.Array) -> Any:
    return compute.call_function("binary_length", [texts]).fill_null(0)


def _values(column: pa.ChunkedArray) -> list[Any]:
    return column.unique().to_pylist()


# ---- keys ----------------------------------------------------------------------------------------


class _Twice(Exception):
    """A key comes twice."""


class _Order:
    """Whether the keys of a table go up, and none comes twice in a batch."""

    def __init__(self, key: str | None) -> None:
        self._parts = key.strip("()").split(", ") if key else []
        self._last = -1

    def goes_on(self, batch: pa.Table) -> bool:
        """Return whether the keys go on above those of the batches before."""
        if not self._parts or not batch.num_rows:
            return True
        key = np.zeros(batch.num_rows, np.uint64)
        for part in self._parts:  # numbers of 32 bits each
            key = key << np.uint64(32) | batch[part].fill_null(0).to_numpy().astype(np.uint64)
        goes_on = bool(key[0] > self._last) if self._last >= 0 else True
        self._last = int(key[-1])
        if (key[1:] > key[:-1]).all():
            return goes_on
        if len(np.unique(key)) < len(key):
            raise _Twice
        return False


# ---- columns -------------------------------------------------------------------------------------


def _check_columns(has: pa.Schema, needs: pa.Schema) -> None:
    columns = {field.name: _plain(field.type) for field in has}
    schema = {field.name: _plain(field.type) for field in needs}
    odd = sorted(set(columns) ^ set(schema))
    if odd:
        what = "is missing" if odd[0] in schema else "is none of the table's"
        raise BundleError(f"the column {odd[0][:60]!r} {what}")
    if len(has) != len(columns):
        raise BundleError("a column is there twice")
    for name, kind in schema.items():
        if columns[name] != kind:
            raise BundleError(f"the column {name!r} has {columns[name]}, and needs {kind}")


def _plain(kind: Any, depth: int = 0) -> str:
    """Return a type by what its values are; names, which are an ENUM's, are texts."""
    if depth > _DEEPEST:
        return "lists of lists"
    if kinds.is_dictionary(kind):
        return _plain(kind.value_type, depth)
    if kinds.is_list(kind):
        return f"lists of {_plain(kind.value_type, depth + 1)}"
    return str(kind)[:60]
