"""What a shell completes in place of a value: names of agents, setups, rules, runs.

A value that is not finished, such as `champion.cost=`, is of the type `open`: no space follows it.
Nothing here plays a game, makes a file or says anything: where names cannot be had there are none.
"""

import contextlib
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from ...agents.spec.kinds import AGENTS
from ...agents.spec.presets import PRESETS
from ...engine.rules.ruleset import Ruleset
from ...results.text.command_lines import DATABASE, DATABASE_VARIABLE
from ...setups.catalogue import catalogue

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
        name, equals, _ = incomplete.partition("=")
        rules = _rules()
        if equals:
            value = rules.get(name.lower())
            return [] if value is None else [CompletionItem(f"{name}={value}", help="as it is")]
        known = {f"{rule}{self._end}": f"now {value}" for rule, value in rules.items()}
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
            found |= {run.run: f"{run.status}, {run.players}" for run in runs}
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
    found = beginning({name: str(named.setup) for name, named in catalogue().items()}, incomplete)
    return found or [CompletionItem(incomplete, type="file")]


def setup_lists(incomplete: str) -> Items:
    """Return the named setups for the last part of a list with commas."""
    before, comma, last = incomplete.rpartition(",")
    if not comma:
        return beginning({"all": "the named setups"}, incomplete) + setup_names(incomplete)
    named = {f"{before},{name}": str(named.setup) for name, named in catalogue().items()}
    return beginning(named, f"{before},{last}")


def beginning(known: Mapping[str, str], incomplete: str, type: str = "plain") -> Items:
    """Return the names that begin like a word, in any case, each with what it is."""
    start = incomplete.lower()
    return [
        CompletionItem(name, type=type, help=about or None)
        for name, about in known.items()
        if name.lower().startswith(start)
    ]


def _rules() -> dict[str, str]:
    """Return the standard rules by the names that edits use."""
    found: dict[str, Any] = {}
    data = Ruleset().to_dict()
    for group in (data.pop("troops"), data.pop("commands"), data):
        for name, part in group.items():
            inner = part if isinstance(part, dict) else None
            found |= {f"{name}.{k}": v for k, v in inner.items()} if inner else {name: part}
    return {name: str(v).lower() if isinstance(v, bool) else str(v) for name, v in found.items()}


RUN: Final = RunName()
