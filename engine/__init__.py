"""The engine: Conquest's rules, compiled.

The way through this room, from values to speed:

    stats, rules    what the game is played by: frozen values with a digest
    army            what a player brings
    squares, board  the board as text, as coordinates, as eight words of bits
    bits            operations on words and packed boards, compiled and plain
    layout          the records: state, rules, scratch
    packing         values -> records
    options         state -> legal actions, as masks
    transitions     state and action -> state, one function a rule
    hashing         state -> 64 bits
    playout         random play
    perft           counts of action sequences
    entry           the few kernels that Python calls
    game            the friendly layer: `Game`, with snapshot, position, notation and drawing
    records         whole games as JSON lines

Names are loaded when first used: rules and armies need no numba, `Game` does.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import Game, Outcome
    from .notation.action_text import IllegalAction
    from .notation.snapshot import PositionError
    from .records import GameRecord, RecordError
    from .rules.army import Army, Placement
    from .rules.ruleset import ActionSpace, Ruleset
    from .rules.stats import (
        COMMANDS,
        LETTERS,
        TROOPS,
        Board,
        CommandStats,
        Economy,
        Limits,
        RulesError,
        TroopStats,
    )

_HOMES = {
    "Army": "rules.army",
    "Placement": "rules.army",
    "Game": "game",
    "Outcome": "game",
    "IllegalAction": "notation.action_text",
    "GameRecord": "records",
    "RecordError": "records",
    "ActionSpace": "rules.ruleset",
    "Ruleset": "rules.ruleset",
    "PositionError": "notation.snapshot",
    "COMMANDS": "rules.stats",
    "LETTERS": "rules.stats",
    "TROOPS": "rules.stats",
    "Board": "rules.stats",
    "CommandStats": "rules.stats",
    "Economy": "rules.stats",
    "Limits": "rules.stats",
    "RulesError": "rules.stats",
    "TroopStats": "rules.stats",
}

__all__ = [
    "COMMANDS",
    "LETTERS",
    "TROOPS",
    "ActionSpace",
    "Army",
    "Board",
    "CommandStats",
    "Economy",
    "Game",
    "GameRecord",
    "IllegalAction",
    "Limits",
    "Outcome",
    "Placement",
    "PositionError",
    "RecordError",
    "RulesError",
    "Ruleset",
    "TroopStats",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
