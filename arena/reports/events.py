"""How the games of a run went, and what commands and troops did in them."""

from ...results.page.blocks import Section, Text
from ..run.report import Maker, StoredRun
from . import commands, game_length, notes, troops
from .collect import Games


def game_sections(stored: StoredRun, games: Games) -> list[Maker]:
    """Return how games went: what playing first is worth, their length, and what was done."""
    return [
        ("first player", lambda: game_length.sides(games)),
        ("game lengths", lambda: game_length.lengths(games)),
        *event_sections(stored, games),
    ]


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
