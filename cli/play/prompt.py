"""The prompt of `conquest-opt play`: lines from a terminal or a pipe, Ctrl-C and Ctrl-D."""

import os
import sys
from contextlib import suppress

import click

from ..terminal.output import say
from .talk import TableTalk

_AGAIN = "(Ctrl-C once more leaves the game and saves it; help explains)"


def converse(talk: TableTalk) -> None:
    """Play until the game is left, or the lines end."""
    if sys.stdin is None:
        raise click.ClickException("standard input is closed; the game reads its lines there")
    sys.stdin.reconfigure(errors="replace")  # pyright: ignore[reportAttributeAccessIssue]
    terminal = sys.stdin.isatty()
    if terminal:
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415  (line editing)
    _show(talk.opening())
    interrupted = False
    while not talk.ended:
        try:
            if talk.agent_to_move:
                for text in talk.agent_turn():
                    _show(text)
            else:
                _show(talk.answer(_read(talk.prompt, terminal)))
            interrupted = False
        except KeyboardInterrupt:
            if not terminal:
                raise
            click.echo()
            talk.drop()
            _show(talk.leave() if interrupted or talk.agent_to_move else _AGAIN)
            interrupted = True
        except EOFError:
            click.echo()
            _show(talk.leave() if terminal else talk.lines_ended())


def _read(prompt: str, terminal: bool) -> str:
    """Return the next line; one from a pipe is shown, so that the output reads like a session."""
    if terminal:
        return input(prompt)
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    say(line.rstrip("\r\n"))
    return line


def _show(text: str) -> None:
    """Show a text; in colours only where a terminal wants them."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    if text:
        click.echo(text, color=False if plain else None)
