"""The report of a search for counters: what beats the target, and how it was found."""

from collections.abc import Callable, Sequence
from typing import Any

from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import COMMANDS, LETTERS
from ...results import Store
from ...results.page.blocks import Section, Text
from ...results.page.charts import bars, dot_plot
from ...results.page.grids import Column, Grid
from ...results.page.lineups import lineups
from ...results.page.page import Page
from ...results.page.words import percent, range_text
from ...results.store.runs import Run
from ...setups.setup import Setup
from ..proposals.report_parts import course, page

MOST_TRIED = 100
"""Candidates that the table shows, the fittest."""


def build(store: Store, run: Run, told: Callable[[str], object]) -> Page:
    """Return the page of a run of `evolve counter`."""
    found = _counters(store, run)
    makers: list[tuple[str, Callable[[], Section]]] = [
        ("counters", lambda: _found(found, _rules(run))),
        ("course", lambda: course(store, run, "score of a candidate")),
        ("composition", lambda: _composition(store, run)),
        ("candidates", lambda: _tried(store, run)),
    ]
    sections = []
    for name, make in makers:
        told(name)
        sections.append(make())
    return page(store, run, _about(run), sections)


def _about(run: Run) -> str:
    field = run.arguments["field"]
    names = [one["name"] or one["setup"] for one in field["opponents"]]
    whom = names[0] if len(names) == 1 else f"a mixture of {len(names)} setups"
    return (
        f"Setups that beat {whom}, searched by evolution. Scores of the counters are from games "
        "on seeds that decided nothing before."
    )


def _rules(run: Run) -> Ruleset:
    return Ruleset().edit(*run.edits)


def _counters(store: Store, run: Run) -> list[dict[str, Any]]:
    asked = (
        "SELECT setup, rating, rating_low, rating_high, games, formation FROM setup_ratings "
        "WHERE run = ? ORDER BY rating DESC, entrant"
    )
    return store.query(asked, [run.run]).to_pylist()


def _found(found: Sequence[dict[str, Any]], rules: Ruleset) -> Section:
    if not found:
        return Section("Counters", [Text("None has been checked yet.")])
    setups = [Setup.from_text(row["setup"]) for row in found]
    best = found[0]
    score = f"{percent(best['rating'])} ({range_text((best['rating_low'], best['rating_high']))})"
    rows = [
        (n, row["setup"], row["rating"], row["rating_low"], row["rating_high"], row["games"], cost)
        for n, (row, cost) in enumerate(zip(found, (s.cost(rules) for s in setups), strict=True), 1)
    ]
    grid = Grid(
        "counters",
        "Counters",
        [
            Column("rank", "#", "count"),
            Column("setup", "Setup"),
            Column("score", "Score", "share", "of the check, on fresh seeds"),
            Column("score_low", "from", "share", "lower end of the 95 % interval"),
            Column("score_high", "to", "share", "upper end of the 95 % interval"),
            Column("games", "Games", "count"),
            Column("points", "Costs", "count"),
        ],
        rows,
        "Of several that are about as good the first owes its place to luck; the interval of each "
        "holds for it alone.",
    )
    names = [row["setup"] for row in found]
    chart = dot_plot(
        "counters",
        "Score of each counter on fresh seeds, with 95 % intervals.",
        names,
        [row["rating"] for row in found],
        [(row["rating_low"], row["rating_high"]) for row in found],
        axis="score",
        middle=0.5,
        percent=True,
    )
    drawn = lineups(
        "formations",
        "Where their troops stand, the front row above.",
        names,
        [_rows(row, setup, rules) for row, setup in zip(found, setups, strict=True)],
        width=rules.board.width,
        depth=rules.board.home_rows,
    )
    text = f"The best counter is {best['setup']}: {score} of the points."
    return Section("Counters", [Text(text), chart, drawn, grid])


def _rows(row: dict[str, Any], setup: Setup, rules: Ruleset) -> Sequence[str]:
    return row["formation"].split("/") if row["formation"] else setup.army(rules).formation


def _composition(store: Store, run: Run) -> Section:
    """Return what the fittest sixteen are made of, beside everybody."""
    asked = "SELECT setup, fitness FROM candidates WHERE run = ? ORDER BY fitness DESC, candidate"
    setups = [Setup.from_text(row["setup"]) for row in store.query(asked, [run.run]).to_pylist()]
    if not setups:
        return Section("What wins", [Text("No candidate has played yet.")])
    groups = {"the fittest 16": setups[:16], "all candidates": setups}
    things = {
        name: [
            *(sum(s.counts[n] for s in some) / len(some) for n in range(len(LETTERS))),
            *(sum(slug in s.commands for s in some) / len(some) for slug in COMMANDS),
        ]
        for name, some in groups.items()
    }
    chart = bars(
        "composition",
        "What is in a setup on average: troops of each type, and how often each command.",
        [*LETTERS, *COMMANDS],
        things,
        axis="in a setup",
    )
    return Section("What wins", [chart])


def _tried(store: Store, run: Run) -> Section:
    asked = (
        "SELECT setup, origin, generation + 1 AS generation, fitness, fitness_low, fitness_high, "
        "games, elite FROM candidates WHERE run = ? ORDER BY fitness DESC, candidate"
    )
    rows = store.query(asked, [run.run]).to_pylist()
    grid = Grid(
        "candidates",
        f"The fittest of {len(rows):,} candidates",
        [
            Column("setup", "Setup"),
            Column("origin", "Came by"),
            Column("generation", "Generation", "count"),
            Column("fitness", "Fitness", "share", "score in the search, drawn towards the mean"),
            Column("fitness_low", "from", "share", "lower end of the score's 95 % interval"),
            Column("fitness_high", "to", "share", "upper end of the score's 95 % interval"),
            Column("games", "Games", "count"),
            Column("elite", "Checked", "answer"),
        ],
        [tuple(row.values()) for row in rows[:MOST_TRIED]],
        "Whoever leads does so partly by luck: scores of the search are higher than those to come.",
    )
    return Section("Who was tried", [grid])
