"""The report of a ranking: which setups lead, what that is due to, and how far to trust it."""

from math import isfinite

from ...agents.spec.spec import called
from ...arena.run.report import Maker, Report, StoredRun
from ...arena.stats.score import elo
from ...results.page.axes import Scale
from ...results.page.blocks import Section, Text
from ...results.page.charts import bars, dot_plot, histogram
from ...results.page.curves import curves, curves_of
from ...results.page.estimates import columns, estimate, estimates, picked
from ...results.page.grids import Column, Grid
from ...results.page.words import listed, share_text
from ...setups.metagame import metagame
from ..proposals.methods import CONFIRMED, NAMED, RATED
from . import components_section, trust_section
from .result_values import overlap_text

_DRAWN = 25
"""Setups of the top that the figure shows."""

_POINTS = "share of the points against the field"

_TOP = """
    SELECT rated.setup, rated.rating, rated.rating_low, rated.rating_high, rated.games,
           confirmed.rating AS confirmed,
           confirmed.rating_low AS low, confirmed.rating_high AS high,
           confirmed.games AS confirmed_games
    FROM setup_ratings rated
    JOIN setup_ratings confirmed USING (run, setup)
    WHERE run = ? AND rated.method = ? AND confirmed.method = ?
    ORDER BY rated.rating DESC, setup
"""

_TOP_CELLS = (
    *("setup", "known", "rating", "rating_low", "rating_high", "games"),
    *("confirmed", "low", "high", "confirmed_games"),
)

_ROUNDS = """
    SELECT generation AS round, candidates AS setups, games, fitness_best AS best,
           fitness_mean AS top, fitness_deviation AS deviation, seconds
    FROM generations WHERE run = ? ORDER BY round
"""

_NAMED = """
    SELECT entrant, setup, rating, rating_low, rating_high, games,
           (SELECT count(*) FROM setup_ratings r WHERE r.run = n.run AND r.method = $2
            AND r.rating > n.rating) AS above
    FROM setup_ratings n WHERE run = $1 AND method = $3
    ORDER BY rating DESC, entrant
"""


def report(stored: StoredRun) -> Report:
    """Return the report of a ranking; of one that has not ended, its rounds."""
    rounds: Maker = ("rounds", lambda: _course(stored))
    if not stored.query("SELECT 1 AS one FROM rank_field WHERE run = ? LIMIT 1"):
        top: Maker = ("the top", lambda: Section("The top", stored.summary()))
        return Report(_title(stored), _about(stored), [top, rounds])
    sections: list[Maker] = [
        ("the top", lambda: _top(stored)),
        ("ratings", lambda: _ratings(stored)),
        ("components", lambda: components_section.contents(stored)),
        ("pairs", lambda: components_section.pairs(stored)),
        ("named setups", lambda: _named(stored)),
        ("trust", lambda: trust_section.section(stored)),
        ("field", lambda: _field(stored)),
        rounds,
    ]
    return Report(_title(stored), _about(stored), sections)


def _title(stored: StoredRun) -> str:
    played = f"played by {listed([called(agent) for agent in stored.run.agents])}"
    if stored.values is None:
        return f"Ranking of setups, {played}"
    return f"Ranking of {stored.values.setups:,} setups, {played}"


def _about(stored: StoredRun) -> str:
    asked = "SELECT count(*) AS n FROM setup_ratings WHERE run = ? AND method = ?"
    [row] = stored.query(asked, RATED)
    which = f"{row['n']:,} maximal setups" if row["n"] else "Maximal setups"
    return (
        f"{which}, ranked by the share of the points that they take from a field "
        f"of opponents. Brackets and columns from and to are 95 % intervals."
    )


def _top(stored: StoredRun) -> Section:
    rows = stored.titled(stored.query(_TOP, RATED, CONFIRMED))
    shown = rows[:_DRAWN]
    chart = dot_plot(
        "top",
        f"Ratings of the first {len(shown)}, with 95 % intervals.",
        estimates(shown, "rating", "title"),
        Scale(_POINTS, percent=True),
    )
    grid = Grid(
        "top",
        f"The top {len(rows)}",
        [
            *columns("count", rank="#"),
            *columns("text", setup="Setup", name="Name"),
            *estimate("rating", "Rating", about="share of the points, by games and model"),
            Column("games", "Games", "count", "games of its own that the rating rests on"),
            *estimate("confirmed", "Confirmed", about="by the judge, held-out seeds"),
            Column("confirmed_games", "Games", "count", "of the confirmation"),
        ],
        [(place, *row) for place, row in enumerate(picked(rows, *_TOP_CELLS), start=1)],
    )
    return Section("The top", [*stored.summary(), chart, grid])


def _ratings(stored: StoredRun) -> Section:
    asked = (
        "SELECT rating, rating_low, games FROM setup_ratings WHERE run = ? AND method = ? "
        "ORDER BY rating"
    )
    rows = stored.store.query(asked, [stored.run.run, RATED])
    ratings, lows, games = (rows[name].to_pylist() for name in ("rating", "rating_low", "games"))
    named = "SELECT max(rating) AS best FROM setup_ratings WHERE run = ? AND method = ?"
    best = stored.query(named, NAMED)[0]["best"]
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
    shown = sum(low > 0.5 for low in lows)
    text = (
        f"{even:,} of {len(ratings):,} setups are rated above one half, {shown:,} of them with "
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


def _named(stored: StoredRun) -> Section:
    rows = stored.query(_NAMED, RATED, NAMED)
    if not rows:
        return Section("The named setups", [Text("None of them is legal by these rules.")])
    chart = dot_plot(
        "named",
        "The named setups in their published formations against the same field, on held-out seeds.",
        estimates(rows, "rating", "entrant"),
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
        [tuple(row.values()) for row in rows],
    )
    first, *others = [(row["rating_low"], row["rating_high"]) for row in rows]
    level = f"; {overlap_text(first, others)}" if others else ""
    text = (
        f"{rows[0]['entrant']} scored most of them, {share_text(rows[0]['rating'], first)}{level}. "
        f"{rows[0]['above']:,} setups are rated above that score."
    )
    return Section("The named setups", [Text(text), chart, grid])


def _field(stored: StoredRun) -> Section:
    asked = "SELECT entrant, setup, weight FROM rank_field WHERE run = ? ORDER BY place"
    rows = stored.query(asked)
    total = sum(row["weight"] for row in rows)
    chart = bars(
        "field",
        "The share of the games that each opponent has.",
        [row["entrant"] for row in rows],
        {"share": [row["weight"] / total for row in rows]},
        Scale("share of the games", percent=True),
    )
    grid = Grid(
        "field",
        "The field",
        [*columns("text", name="Opponent", setup="Setup"), Column("share", "Share", "share")],
        [(row["entrant"], row["setup"], row["weight"] / total) for row in rows],
    )
    whose = "The field was given."
    if {(row["entrant"], row["weight"]) for row in rows} == set(metagame()):
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
