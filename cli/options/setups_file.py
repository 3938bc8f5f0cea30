"""`--setups-file`: which file has the user's own setups, for every command that takes a setup.

The option is read before setups are, and holds until the command ends. It comes before
CONQUEST_SETUPS, which comes before the usual place (`setups.own_setups`).
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ...arena.run.headings import SEARCH
from ...setups.naming import unread_names
from ...setups.own_setups import VARIABLE, use_setups_file
from ..terminal.output import say
from .grouped import grouped_option


def setups_file_option(
    command: Callable[..., Any], *, group: str = SEARCH, new: bool = False
) -> Callable[..., Any]:
    """Add --setups-file; the command receives nothing. A `new` file may be one that is made."""
    return grouped_option(
        "--setups-file",
        group=group,
        type=click.Path(exists=not new, dir_okay=False, path_type=Path),
        is_eager=True,
        expose_value=False,
        callback=_use,
        help=f"The file of your own setups; {VARIABLE} in the environment names another default.",
    )(command)


def _use(context: click.Context, _: click.Parameter, path: Path | None) -> None:
    if path is not None:
        context.with_resource(use_setups_file(path))


def note_unread_names() -> None:
    """Say it if results are shown without the user's own names, as their file cannot be read."""
    if reason := unread_names():
        say(f"note: shown without the names of your own setups: {reason}", err=True)
