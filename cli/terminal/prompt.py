"""The prompt of `conquest-opt sql`: statements end with ";", history is kept between sessions."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import click

from ...results.text.command_lines import command_line
from ...results.text.escape import printable
from .interrupts import interrupts_held

_HELP = """\
A statement ends with ";" and may take several lines.
  .tables        list the tables and views
  .tables NAME   explain one and its columns; {tables} explains all
  .help          this help (or help)
  .quit          leave (or quit, exit, Ctrl-D)
Ctrl-C drops the statement being typed and stops a query that runs.
"""

_WORDS = {"exit": ".quit", "quit": ".quit", ".exit": ".quit", "help": ".help"}
"""What people type who know other prompts; none of it is SQL."""

_HISTORY_LINES = 1000


def load_libraries() -> None:
    """Import what queries need, with the threads that it starts, so that Ctrl-C stays ours."""
    with interrupts_held():
        from ...results.files import streams as files  # noqa: F401, PLC0415
        from ...results.store import store  # noqa: F401, PLC0415


def prompt(answer: Callable[[str], Iterable[str]], explain: Callable[[str], str]) -> None:
    """Read statements until the end of input and show the texts that `answer` gives for each.

    `explain` describes the table of a name, or lists them all if the name is empty.
    """
    history = _load_history()
    click.echo('SQL of the results; statements end with ";", .help helps, Ctrl-D leaves')
    typed: list[str] = []
    while True:
        try:
            line = input("     > " if typed else "sql> ")
        except KeyboardInterrupt:
            click.echo()
            typed = []
            continue
        except EOFError:
            click.echo()
            break
        word = line.strip().rstrip("; ")
        word = _WORDS.get(word.lower(), word)
        if not typed and word.startswith("."):
            if word == ".quit":
                break
            click.echo(_dot(word, explain), nl=False)
            continue
        typed += [line] if line.strip() or typed else []
        if line.rstrip().endswith(";"):
            _show(answer, "\n".join(typed))
            typed = []
    _save_history(history)


def _dot(word: str, explain: Callable[[str], str]) -> str:
    if word.split(maxsplit=1)[0] == ".tables":
        return explain(word.removeprefix(".tables").strip())
    if word == ".help":
        return _HELP.format(tables=command_line("sql --tables"))
    return f"no {printable(word)}; there are .tables, .help and .quit\n"


def _show(answer: Callable[[str], Iterable[str]], statement: str) -> None:
    """Show a statement's result, or what was wrong with it; the prompt stays open either way."""
    from ...results import StoreError  # noqa: PLC0415

    try:
        for part in answer(statement):
            click.echo(part, nl=False)
    except StoreError as error:
        click.echo(f"Error: {printable(str(error), keep=chr(10))}", err=True)
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)


def history_file() -> Path:
    """Return where the history is kept."""
    from platformdirs import user_state_path  # noqa: PLC0415

    return user_state_path("conquest-opt") / "sql_history"


def _load_history() -> Path | None:
    """Switch line editing on and load earlier sessions; None where that is not to be had."""
    try:
        import readline  # noqa: PLC0415
    except ImportError:
        return None
    path = history_file()
    with suppress(OSError):
        readline.read_history_file(path)
    readline.set_history_length(_HISTORY_LINES)
    return path


def _save_history(path: Path | None) -> None:
    if path is None:
        return
    import readline  # noqa: PLC0415

    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        readline.write_history_file(path)
