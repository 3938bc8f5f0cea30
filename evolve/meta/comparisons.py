"""What a mixture is measured by: named setups, what is used, a rival; and the screen before it."""

from collections.abc import Sequence

from ...agents.spec.spec import called
from ...arena.stats.score import Score
from ...results.page.axes import Scale
from ...results.page.blocks import Section, Text
from ...results.page.charts import bars, dot_plot
from ...results.page.estimates import columns, estimate
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ...setups.naming import name_cell
from ..proposals.methods import NAMED_MIXTURE
from .result import MetaResult
from .values import NamedScore, RivalResponse, ScreenedSetup, Use

_SCORE = Scale("score against the mixture", percent=True, middle=0.5)


def named(alone: Sequence[NamedScore], together: Score) -> Section:
    """Return how far the named setups are from the mixture, and what they score together."""
    rows: list[tuple[str, str, Score, float | None]] = [
        (one.entrant.label, one.entrant.setup, one.score, one.weight)
        for one in sorted(alone, key=lambda one: (-one.score.rate, one.entrant.label))
    ]
    rows.append((NAMED_MIXTURE, "", together, None))
    chart = dot_plot(
        "named",
        "Score of each named setup against the mixture, with 95 % intervals; the last row is the "
        "Nash mixture of them all.",
        [(name, score.rate, *score.interval()) for name, _, score, _ in rows],
        _SCORE,
    )
    grid = Grid(
        "named",
        "Named setups against the mixture",
        [
            *columns("text", name="Name", setup="Setup"),
            *estimate("score", "Score"),
            *columns("count", games="Games"),
            Column("named_weight", "Among the named", "share", "weight in their own mixture"),
        ],
        [
            (name, setup, score.rate, *score.interval(), score.games, weight)
            for name, setup, score, weight in rows
        ],
    )
    return Section("How far the named setups are from it", [chart, grid])


def used(usage: Sequence[Use]) -> Section:
    """Return what is used in the mixture, beside the named setups."""
    text = (
        "What a setup of the mixture is made of on average, beside the named setups, each of "
        "them counted once. Black lines are where 95 % of the mixtures lie that the same games "
        "might have led to."
    )
    troops, commands = ([use for use in usage if use.kind == k] for k in ("troop", "command"))
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
    name: str, title: str, some: Sequence[Use], scale: Scale, figure: str = "number"
) -> Picture:
    """Draw a figure of each troop or command in the mixture and in the named setups."""
    intervals = [(use.number_low, use.number_high) for use in some]
    return bars(
        f"{name}-usage",
        title,
        [use.thing for use in some],
        {
            "in the mixture": [getattr(use, figure) for use in some],
            "in the named setups": [getattr(use, f"named_{figure}") for use in some],
        },
        scale,
        intervals if figure == "number" else None,
    )


def _usage_grid(usage: Sequence[Use]) -> Grid:
    head = [
        Column("thing", "Troop or command"),
        Column("number", "Mixture", "number", "how many a setup has"),
        Column("number_low", "from", "number", "95 % of resampled mixtures"),
        Column("number_high", "to", "number"),
        Column("named_number", "Named", "number", "how many a named setup has"),
        Column("points", "Points, mixture", "share", "share of the points"),
        Column("named_points", "Points, named", "share"),
    ]
    cells = [tuple(getattr(use, column.name) for column in head) for use in usage]
    return Grid("usage", "Use of troops and commands", head, cells)


def rivalled(rival: RivalResponse, values: MetaResult) -> Section:
    """Return what the response of an agent of another kind scores against the mixture."""
    text = (
        "An agent of another kind has evolved a response to the final mixture, playing both sides. "
        "What it scores on held-out seeds above one half is what the mixture gives away to it."
    )
    both = [(called(rival.agent), rival.response), (called(values.agent), rival.judged)]
    both.sort(key=lambda one: -one[1].gain)
    scores = [(agent, one.score.rate, *one.score.interval()) for agent, one in both]
    setup, formation = rival.response.entrant.setup, rival.response.formation
    name = name_cell(setup, formation, values.rules)
    grid = Grid(
        "rival",
        "The rival's response against the mixture",
        [
            *columns("text", agent="Played by", setup="Setup", name="Name"),
            *estimate("score", "Score", about="on held-out seeds"),
            Column("games", "Games", "count"),
            Column("formation", "Formation", about="rows front/middle/back"),
        ],
        [
            (agent, setup, name, *score, one.score.games, "/".join(formation))
            for (agent, *score), (_, one) in zip(scores, both, strict=True)
        ],
    )
    chart = dot_plot(
        "rival",
        "Score of the rival's response against the mixture, with 95 % intervals.",
        scores,
        _SCORE,
    )
    return Section("A response by another agent", [Text(text), chart, grid])


def screened(screen: Sequence[ScreenedSetup]) -> Section:
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
            (one.entrant.label, one.entrant.setup, one.share, one.games, one.kept)
            for one in sorted(screen, key=lambda one: (-one.share, one.entrant.label))
        ],
    )
    return Section("What it started with", [Text(text), grid])
