"""A game, or a part of it, in one value: a position, then each action with what it changed."""

from bisect import bisect_left, bisect_right
from typing import Any

from ...engine.kernels.entry import advance_state
from ...engine.kernels.packing import pack_rules
from ...engine.notation.snapshot import state_to_dict
from .board_game import BoardGame
from .events import event_values
from .values import board_values, standing_troops, troop_value, turn_values


def replay_values(board: BoardGame, first: int = 0, end: int | None = None) -> dict[str, Any]:
    """Return the position after the first actions, and the actions from there with what they did.

    Turns are given whole, also those that began before or go on after.
    """
    end = min(len(board.numbers) if end is None else end, len(board.numbers))
    first = min(first, end)
    return {
        "start": board_values(board.state_after(first), board.game.rules),
        "turns": _turns(board, first, end),
        "steps": _steps(board, first, event_values(board, first, end)),
    }


def _turns(board: BoardGame, first: int, end: int) -> list[dict[str, int]]:
    """Return the turns that some of the actions belong to."""
    begun, played = [0, *board.turn_ends()], len(board.numbers)
    ends = [*begun[1:], played]
    start = board.start
    return [
        {
            "turn": int(start.turn) + n,
            "player": (int(start.player) + n) % 2,
            "first": begun[n],
            "actions": ends[n] - begun[n],
        }
        for n in range(bisect_right(ends, first), bisect_left(begun, end))
    ]


def _steps(board: BoardGame, first: int, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    rules, state = board.game.rules, board.state_after(first)
    packed, steps = pack_rules(rules), []
    known = standing_troops(state_to_dict(state, rules), state)
    for number, event in zip(board.numbers[first : first + len(events)], events, strict=True):
        advance_state(packed, state, number)
        position = state_to_dict(state, rules)
        troops = standing_troops(position, state)
        steps.append(
            {
                "event": event,
                **turn_values(position, state),
                "troops": [
                    troop_value(n, *stands, rules)
                    for n, stands in troops.items()
                    if known.get(n) != stands
                ],
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
