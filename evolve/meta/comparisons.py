"""What a mixture is measured by: named setups, what is used, and a second agent."""

from collections.abc import Sequence

from ...agents.spec.spec import called
from ...results.page.axes import Scale
from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import bars, dot_plot
from ...results.page.estimates import columns, estimate, estimates, picked
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ..proposals.methods import AGAINST, NAMED_MIXTURE, OF_NAMED
from .stored import Row, label

_SCORE = Scale("score against the mixture", percent=True, middle=0.5)


def has_named(ratings: Sequence[Row]) -> bool:
    """Return whether the named setups were played."""
    return any(row["entrant"] == NAMED_MIXTURE for row in ratings)


def named(ratings: Sequence[Row]) -> Section:
    """Return how far the named setups are from the mixture."""
    against = [row for row in ratings if row["method"] == AGAINST]
    together = next(row for row in against if row["entrant"] == NAMED_MIXTURE)
    alone = [row for row in against if row["entrant"] != NAMED_MIXTURE]
    weights = {row["entrant"]: row["rating"] for row in ratings if row["method"] == OF_NAMED}
    drawn = [*alone, together]
    chart = dot_plot(
        "named",
        "Score of each named setup against the mixture, with 95 % intervals; the last row is the "
        "Nash mixture of them all.",
        estimates(drawn, "rating", "entrant"),
        _SCORE,
    )
    keys = ("entrant", "setup", "rating", "rating_low", "rating_high", "games")
    grid = Grid(
        "named",
        "Named setups against the mixture",
        [
            *columns("text", name="Name", setup="Setup"),
            *estimate("score", "Score"),
            *columns("count", games="Games"),
            Column("named_weight", "Among the named", "share", "weight in their own mixture"),
        ],
        [(*(row[key] for key in keys), weights.get(row["entrant"])) for row in drawn],
    )
    return Section("How far the named setups are from it", [chart, grid])


def used(usage: Sequence[Row]) -> Section:
    """Return what is used in the mixture, beside the named setups."""
    text = (
        "What a setup of the mixture is made of on average, beside the named setups, each of "
        "them counted once. Black lines are where 95 % of the mixtures lie that the same games "
        "might have led to."
    )
    troops, commands = ([row for row in usage if row["kind"] == k] for k in ("troop", "command"))
    charts = [
        _bars("troop", "Troops of each type in a setup.", troops, Scale("troops a setup")),
        _bars(
            "command",
            "Share of the setups that have each command.",
            commands,
            Scale("setups with it", percent=True),
        ),
        _bars(
            "points",
            "Share of the points that goes to each troop and command.",
            usage,
            Scale("share of the points", percent=True),
            "points",
        ),
    ]
    return Section("What is used", [Text(text), *charts, _usage_grid(usage)])


def _bars(
    name: str, title: str, rows: Sequence[Row], scale: Scale, figure: str = "number"
) -> Picture:
    """Draw a figure of each troop or command in the mixture and in the named setups."""
    intervals = [(row["number_low"], row["number_high"]) for row in rows]
    return bars(
        f"{name}-usage",
        title,
        [row["thing"] for row in rows],
        {
            "in the mixture": [row[figure] for row in rows],
            "in the named setups": [row[f"named_{figure}"] for row in rows],
        },
        scale,
        intervals if figure == "number" else None,
    )


def _usage_grid(usage: Sequence[Row]) -> Grid:
    head = [
        Column("thing", "Troop or command"),
        Column("number", "Mixture", "number", "how many a setup has"),
        Column("number_low", "from", "number", "95 % of resampled mixtures"),
        Column("number_high", "to", "number"),
        Column("named_number", "Named", "number", "how many a named setup has"),
        Column("points", "Points, mixture", "share", "share of the points"),
        Column("named_points", "Points, named", "share"),
    ]
    cells = picked(usage, *(column.name for column in head))
    return Grid("usage", "Use of troops and commands", head, cells)


def checked(mixture: Sequence[Row], ratings: Sequence[Row]) -> Section:
    """Return what the setups score when the second agent plays."""
    best = best_checked(ratings)
    if best is None:
        raise ValueError("the second agent has played nothing")
    agent = called(best["method"].removeprefix(f"{AGAINST} by "))
    challenger = Grid(
        "challenger",
        f"The best of the known setups against the mixture, played by {agent}",
        [
            Column("setup", "Setup"),
            *estimate("score", "Score", about="on held-out seeds"),
            Column("games", "Games", "count"),
        ],
        picked([best], "entrant", "rating", "rating_low", "rating_high", "games"),
    )
    met = [member for member in mixture if member["check_score"] is not None]
    parts = [challenger, *(_members(agent, met) if met else [])]
    return Section(f"Played by {agent}", parts)


def best_checked(ratings: Sequence[Row]) -> Row | None:
    """Return the row of the setup that did best when the second agent played, if it did."""
    return next((row for row in ratings if row["method"].startswith(f"{AGAINST} by ")), None)


def _members(agent: str, mixture: Sequence[Row]) -> list[Block]:
    """Return what the mixture's setups score against it when the second agent plays."""
    chart = dot_plot(
        "check",
        f"Score of the mixture's setups against it when {agent} plays, with 95 % intervals. "
        "Played by the first agent all of them score one half.",
        [(label(m), m["check_score"], m["check_low"], m["check_high"]) for m in mixture],
        _SCORE,
    )
    keys = ("weight", "check_score", "check_low", "check_high", "check_weight")
    grid = Grid(
        "check",
        f"The mixture, played by {agent}",
        [
            Column("setup", "Setup"),
            Column("weight", "Weight", "share"),
            *estimate("score", "Score", about="against the mixture"),
            Column("check_weight", "Its weight", "share", f"as {agent}'s games would have it"),
        ],
        [(label(member), *(member[key] for key in keys)) for member in mixture],
    )
    return [chart, grid]
