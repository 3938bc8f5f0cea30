"""A whole game in one value: its beginning, then each action with what it changed."""

from typing import Any

import numpy as np

from ...engine.kernels.entry import advance_state
from ...engine.kernels.packing import pack_rules
from ...engine.notation.snapshot import state_to_dict
from .board_game import BoardGame, copied_state
from .events import event_values
from .values import board_values, troop_values, turn_values


def replay_values(board: BoardGame) -> dict[str, Any]:
    """Return the position that a game began in, its turns, and its actions with what they did."""
    events = event_values(board)
    return {
        "start": board_values(board.start, board.game.rules),
        "turns": _turns(events),
        "steps": _steps(board, events),
    }


def _turns(events: list[dict[str, Any]]) -> list[dict[str, int]]:
    turns: dict[int, dict[str, int]] = {}
    for event in events:
        turn = {"turn": event["turn"], "player": event["player"], "first": event["n"] - 1}
        turns.setdefault(event["turn"], turn | {"actions": 0})["actions"] += 1
    return list(turns.values())


def _steps(board: BoardGame, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    rules, state = board.game.rules, copied_state(board.start)
    known, steps = _troops(board, state)[1], []
    for number, event in zip(board.numbers, events, strict=True):
        advance_state(pack_rules(rules), state, number)
        position, troops = _troops(board, state)
        steps.append(
            {
                "event": event,
                **turn_values(position, state),
                "troops": [troop for n, troop in troops.items() if known.get(n) != troop],
                "gone": [n for n in known if n not in troops],
                "players": [
                    {"points": points, "cooldowns": cooldowns}
                    for points, cooldowns in zip(
                        position["points"], position["commands"], strict=True
                    )
                ],
            }
        )
        known = troops
    return steps


def _troops(board: BoardGame, state: np.record) -> tuple[dict[str, Any], dict[int, dict[str, Any]]]:
    """Return a position, and its troops by number."""
    position = state_to_dict(state, board.game.rules)
    troops = troop_values(position, state, board.game.rules)
    return position, {troop["id"]: troop for troop in troops}
