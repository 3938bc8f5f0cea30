"""The report of a search for balance: the front, what it changes, and how it was found."""

from collections.abc import Sequence
from typing import Any

from ...arena.run.report import Maker, Report, StoredRun, rules_text
from ...evolve.proposals.report_parts import NAMED_LIKE, generations_grid
from ...results.page.axes import Scale
from ...results.page.blocks import Section, Text
from ...results.page.curves import curves, curves_of
from ...results.page.estimates import columns
from ...results.page.grids import Column, Grid
from ...results.page.words import listed
from ...setups.naming import plain_name
from ..measures.measured import MeasuredValues
from .front_sections import (
    Points,
    Searched,
    changed_section,
    figures_section,
    front_section,
    objective_column,
)
from .result import BalanceResult, FieldedValues, PointValues

Rows = Sequence[dict[str, Any]]

MOST_TRIED = 200
"""Candidates that the table shows."""


_OBJECTIVES = "SELECT * FROM balance_objectives WHERE run = ?"
_CANDIDATES = "SELECT * FROM balance_candidates WHERE run = ? ORDER BY candidate"
_FRONT = """
    SELECT candidate FROM balance_front WHERE run = $1
        AND generation = (SELECT max(generation) FROM balance_front WHERE run = $1)
"""
_SETUPS = """
    SELECT candidate, name, setup, fate, change FROM balance_setups WHERE run = ?
    QUALIFY row_number() OVER (PARTITION BY candidate, place ORDER BY generation DESC) = 1
    ORDER BY candidate, place
"""
_COURSE = """
    SELECT generation + 1 AS generation, candidates, games, hypervolume, seconds, (SELECT count(*)
        FROM balance_front f WHERE f.run = g.run AND f.generation = g.generation) AS front
    FROM generations g WHERE run = ? ORDER BY generation
"""


def report(stored: StoredRun) -> Report:
    """Return the report of a search for balance."""
    candidates, objectives = stored.query(_CANDIDATES), stored.query(_OBJECTIVES)
    front: BalanceResult = stored.values or _so_far(stored, candidates, objectives)
    searched = {(row["candidate"], row["objective"]): row["value"] for row in objectives}
    names, free = front.objectives, stored.run.arguments["free"]
    title = f"Search for balance among changes of {listed(free, 3)}"
    about = (
        f"A search among changes of {', '.join(free)} by {', '.join(names[:-1])} and "
        f"{names[-1]}: {len(candidates):,} sets of edits were tried."
    )
    rules = f"{rules_text(stored.run.edits)}, with changes of {', '.join(free)}"
    if not front.points:
        waiting: Maker = ("front", lambda: Section("The front", stored.summary()))
        return Report(title, about, [waiting], rules)
    points = {0: front.origin} | front.numbered()
    sections: list[Maker] = [
        ("front", lambda: front_section(stored, front, points, searched)),
        ("figures", lambda: figures_section(front, points)),
        ("changes", lambda: changed_section(front)),
        ("course", lambda: _course(stored.query(_COURSE))),
        ("setups", lambda: _setups(points)),
        ("candidates", lambda: _tried(names, candidates, searched)),
    ]
    return Report(title, about, sections, rules)


def _so_far(stored: StoredRun, candidates: Rows, objectives: Rows) -> BalanceResult:
    """Return the front of the last generation by the search's figures, and the origin."""
    front = {row["candidate"] for row in stored.query(_FRONT)}
    measured: dict[int, dict[str, MeasuredValues]] = {}
    for row in objectives:
        figure = MeasuredValues(value=row["value"], ci95=(row["value_low"], row["value_high"]))
        measured.setdefault(row["candidate"], {})[row["objective"]] = figure
    setups: dict[int, list[FieldedValues]] = {}
    for row in stored.query(_SETUPS):
        setups.setdefault(row.pop("candidate"), []).append(FieldedValues(**row))
    points = [
        PointValues(
            candidate=number,
            edits=tuple(row["edits"]),
            words=tuple(row["words"]),
            objectives=measured[number],
            stability=0.0,
            whatif=row["whatif"],
            setups=tuple(setups[number]),
            held=number in front,
        )
        for row in candidates
        if (number := row["candidate"]) in front or (front and not number)
    ]
    return BalanceResult(
        objectives=tuple(stored.run.arguments["settings"]["objectives"]),
        judge=stored.run.agents[-1],
        points=tuple(points),
        hypervolume=0.0,
        games_a_point=0,
    )


def _course(rows: Rows) -> Section:
    chart = curves(
        "hypervolume",
        "Hypervolume of the front: the share of all that could be had that it dominates. It falls "
        "where luck is found out.",
        curves_of(rows, "generation", {"front": "hypervolume"}),
        "generation",
        Scale("hypervolume"),
    )
    new = "candidates that were proposed for the first time"
    head = [
        *columns("count", generation="#", candidates=("New", new)),
        *columns("count", front=("Front", "candidates on the front"), games="Games"),
        *columns("number", hypervolume="Hypervolume", seconds="Seconds"),
    ]
    return Section("How the search went", [chart, generations_grid(head, rows)])


def _setups(points: Points) -> Section:
    text = Text(
        "Each set of rules is judged by its own setups: those of the run, fitted to its rules, and "
        "rivals that were evolved under them. Setups that became illegal are repaired; nothing is "
        "played that no player could buy."
    )
    grid = Grid(
        "setups",
        "Who played, and what became of each",
        [
            Column("point", "Point", "count"),
            *columns("text", name="Was", setup="Plays as", known=NAMED_LIKE),
            *columns("text", fate="Is", change="Because"),
        ],
        [
            (number, one.name, one.setup, plain_name(one.setup), one.fate, one.change)
            for number, point in points.items()
            for one in point.setups
        ],
        folded=True,
    )
    return Section("Who played", [text, grid])


def _tried(objectives: Sequence[str], candidates: Rows, searched: Searched) -> Section:
    order = sorted(candidates, key=lambda row: (-row["games"], row["candidate"]))
    head = [
        Column("candidate", "#", "count"),
        Column("edits", "Edits"),
        Column("generation", "Generation", "count"),
        Column("games", "Games", "count"),
        *(objective_column(name) for name in objectives),
        Column("reason", "Not played because"),
    ]
    rows = [
        (
            row["candidate"],
            ", ".join(row["edits"]) or "none",
            row["generation"] + 1,
            row["games"],
            *(searched.get((row["candidate"], name)) for name in objectives),
            row["reason"],
        )
        for row in order[:MOST_TRIED]
    ]
    note = "Figures of the search: those that lead here do so partly by luck."
    title = f"Candidates, those with most games first ({len(rows):,} of {len(order):,})"
    return Section("What was tried", [Grid("candidates", title, head, rows, note, folded=True)])
