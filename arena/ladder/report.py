"""The report of a ladder: ratings first, then who beat whom, what agents spent, how games went."""

from typing import Any

from ...agents.spec.spec import called
from ...results.page.axes import Scale
from ...results.page.blocks import Section, Text
from ...results.page.charts import bars, dot_plot
from ...results.page.estimates import columns
from ...results.page.grids import Column, Grid
from ...results.page.words import listed
from ..reports import standing
from ..reports.collect import Games, collect
from ..reports.events import game_sections
from ..run.report import Maker, Report, StoredRun
from ..stats.ratings import ratings

_COST = """
    SELECT agent, sum(decisions) AS decisions, sum(advances) AS advances, sum(turns) AS turns
    FROM (
        SELECT first_agent AS agent, first_decisions AS decisions, first_advances AS advances,
            turns / 2 AS turns FROM games WHERE run = $1
        UNION ALL
        SELECT second_agent, second_decisions, second_advances, turns / 2 FROM games WHERE run = $1
    )
    GROUP BY agent
"""


def report(stored: StoredRun) -> Report:
    """Return the report of a ladder."""
    games = collect(stored.store, stored.run.run)
    sections: list[Maker] = [
        ("ratings", lambda: _ratings(stored, games)),
        ("cross-table", lambda: standing.matrix(games, "Cross-table")),
        ("cost", lambda: _cost(stored, games)),
        *game_sections(stored, games),
    ]
    about = (
        f"{stored.games:,} games between {len(games.table.players)} agents, in side-swapped pairs, "
        "each setup against itself: agents are compared, and nothing else. Intervals are 95 %."
    )
    return Report(
        f"Ladder of {listed([called(p) for p in games.table.players], 4)}", about, sections
    )


def _ratings(stored: StoredRun, games: Games) -> Section:
    """Return the summary with a picture of the ratings, and each agent's scores in full."""
    rated = ratings(games.table.players, games.table.results)
    chart = dot_plot(
        "ratings",
        "Elo of each agent with its 95 % interval; the average agent has 0.",
        [(called(rating.player), rating.elo, *rating.interval) for rating in rated],
        Scale("Elo", middle=0.0),
    )
    [_, grid] = standing.standings(games)
    return Section("Ratings", [*stored.summary(), chart, grid])


def _cost(stored: StoredRun, games: Games) -> Section:
    """Return what each agent spent: at equal cost ratings say who uses it better."""
    spent: dict[str, dict[str, Any]] = {row["agent"]: row for row in stored.query(_COST)}
    rows = []
    for agent in games.table.players:
        row = spent[agent]
        decisions, advances = float(row["decisions"] or 0), float(row["advances"] or 0)
        turns = float(row["turns"])
        a_decision = advances / decisions if decisions else 0.0
        rows.append((called(agent), a_decision, decisions / turns, advances / turns))
    grid = Grid(
        "cost",
        "State advances",
        [
            Column("agent", "Agent"),
            *columns("number", advances_a_decision="A decision"),
            *columns("number", decisions_a_turn="Decisions a turn", advances_a_turn="A turn"),
        ],
        rows,
    )
    chart = bars(
        "cost",
        "State advances that each agent spent a decision.",
        [str(row[0]) for row in rows],
        {"advances": [row[1] for row in rows]},
        Scale("state advances a decision"),
    )
    text = (
        "What thinking cost, in positions that were worked out by an action. Agents of equal cost "
        "can be compared by their ratings alone."
    )
    return Section("Cost", [Text(text), chart, grid])
