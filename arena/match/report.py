"""The report of a match: who met, the score, where the troops stood, and how it went."""

from ...engine.rules.ruleset import Ruleset
from ...results.page.blocks import Section
from ...results.page.lineups import lineups
from ..play.entrant import Entrant
from ..reports.collect import Games, collect
from ..reports.events import game_sections
from ..run.report import Maker, Report, StoredRun


def report(stored: StoredRun) -> Report:
    """Return the report of a match."""
    games = collect(stored.store, stored.run.run)
    sections: list[Maker] = [
        ("score", lambda: Section("Score", stored.summary())),
        ("formations", lambda: _formations(stored)),
        *game_sections(stored, games),
    ]
    about = (
        f"{stored.games:,} games of two entrants, in side-swapped pairs. Every share comes with a "
        "95 % interval; nothing is called better without one."
    )
    return Report(_title(stored, games), about, sections)


def _title(stored: StoredRun, games: Games) -> str:
    """Return who met; of a match that has not ended, by its games."""
    if stored.values is not None:
        return stored.values.who()
    return " against ".join(games.table.players)


def _formations(stored: StoredRun) -> Section:
    """Return where the troops of both sides stood."""
    [row] = stored.query(
        "SELECT first_setup, first_name, first_formation, first_agent, second_setup, second_name, "
        "second_formation, second_agent FROM games WHERE run = ? ORDER BY game LIMIT 1"
    )
    rules, entrants = Ruleset().edit(*stored.run.edits), []
    for side in ("first", "second"):
        rows = row[f"{side}_formation"]
        entrants.append(
            Entrant(
                setup=row[f"{side}_setup"],
                agent=row[f"{side}_agent"],
                name=row[f"{side}_name"],
                formation=tuple(rows.split("/")) if rows else None,
            )
        )
    picture = lineups(
        "formations",
        "Where the troops stand, the front row above.",
        [entrant.label for entrant in entrants],
        [entrant.army(rules).formation for entrant in entrants],
        width=rules.board.width,
        depth=rules.board.home_rows,
    )
    return Section("Formations", [picture])
