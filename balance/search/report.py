"""The report of a search for balance: the front, what it changes, and how it was found."""

from collections.abc import Callable

from ...evolve.proposals.report_parts import page
from ...results import Store, StoreError
from ...results.page.blocks import Section, Text
from ...results.page.curves import Curve, curves
from ...results.page.grids import Column, Grid
from ...results.page.page import Page
from ...results.store.runs import Run
from .report_data import Findings, read
from .report_parts import changed_section, figures_section, front_section, objective_column

_COURSE = ("generation", "candidates", "front", "games", "hypervolume", "seconds")

MOST_TRIED = 200
"""Candidates that the table shows."""


def build(store: Store, run: Run, told: Callable[[str], object]) -> Page:
    """Return the report of a search; `told` hears of each section before it is made."""
    found = read(store, run)
    if not found.points:
        raise StoreError(
            f"run {run.run} has finished no generation yet: there is no front to report; "
            f"conquest-opt balance --resume {run.run} goes on with it"
        )
    makers: list[tuple[str, Callable[[], Section]]] = [
        ("front", lambda: front_section(found)),
        ("figures", lambda: figures_section(found)),
        ("changes", lambda: changed_section(found)),
        ("course", lambda: _course(found)),
        ("setups", lambda: _setups(found)),
        ("candidates", lambda: _tried(found)),
    ]
    sections: list[Section] = []
    for name, make in makers:
        told(name)
        sections.append(make())
    return page(store, run, _about(found), sections)


def _about(found: Findings) -> str:
    free = ", ".join(found.free)
    return (
        f"Changes of {free} that make the game richer: those that no others beat in "
        f"{', '.join(found.objectives[:-1])} and {found.objectives[-1]}, among "
        f"{len(found.candidates):,} that were tried."
    )


def _course(found: Findings) -> Section:
    rows = found.generations
    chart = curves(
        "hypervolume",
        "Hypervolume of the front: the share of all that could be had that it dominates. It falls "
        "where luck is found out.",
        {"front": Curve([r["generation"] for r in rows], [r["hypervolume"] for r in rows])},
        axis="generation",
        value="hypervolume",
    )
    grid = Grid(
        "generations",
        "Generations",
        [
            Column("generation", "#", "count"),
            Column(
                "candidates", "New", "count", "candidates that were proposed for the first time"
            ),
            Column("front", "Front", "count", "candidates on the front"),
            Column("games", "Games", "count"),
            Column("hypervolume", "Hypervolume", "number"),
            Column("seconds", "Seconds", "number"),
        ],
        [tuple(row[column] for column in _COURSE) for row in rows],
        folded=len(rows) > 12,
    )
    return Section("How the search went", [chart, grid])


def _setups(found: Findings) -> Section:
    numbers = {point.candidate: point.number for point in found.points}
    text = Text(
        "Each set of rules is judged by its own setups: those of the run, fitted to its rules, and "
        "rivals that were bred by them. Setups that became illegal are repaired; nothing that "
        "nobody could buy is played."
    )
    grid = Grid(
        "setups",
        "Who played, and what became of each",
        [
            Column("point", "Point", "count"),
            Column("name", "Was"),
            Column("setup", "Plays as"),
            Column("fate", "Is"),
            Column("change", "Because"),
        ],
        [
            (numbers[r["candidate"]], r["name"], r["setup"], r["fate"], r["change"])
            for r in sorted(found.setups, key=lambda r: (numbers[r["candidate"]], r["place"]))
        ],
        folded=True,
    )
    return Section("Who played", [text, grid])


def _tried(found: Findings) -> Section:
    order = sorted(found.candidates, key=lambda row: (-row["games"], row["candidate"]))
    columns = [
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
    note = "Figures of the search: whoever leads here does so partly by luck."
    title = f"Candidates, those with most games first ({len(rows):,} of {len(order):,})"
    return Section("Who was tried", [Grid("candidates", title, columns, rows, note, folded=True)])
