"""What a mixture is measured by: named setups, what is used, a rival; and the screen before it."""

from collections.abc import Sequence

from ...agents.spec.spec import called
from ...results.page.axes import Scale
from ...results.page.blocks import Section, Text
from ...results.page.charts import bars, dot_plot
from ...results.page.estimates import columns, estimate, estimates, picked
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ..proposals.methods import AGAINST, LEFT_OUT, NAMED_MIXTURE, OF_NAMED, RIVAL, SCREENED
from .stored import Row

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


def rivals(ratings: Sequence[Row]) -> list[Row]:
    """Return the rows of the response of an agent of another kind: by itself, and by the judge."""
    return [row for row in ratings if row["method"].startswith(f"{RIVAL} by ")]


def rivalled(rows: Sequence[Row]) -> Section:
    """Return what the response of an agent of another kind scores against the mixture."""
    text = (
        "An agent of another kind has evolved a response to the final mixture, playing both sides. "
        "What it scores on held-out seeds above one half is what the mixture gives away to it."
    )
    agents = [called(row["method"].removeprefix(f"{RIVAL} by ")) for row in rows]
    keys = ("setup", "known", "rating", "rating_low", "rating_high", "games", "formation")
    cells = zip(agents, picked(rows, *keys), strict=True)
    grid = Grid(
        "rival",
        "The rival's response against the mixture",
        [
            *columns("text", agent="Played by", setup="Setup", name="Name"),
            *estimate("score", "Score", about="on held-out seeds"),
            Column("games", "Games", "count"),
            Column("formation", "Formation", about="rows front/middle/back"),
        ],
        [(agent, *row) for agent, row in cells],
    )
    chart = dot_plot(
        "rival",
        "Score of the rival's response against the mixture, with 95 % intervals.",
        [
            (agent, row["rating"], row["rating_low"], row["rating_high"])
            for agent, row in zip(agents, rows, strict=True)
        ],
        _SCORE,
    )
    return Section("A response by another agent", [Text(text), chart, grid])


def screens(ratings: Sequence[Row]) -> list[Row]:
    """Return the rows of the screen, those that most likely belong to the mixture first."""
    return [row for row in ratings if row["method"] in (SCREENED, LEFT_OUT)]


def screened(rows: Sequence[Row]) -> Section:
    """Return which setups of the start the judge played."""
    text = (
        "Setups to start with played each other by a cheap agent. Mixtures were drawn within the "
        "errors of these games and of the agent; the judge played those that take part in most."
    )
    grid = Grid(
        "screen",
        "The screen of the start",
        [
            *columns("text", name="Name", setup="Setup"),
            Column("share", "Takes part", "share", "in mixtures drawn within the errors"),
            Column("games", "Games", "count"),
            Column("kept", "Played by the judge", "answer"),
        ],
        [
            (*row, kept["method"] == SCREENED)
            for row, kept in zip(
                picked(rows, "entrant", "setup", "rating", "games"), rows, strict=True
            )
        ],
    )
    return Section("What it started with", [Text(text), grid])
