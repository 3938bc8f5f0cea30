"""A position that somebody drew: read leniently, checked by the engine."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...engine import Game, PositionError, Ruleset
from ...engine.reading.names import shown
from ...engine.rules.squares import square_name
from ...engine.rules.stats import LETTERS, MAX_TROOPS, TROOPS

_KEYS: Final = (
    "turn", "player", "phase", "selected", "points", "commands", "obstacles", "winner", "troops",
    "stream",
)  # fmt: skip
_TROOP_KEYS: Final = (
    "type", "side", "at", "square", "health", "extra_health", "effects", "moved", "id",
)  # fmt: skip


def drawn_game(board: Mapping[str, Any], rules: Ruleset | None = None) -> Game:
    """Return the game of a drawn board; only its troops must be given."""
    rules = rules or Ruleset()
    _known(board, _KEYS, "a board")
    if "troops" not in board:
        raise PositionError("a board has troops")
    commands = board.get("commands", [{}, {}])
    drawn = {
        "turn": 1,
        "player": 0,
        "phase": "selection",
        "selected": None,
        "points": [0, 0],
        "winner": None,
        **{name: value for name, value in board.items() if name in _KEYS},
        "commands": [_commands(side) for side in _list("commands", commands)],
        "obstacles": [_square(place) for place in _list("obstacles", board.get("obstacles", []))],
        "troops": [_troop(troop, rules) for troop in _list("troops", board["troops"])],
    }
    if drawn["selected"] is not None:
        drawn["selected"] = _square(drawn["selected"])
    return Game.from_dict(drawn, rules=rules)


def check_points(game: Game) -> None:
    """Refuse command points that no game by its rules can bring: start, income and kills."""
    rules = game.rules
    kills = MAX_TROOPS * max(troop.cost for troop in rules.troops.values())
    own_turns = (rules.max_turns + 1) // 2
    most = rules.economy.start + rules.economy.income * own_turns + kills
    for side, points in enumerate(game.state.points.tolist()):
        if points > most:
            raise PositionError(
                f"points of player {side} must be a whole number from 0 to {most}, the most that "
                f"{own_turns} turns and {MAX_TROOPS} kills bring by these rules, not {points}"
            )


def _known(values: Any, keys: Sequence[str], what: str) -> None:
    """Refuse what is no object, and keys that mean nothing."""
    if not isinstance(values, Mapping):
        raise PositionError(f"{what} is an object with {', '.join(keys)}, not {shown(values)}")
    for key in values:
        if key not in keys:
            raise PositionError(f"unknown key {shown(key)}; {what} has {', '.join(keys)}")


def _list(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise PositionError(f"{name} must be a list, not {shown(value)}")
    return list(value)


def _commands(side: Any) -> Any:
    """Return a side's commands with their cooldowns; a list means that all are ready."""
    return dict.fromkeys(side, 0) if isinstance(side, list) and _texts(side) else side


def _texts(values: list[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


def _troop(troop: Any, rules: Ruleset) -> dict[str, Any]:
    _known(troop, _TROOP_KEYS, "a troop")
    letter = troop.get("type")
    known = isinstance(letter, str) and len(letter) == 1 and letter in LETTERS
    full = rules.troops[TROOPS[LETTERS.index(letter)]].health if known else 1
    health = troop.get("health")
    return {
        "type": letter,
        "owner": troop.get("side", 0),
        "square": _square(troop.get("at", troop.get("square"))),
        "health": full if health is None else health,
        "boost": troop.get("extra_health", 0),
        "moved": troop.get("moved", 0),
        "effects": troop.get("effects", []),
    }


def _square(place: Any) -> Any:
    """Return the name of a square, given by its name or by column and row."""
    if not isinstance(place, list | tuple):
        return place
    numbers = [n for n in place if isinstance(n, int) and not isinstance(n, bool) and 0 <= n < 20]
    if len(place) != 2 or len(numbers) != 2:
        raise PositionError(f"a square is [column, row], each from 0 to 19, not {shown(place)}")
    return square_name(*numbers)
