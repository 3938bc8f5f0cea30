"""Saving and removing own setups in the user's file, which people edit too.

Nothing that a person wrote is lost. The text of the file is changed where it has to be and nowhere
else, so comments, notes and the order of the tables stay. What comes out is read again before it is
written: if it does not say exactly what was meant, the file stays as it is, and the error says what
to edit by hand.

One process at a time changes a file: each takes its turn (`store.turns`, here by the file's
directory, as the file itself is replaced), reads what is there now, and replaces the file as a
whole. A link stays a link.
"""

import json
import os
import re
import shutil
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from ...engine.reading.files import read_text
from ...setups.own_setups import check_name, read_setups_file
from ...setups.setup import Setup
from ..database.atomic_files import whole_file
from ..database.errors import StoreError
from ..database.turns import Turn

TIMEOUT: Final = 10.0
"""Seconds to wait for another process that changes the file, which takes milliseconds."""

_HEAD: Final = """\
# Own setups of conquest-opt, each a table of its own. Edit freely: setup is the text, formation has
# the front row first, note is for yourself. "conquest-opt setups list --mine" lists them.
"""

_HEADER: Final = re.compile(r"""\s*\[\s*(["']?)(?P<name>[\w-]+)\1\s*\]\s*(#.*)?""", re.ASCII)
_WRITTEN_KEY: Final = re.compile(r"""\s*(["']?)(setup|formation)\1\s*=""")


def save_setup(path: Path, name: str, setup: Setup, *, replace: bool = False) -> str:
    """Save a setup under a name; return the name as the file has it.

    With `replace` it takes the place of one of that name, whose note stays.
    """
    check_name(name)
    values: dict[str, Any] = {"setup": str(setup)}
    if setup.formation:
        values["formation"] = list(setup.formation)

    def change(text: str) -> tuple[str, dict[str, Any]]:
        tables = tomllib.loads(text)
        spelling = _spelt(tables, name)
        if spelling is None:
            head = text.rstrip() or _HEAD.rstrip()
            whole = f"{head}\n\n[{name}]\n{_lines(values)}"
            return whole, tables | {name: values}
        if not replace:
            raise StoreError(f"{path} has a setup {spelling} already")
        rest = {k: v for k, v in tables[spelling].items() if k not in ("setup", "formation")}
        return _replaced(text, spelling, values), tables | {spelling: values | rest}

    return _spelt(_change(path, change, f"write [{name}] there by hand"), name) or name


def remove_setup(path: Path, name: str) -> None:
    """Remove a setup that the file has."""

    def change(text: str) -> tuple[str, dict[str, Any]]:
        tables = tomllib.loads(text)
        spelling = _spelt(tables, name)
        if spelling is None:
            raise StoreError(f"{path} has no setup {name}")
        before, _, after = _parts(text, spelling)
        whole = "".join([*before, *after]).strip("\n")
        return f"{whole}\n" if whole else "", {k: v for k, v in tables.items() if k != spelling}

    _change(path, change, f"remove [{name}] by hand")


def _change(
    path: Path, change: Callable[[str], tuple[str, dict[str, Any]]], by_hand: str
) -> dict[str, Any]:
    """Replace the file by what `change` makes of its text; return the tables it has then."""
    target = Path(os.path.realpath(path))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{target.parent} cannot be made: {error.strerror}") from None
    with _turn(target):
        there = os.path.lexists(target)
        if there:
            read_setups_file(target)  # raises if it holds anything else
        text, meant = change(read_text(target) if there else "")
        if not _says(text, meant):
            raise StoreError(f"{path} cannot be changed without harm to what is in it: {by_hand}")
        with whole_file(target) as making:
            making.write_text(text, encoding="utf-8")
            if there:
                shutil.copymode(target, making)
    return meant


@contextmanager
def _turn(path: Path) -> Iterator[None]:
    """Wait until no other process changes files of this directory."""
    turn, end = Turn(path.parent, shared=False), time.monotonic() + TIMEOUT
    while not turn.take():
        if time.monotonic() > end:
            raise StoreError(f"another process is changing {path}; try again")
        time.sleep(turn.pause())
    try:
        yield
    finally:
        turn.give_back()


# ---- the text ------------------------------------------------------------------------------------


def _spelt(tables: Any, name: str) -> str | None:
    """Return a name as the file has it, in any case."""
    return next((spelling for spelling in tables if spelling.lower() == name.lower()), None)


def _lines(values: dict[str, Any]) -> str:
    """Return a setup as lines of its table; texts of letters are the same in TOML and JSON."""
    lines = [f"setup = {json.dumps(values['setup'])}"]
    if "formation" in values:
        rows = [f"    {json.dumps(row)}," for row in values["formation"]]
        lines += ["formation = [", *rows, "]"]
    return "\n".join(lines) + "\n"


def _parts(text: str, name: str) -> tuple[list[str], list[str], list[str]]:
    """Return the lines before a table, its own, and those after it.

    Comments and empty lines after its last value belong to what follows.
    """
    lines = text.splitlines(keepends=True)
    heads = [n for n, line in enumerate(lines) if _HEADER.fullmatch(line.rstrip("\n\r"))]
    named = {n: _HEADER.fullmatch(lines[n].rstrip("\n\r")) for n in heads}
    [first] = [n for n, head in named.items() if head and head["name"] == name][:1] or [len(lines)]
    last = min((n for n in heads if n > first), default=len(lines))
    while last > first + 1 and lines[last - 1].strip()[:1] in ("", "#"):
        last -= 1
    return lines[:first], lines[first:last], lines[last:]


def _replaced(text: str, name: str, values: dict[str, Any]) -> str:
    """Return the text with another setup in a table; its other lines stay."""
    before, table, after = _parts(text, name)
    head, rest = table[:1], _without_setup(table[1:])
    return "".join([*before, *head, _lines(values), *rest, *after])


def _without_setup(lines: Sequence[str]) -> list[str]:
    """Return lines without those of the setup and its formation, which may take several."""
    rest, skipped = [], ""
    for line in lines:
        if not skipped and not _WRITTEN_KEY.match(line):
            rest.append(line)
            continue
        skipped += line
        try:
            tomllib.loads(skipped)
            skipped = ""
        except tomllib.TOMLDecodeError:
            pass  # the value ends on a later line
    return rest


def _says(text: str, meant: dict[str, Any]) -> bool:
    try:
        return tomllib.loads(text) == meant
    except tomllib.TOMLDecodeError:
        return False
