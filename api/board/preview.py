"""What actions would do, without doing them."""

from collections.abc import Sequence
from typing import Any

from ...engine.kernels.layout import WINDS_OF_FATE
from ...engine.notation.snapshot import state_to_dict
from ...engine.rules.stats import COMMANDS
from .actions import ActionValues, line_values
from .board_game import BoardGame
from .events import event_values
from .values import outcome_values, troop_values
from .words import deed

_SHOWN = ("health", "extra_health", "at")


def preview_values(board: BoardGame, actions: Sequence[str]) -> dict[str, Any]:
    """Return what legal actions, one after the other, would do; what chance brings is not said."""
    game, later = board.game, board.copy()
    before = state_to_dict(game.state, game.rules)
    chance = game.rules.winds == "random" and COMMANDS[WINDS_OF_FATE] in actions
    words = [text for action in actions if (text := _applied(later, action))]
    after = state_to_dict(later.game.state, game.rules)
    events = event_values(later, len(game.history))
    described: list[ActionValues] = line_values(game, later.game.history[len(game.history) :])
    if chance:
        events = [event | {"readied": None} for event in events]
        words = [word for word in words if "ready again" not in word]
    return {
        "actions": described,
        "events": events,
        "chance": chance,
        "troops": _changes(board, later),
        "points": {"before": before["points"], "after": after["points"]},
        "outcome": outcome_values(later.game.outcome, None, later.game.turn),
        "text": "; ".join(words),
    }


def _applied(board: BoardGame, action: str) -> str:
    """Play an action; return what it did, in words."""
    game = board.game
    before = state_to_dict(game.state, game.rules)
    board.apply(action)
    return deed(game.history[-1], before, state_to_dict(game.state, game.rules), game.rules)


def _changes(board: BoardGame, later: BoardGame) -> list[dict[str, Any]]:
    """Return the troops that change."""
    then, now = _troops(board), _troops(later)
    return [
        {
            "id": number,
            "before": before,
            "after": after,
            "dies": after is None,
            "damage": max(_total(before) - _total(after), 0),
        }
        for number, before in then.items()
        if (after := now.get(number)) != before
    ]


def _troops(board: BoardGame) -> dict[int, dict[str, Any]]:
    game = board.game
    troops = troop_values(state_to_dict(game.state, game.rules), game.state, game.rules)
    return {troop["id"]: {name: troop[name] for name in _SHOWN} for troop in troops}


def _total(troop: dict[str, Any] | None) -> int:
    return troop["health"] + troop["extra_health"] if troop else 0
