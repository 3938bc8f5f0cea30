"""The report of a search for counters: what it chose, what that scored, and how it was found."""

from ...agents.spec.spec import called
from ...arena.run.report import Maker, Report, StoredRun
from ...engine.rules.stats import COMMANDS, TROOPS
from ...results.page.axes import SCORE, Scale
from ...results.page.blocks import Section, Text
from ...results.page.charts import bars, dot_plot
from ...results.page.estimates import columns, estimate
from ...results.page.grids import Column, Grid
from ...results.page.lineups import lineups
from ...results.store.runs import Run
from ...setups.naming import name_cell, plain_name
from ...setups.setup import Setup
from ..proposals.report_parts import NAMED_LIKE, course
from .result import CounterResult

_TROOPS = Scale("troops in a setup")
_COMMANDS = Scale("share of the setups", percent=True)

MOST_TRIED = 100
"""Candidates that the table shows, the fittest."""


def report(stored: StoredRun) -> Report:
    """Return the report of a search for counters."""
    sections: list[Maker] = [
        ("counters", lambda: _counters(stored)),
        ("course", lambda: course(stored)),
        ("composition", lambda: _composition(stored)),
        ("candidates", lambda: _tried(stored)),
    ]
    target = _target(stored.run)
    about = (
        f"A search by evolution for setups that beat {target}. Scores of those that it chose are "
        "from games on held-out seeds."
    )
    played = f"played by {called(stored.run.agents[-1])}"
    return Report(f"Search for setups that beat {target}, {played}", about, sections)


def _target(run: Run) -> str:
    names = [one["name"] or one["setup"] for one in run.arguments["field"]["opponents"]]
    return names[0] if len(names) == 1 else f"a mixture of {len(names)} setups"


def _counters(stored: StoredRun) -> Section:
    values: CounterResult | None = stored.values
    if values is None:
        return Section("The best that was found", stored.summary())
    rules, counters = values.rules, values.counters
    titles = [one.title(rules) for one in counters]
    grid = Grid(
        "counters",
        "What they scored",
        [
            *columns("count", rank="#"),
            *columns("text", setup="Setup", name="Name"),
            *estimate("score", "Score", about="of the check, on held-out seeds"),
            *columns("count", games="Games", points="Costs"),
            Column("beats", "Shown to beat it", "answer", "the interval lies above one half"),
        ],
        [
            (
                *(rank, one.setup, name_cell(one.setup, one.formation, rules)),
                *(one.score, *one.ci95, one.games, one.points, one.beats),
            )
            for rank, one in enumerate(counters, start=1)
        ],
        "Of several that are about as good the first owes its place to luck; the interval of each "
        "holds for it alone.",
    )
    chart = dot_plot(
        "counters",
        "Score of each on held-out seeds, with 95 % intervals; it was shown to beat the target "
        "where the whole interval is right of the line.",
        [(title, one.score, *one.ci95) for title, one in zip(titles, counters, strict=True)],
        SCORE,
    )
    pictures = lineups(
        "formations",
        "Where their troops stand, the front row above.",
        titles,
        [one.formation for one in counters],
        width=rules.board.width,
        depth=rules.board.home_rows,
    )
    return Section("The best that was found", [*stored.summary(), chart, pictures, grid])


def _composition(stored: StoredRun) -> Section:
    """Return what the fittest sixteen are made of, beside all candidates."""
    query = "SELECT setup, fitness FROM candidates WHERE run = ? ORDER BY fitness DESC, candidate"
    setups = [Setup.from_text(row["setup"]) for row in stored.query(query)]
    title = "What the fittest are made of"
    if not setups:
        return Section(title, [Text("No candidate has played yet.")])
    groups = {"the fittest 16": setups[:16], "all candidates": setups}
    troops = {
        name: [sum(s.counts[n] for s in some) / len(some) for n in range(len(TROOPS))]
        for name, some in groups.items()
    }
    commands = {
        name: [sum(slug in s.commands for s in some) / len(some) for slug in COMMANDS]
        for name, some in groups.items()
    }
    return Section(
        title,
        [
            bars("troops", "Troops of each type in a setup, on average.", TROOPS, troops, _TROOPS),
            bars("commands", "Setups that have each command.", COMMANDS, commands, _COMMANDS),
        ],
    )


def _tried(stored: StoredRun) -> Section:
    query = (
        "SELECT setup, origin, generation + 1 AS generation, fitness, fitness_low, fitness_high, "
        "games, elite FROM candidates WHERE run = ? ORDER BY fitness DESC, candidate"
    )
    rows = stored.query(query)
    grid = Grid(
        "candidates",
        f"The fittest of {len(rows):,} candidates",
        [
            *columns("text", setup="Setup", name=NAMED_LIKE, origin="Origin"),
            Column("generation", "Generation", "count"),
            Column(
                "fitness",
                "Fitness",
                "share",
                "rating for the judge, by games of all levels and the model",
            ),
            Column("fitness_low", "from", "share", "lower end of its 95 % interval"),
            Column("fitness_high", "to", "share", "upper end of its 95 % interval"),
            Column("games", "Games", "count"),
            Column("elite", "Checked", "answer"),
        ],
        [
            (setup, plain_name(setup), *rest)
            for setup, *rest in (row.values() for row in rows[:MOST_TRIED])
        ],
        "Those that lead do so partly by luck: scores of the search are higher than those to come.",
    )
    return Section("Which setups were tried", [grid])
