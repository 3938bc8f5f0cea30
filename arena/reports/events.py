"""What commands and troops did in the games of a run."""

from ...results.page.blocks import Section, Text
from ..run.report import Maker, StoredRun
from . import commands, notes, troops
from .collect import Games


def event_sections(stored: StoredRun, games: Games) -> list[Maker]:
    """Return what commands and troops did, if the actions of the games were stored."""
    if not games.traced:
        return [
            ("events", lambda: Section("Commands, troops and attacks", [Text(notes.NO_EVENTS)]))
        ]
    store = stored.store
    return [
        ("command usage", lambda: commands.usage(store, games)),
        ("command recipients", lambda: commands.recipients(store, games)),
        ("troop selections", lambda: troops.selections(store, games)),
        ("attacks", lambda: troops.fights(store, games)),
    ]
