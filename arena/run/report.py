"""The report of any stored run: its kind names the sections, this puts them together.

A kind's report is a function of a `StoredRun` that returns a `Report`: an opening sentence, and its
sections, each with the name that is shown while it is made. It renders the values, and reads from
the database only games and the history of a search, which an unfinished run has too. It imports no
kernel. What was found is put into words by the values' `summary`, which the terminal shows too.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from ...engine.rules.ruleset import Ruleset
from ...results import Store, StoreError
from ...results.page.blocks import Block, Section, Text
from ...results.page.grids import NOTHING
from ...results.page.page import Page
from ...results.store.runs import Run
from ...results.text.command_lines import command_line
from ...setups.naming import name_cell, titled
from ..foreign.lost_games import CLOCK_NOTE
from ..stats.cycles import THRESHOLD
from .kinds import Kinds, RunKind
from .made_of import made_of
from .result import ResultValues
from .turn_limit import TurnLimit

Maker = tuple[str, Callable[[], Section]]
"""What a section is about, and what makes it."""


@dataclass(frozen=True)
class Report:
    """What a page says of a run."""

    title: str
    """What was played, in a few words."""
    about: str
    sections: Sequence[Maker]
    rules: str = ""
    """The rules, where they are more than those that the run was started with."""


@dataclass(frozen=True, kw_only=True)
class StoredRun:
    """A run as reports read it."""

    store: Store
    run: Run
    kind: RunKind
    values: Any
    """What it found; None if it is not finished, or was stored before values were."""
    games: int
    threshold: Fraction = THRESHOLD
    """Share of the points from which one setup dominates another."""
    elsewhere: bool = False
    """Whether the report is for another place, where commands had better name no database."""

    @property
    def db(self) -> Path | None:
        """The database that commands of the report name."""
        return None if self.elsewhere else self.store.path

    def summary(self) -> list[Block]:
        """Return what was found, in the words of the terminal."""
        if self.values is not None and self.values.turn_limit is not None:
            return self.values.full_summary()
        note = self.turn_limit.note()
        return [*self._found(), *([Text(note)] if note else [])]

    def _found(self) -> list[Block]:
        if self.values is not None:
            return self.values.summary()
        if self.run.status != "finished":
            return [Text(f"The run is {self.run.status}: it has found nothing for good yet.")]
        return [
            Text(
                f"This run was stored by an earlier version; {self.resume_command} adds its "
                "summary, if such runs still play the same games."
            )
        ]

    @property
    def resume_command(self) -> str:
        """What finishes it, or adds its summary."""
        return command_line(self.kind.command, "--resume", self.run.run, db=self.db)

    @property
    def turn_limit(self) -> TurnLimit:
        """How many of the games that are stored were drawn at the limit of turns."""
        asked = "SELECT count(*) AS games, count(*) FILTER (reason = 'turn limit') AS drawn FROM "
        [row] = self.query(f"{asked} games WHERE run = ?")
        return TurnLimit(**row)

    def query(self, sql: str, *values: object) -> list[dict[str, Any]]:
        """Return the rows of a query in which the first ? is the run."""
        return self.store.query(sql, [self.run.run, *values]).to_pylist()

    def titled(self, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return rows with what each `setup` is called: `known`, and `title`, its text with that.

        Its `formation` is front/middle/back; without one its troops are placed.
        """
        rules = Ruleset().edit(*self.run.edits)
        found = []
        for row in rows:
            standing = row["setup"], (row.get("formation") or "").split("/"), rules
            found.append(row | {"known": name_cell(*standing), "title": titled(*standing)})
        return found


def build_page(
    store: Store,
    wanted: str,
    kinds: Kinds,
    *,
    threshold: Fraction = THRESHOLD,
    elsewhere: bool = False,
    on_section: Callable[[str], object] = lambda _: None,
) -> Page:
    """Return the report of a run; `on_section` is called before each section is made.

    `elsewhere` says that it is for another place: then its commands name no database.
    """
    stored = read_stored(store, wanted, kinds, threshold=threshold)
    stored = replace(stored, elsewhere=elsewhere)
    run, games = stored.run, stored.games
    report: Report = stored.kind.report_function()(stored)
    sections = made(report.sections, on_section)
    on_section("setups")
    sections += [section] if (section := made_of(stored)) else []
    unfinished = "" if run.status == "finished" else f" The run is {run.status}."
    return Page(report.title, report.about + unfinished, sections, facts(run, games, report.rules))


def made(makers: Sequence[Maker], on_section: Callable[[str], object]) -> list[Section]:
    """Return the sections, each announced before it is made."""
    sections = []
    for name, make in makers:
        on_section(name)
        sections.append(make())
    return sections


def read_stored(
    store: Store, wanted: str, kinds: Kinds, *, threshold: Fraction = THRESHOLD
) -> StoredRun:
    """Return a run of games as reports read it."""
    run = store.find_run(wanted)
    if run.kind not in kinds:
        able = ", ".join(kind.command for kind in kinds.values())
        raise StoreError(f"run {run.run} ({run.kind}) has no games; reports are made of: {able}")
    return stored_run(store, run, kinds[run.kind], threshold)


def stored_run(store: Store, run: Run, kind: RunKind, threshold: Fraction = THRESHOLD) -> StoredRun:
    """Return a run with what it found and how many games it has stored."""
    return StoredRun(
        store=store,
        run=run,
        kind=kind,
        values=stored_values(store, run, kind.result_class()),
        games=kind.count_games(store, run.run),
        threshold=threshold,
    )


def stored_values(store: Store, run: Run, cls: type[ResultValues]) -> ResultValues | None:
    """Return what a run found; None if that is not stored in the form that is read now."""
    rows = store.query(
        "SELECT version, result FROM run_results WHERE run = ?", [run.run]
    ).to_pylist()
    if not rows or rows[0]["version"] != cls.version:
        return None
    try:
        return msgspec.json.decode(rows[0]["result"], type=cls)
    except msgspec.DecodeError:
        return None


def facts(run: Run, games: int, rules: str = "") -> list[tuple[str, str]]:
    """Return how a run was made, for the head of a page."""
    return [
        ("Run", run.run),
        ("Status", run.status),
        ("Games", f"{games:,}"),
        ("Agents", ", ".join(run.agents) or NOTHING),
        ("Rules", rules or rules_text(run.edits)),
        ("Seed", NOTHING if run.seed is None else str(run.seed)),
        *([("Clock", CLOCK_NOTE)] if run.clock_dependent else []),
        ("Software", f"conquest-opt {run.software}"),
        ("Begun", f"{run.started:%Y-%m-%d %H:%M} UTC"),
    ]


def rules_text(edits: Sequence[str]) -> str:
    """Return rules by their edits of the standard ones."""
    return ", ".join(edits) or "standard"
