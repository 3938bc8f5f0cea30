"""The report of a ranking: which setups lead, what that is due to, and how far to trust it."""

from math import isfinite

from ...agents.spec.spec import called
from ...arena.run.report import Maker, Report, StoredRun
from ...arena.stats.score import elo
from ...engine.rules.ruleset import Ruleset
from ...results.page.axes import Scale
from ...results.page.blocks import Section, Text
from ...results.page.charts import bars, dot_plot, histogram
from ...results.page.curves import curves, curves_of
from ...results.page.estimates import columns, estimate
from ...results.page.grids import Column, Grid
from ...results.page.words import listed, share_text
from ...setups.metagame import metagame
from ...setups.naming import name_cell, titled
from ..proposals.methods import RATED
from . import components_section, trust_section
from .result import RankResult
from .result_values import overlap_text

_DRAWN = 25
"""Setups of the top that the figure shows."""

_POINTS = "share of the points against the field"

_ROUNDS = """
    SELECT generation AS round, candidates AS setups, games, fitness_best AS best,
           fitness_mean AS top, fitness_deviation AS deviation, seconds
    FROM generations WHERE run = ? ORDER BY round
"""

_RATINGS = """
    SELECT rating, rating_low, games FROM setup_ratings WHERE run = ? AND method = ?
    ORDER BY rating
"""
"""Of every setup of the space; values have the top alone."""


def report(stored: StoredRun) -> Report:
    """Return the report of a ranking; of one that has not ended, its rounds."""
    values: RankResult | None = stored.values
    rounds: Maker = ("rounds", lambda: _course(stored))
    if values is None:
        top: Maker = ("the top", lambda: Section("The top", stored.summary()))
        return Report(_title(stored), _about(stored), [top, rounds])
    sections: list[Maker] = [
        ("the top", lambda: _top(stored, values)),
        ("ratings", lambda: _ratings(stored, values)),
        ("components", lambda: components_section.contents(stored, values)),
        ("pairs", lambda: components_section.pairs(stored)),
        ("named setups", lambda: _named(values)),
        ("trust", lambda: trust_section.section(stored, values)),
        ("field", lambda: _field(stored, values)),
        rounds,
    ]
    return Report(_title(stored), _about(stored), sections)


def _title(stored: StoredRun) -> str:
    played = f"played by {listed([called(agent) for agent in stored.run.agents])}"
    if stored.values is None:
        return f"Ranking of setups, {played}"
    return f"Ranking of {stored.values.setups:,} setups, {played}"


def _about(stored: StoredRun) -> str:
    which = f"{stored.values.setups:,} maximal setups" if stored.values else "Maximal setups"
    return (
        f"{which}, ranked by the share of the points that they take from a field "
        f"of opponents. Brackets and columns from and to are 95 % intervals."
    )


def _top(stored: StoredRun, values: RankResult) -> Section:
    rules, top = Ruleset().edit(*stored.run.edits), values.top[:_DRAWN]
    chart = dot_plot(
        "top",
        f"Ratings of the first {len(top)}, with 95 % intervals.",
        [(titled(one.setup, None, rules), one.rating, *one.ci95) for one in top],
        Scale(_POINTS, percent=True),
    )
    grid = Grid(
        "top",
        f"The top {len(values.top)}",
        [
            *columns("count", rank="#"),
            *columns("text", setup="Setup", name="Name"),
            *estimate("rating", "Rating", about="share of the points, by games and model"),
            Column("games", "Games", "count", "games of its own that the rating rests on"),
            *estimate("confirmed", "Confirmed", about="by the judge, held-out seeds"),
            Column("confirmed_games", "Games", "count", "of the confirmation"),
        ],
        [
            (
                *(one.rank, one.setup, name_cell(one.setup, None, rules)),
                *(one.rating, *one.ci95, one.games),
                *(one.confirmed, *one.confirmed_ci95, one.confirmed_games),
            )
            for one in values.top
        ],
    )
    return Section("The top", [*stored.summary(), chart, grid])


