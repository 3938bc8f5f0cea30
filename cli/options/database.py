"""What the commands around the results database share: --db, forms of output, errors."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ...arena.run.headings import OUTPUT
from ...results.page.text_table import text_table
from .grouped import grouped_option

if TYPE_CHECKING:
    import pyarrow as pa

    from ...results import Store

DEFAULT_DATABASE: Final = "conquest.duckdb"
SHOWN_ROWS: Final = 40
PIPE_WIDTH: Final = 100
"""Columns a table takes where no terminal says how many there are."""


def database_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --db; the command receives `db`, a path. It is read first: cells of maps are in it."""
    return grouped_option(
        "--db",
        group=OUTPUT,
        type=click.Path(dir_okay=False, path_type=Path),
        envvar="CONQUEST_DB",
        default=DEFAULT_DATABASE,
        show_default=True,
        is_eager=True,
        help="The results database; CONQUEST_DB in the environment names another default.",
    )(command)


@contextmanager
def opened(
    db: Path, *, create: bool = False, stop: threading.Event | None = None
) -> Iterator["Store"]:
    """Open the database; its errors, here and in the block, become one line for the terminal.

    Once `stop` is set, a database that another process holds is waited for only briefly.
    """
    from ...results import Store, StoreError  # noqa: PLC0415  (brings DuckDB)

    try:
        yield Store(db, create=create, stop=stop, on_wait=_tell)
    except StoreError as error:
        raise click.ClickException(str(error)) from None


def _tell(message: str) -> None:
    clean = "\r\x1b[K" if sys.stderr.isatty() else ""  # a line of progress may stand there
    click.echo(clean + message, err=True)


def screen_width() -> int:
    """Return the columns to fill: the terminal's, or COLUMNS, or 100 into a pipe."""
    if os.environ.get("COLUMNS", "").isdigit():
        return int(os.environ["COLUMNS"])
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        return PIPE_WIDTH


def shown(table: "pa.Table", form: str, *, every_row: bool = False) -> str:
    """Return a table as text: `table`, `csv` or `json`."""
    from ...results.files import tables as files  # noqa: PLC0415

    if form == "csv":
        return files.csv_text(table)
    if form == "json":
        return files.json_text(table)
    if not table.num_columns:
        return ""
    head = files.readable(table if every_row else table.slice(0, SHOWN_ROWS))
    rows = list(zip(*(column.to_pylist() for column in head.columns), strict=True))
    lines, hidden = text_table(table.column_names, rows, screen_width())
    notes = []
    if head.num_rows < table.num_rows:
        notes.append(f"{head.num_rows} of {table.num_rows:,} rows; --all shows every row")
    if hidden:
        notes.append(f"{hidden} of {table.num_columns} columns do not fit: {_tail(table, hidden)}")
    if not table.num_rows:
        notes.append("no rows")
    return "\n".join([*lines, *(f"({note})" for note in notes)]) + "\n"


def _tail(table: "pa.Table", hidden: int) -> str:
    names = table.column_names[-hidden:]
    return ", ".join(names[:4]) + (", ..." if hidden > 4 else "")
