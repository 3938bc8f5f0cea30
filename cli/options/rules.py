"""What several commands share: options for rules, setups and output, and their errors."""

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from ...arena.inputs.errors import RequestError
from ...arena.inputs.rules import SPACES, RuleChoice, read_rules
from ...arena.run.headings import RULES
from ...arena.run.keywords import ACTIONS, SET
from ...engine.reading.input_error import InputError
from ...engine.reading.names import printable
from ...engine.rules.listing import GAME, ListedRule
from ...engine.rules.ruleset import Ruleset, as_text
from ...engine.rules.values import ChoiceRule, RulesError, UnknownRule
from ...results.page.words import wrapped as wrapped_lines
from ...results.text.command_lines import command_line
from .grouped import as_option, grouped_option
from .keywords import keyword_option


@dataclass(frozen=True)
class RuleOptions(RuleChoice):
    """What --rules, --actions and --set ask for; errors are the terminal's."""

    def over(self, base: Ruleset) -> Ruleset:
        """Return the rules: the file's or else `base`, then the action space, then the edits."""
        try:
            return super().over(base)
        except RulesError as error:
            raise known_errors(error) from None


SET_OPTION = keyword_option(SET)
FILE_OPTION = grouped_option(
    "--rules",
    group=RULES,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="TOML file of rules; --set is applied after it.",
)
ACTIONS_OPTION = keyword_option(ACTIONS)


def game_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --set, --rules and --actions; the command receives `rules`, as RuleOptions."""
    return ACTIONS_OPTION(rules_options(command))


def rules_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --set and --rules; the command receives `rules`, as RuleOptions."""

    @functools.wraps(command)
    def wrapped(*args: object, rules: Path | None, **kwargs: Any) -> object:
        try:
            file = read_rules(rules) if rules else None
        except InputError as error:
            raise known_errors(error) from None
        actions, edits = kwargs.pop(ACTIONS.name, None), kwargs.pop(SET.name)
        options = RuleOptions(file, SPACES[actions]() if actions else None, edits)
        return command(*args, rules=options, **kwargs)

    return SET_OPTION(FILE_OPTION(wrapped))


def rules_toml(rules: Iterable[ListedRule]) -> str:
    """Return a TOML file of rules, which `read_rules` reads; what they do stands once, at first."""
    lines = ["# Rules of Conquest, for --rules FILE. What is left out is standard."]
    explained: set[str] = set()
    for part, own in groupby(sorted(rules, key=_tables_last), key=lambda rule: rule.part):
        lines += ["", *([] if part == GAME else [f"[{part}]"])]
        for rule in own:
            if rule.about not in explained:
                lines += wrapped_lines(f"{rule.about} [{rule.limits}]", 79, "# ", "# ")
            explained.add(rule.about)
            value = f'"{rule.value}"' if isinstance(rule.kind, ChoiceRule) else as_text(rule.value)
            changed = (
                "" if rule.value == rule.standard else f"  # standard {as_text(rule.standard)}"
            )
            lines.append(f"{rule.field} = {value}{changed}")
    return "\n".join([*lines, ""])


def _tables_last(rule: ListedRule) -> bool:
    """TOML has values of no table before the first table."""
    return rule.part != GAME


def known_errors(error: ValueError | OSError) -> click.ClickException:
    """Return an expected error as one line for the terminal; a closed pipe is left to click."""
    if isinstance(error, BrokenPipeError):
        raise error
    if isinstance(error, OSError) and error.filename:
        return click.ClickException(f"{printable(str(error.filename))}: {error.strerror}")
    if isinstance(error, RequestError):
        return click.UsageError(error.spelled(as_option))
    if isinstance(error, UnknownRule):
        return click.ClickException(unknown_text(error))
    said = error.spelled(as_option) if isinstance(error, InputError) else str(error)
    return click.ClickException(said)


def unknown_text(error: UnknownRule) -> str:
    """Return what an unknown name should be, and where all of them are listed."""
    joint = " " if str(error).endswith("?") else "; "
    return f"{error}{joint}{command_line('rules')} lists them"
