"""What a mixture is measured by: named setups, what is used, and a second agent."""

from collections.abc import Sequence

from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import bars, dot_plot
from ...results.page.grids import Column, Grid
from ..proposals.methods import AGAINST, NAMED_MIXTURE, OF_NAMED
from .stored import Row, label


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
        [row["entrant"] for row in drawn],
        [row["rating"] for row in drawn],
        [(row["rating_low"], row["rating_high"]) for row in drawn],
        axis="score against the mixture",
        middle=0.5,
        percent=True,
    )
    keys = ("entrant", "setup", "rating", "rating_low", "rating_high", "games")
    grid = Grid(
        "named",
        "Named setups against the mixture",
        [
            Column("name", "Name"),
            Column("setup", "Setup"),
            Column("score", "Score", "share"),
            Column("score_low", "from", "share", "lower end of the 95 % interval"),
            Column("score_high", "to", "share", "upper end of the 95 % interval"),
            Column("games", "Games", "count"),
            Column("named_weight", "Among the named", "share", "weight in their own mixture"),
        ],
        [(*(row[key] for key in keys), weights.get(row["entrant"])) for row in drawn],
    )
    return Section("How far the named setups are from it", [chart, grid])


def used(usage: Sequence[Row]) -> Section:
    """Return what is used in the mixture, beside the named setups."""
    parts: list[Block] = [
        Text(
            "What a setup of the mixture is made of on average, beside the named setups, each of "
            "them counted once. Black lines are where 95 % of the mixtures lie that the same games "
            "might have led to."
        )
    ]
    kinds = {
        "troop": ("Troops of each type in a setup.", "troops a setup", False),
        "command": ("Share of the setups that have each command.", "setups with it", True),
    }
    for kind, (caption, axis, shared) in kinds.items():
        rows = [row for row in usage if row["kind"] == kind]
        parts.append(
            bars(
                f"{kind}-usage",
                caption,
                [row["thing"] for row in rows],
                {
                    "in the mixture": [row["number"] for row in rows],
                    "in the named setups": [row["named_number"] for row in rows],
                },
                axis=axis,
                percent=shared,
                intervals=[(row["number_low"], row["number_high"]) for row in rows],
            )
        )
    parts.append(
        bars(
            "points-usage",
            "Share of the points that goes to each troop and command.",
            [row["thing"] for row in usage],
            {
                "in the mixture": [row["points"] for row in usage],
                "in the named setups": [row["named_points"] for row in usage],
            },
            axis="share of the points",
            percent=True,
        )
    )
    keys = ("number", "number_low", "number_high", "named_number", "points", "named_points")
    grid = Grid(
        "usage",
        "Use of troops and commands",
        [
            Column("thing", "Troop or command"),
            Column("number", "Mixture", "number", "how many a setup has"),
            Column("number_low", "from", "number", "95 % of resampled mixtures"),
            Column("number_high", "to", "number"),
            Column("named_number", "Named", "number", "how many a named setup has"),
            Column("points", "Points, mixture", "share", "share of the points"),
            Column("named_points", "Points, named", "share"),
        ],
        [(row["thing"], *(row[key] for key in keys)) for row in usage],
    )
    return Section("What is used", [*parts, grid])


def checked(mixture: Sequence[Row], ratings: Sequence[Row]) -> Section:
    """Return what the setups score when the second agent plays."""
    best = best_checked(ratings)
    if best is None:
        raise ValueError("the second agent has played nothing")
    agent = best["method"].removeprefix(f"{AGAINST} by ")
    challenger = Grid(
        "challenger",
        f"The best of the known setups against the mixture, played by {agent}",
        [
            Column("setup", "Setup"),
            Column("score", "Score", "share", "on held-out seeds"),
            Column("score_low", "from", "share", "lower end of the 95 % interval"),
            Column("score_high", "to", "share", "upper end of the 95 % interval"),
            Column("games", "Games", "count"),
        ],
        [tuple(best[key] for key in ("entrant", "rating", "rating_low", "rating_high", "games"))],
    )
    met = [member for member in mixture if member["check_score"] is not None]
    parts = [challenger, *(_members(agent, met) if met else [])]
    return Section(f"Played by {agent}", parts)


def best_checked(ratings: Sequence[Row]) -> Row | None:
    """Return the row of the setup that did best when the second agent played, if it did."""
    return next((row for row in ratings if row["method"].startswith(f"{AGAINST} by ")), None)


def _members(agent: str, mixture: Sequence[Row]) -> list[Block]:
    """Return what the mixture's setups score against it when the second agent plays."""
    parts: list[Block] = [
        dot_plot(
            "check",
            f"Score of the mixture's setups against it when {agent} plays, with 95 % intervals. "
            "Played by the first agent all of them score one half.",
            [label(member) for member in mixture],
            [member["check_score"] for member in mixture],
            [(member["check_low"], member["check_high"]) for member in mixture],
            axis="score against the mixture",
            middle=0.5,
            percent=True,
        )
    ]
    keys = ("weight", "check_score", "check_low", "check_high", "check_weight")
    parts.append(
        Grid(
            "check",
            f"The mixture, played by {agent}",
            [
                Column("setup", "Setup"),
                Column("weight", "Weight", "share"),
                Column("score", "Score", "share", "against the mixture"),
                Column("score_low", "from", "share", "lower end of the 95 % interval"),
                Column("score_high", "to", "share", "upper end of the 95 % interval"),
                Column("check_weight", "Its weight", "share", f"as {agent}'s games would have it"),
            ],
            [(label(member), *(member[key] for key in keys)) for member in mixture],
        )
    )
    return parts
