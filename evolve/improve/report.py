"""The report of a search for small changes: what was gained, what matters, and what was tried."""

from collections.abc import Sequence

from ...agents.spec.spec import called
from ...arena.run.report import Maker, Report, StoredRun
from ...results.page.axes import Scale
from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import dot_plot
from ...results.page.estimates import columns, estimate
from ...results.page.grids import Column, Grid
from ...results.page.lineups import lineups
from ...setups.naming import name_cell, plain_name
from ...setups.setup import Setup
from ...setups.swaps import Swap, component_text
from ..proposals.report_parts import NAMED_LIKE
from .result import ComponentValues, ImproveResult, SwapValues

_GAIN = Scale("gain over the original, in per cent of the points", percent=True, middle=0.0)

MOST_TRIED = 100
"""Changes that the table shows, the best."""


def report(stored: StoredRun) -> Report:
    """Return the report of a search for small changes."""
    original = stored.run.arguments["setup"]
    label = original["name"] or original["setup"]
    sections: list[Maker] = [
        ("changes", lambda: _changes(stored)),
        ("components", lambda: _components(stored)),
        ("candidates", lambda: _tried(stored)),
    ]
    about = (
        f"Which small changes of {label} gain most. Gains are from games on held-out seeds, in "
        "which the original met the same opponents with the same seeds."
    )
    played = f"played by {called(stored.run.agents[-1])}"
    return Report(f"Small changes of {label}, {played}", about, sections)


# ---- what was gained -----------------------------------------------------------------------------


def _changes(stored: StoredRun) -> Section:
    result: ImproveResult | None = stored.values
    if result is None:
        return Section("The best changes", stored.summary())
    chart = dot_plot(
        "gains",
        "Gain of each change on held-out seeds, with 95 % intervals that hold together; it was "
        "shown to be better (blue) where the whole interval is right of the line.",
        [(one.change, one.gain.gain, *one.gain.ci95) for one in result.changes],
        _GAIN,
        [one.gain.shown for one in result.changes],
    )
    blocks: list[Block] = [*stored.summary(), chart, _drawn(result), _gains_grid(result)]
    return Section("The best changes", [*blocks, _opponents_grid(result)])


def _drawn(result: ImproveResult) -> Block:
    board = result.rules.board
    return lineups(
        "formations",
        "Where the troops stand, the front row above.",
        [f"{result.label}, as it is", *(one.change for one in result.changes)],
        [result.formation, *(one.formation for one in result.changes)],
        width=board.width,
        depth=board.home_rows,
    )


def _gains_grid(result: ImproveResult) -> Grid:
    head = [
        *columns("count", rank="#"),
        *columns("text", change="Change", setup="Setup", name="Name"),
        *estimate("gain", "Gain", "gain", "per cent of the points, over the original"),
        Column("better", "Shown to be better", "answer", "the interval lies above 0"),
        *estimate("score", "Score", about="of the check, on held-out seeds"),
        *columns("count", games="Games", points="Costs"),
    ]
    before = result.original
    rows: list[Sequence[object]] = [
        (
            *(None, "the original", result.setup, _named(result, result)),
            *(None, None, None, None),
            *(before.score, *before.ci95, before.games, result.points),
        )
    ]
    rows += [
        (
            *(number, one.change, one.setup, _named(result, one)),
            *(one.gain.gain, *one.gain.ci95, one.gain.shown),
            *(one.score.score, *one.score.ci95, one.score.games, one.points),
        )
        for number, one in enumerate(result.changes, start=1)
    ]
    note = "Intervals of gains hold for all changes together; that of a score holds for it alone."
    return Grid("changes", "What they gained", head, rows, note)


def _named(result: ImproveResult, one: ImproveResult | SwapValues) -> str | None:
    return name_cell(one.setup, one.formation, result.rules)


def _opponents_grid(result: ImproveResult) -> Grid:
    sides = [("the original", result.opponents)]
    sides += [(one.change, one.opponents) for one in result.changes]
    head = [
        *columns("text", opponent="Opponent"),
        *(Column(f"score_{n}", name, "share") for n, (name, _) in enumerate(sides)),
    ]
    rows = [(label, *(scores[label] for _, scores in sides)) for label in result.opponents]
    return Grid("opponents", "Score against each opponent", head, rows, folded=len(rows) > 12)


# ---- what matters --------------------------------------------------------------------------------


def _components(stored: StoredRun) -> Section:
    title = "What each component is worth here"
    result: ImproveResult | None = stored.values
    if result is None:
        return Section(title, [Text("Nothing is known before the run has ended.")])
    blocks: list[Block] = [
        Text(
            "By the model of all games of the search: what swaps that take out one of a component, "
            "or put one in, go with on average, whatever comes or goes with it. How many such "
            "swaps there are stands in brackets."
        )
    ]
    for way, text in (("out", "take one out"), ("in", "put one in")):
        some = [one for one in result.components if one.way == way]
        if some:
            some.sort(key=lambda one: -one.gain)
            blocks.append(
                dot_plot(
                    f"components-{way}",
                    f"Swaps that {text}: what the model expects, with 95 % intervals.",
                    [(_component(one), one.gain, *one.ci95) for one in some],
                    _GAIN,
                )
            )
    return Section(title, blocks)


def _component(one: ComponentValues) -> str:
    return f"{component_text(one.component)} ({one.changes:,})"


# ---- what was tried ------------------------------------------------------------------------------


def _tried(stored: StoredRun) -> Section:
    original = Setup.from_text(stored.run.arguments["setup"]["setup"])
    query = (
        "SELECT setup, fitness, fitness_low, fitness_high, games, elite FROM candidates "
        "WHERE run = ? AND candidate > 0 ORDER BY fitness DESC, candidate"
    )
    rows = stored.query(query)
    title = "Which changes were tried"
    if not rows:
        return Section(title, [Text("The changes are listed once the run has ended.")])
    grid = Grid(
        "candidates",
        f"The best of {len(rows):,} changes",
        [
            *columns("text", change="Change", setup="Setup", name=NAMED_LIKE),
            *estimate("fitness", "Rating", about="for the judge, by games of all levels and model"),
            *columns("count", games="Games"),
            Column("elite", "Checked", "answer"),
        ],
        [
            (
                Swap(original, Setup.from_text(row["setup"])).words,
                row["setup"],
                plain_name(row["setup"]),
                *(row["fitness"], row["fitness_low"], row["fitness_high"]),
                *(row["games"], row["elite"]),
            )
            for row in rows[:MOST_TRIED]
        ],
        "Those that lead do so partly by luck: ratings of the search are higher than scores to "
        "come.",
    )
    return Section(title, [*_levels(stored), grid])


def _levels(stored: StoredRun) -> list[Block]:
    result: ImproveResult | None = stored.values
    if result is None:
        return []
    head = [
        *columns("text", agent="Agent"),
        *columns("count", candidates="Setups", games="Games"),
    ]
    rows = [(called(one.agent), one.candidates, one.games) for one in result.levels]
    note = "Before the check; the original is one of the setups."
    return [Grid("levels", "How many played at each level", head, rows, note)]
