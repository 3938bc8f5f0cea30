"""The report of a search for balance: the front, what it changes, and how it was found."""

from ...arena.run.report import Maker, Report, StoredRun, rules_text
from ...evolve.proposals.report_parts import NAMED_LIKE, generations_grid
from ...results.page.axes import Scale
from ...results.page.blocks import Section, Text
from ...results.page.curves import curves, curves_of
from ...results.page.estimates import columns
from ...results.page.grids import Column, Grid
from ...results.page.words import listed
from ...setups.naming import plain_name
from .front_sections import changed_section, figures_section, front_section, objective_column
from .stored_front import StoredFront, read

MOST_TRIED = 200
"""Candidates that the table shows."""


def report(stored: StoredRun) -> Report:
    """Return the report of a search for balance."""
    found = read(stored)
    if not found.points:
        waiting: Maker = ("front", lambda: Section("The front", stored.summary()))
        return Report(_title(found), _about(found), [waiting], _rules(stored, found))
    sections: list[Maker] = [
        ("front", lambda: front_section(stored, found)),
        ("figures", lambda: figures_section(found)),
        ("changes", lambda: changed_section(found)),
        ("course", lambda: _course(found)),
        ("setups", lambda: _setups(found)),
        ("candidates", lambda: _tried(found)),
    ]
    return Report(_title(found), _about(found), sections, _rules(stored, found))


def _title(found: StoredFront) -> str:
    return f"Search for balance among changes of {listed(found.free, 3)}"


def _rules(stored: StoredRun, found: StoredFront) -> str:
    return f"{rules_text(stored.run.edits)}, with changes of {', '.join(found.free)}"


def _about(found: StoredFront) -> str:
    objectives = f"{', '.join(found.objectives[:-1])} and {found.objectives[-1]}"
    return (
        f"A search among changes of {', '.join(found.free)} by {objectives}: "
        f"{len(found.candidates):,} sets of edits were tried."
    )


def _course(found: StoredFront) -> Section:
    rows = found.generations
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


def _setups(found: StoredFront) -> Section:
    numbers = {point.candidate: point.number for point in found.points}
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
            (
                *(numbers[r["candidate"]], r["name"], r["setup"], plain_name(r["setup"])),
                *(r["fate"], r["change"]),
            )
            for r in sorted(found.setups, key=lambda r: (numbers[r["candidate"]], r["place"]))
        ],
        folded=True,
    )
    return Section("Who played", [text, grid])


def _tried(found: StoredFront) -> Section:
    order = sorted(found.candidates, key=lambda row: (-row["games"], row["candidate"]))
    head = [
        Column("candidate", "#", "count"),
        Column("edits", "Edits"),
        Column("generation", "Generation", "count"),
        Column("games", "Games", "count"),
        *(objective_column(name) for name in found.objectives),
        Column("reason", "Not played because"),
    ]
    rows = [
        (
            row["candidate"],
            ", ".join(row["edits"]) or "none",
            row["generation"] + 1,
            row["games"],
            *(found.searched.get((row["candidate"], name)) for name in found.objectives),
            row["reason"],
        )
        for row in order[:MOST_TRIED]
    ]
    note = "Figures of the search: those that lead here do so partly by luck."
    title = f"Candidates, those with most games first ({len(rows):,} of {len(order):,})"
    return Section("What was tried", [Grid("candidates", title, head, rows, note, folded=True)])
