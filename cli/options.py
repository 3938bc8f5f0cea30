"""What several commands share: options for rules, setups and output, and their errors."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..engine.rules import ActionSpace, Ruleset
from ..engine.stats import RulesError

SPACES = {"thesis": ActionSpace.thesis, "full": ActionSpace.full}


def rules_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --set, --rules and --actions; the command receives `rules`, a Ruleset."""

    @click.option(
        "--set",
        "edits",
        multiple=True,
        metavar="NAME=VALUE",
        help="Change a rule, such as champion.cost=225, charge.cooldown=4 or obstacles=12. "
        "May be repeated.",
    )
    @click.option(
        "--rules",
        "rules_file",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="TOML file of rules; --set is applied after it.",
    )
    @click.option(
        "--actions",
        type=click.Choice(list(SPACES)),
        help="Action space: as the thesis reduces it (default), or the full game.",
    )
    @click.pass_context
    def wrapped(
        ctx: click.Context,
        /,
        *args: object,
        edits: tuple[str, ...],
        rules_file: Path | None,
        actions: str | None,
        **kwargs: object,
    ) -> object:
        return ctx.invoke(command, *args, rules=build_rules(edits, rules_file, actions), **kwargs)

    wrapped.__doc__, wrapped.__name__ = command.__doc__, command.__name__
    for parameter in getattr(command, "__click_params__", []):
        wrapped.__click_params__.append(parameter)  # pyright: ignore[reportFunctionMemberAccess]
    return wrapped


def build_rules(
    edits: tuple[str, ...], rules_file: Path | None, actions: str | None
) -> Ruleset | None:
    """Return the rules of the options, or None where none of them was given."""
    if not edits and not rules_file and not actions:
        return None
    try:
        rules = read_rules(rules_file) if rules_file else Ruleset()
        if actions:
            space = SPACES[actions]()
            values = space.single_move, space.trim, space.command_window
            names = ("single_move", "trim", "command_window")
            chosen = [f"actions.{n}={str(v).lower()}" for n, v in zip(names, values, strict=True)]
            edits = (*chosen, *edits)
        return rules.edit(*edits)
    except RulesError as error:
        raise click.ClickException(str(error)) from None


def read_rules(path: Path) -> Ruleset:
    """Return the rules of a TOML file: tables named as in --set, such as [champion] cost = 225."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesError(f"{path}: {error}") from None
    edits = []
    for name, value in data.items():
        for field, figure in value.items() if isinstance(value, dict) else [("", value)]:
            text = str(figure).lower() if isinstance(figure, bool) else str(figure)
            edits.append(f"{name}.{field}={text}" if field else f"{name}={text}")
    try:
        return Ruleset().edit(*edits)
    except RulesError as error:
        raise RulesError(f"{path}: {error}") from None


def known_errors(error: ValueError | OSError) -> click.ClickException:
    """Return an expected error as one line for the terminal."""
    if isinstance(error, OSError) and error.filename:
        return click.ClickException(f"{error.filename}: {error.strerror}")
    return click.ClickException(str(error))
