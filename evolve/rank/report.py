"""The report of a ranking: who leads, what it is due to, and how far it can be trusted."""

from collections.abc import Callable
from math import isfinite
from typing import Any

from ...arena.stats.score import elo
from ...results import Store
from ...results.page.blocks import Section, Text
from ...results.page.charts import bars, dot_plot, histogram
from ...results.page.curves import Curve, curves
from ...results.page.grids import Column, Grid
from ...results.page.page import Page
from ...results.page.words import percent, range_text
from ...results.store.runs import Run
from ..proposals.methods import CHECKED, CONFIRMED, NAMED, RATED
from ..proposals.report_parts import page
from . import report_components as rank_things
from . import report_trust as rank_trust

_DRAWN = 25
"""Setups of the top that the figure shows."""


def build(store: Store, run: Run, told: Callable[[str], object]) -> Page:
    """Return the page of a run of `evolve rank`."""
    makers: list[tuple[str, Callable[[], Section]]] = [("rounds", lambda: _course(store, run))]
    if _ended(store, run):
        makers = [
            ("the top", lambda: _top(store, run)),
            ("ratings", lambda: _ratings(store, run)),
            ("things", lambda: rank_things.contents(store, run)),
            ("pairs", lambda: rank_things.pairs(store, run)),
            ("named setups", lambda: _named(store, run)),
            ("trust", lambda: rank_trust.section(store, run)),
            ("field", lambda: _field(store, run)),
            *makers,
        ]
    sections = []
    for name, make in makers:
        told(name)
        sections.append(make())
    return page(store, run, _about(store, run), sections)


def _ended(store: Store, run: Run) -> bool:
    return bool(store.query("SELECT 1 FROM rank_field WHERE run = ? LIMIT 1", [run.run]).num_rows)


def _about(store: Store, run: Run) -> str:
    asked = "SELECT count(*) AS n FROM setup_ratings WHERE run = ? AND method = ?"
    count = store.query(asked, [run.run, RATED])["n"][0].as_py()
    which = f"{count:,} maximal setups" if count else "Maximal setups"
    return (
        f"{which}, ranked by the share of the points that they take from a field "
        f"of opponents. Brackets and columns from and to are 95 % intervals."
    )


def _top(store: Store, run: Run) -> Section:
    asked = """
        SELECT rated.setup, rated.rating, rated.rating_low, rated.rating_high, rated.games,
               checked.rating AS checked, confirmed.rating AS confirmed,
               confirmed.rating_low AS low, confirmed.rating_high AS high,
               confirmed.games AS confirmed_games
        FROM setup_ratings rated
        JOIN setup_ratings confirmed USING (run, setup)
        JOIN setup_ratings checked USING (run, setup)
        WHERE run = ? AND rated.method = ? AND confirmed.method = ? AND checked.method = ?
        ORDER BY rated.rating DESC, setup"""
    rows = store.query(asked, [run.run, RATED, CONFIRMED, CHECKED]).to_pylist()
    best = max(rows, key=lambda row: row["confirmed"])
    first = rows[0]
    text = (
        f"First is {first['setup']}: {percent(first['rating'])} "
        f"({range_text((first['rating_low'], first['rating_high']))}) as the quick agent plays. "
        f"Of the top {len(rows)} the second agent did best with {best['setup']}: "
        f"{percent(best['confirmed'])} ({range_text((best['low'], best['high']))}); the best of "
        "many owes something to luck."
    )
    shown = rows[:_DRAWN]
    chart = dot_plot(
        "top",
        f"Ratings of the first {len(shown)}, with 95 % intervals.",
        [row["setup"] for row in shown],
        [row["rating"] for row in shown],
        [(row["rating_low"], row["rating_high"]) for row in shown],
        axis="share of the points against the field",
        percent=True,
    )
    grid = Grid(
        "top",
        f"The top {len(rows)}",
        [
            Column("rank", "#", "count"),
            Column("setup", "Setup"),
            Column("rating", "Rating", "share", "share of the points, by games and model"),
            Column("rating_low", "from", "share", "lower end of the 95 % interval"),
            Column("rating_high", "to", "share", "upper end of the 95 % interval"),
            Column("games", "Games", "count", "games of its own that the rating rests on"),
            Column("checked", "Checked", "share", "quick agent, fresh seeds"),
            Column("confirmed", "Confirmed", "share", "second agent, fresh seeds"),
            Column("confirmed_low", "from", "share", "lower end of the 95 % interval"),
            Column("confirmed_high", "to", "share", "upper end of the 95 % interval"),
            Column("confirmed_games", "Games", "count", "of the confirmation"),
        ],
        [(place, *row.values()) for place, row in enumerate(rows, start=1)],
    )
    return Section("The top", [Text(text), chart, grid])


