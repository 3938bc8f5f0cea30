"""What agents see, with squares: analyses, hints and reviews for those who draw them."""

from collections.abc import Sequence
from typing import Any

from ...arena.review.analysis import Analysis
from ...arena.review.review import Review
from ...arena.review.summary import review_json
from ...arena.review.win_chance import win_chance
from ...engine import Game
from .actions import line_values


def analysis_values(analysis: Analysis, top: int) -> dict[str, Any]:
    """Return an analysis; its candidates also put together by their first action."""
    game, plain = analysis.game, analysis.json()
    candidates = plain["candidates"]
    line = [action for turn in plain["line"] for action in turn["actions"]]
    described = iter(line_values(game, line))
    return {
        **{name: plain[name] for name in ("agent", "advances", "iterations")},
        "turn": game.turn,
        "player": game.player,
        "position": plain["position"],
        **value_values(game, plain["value"]),
        "candidates_are": plain["candidates_are"],
        "candidates": [
            candidate | {"actions": line_values(game, candidate["actions"])}
            for candidate in candidates[:top]
        ],
        "first_actions": _first_actions(game, candidates)[:top],
        "line": [turn | {"actions": [next(described) for _ in turn["actions"]]}
                 for turn in plain["line"]],
        "winner_of_line": plain["winner_of_line"],
    }  # fmt: skip


def _first_actions(game: Game, candidates: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the first actions of candidates, the most visited first; each has its best value."""
    together: dict[str, list[dict[str, Any]]] = {}
    for candidate in candidates:
        together.setdefault(candidate["actions"][0], []).append(candidate)
    joined = [
        {
            "action": line_values(game, [action])[0],
            "value": max(candidate["value"] for candidate in those),
            "visits": sum(candidate["visits"] for candidate in those),
            "share": round(sum(candidate["share"] for candidate in those), 4),
        }
        for action, those in together.items()
    ]
    return sorted(joined, key=lambda one: -one["visits"])


def value_values(game: Game, value: float | None) -> dict[str, float | None]:
    """Return a value for the player to move, for the first player, and as a chance to win."""
    if value is None:
        return {"value": None, "first_value": None, "first_chance": None}
    first = value if game.player == 0 else -value
    return {"value": value, "first_value": first, "first_chance": round(win_chance(first), 4)}


def hint_values(analysis: Analysis) -> dict[str, Any]:
    """Return what an agent would do now, and with the rest of the turn."""
    game, plain = analysis.game, analysis.json(1)
    turn = plain["line"][0]["actions"] if plain["line"] else [plain["action"]]
    described = line_values(game, turn)
    return {
        "agent": plain["agent"],
        "action": described[0],
        "turn": described,
        **value_values(game, plain["value"]),
    }


def review_values(review: Review, top: int | None = None) -> dict[str, Any]:
    """Return a review; its marked turns can be played on the board, as they were and better."""
    plain = review_json(review, top)
    for marked, value in zip(plain["marked"], review.marked[:top], strict=True):
        game = review.before(value)
        marked["played_actions"] = line_values(game, value.played)
        marked["best_actions"] = line_values(game, value.best)
    return plain
