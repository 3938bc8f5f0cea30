"""What a shell completes in place of a value: names of agents, setups, rules, runs.

A value that is not finished, such as `champion.cost=`, is of the type `open`: no space follows it.
Nothing here plays a game, makes a file or says anything: where names cannot be had there are none.
"""

import contextlib
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

import click
from click.shell_completion import CompletionItem

from ...agents.spec.kinds import AGENTS
from ...agents.spec.presets import PRESETS
from ...agents.spec.spec import called
from ...engine.rules.listing import ListedRule, listed_rules
from ...engine.rules.ruleset import Ruleset, as_text
from ...engine.rules.values import ChoiceRule, SwitchRule
from ...results.text.command_lines import DATABASE, DATABASE_VARIABLE
from ...setups.catalogue import catalogue
from ...setups.own_setups import OwnSetup, own_setups

OPEN: Final = "open"
"""The type of a value that is not finished."""

_TIMEOUT: Final = 0.5
"""Seconds for which a database that another process holds is tried again."""

Items = list["CompletionItem[str]"]


class Named(click.ParamType):
    """A text, for which a shell offers the known names; others are checked elsewhere."""

    def __init__(self, name: str, known: Callable[[], Iterable[str]]) -> None:
        self.name, self._known = name, known

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        """Return the names that begin like the word."""
        return beginning(dict.fromkeys(self._known(), ""), incomplete)


class RuleEdit(click.ParamType):
    """A rule by name, with `=` for its value where it is an edit."""

    def __init__(self, name: str, end: str = "=") -> None:
        self.name, self._end = name, end

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        """Return the rules that begin like the word; with them, what they are by the rules."""
        typed, equals, _ = incomplete.partition("=")
        rules = {rule.name: rule for rule in listed_rules(Ruleset())}
        if equals:
            values = _values(rules[typed.lower()]) if typed.lower() in rules else {}
            edits = {f"{typed}={value}": about for value, about in values.items()}
            return beginning(edits, incomplete)
        known = {
            f"{name}{self._end}": f"now {as_text(rule.standard)}; {rule.about}"
            for name, rule in rules.items()
        }
        return beginning(known, incomplete, OPEN if self._end else "plain")


class RunName(click.ParamType):
    """A run: an identifier, a part of it, latest, or a kind."""

    name = "RUN"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        """Return the runs of the database, the latest first; none if it cannot be read at once."""
        found: dict[str, str] = {}
        with contextlib.suppress(Exception):
            from ...results import Store  # noqa: PLC0415  (brings DuckDB)

            db = ctx.params.get("db") or os.environ.get(DATABASE_VARIABLE) or DATABASE
            runs = Store(Path(db), create=False, reader_timeout=_TIMEOUT).runs()[::-1]
            found = {"latest": f"{runs[0].run}, {runs[0].status}"}
            found |= {run.kind: f"the latest {run.kind}" for run in runs}
            found |= {run.run: f"{run.status}, {run.players(called)}" for run in runs}
        return beginning(found, incomplete)


def agent_texts(incomplete: str) -> Items:
    """Return agents by name; after a colon, the parameters of the one that is named."""
    name, colon, rest = incomplete.partition(":")
    if not colon:
        presets = {name: f"short for {text}" for name, text in PRESETS.items()}
        return beginning(presets | {kind.name: kind.about for kind in AGENTS.values()}, incomplete)
    kind = AGENTS.get(PRESETS.get(name, name).partition(":")[0])
    before = f"{name}:{rest.rpartition(',')[0]}{',' if ',' in rest else ''}"
    given = {part.partition("=")[0] for part in rest.split(",")[:-1]}
    known = {
        f"{before}{p.name}=": f"{p.about}; {p.default}"
        for p in (kind.parameters if kind else ())
        if p.name not in given
    }
    return beginning(known, incomplete, OPEN)


def setup_names(incomplete: str) -> Items:
    """Return the named setups; files where there is no such name."""
    return beginning(_setups(), incomplete) or [CompletionItem(incomplete, type="file")]


def setup_lists(incomplete: str) -> Items:
    """Return the named setups for the last part of a list with commas."""
    before, comma, last = incomplete.rpartition(",")
    if not comma:
        return beginning({"all": "the named setups"}, incomplete) + setup_names(incomplete)
    named = {f"{before},{name}": setup for name, setup in _setups().items()}
    return beginning(named, f"{before},{last}")


def _setups() -> dict[str, str]:
    """Return the setups of the catalogue and the user's own, by name."""
    own: Mapping[str, OwnSetup] = {}
    with contextlib.suppress(Exception):  # a file that cannot be read completes nothing
        own = own_setups()
    return {name: str(one.setup) for name, one in (*catalogue().items(), *own.items())}


def beginning(known: Mapping[str, str], incomplete: str, type: str = "plain") -> Items:
    """Return the names that begin like a word, in any case, each with what it is."""
    start = incomplete.lower()
    return [
        CompletionItem(name, type=type, help=about or None)
        for name, about in known.items()
        if name.lower().startswith(start)
    ]


def _values(rule: ListedRule) -> dict[str, str]:
    """Return what a rule may be, where that is a few words; of a number, what it is."""
    match rule.kind:
        case ChoiceRule(choices=choices):
            return dict(choices)
        case SwitchRule():
            return {"true": "", "false": ""}
        case _:
            return {as_text(rule.standard): f"standard; {rule.limits}"}


def rule_parts() -> list[str]:
    """Return what `rules` may be asked for: groups, troops, commands, and single rules."""
    rules = listed_rules(Ruleset())
    return list(dict.fromkeys(text for r in rules for text in (r.group, r.part, r.name)))


RUN: Final = RunName()
