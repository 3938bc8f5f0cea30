"""The engine: Conquest's rules, compiled.

    files, texts   ->  reading/   numbers, names, values of files: only `InputError` comes out
    edits, armies  ->  rules/     frozen values with a digest: what the game is played by
                   ->  kernels/   records of numbers: legal actions, transitions, playouts
                   ->  notation/  text, JSON and drawings of positions, actions and games
                   ->  observation/  arrays for learners: what a player sees, actions as numbers
                   ->  game       `Game`: the friendly layer for people, protocols and tests
                       records    `GameRecord`: whole games as JSON lines

Each line imports only from the lines above it. The engine knows players 0 and 1, but no agents, no
setup names and no storage. Names are loaded when first used: rules and armies need no numba,
`Game` does.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import Game, Outcome
    from .notation.action_text import IllegalAction
    from .notation.snapshot import PositionError
    from .reading.input_error import InputError
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
        TroopStats,
    )
    from .rules.values import RulesError

_HOMES = {
    "Army": "rules.army",
    "Placement": "rules.army",
    "Game": "game",
    "Outcome": "game",
    "IllegalAction": "notation.action_text",
    "GameRecord": "records",
    "InputError": "reading.input_error",
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
    "RulesError": "rules.values",
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
    "InputError",
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
