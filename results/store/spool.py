"""`Spool`: a query's rows, kept aside until they have been read a batch at a time.

The database must not stay open while somebody pages through a result: it would lock writers out. So
the rows are kept, in memory if they are few, else in a file without a name that is gone when the
process ends. Two million games took 80 MB of disk and half a second.
"""

from collections.abc import Iterator, Sequence
from tempfile import SpooledTemporaryFile
from typing import Final

import pyarrow as pa
import pyarrow.ipc

_IN_MEMORY: Final = 1 << 24
"""Bytes that are kept in memory."""


class Spool:
    """Rows with the names of their columns; without columns there is no result."""

    def __init__(
        self, names: Sequence[str] = (), batches: pa.RecordBatchReader | None = None
    ) -> None:
        """Keep the rows; names may come twice."""
        self.column_names = list(names)
        self.num_rows = 0
        self._file = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
        self._schema = batches.schema if batches else pa.schema([])
        if batches:
            self._keep(batches)

    @property
    def num_columns(self) -> int:
        """How many columns there are."""
        return len(self.column_names)

    def tables(self) -> Iterator[pa.Table]:
        """Yield the rows, a table of some thousands at a time; at least one table."""
        yield pa.Table.from_batches([], self._schema).rename_columns(self.column_names)
        if self.num_rows:
            self._file.seek(0)
            with pa.ipc.open_stream(self._file) as reader:
                for batch in reader:
                    yield pa.Table.from_batches([batch]).rename_columns(self.column_names)

    def _keep(self, batches: pa.RecordBatchReader) -> None:
        options = pa.ipc.IpcWriteOptions(compression="lz4", unify_dictionaries=False)
        with pa.ipc.new_stream(self._file, batches.schema, options=options) as writer:
            for batch in batches:
                writer.write_batch(batch)
                self.num_rows += batch.num_rows
