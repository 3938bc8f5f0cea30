"""Commands that a person can paste: begun as the program itself was, every word quoted.

`./run` says by the environment how it was called; `conquest-opt` and `python -m` are known by the
process. Where the program is a part of another one, commands begin with `conquest-opt`.
"""

import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

NAME: Final = "conquest-opt"

_MODULE: Final = f"{__name__.partition('.')[0]}.cli.__main__"

STARTED_AS: Final = "CONQUEST_OPT_STARTED_AS"
"""Variable by which ./run says how it was called."""

DATABASE: Final = "conquest.duckdb"
"""The results database where nothing names another."""

DATABASE_VARIABLE: Final = "CONQUEST_DB"


def command_line(words: str, *more: str | Path, db: str | Path | None = None) -> str:
    """Return a command as it can be pasted: `words` as they are, others quoted.

    `db` is the database that it needs; it is named unless it is the one that would be taken.
    """
    needed = db is not None and (str(db) != DATABASE or bool(os.environ.get(DATABASE_VARIABLE)))
    named = ["--db", str(db)] if needed else []
    return " ".join([program(), words, *(quoted(str(word)) for word in (*more, *named))])


def pasted(stored: str) -> str:
    """Return a command that was stored, which begins with conquest-opt, as it can be pasted."""
    return stored and f"{program()} {stored.removeprefix(f'{NAME} ')}"


def pasted_in(text: str) -> str:
    """Return a text whose commands, which begin with conquest-opt, can be pasted."""
    return text.replace(f"{NAME} ", f"{program()} ")


def program() -> str:
    """Return how this program is called."""
    if started := os.environ.get(STARTED_AS):
        return quoted(started)
    if Path(sys.argv[0]).stem == NAME:
        return quoted(_called(sys.argv[0]))
    if getattr(getattr(sys.modules["__main__"], "__spec__", None), "name", "") == _MODULE:
        return f"{quoted(_called(sys.executable))} -m {_MODULE.removesuffix('.__main__')}"
    return NAME


def quoted(word: str) -> str:
    """Return a word of a command line as a shell reads it; nothing in it steers the terminal."""
    if word.isprintable():
        return shlex.quote(word)
    spelled = "".join(_spelled(character) for character in word)
    return f"$'{spelled}'"


def _spelled(character: str) -> str:
    r"""Return a character within $'...': bytes that are no text come as \xff."""
    if character in "\\'":
        return f"\\{character}"
    if character.isprintable():
        return character
    return "".join(f"\\x{byte:02x}" for byte in os.fsencode(character))


def _called(file: str) -> str:
    """Return a program's name if the shell finds this very file by it, else its path."""
    name = Path(file).name
    path = shutil.which(name)
    return name if path and Path(path).absolute() == Path(file).absolute() else file
