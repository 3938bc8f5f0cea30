"""`--config FILE.toml`: an experiment as a file.

    command = "evolve counter"
    target = "Rush"
    race-games = 160
    set = ["champion.cost=225"]
    formations = true

Keys are the names of the command's options and arguments. Values go the way of options as typed: a
number, true or a text becomes that text, so types and limits are checked by the same code, in the
same words. An option that may be repeated takes a list, a flag takes true or false, and what can be
given as JSON (a setup, a target) may be a table. Options on the command line win; the file counts
before the environment.
"""

import json
from collections.abc import Mapping
from datetime import date, time
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

import click

from ...arena.run.headings import WHERE
from ...balance.kinds import KINDS
from ...engine.reading.files import read_toml
from ...engine.reading.input_error import InputError
from ...engine.reading.names import printable, shown
from ...results.text.command_lines import command_line
from .grouped import FILE, grouped_option, keys_of

COMMAND: Final = "command"
"""The key that says which command a file is for."""

NOT_IN_FILES: Final = ("config", "resume", "start-engine")
"""Options that say where settings come from, or that these may be trusted."""


def _read(context: click.Context, _: click.Parameter, file: Path | None) -> Path | None:
    """Have the options of a file in place of defaults."""
    if file is not None and not context.resilient_parsing:
        try:
            data = read_toml(file)
            _check_command(context, file, data.pop(COMMAND, None))
            context.default_map = _values(context, file, data)
            context.meta[FILE] = printable(str(file))
        except InputError as error:
            raise click.UsageError(str(error)) from None
    return file


config_option = grouped_option(
    "--config",
    group=WHERE,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    is_eager=True,
    callback=_read,
    expose_value=False,
    help="Take options from a TOML file, as runs show --config writes it; those given here win.",
)
"""Adds --config."""


def command_words(context: click.Context) -> str:
    """Return how the command is called, after the program's name."""
    words: list[str] = []
    at: click.Context | None = context
    while at is not None and at.parent is not None:
        words.insert(0, at.info_name or "")
        at = at.parent
    return " ".join(words)


def _check_command(context: click.Context, file: Path, named: object) -> None:
    """Refuse a file that is for another command, or for none."""
    own, name = command_words(context), printable(str(file))
    if named == own:
        return
    if named is None:
        raise InputError(f'{name} does not say which command it is for: add command = "{own}"')
    known = [kind.command for kind in KINDS.values()]
    if named in known:
        right = command_line(str(named), "--config", file)
        raise InputError(f"{name} is for {named}, not for {own}: {right}")
    near = get_close_matches(str(named), known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
    raise InputError(f"{name}: {shown(named)} is no command that runs games; {hint}")


def _values(context: click.Context, file: Path, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values by the names under which click looks for them."""
    keys = keys_of(context.command)
    known = {key: one for key, one in keys.items() if key not in NOT_IN_FILES}
    values: dict[str, Any] = {}
    for key, value in data.items():
        where = f"{printable(str(file))}: {printable(key)}"
        if key in NOT_IN_FILES:
            raise InputError(f"{where} is for the command line only: leave it out of the file")
        if key not in known:
            near = get_close_matches(key, known, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
            raise InputError(f"{where} is no option of {command_words(context)}; {hint}")
        values[known[key].name or ""] = _typed(known[key], value, where)
    return values


def _typed(parameter: click.Parameter, value: Any, where: str) -> Any:
    """Return a value as if it had been typed."""
    if isinstance(parameter, click.Option) and parameter.is_flag:
        if not isinstance(value, bool):
            raise InputError(f"{where} is true or false, not {shown(value)}")
        return value != (parameter.flag_value is False)  # as of --no-catalogue
    if parameter.multiple or parameter.nargs == -1:
        return [_text(one, where) for one in (value if isinstance(value, list) else [value])]
    if isinstance(value, list) and not any(isinstance(one, dict) for one in value):
        raise InputError(f"{where} takes one value, not a list")
    return _text(value, where)


def _text(value: Any, where: str) -> str:
    """Return one value as text: tables and lists as JSON."""
    match value:
        case str():
            return value
        case date() | time():
            raise InputError(f"{where} is no time of day or date: put it in quotes")
        case bool() | dict() | list():
            return json.dumps(value, default=str)
        case _:
            return repr(value)
