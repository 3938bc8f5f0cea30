"""Setups of the user's own, under names, in a file that a person can read and edit.

    # ~/.config/conquest-opt/setups.toml, where nothing names another file
    [Hammer]
    setup = "SSCCC:charge,regenerate"

    [Wall]
    setup = "HHHHAA:shield-wall"
    formation = [
        "    H H H H",
        "      A A",
    ]
    note = "for long games"

Each table is a setup: its text, its formation if it has one (front row first), and a note if
wanted. The file is `--setups-file`, or else what CONQUEST_SETUPS names, or else `setups.toml` in
the user's directory of settings; one that is not there holds no setup. It is read only where a name
is neither of the catalogue nor text, and where results are shown (`naming`): nothing that is stored
depends on it. `results.files.own_setups` writes it.
"""

import difflib
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from ..engine.reading.files import read_toml
from ..engine.reading.input_error import InputError
from ..engine.reading.names import shown
from .catalogue import catalogue_setup
from .notation import SetupError
from .setup import Setup

VARIABLE: Final = "CONQUEST_SETUPS"
"""Names another file in the environment."""

LONGEST_NAME: Final = 30
"""Characters of a name: lists have room for these."""

KEYS: Final = ("setup", "formation", "note")

RESERVED: Final = ("all", "catalogue", "setup")
"""What options and files of setups read as something else."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_NONE: Final[Mapping[str, "OwnSetup"]] = MappingProxyType({})
_chosen: ContextVar[Path | None] = ContextVar("setups_file", default=None)


@dataclass(frozen=True, kw_only=True)
class OwnSetup:
    """A setup that the user has saved."""

    name: str
    setup: Setup
    """With its formation, if it has one."""
    note: str = ""


# ---- which file ----------------------------------------------------------------------------------


def setups_file() -> Path:
    """Return the file of own setups; it need not be there."""
    if chosen := _chosen.get():
        return chosen
    if named := os.environ.get(VARIABLE):
        return Path(named)
    from platformdirs import user_config_path  # noqa: PLC0415  (start-up stays light)

    return user_config_path("conquest-opt") / "setups.toml"


@contextmanager
def use_setups_file(path: Path) -> Iterator[None]:
    """Take own setups from another file within the block."""
    token = _chosen.set(path)
    try:
        yield
    finally:
        _chosen.reset(token)


# ---- what is in it -------------------------------------------------------------------------------


def own_setups() -> Mapping[str, OwnSetup]:
    """Return the own setups by name, in the file's order; none if there is no file."""
    path = setups_file()
    try:
        now = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return _NONE
    except (OSError, ValueError):  # reading it says why
        return read_setups_file(path)
    return _unchanged(path, now.st_mtime_ns, now.st_size, now.st_ino)


@lru_cache(maxsize=4)
def _unchanged(path: Path, *_state: int) -> Mapping[str, OwnSetup]:
    return read_setups_file(path)


def own_setup(name: str) -> OwnSetup | None:
    """Return the own setup of a name in any case, or None."""
    key = name.strip().lower()
    if not _NAME.fullmatch(key):
        return None  # the file need not be read
    return next((own for own in own_setups().values() if own.name.lower() == key), None)


def read_setups_file(path: Path) -> Mapping[str, OwnSetup]:
    """Return the setups of a file; errors name the file and the place in it."""
    try:
        tables = read_toml(path)
    except InputError as error:
        raise SetupError(error) from None
    setups: dict[str, OwnSetup] = {}
    for name, table in tables.items():
        try:
            check_name(name)
            if twice := next((other for other in setups if other.lower() == name.lower()), None):
                raise SetupError(f"[{twice}] has the same name; names match in any case")
            setups[name] = _own(name, table)
        except SetupError as error:
            raise SetupError(f"{path}: [{name}]: {error}") from None
    return MappingProxyType(setups)


def _own(name: str, table: Any) -> OwnSetup:
    """Return the setup of a table."""
    if not isinstance(table, dict):
        raise SetupError(f'a setup is a table, with a line such as setup = "SSC", not {name} = ...')
    for key in table:
        if key not in KEYS:
            near = difflib.get_close_matches(key, KEYS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"a setup has {', '.join(KEYS)}"
            raise SetupError(f"unknown key {shown(key)}; {hint}")
    if "setup" not in table:
        raise SetupError('it has no setup, such as setup = "SSCCC:charge"')
    rows = table.get("formation")
    for key in ("setup", "note"):
        if not isinstance(table.get(key, ""), str):
            raise SetupError(f"{key} must be a text, not {shown(table[key])}")
    if rows is not None and not (isinstance(rows, list) and all(isinstance(r, str) for r in rows)):
        raise SetupError(f"formation must be a list of texts, not {shown(rows)}")
    plain = Setup.from_text(table["setup"])
    setup = Setup(plain.counts, plain.commands, None if rows is None else tuple(rows))
    return OwnSetup(name=name, setup=setup, note=table.get("note", ""))


# ---- names ---------------------------------------------------------------------------------------


def check_name(name: str) -> None:
    """Refuse what cannot be the name of an own setup, and say why."""
    if name.lower().endswith(".json"):
        raise SetupError(f"{shown(name)} would be read as a file; a name has no ending")
    if not _NAME.fullmatch(name):
        rule = "a name has letters from a to z, digits, - and _, and begins with a letter"
        raise SetupError(f"{shown(name)} is no name: {rule}, such as Hammer-2")
    if len(name) > LONGEST_NAME:
        raise SetupError(f"{shown(name)} is too long; a name has {LONGEST_NAME} characters at most")
    if name.lower() in RESERVED:
        raise SetupError(f"{name!r} has a meaning of its own in lists of setups; choose another")
    if namesake := catalogue_setup(name):
        raise SetupError(f"{namesake.name} is a setup of the catalogue; choose another name")
    try:
        setup = Setup.from_text(name)
    except SetupError:
        return
    raise SetupError(f"{name!r} is read as the setup {setup}; choose another name")
