"""`RunContext`: what a task runs in: its evaluator, its progress, and the run it writes to."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pyarrow as pa

from ...results import Store
from .evaluator import Evaluator
from .progress import NoProgress, Progress


@dataclass(frozen=True, kw_only=True)
class RunContext:
    """Where a task runs."""

    evaluator: Evaluator
    progress: Progress = field(default_factory=NoProgress)
    store: Store | None = None
    run: str | None = None
    """The run that is written to; None, as the store is, if nothing is kept."""

    def write(self, batch: str, tables: Mapping[str, pa.Table]) -> None:
        """Write rows that were found out, each batch once; without a store do nothing.

        Games that they rest on are written first.
        """
        if self.store and self.run:
            self.evaluator.flush()
            filled = {name: table for name, table in tables.items() if table.num_rows}
            self.store.write(self.run, batch=batch, tables=filled)
