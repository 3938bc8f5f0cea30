"""What the commands around the results database share: --db, forms of output, errors."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ...arena.run.headings import OUTPUT
from ...results.page.text_table import text_table
from ...results.text.command_lines import DATABASE, DATABASE_VARIABLE
from ...results.text.escape import printable
from ..terminal.output import can_print
from .grouped import grouped_option

if TYPE_CHECKING:
    from ...results import Store
    from ...results.store.spool import Spool

SHOWN_ROWS: Final = 40
PIPE_WIDTH: Final = 100
"""Columns a table takes where no terminal says how many there are."""
NARROWEST: Final = 20


def database_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --db; the command receives `db`, a path. It is read first: cells of maps are in it."""
    return grouped_option(
        "--db",
        group=OUTPUT,
        type=click.Path(dir_okay=False, path_type=Path),
        envvar=DATABASE_VARIABLE,
        default=DATABASE,
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
    from ...results import Store  # noqa: PLC0415  (brings DuckDB)

    with store_errors():
        yield Store(db, create=create, stop=stop, on_wait=_tell)


@contextmanager
def store_errors() -> Iterator[None]:
    """Turn errors of the store into one line for the terminal."""
    from ...results import StoreError  # noqa: PLC0415

    try:
        yield
    except StoreError as error:
        raise click.ClickException(str(error)) from None


def _tell(message: str) -> None:
    clean = "\r\x1b[K" if sys.stderr.isatty() else ""  # a line of progress may stand there
    click.echo(clean + printable(message), err=True)


def screen_width(pipe: int = PIPE_WIDTH) -> int:
    """Return the columns to fill: COLUMNS, or the terminal's, or 100 into a pipe."""
    given = os.environ.get("COLUMNS", "")
    columns = int(given) if given.isascii() and given.isdigit() and len(given) < 6 else 0
    if not columns:
        try:
            columns = os.get_terminal_size(sys.stdout.fileno()).columns
        except (OSError, ValueError, AttributeError):  # a pipe, or none at all
            columns = 0
    return max(columns, NARROWEST) if columns else pipe


def shown(result: "Spool", form: str, *, every_row: bool = False) -> Iterator[str]:
    """Yield a result as text: `table`, `csv` or `json`."""
    from ...results.files import tables as files  # noqa: PLC0415

    if form == "csv":
        yield from files.csv_texts(result.tables())
    elif form == "json":
        ascii_only = not can_print("\N{GREEK SMALL LETTER ALPHA}")
        yield from files.json_texts(result.tables(), ascii_only=ascii_only)
    elif result.num_columns:
        yield _text_table(result, every_row)


def _text_table(result: "Spool", every_row: bool) -> str:
    from ...results.files.tables import python_values  # noqa: PLC0415

    values = (zip(*map(python_values, table.columns), strict=True) for table in result.tables())
    rows = list(islice(chain.from_iterable(values), None if every_row else SHOWN_ROWS))
    lines, hidden = text_table(result.column_names, rows, screen_width())
    notes = []
    if len(rows) < result.num_rows:
        notes.append(f"{len(rows)} of {result.num_rows:,} rows; --all shows every row")
    if hidden:
        names = result.column_names[-hidden:]
        tail = printable(", ".join(names[:4])) + (", ..." if hidden > 4 else "")
        notes.append(f"{hidden} of {result.num_columns} columns do not fit: {tail}")
    if not result.num_rows:
        notes.append("no rows")
    return "\n".join([*lines, *(f"({note})" for note in notes)]) + "\n"
