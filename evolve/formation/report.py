"""The report of a search for formations: before and after, gains, features, what was tried."""

from ...agents.spec.spec import called
from ...arena.run.report import Maker, Report, StoredRun
from ...engine.rules.ruleset import Ruleset
from ...results.page.axes import Scale
from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import dot_plot
from ...results.page.estimates import POINTS, columns, estimate
from ...results.page.grids import Column, Grid
from ...results.page.lineups import lineups
from ..proposals.report_parts import course
from .result import FormationResult

_TRIED = """
    SELECT candidate, formation, origin, generation + 1 AS generation, fitness, fitness_low,
        fitness_high, games FROM candidates WHERE run = ? ORDER BY fitness DESC, candidate
"""

_GAIN = Scale("difference of the scores", percent=True, middle=0.0)
_EFFECT = Scale("change of the score", percent=True, middle=0.0)

MOST_DRAWN = 8
"""Formations that are drawn of those that led the search."""

MOST_TRIED = 100
"""Formations that the table has."""


def report(stored: StoredRun) -> Report:
    """Return the report of a search for formations."""
    sections: list[Maker] = [
        ("formations", lambda: _formations(stored)),
        ("features", lambda: _features(stored)),
        ("course", lambda: course(stored)),
        ("candidates", lambda: _tried(stored)),
    ]
    setup = stored.run.arguments["setup"]
    name, played = setup["name"] or setup["setup"], called(stored.run.agents[-1])
    about = (
        f"A search for the formation of {name}: where its troops should stand. Scores and gains "
        "are from games on held-out seeds."
    )
    return Report(f"Search for the formation of {name}, played by {played}", about, sections)


def _formations(stored: StoredRun) -> Section:
    title = "Before and after"
    values: FormationResult | None = stored.values
    if values is None:
        return Section(title, stored.summary())
    gains, board = values.gains, values.rules.board
    before_first = values.formations[::-1]
    pictures = lineups(
        "formations",
        "Where the troops stand, the front row above.",
        [one.role for one in before_first],
        [one.formation for one in before_first],
        width=board.width,
        depth=board.home_rows,
    )
    chart = dot_plot(
        "gains",
        "By how much one formation scores more than another, pair by pair of games, with 95 % "
        "intervals; it was shown to be better where the whole interval is right of the line.",
        [(one.name, one.gain, *one.ci95) for one in gains],
        _GAIN,
    )
    scores = Grid(
        "scores",
        "What they scored",
        [
            *columns("text", entrant="Formation"),
            *estimate("score", "Score", about=POINTS),
            *columns("count", games="Games"),
        ],
        [
            (one.role, one.score.score, *one.score.ci95, one.score.games)
            for one in values.formations
        ],
    )
    grid = Grid(
        "gains",
        "What is gained",
        [
            *columns("text", compared="Formations"),
            *estimate("gain", "Gain", "gain", "difference of the scores"),
            *columns("count", pairs="Pairs of games"),
        ],
        [(one.name, one.gain, *one.ci95, one.pairs) for one in gains],
    )
    return Section(title, [*stored.summary(), pictures, chart, grid, scores])


def _features(stored: StoredRun) -> Section:
    title = "Which features matter"
    values: FormationResult | None = stored.values
    if values is None:
        return Section(title, [Text("Nothing is known of features yet.")])
    text = (
        "What a step of each feature changes in the score, the other features being equal, by a "
        "model of all games of the search. Games of the cheaper agents count as far as those of "
        "the judge do not say otherwise."
    )
    chart = dot_plot(
        "features",
        "Effect of a step of each feature, with 95 % intervals.",
        [(one.change, one.points, *one.ci95) for one in values.effects],
        _EFFECT,
    )
    grid = Grid(
        "features",
        "Effects",
        [
            *columns("text", change="Change"),
            *estimate("points", "Effect", "gain", "on the score"),
            Column("shown", "Shown to matter", "answer", "all features asked at once"),
        ],
        [(one.change, one.points, *one.ci95, one.shown) for one in values.effects],
    )
    return Section(title, [Text(text), chart, grid])


def _tried(stored: StoredRun) -> Section:
    rows, board = stored.query(_TRIED), Ruleset().edit(*stored.run.edits).board
    title = "Which formations were tried"
    if not rows:
        return Section(title, [Text("No formation has played yet.")])
    parts: list[Block] = [
        lineups(
            "leaders",
            "Those that led the search, with what it expects of them.",
            [f"{n}. {100 * row['fitness']:.1f} %" for n, row in enumerate(rows[:MOST_DRAWN], 1)],
            [row["formation"].split("/") for row in rows[:MOST_DRAWN]],
            width=board.width,
            depth=board.home_rows,
        ),
        Grid(
            "candidates",
            f"The fittest of {len(rows):,} formations",
            [
                *columns("count", candidate="#"),
                *columns("text", formation="Formation", origin="Origin"),
                *columns("count", generation="Generation"),
                *estimate("fitness", "Fitness", about="rating for the judge, by games and model"),
                *columns("count", games="Games"),
            ],
            [tuple(row.values()) for row in rows[:MOST_TRIED]],
            "Rows are divided by /, the front first. Those that lead do so partly by luck: scores "
            "of the search are higher than those to come.",
            folded=True,
        ),
    ]
    return Section(title, parts)
