"""What comes back: `Result` of a run, and `Table`, rows as Arrow, pandas or Polars have them.

result = cq.match("Default", "Rush", games=200)
result.values.score.rate      # figures, as the kind of run has them
result.json()                 # what --json prints
result.arrow()                # its rows; result.tables names them, if there are several
print(result)                 # what the command line prints
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Generic, TypeVar

import pyarrow as pa

from ..arena.run.result import ResultValues
from ..arena.run.task import Task
from ..engine.reading.input_error import InputError
from ..results.page.html import html_blocks
from ..results.page.terminal import terminal_text
from ..results.page.text_table import text_table

WIDTH = 80
"""Columns of a result as text."""
SHOWN_ROWS = 40
"""Rows of a table as text."""


class Table:
    """Rows with named columns."""

    def __init__(self, rows: pa.Table) -> None:
        self._rows = rows

    def arrow(self) -> pa.Table:
        """Return the rows as an Arrow table."""
        return self._rows

    def pandas(self) -> Any:
        """Return the rows as a pandas DataFrame; pandas has to be installed."""
        _installed("pandas")
        return self._rows.to_pandas()

    def polars(self) -> Any:
        """Return the rows as a Polars DataFrame; Polars has to be installed."""
        return _installed("polars").from_arrow(self._rows)

    def dicts(self) -> list[dict[str, Any]]:
        """Return the rows as dictionaries."""
        return self._rows.to_pylist()

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._rows.column_names

    def __len__(self) -> int:
        return self._rows.num_rows

    def __str__(self) -> str:
        rows = [tuple(row.values()) for row in self._rows.slice(0, SHOWN_ROWS).to_pylist()]
        lines, _ = text_table(self.columns, rows, WIDTH)
        more = len(self) - len(rows)
        return "\n".join([*lines, *([f"({more:,} more rows)"] if more > 0 else [])])

    __repr__ = __str__


def _installed(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise ImportError(f"{name} is not installed: pip install {name}, or use .arrow()") from None


V_co = TypeVar("V_co", bound=ResultValues, covariant=True)


@dataclass(frozen=True, repr=False)
class Result(Generic[V_co]):
    """A run that has come to its end."""

    task: Task
    """What was run: a value that can be stored and run again."""
    values: V_co
    """The figures that were found, as the kind of run has them."""
    run: str | None
    """Its identifier in the database; None if nothing was stored."""
    games: int = 0
    """How many games were played now; those that were stored before are not counted."""
    seconds: float = 0.0
    """Of play."""
    tables: Mapping[str, Table] = field(default_factory=dict)
    """Its rows by the names of the database's tables."""

    def json(self) -> Any:
        """Return what `--json` prints, as plain values."""
        return self.values.document(self.run, self.task.rules)

    def table(self, name: str | None = None) -> Table:
        """Return one of its tables; without a name the first."""
        if name is None:
            name = next(iter(self.tables), "")
        if name not in self.tables:
            known = ", ".join(self.tables) or "none"
            raise InputError(f"this result has no table {name!r}; its tables: {known}")
        return self.tables[name]

    def arrow(self, name: str | None = None) -> pa.Table:
        """Return a table as Arrow; without a name the first."""
        return self.table(name).arrow()

    def pandas(self, name: str | None = None) -> Any:
        """Return a table as a pandas DataFrame; pandas has to be installed."""
        return self.table(name).pandas()

    def polars(self, name: str | None = None) -> Any:
        """Return a table as a Polars DataFrame; Polars has to be installed."""
        return self.table(name).polars()

    def __str__(self) -> str:
        return terminal_text(self.values.full_summary(), WIDTH)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return html_blocks(self.values.full_summary())
