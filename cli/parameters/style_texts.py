"""`style:RUN:row:col`: a cell of a map, in place of an agent's or a setup's text.

Arguments and options that take such a text have a type of this file: the cell is looked up before
the command begins, so a run is stored with the plain text and depends on no other run. The cell of
a map of weights is an agent, that of a map of setups a setup.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...agents.spec.engine_spec import is_engine
from ...engine.reading.input_error import InputError
from ...engine.reading.names import shown
from ...results.text.command_lines import DATABASE, DATABASE_VARIABLE, command_line
from ..parameters.completing import Items, agent_texts, setup_lists, setup_names

if TYPE_CHECKING:
    from ...results import Store

_STYLE = re.compile(r"style:(?P<run>[^:]+):(?P<row>[0-9]{1,4}):(?P<col>[0-9]{1,4})")

_CELLS = (
    "SELECT row, col, coalesce(agent, setup) AS text FROM archive_cells "
    "JOIN candidates USING (run, candidate) WHERE run = $1 AND archive_cells.generation = "
    "(SELECT max(generation) FROM archive_cells WHERE run = $1) ORDER BY row, col"
)


class StyleError(InputError):
    """A cell that cannot be had; the message says what would be right."""


class StyleText(click.ParamType):
    """The text of an agent or a setup, or the cell of a map that holds one."""

    def __init__(self, name: str, complete: Callable[[str], Items]) -> None:
        self.name, self._complete = name, complete

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        """Return the names that begin like a word."""
        return self._complete(incomplete)

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the plain text."""
        try:
            return plain_text(str(value), ctx.params.get("db") if ctx else None)
        except StyleError as error:
            raise click.ClickException(str(error)) from None


AGENT = StyleText("AGENT", agent_texts)
SETUP = StyleText("SETUP", setup_names)
SETUPS = StyleText("SETUPS", setup_lists)


def plain_text(text: str, db: Path | None = None) -> str:
    """Return a text, or what the cell holds that it names; by default in the usual database."""
    if not text.strip().startswith("style:"):
        return text
    found = _STYLE.fullmatch(text.strip())
    if found is None:
        raise StyleError(
            f"{shown(text)}: a cell of a map is style:RUN:ROW:COL, as in style:latest:3:5"
        )
    from ...results import Store, StoreError  # noqa: PLC0415  (brings DuckDB)

    path = db or Path(os.environ.get(DATABASE_VARIABLE) or DATABASE)
    try:
        store = Store(path, create=False)
        held = _held(store, found["run"], int(found["row"]), int(found["col"]))
    except StoreError as error:
        raise StyleError(f"{text}: {error}") from None
    if is_engine(held):  # by no search of ours: a database may come from anywhere
        raise StyleError(
            f"{text}: the cell names a program; programs are named on the command line"
        )
    return held


def _held(store: "Store", wanted: str, row: int, col: int) -> str:
    """Return who holds a cell of a run."""
    run = _run(store, wanted)
    cells = store.query(_CELLS, [run]).to_pylist()
    held = {(cell["row"], cell["col"]): cell["text"] for cell in cells}
    if not held:
        styles = command_line("evolve styles", db=store.path)
        raise StyleError(f"run {run} has no map; {styles} makes one")
    if (row, col) not in held:
        near = min(held, key=lambda cell: (abs(cell[0] - row) + abs(cell[1] - col), cell))
        raise StyleError(
            f"cell {row}:{col} of run {run} is empty; the nearest that is filled is "
            f"{near[0]}:{near[1]}"
        )
    return held[row, col]


def _run(store: "Store", wanted: str) -> str:
    """Return a run by a part of its name; `latest` is the latest that made a map."""
    maps = [run.run for run in store.runs() if run.kind == "styles"]
    return maps[-1] if wanted == "latest" and maps else store.find_run(wanted).run
