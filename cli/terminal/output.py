"""Standard streams as they may be: closed, or of an encoding that lacks some of our characters."""

import codecs
import os
import sys
from io import TextIOWrapper
from typing import Final

import click

from ...results.text.escape import printable

_NEAREST: Final = {
    "…": "...", "–": "-", "−": "-", "∞": "inf", "×": "x", "±": "+-", "→": "->",  # noqa: RUF001
    "²": "2", "³": "3", "·": ".", "§": "section ",
}  # fmt: skip
"""What is printed for our own characters where an encoding lacks them; for others ?."""


def ready_streams() -> None:
    """Make the standard streams usable, whatever the process was started with.

    A closed one leads nowhere: otherwise the next file that is opened, the database, would take its
    place and what is printed. Without standard output nothing is done.
    """
    silent = sys.stdout is None
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    codecs.register_error("nearest", _nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="nearest")
    if silent:
        click.echo("Error: standard output is closed; send it to a file or /dev/null", err=True)
        sys.exit(1)


def say(text: str, *, err: bool = False) -> None:
    """Print lines that may hold names of others: nothing in them steers the terminal."""
    click.echo(printable(text, keep="\n"), err=err)


def show_step(text: str) -> None:
    """Show on a terminal what is being made; an empty text leaves a clean line."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{printable(text)} ..." if text else "\r\x1b[K", nl=False, err=True)


def can_print(text: str) -> bool:
    """Return whether standard output has these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeError:
        return False
    return True


def last_output() -> None:
    """Write what is left; forget what cannot be written, or the process would end with a trace."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.close(nowhere)


def _nearest(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_NEAREST.get(character, "?") for character in lacking), error.end
