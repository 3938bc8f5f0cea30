"""What several commands share: options for rules, setups and output, and their errors."""

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from ...arena.run.headings import RULES
from ...engine.reading.files import read_toml
from ...engine.reading.input_error import InputError
from ...engine.reading.names import printable
from ...engine.rules.ruleset import ActionSpace, Ruleset
from ...engine.rules.stats import RulesError
from .completing import RuleEdit
from .grouped import grouped_option

SPACES = {"thesis": ActionSpace.thesis, "full": ActionSpace.full}


@dataclass(frozen=True)
class RuleOptions:
    """What --rules, --actions and --set ask for."""

    file: Ruleset | None
    actions: ActionSpace | None
    edits: tuple[str, ...]

    def over(self, base: Ruleset) -> Ruleset:
        """Return the rules: the file's or else `base`, then the action space, then the edits."""
        rules = self.file or base
        if self.actions:
            rules = replace(rules, actions=self.actions)
        try:
            return rules.edit(*self.edits)
        except RulesError as error:
            raise click.ClickException(str(error)) from None

    @property
    def ruleset(self) -> Ruleset:
        """The rules, from the standard ones."""
        return self.over(Ruleset())


def game_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --set, --rules and --actions; the command receives `rules`, as RuleOptions."""
    actions = grouped_option(
        "--actions",
        group=RULES,
        type=click.Choice(list(SPACES)),
        help="Action space: as the thesis reduces it (default), or the full game.",
    )
    return actions(rules_options(command))


def rules_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --set and --rules; the command receives `rules`, as RuleOptions."""

    @grouped_option(
        "--set",
        "edits",
        group=RULES,
        multiple=True,
        type=RuleEdit("EDIT"),
        metavar="NAME=VALUE",
        help="Change a rule, such as champion.cost=225, charge.cooldown=4 or obstacles=12. "
        "May be repeated.",
    )
    @grouped_option(
        "--rules",
        "rules_file",
        group=RULES,
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="TOML file of rules; --set is applied after it.",
    )
    @functools.wraps(command)
    def wrapped(
        *args: object,
        edits: tuple[str, ...],
        rules_file: Path | None,
        actions: str | None = None,
        **kwargs: object,
    ) -> object:
        try:
            file = read_rules(rules_file) if rules_file else None
        except InputError as error:
            raise click.ClickException(str(error)) from None
        options = RuleOptions(file, SPACES[actions]() if actions else None, edits)
        return command(*args, rules=options, **kwargs)

    return wrapped


def read_rules(path: Path) -> Ruleset:
    """Return the rules of a TOML file: tables named as in --set, such as [champion] cost = 225."""
    data = read_toml(path)
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
    """Return an expected error as one line for the terminal; a closed pipe is left to click."""
    if isinstance(error, BrokenPipeError):
        raise error
    if isinstance(error, OSError) and error.filename:
        return click.ClickException(f"{printable(str(error.filename))}: {error.strerror}")
    return click.ClickException(str(error))