def _ratings(stored: StoredRun, values: RankResult) -> Section:
    rows = stored.store.query(_RATINGS, [stored.run.run, RATED])
    ratings, lows, games = (rows[name].to_pylist() for name in ("rating", "rating_low", "games"))
    marks = {"even": 0.0}
    if values.named:
        marks["the best named setup"] = elo(max(one.score for one in values.named))
    chart = histogram(
        "ratings",
        "Ratings of all setups as differences in Elo to the field: +191 is 75 % of the points, "
        "-191 a quarter, -511 one in twenty.",
        [elo(rating) for rating in ratings],
        axis="Elo",
        counted="setups",
        marks={label: at for label, at in marks.items() if isfinite(at)},
    )
    played = sum(number > 0 for number in games)
    even = sum(rating > 0.5 for rating in ratings)
    certain = sum(low > 0.5 for low in lows)
    text = (
        f"{even:,} of {len(ratings):,} setups are rated above one half, {certain:,} of them with "
        f"their whole interval. {played:,} have played; the others are rated by what the model "
        "has learnt."
    )
    shares = (0.0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1.0)
    grid = Grid(
        "quantiles",
        "Ratings by rank",
        [Column("share", "Better than", "share"), Column("rating", "Rating", "share")],
        [(share, ratings[round(share * (len(ratings) - 1))]) for share in shares],
    )
    return Section("All ratings", [Text(text), chart, grid])


def _named(values: RankResult) -> Section:
    named = sorted(values.named, key=lambda one: (-one.score, one.name))
    if not named:
        return Section("The named setups", [Text("None of them is legal by these rules.")])
    chart = dot_plot(
        "named",
        "The named setups in their published formations against the same field, on held-out seeds.",
        [(one.name, one.score, *one.ci95) for one in named],
        Scale(_POINTS, percent=True, middle=0.5),
    )
    grid = Grid(
        "named",
        "Where the named setups stand",
        [
            *columns("text", name="Name", setup="Setup"),
            *estimate("score", "Score"),
            *columns("count", games="Games"),
            Column("above", "Rated above", "count", "setups of the space that are rated higher"),
        ],
        [(o.name, o.setup, o.score, *o.ci95, o.games, o.above) for o in named],
    )
    first, *others = named
    level = overlap_text(first.ci95, [one.ci95 for one in others]) if others else ""
    text = (
        f"{first.name} scored most of them, {share_text(first.score, first.ci95)}"
        f"{level and f'; {level}'}. {first.above:,} setups are rated above that score."
    )
    return Section("The named setups", [Text(text), chart, grid])


def _field(stored: StoredRun, values: RankResult) -> Section:
    total = sum(one.weight for one in values.field)
    chart = bars(
        "field",
        "The share of the games that each opponent has.",
        [one.name for one in values.field],
        {"share": [one.weight / total for one in values.field]},
        Scale("share of the games", percent=True),
    )
    grid = Grid(
        "field",
        "The field",
        [*columns("text", name="Opponent", setup="Setup"), Column("share", "Share", "share")],
        [(one.name, one.setup, one.weight / total) for one in values.field],
    )
    whose = "The field was given."
    if {(one.name, one.weight) for one in values.field} == set(metagame()):
        whose = "The field is the mixture of the metagame that ships with the program."
    if stored.run.arguments["field"] is None:
        whose = (
            "The field is the Nash mixture of the named setups, from games against each other: "
            "none of them scores more than one half against it, but for chance."
        )
    return Section("The field", [Text(whose), chart, grid])


def _course(stored: StoredRun) -> Section:
    rows = stored.query(_ROUNDS)
    if not rows:
        return Section("How the games were spent", [Text("The screen has not ended yet.")])
    chart = curves(
        "course",
        "Ratings after the screen (0) and after each round; they fall where luck shows.",
        curves_of(rows, "round", {"the best": "best", "mean of the top": "top"}),
        "round",
        Scale("rating", percent=True),
    )
    top, spread = "mean rating of the top after it", "of the ratings of all setups"
    head = [
        *columns("count", round=("#", "0 is the screen"), setups="Setups", games="Games"),
        *columns("share", best=("Best", "the best rating after it"), top=("Top", top)),
        *columns("share", deviation=("± s.d.", spread)),
        *columns("number", seconds="Seconds"),
    ]
    grid = Grid("rounds", "Rounds", head, [tuple(row.values()) for row in rows])
    return Section("How the games were spent", [chart, grid])