def _ratings(store: Store, run: Run) -> Section:
    asked = "SELECT rating, games FROM setup_ratings WHERE run = ? AND method = ? ORDER BY rating"
    rows = store.query(asked, [run.run, RATED])
    ratings, games = rows["rating"].to_pylist(), rows["games"].to_pylist()
    named = "SELECT max(rating) AS best FROM setup_ratings WHERE run = ? AND method = ?"
    best = store.query(named, [run.run, NAMED])["best"][0].as_py()
    marks = {"even": 0.0} | ({} if best is None else {"the best named setup": elo(best)})
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
    text = (
        f"{even:,} of {len(ratings):,} setups are rated above one half. {played:,} have played; "
        "the others are rated by what the model has learnt."
    )
    shares = (0.0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1.0)
    grid = Grid(
        "quantiles",
        "Ratings by rank",
        [Column("share", "Better than", "share"), Column("rating", "Rating", "share")],
        [(share, ratings[round(share * (len(ratings) - 1))]) for share in shares],
    )
    return Section("All ratings", [Text(text), chart, grid])


def _named(store: Store, run: Run) -> Section:
    asked = """
        SELECT entrant, setup, rating, rating_low, rating_high, games,
               (SELECT count(*) FROM setup_ratings r WHERE r.run = n.run AND r.method = ?
                AND r.rating > n.rating) AS above
        FROM setup_ratings n WHERE run = ? AND method = ?
        ORDER BY rating DESC, entrant"""
    rows = store.query(asked, [RATED, run.run, NAMED]).to_pylist()
    if not rows:
        return Section("The named setups", [Text("None of them is legal by these rules.")])
    chart = dot_plot(
        "named",
        "The named setups in their published formations against the same field, on fresh seeds.",
        [row["entrant"] for row in rows],
        [row["rating"] for row in rows],
        [(row["rating_low"], row["rating_high"]) for row in rows],
        axis="share of the points against the field",
        middle=0.5,
        percent=True,
    )
    grid = Grid(
        "named",
        "Where the named setups stand",
        [
            Column("name", "Name"),
            Column("setup", "Setup"),
            Column("score", "Score", "share"),
            Column("score_low", "from", "share", "lower end of the 95 % interval"),
            Column("score_high", "to", "share", "upper end of the 95 % interval"),
            Column("games", "Games", "count"),
            Column("above", "Rated above", "count", "setups of the space that are rated higher"),
        ],
        [tuple(row.values()) for row in rows],
    )
    first = rows[0]
    text = f"{first['entrant']} is the best of them; {first['above']:,} setups are rated above it."
    return Section("The named setups", [Text(text), chart, grid])


def _field(store: Store, run: Run) -> Section:
    asked = "SELECT entrant, setup, weight FROM rank_field WHERE run = ? ORDER BY place"
    rows = store.query(asked, [run.run]).to_pylist()
    total = sum(row["weight"] for row in rows)
    chart = bars(
        "field",
        "The share of the games that each opponent has.",
        [row["entrant"] for row in rows],
        {"share": [row["weight"] / total for row in rows]},
        axis="share of the games",
        percent=True,
    )
    columns = [Column("name", "Opponent"), Column("setup", "Setup")]
    grid = Grid(
        "field",
        "The field",
        [*columns, Column("share", "Share", "share")],
        [(row["entrant"], row["setup"], row["weight"] / total) for row in rows],
    )
    whose = "The field was given."
    if run.arguments["field"] is None:
        whose = (
            "The field is the Nash mixture of the named setups, from games against each other: "
            "none of them scores more than one half against it, but for chance."
        )
    return Section("The field", [Text(whose), chart, grid])


def _course(store: Store, run: Run) -> Section:
    asked = (
        "SELECT generation AS round, candidates, games, fitness_best, fitness_mean, "
        "fitness_deviation, seconds FROM generations WHERE run = ? ORDER BY 1"
    )
    rows: list[dict[str, Any]] = store.query(asked, [run.run]).to_pylist()
    if not rows:
        return Section("How the games were spent", [Text("The screen has not ended yet.")])
    at = [row["round"] for row in rows]
    chart = curves(
        "course",
        "Ratings after the screen (0) and after each round; they fall where luck is found out.",
        {
            "the best": Curve(at, [row["fitness_best"] for row in rows]),
            "mean of the top": Curve(at, [row["fitness_mean"] for row in rows]),
        },
        axis="round",
        value="rating",
        percent=True,
    )
    grid = Grid(
        "rounds",
        "Rounds",
        [
            Column("round", "#", "count", "0 is the screen"),
            Column("setups", "Setups", "count"),
            Column("games", "Games", "count"),
            Column("best", "Best", "share", "the best rating after it"),
            Column("top", "Top", "share", "mean rating of the top after it"),
            Column("deviation", "± s.d.", "share", "of the ratings of all setups"),
            Column("seconds", "Seconds", "number"),
        ],
        [tuple(row.values()) for row in rows],
    )
    return Section("How the games were spent", [chart, grid])
