"""Long output: a pager on a terminal that it does not fit, everything and plain in a pipe."""

import shutil
import sys

import click


def say_paged(text: str) -> None:
    """Print lines; on a terminal with fewer, by the pager that PAGER names, or less."""
    if _on_screen() and text.count("\n") >= shutil.get_terminal_size().lines - 1:
        click.echo_via_pager(text)
    elif text:
        click.echo(text, nl=not text.endswith("\n"))


def _on_screen() -> bool:
    return bool(sys.stdin and sys.stdin.isatty() and sys.stdout.isatty())
