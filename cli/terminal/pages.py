"""What commands share that write a page to a directory: -o, --force, and what they say."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...results.page.words import plural
from .output import say

if TYPE_CHECKING:
    from ...results.page.page import Page


def page_options(noun: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add -o and --force; the command receives `directory` and `force`."""

    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        force = click.option(
            "--force", is_flag=True, help=f"Replace a {noun} that is there already."
        )
        output = click.option(
            "-o",
            "--output",
            "directory",
            type=click.Path(),
            metavar="DIR",
            callback=_named,
            help=f"Directory to write the {noun} to.",
        )
        return output(force(command))

    return decorated


def _named(_: click.Context, __: click.Parameter, directory: str | None) -> str | None:
    if directory == "":
        raise click.UsageError("which directory? An empty text names none")
    return directory


def check_page(directory: str | None, force: bool) -> None:
    """Refuse a directory that cannot take a page, before the work of making one."""
    from ...results.page.write import check_directory  # noqa: PLC0415

    if directory is not None:
        check_directory(Path(directory), force=force)


def write(page: "Page", directory: str, force: bool, *, err: bool) -> None:
    """Write a page and say where it is."""
    from ...results.page.write import write_page  # noqa: PLC0415

    others = len(write_page(page, Path(directory), force=force)) - 1
    say(f"{Path(directory, 'index.html')} and {plural(others, 'other file')}", err=err)
