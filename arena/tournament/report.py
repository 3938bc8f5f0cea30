"""The report of a tournament: who scored how much, circles of dominance, what to choose."""

from ...agents.spec.spec import called
from ...results.page.blocks import Block, Section, Text
from ...results.page.words import listed
from ..reports import dominance, nash, standing
from ..reports.collect import Games, collect
from ..reports.events import game_sections
from ..run.report import Maker, Report, StoredRun
from .result import leader_text

NAMED = 4
"""Setups that the title names; of more it says how many."""


def report(stored: StoredRun) -> Report:
    """Return the report of a tournament."""
    games = collect(stored.store, stored.run.run)
    sections: list[Maker] = [
        ("standings", lambda: _standings(stored, games)),
        ("win matrix", lambda: standing.matrix(games)),
        ("dominance cycles", lambda: dominance.section(games.table, stored.threshold)),
        ("Nash mixture", lambda: nash.section(games)),
        *game_sections(stored, games),
    ]
    about = (
        f"{stored.games:,} games between {len(games.table.players)} setups, in side-swapped pairs. "
        "Every share comes with a 95 % interval; nothing is called better without one."
    )
    return Report(_title(stored, games), about, sections)


def _title(stored: StoredRun, games: Games) -> str:
    players, agents = games.table.players, ", ".join(map(called, stored.run.agents))
    met = listed(players) if len(players) <= NAMED else f"{len(players)} setups"
    return f"Tournament of {met}, played by {agents}"


def _standings(stored: StoredRun, games: Games) -> Section:
    """Return the summary with a picture, and each setup's scores in full."""
    parts: list[Block] = [*stored.summary()]
    if stored.values is None:
        parts.append(Text(leader_text(games.table)))
    return Section("Standings", [*parts, *standing.standings(games)])
