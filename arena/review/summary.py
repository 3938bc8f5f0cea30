"""A review in words: what the terminal shows, and the head of its page; and as JSON."""

from collections.abc import Sequence
from typing import Any, Final

from ...engine.notation.drawing import SIDES
from ...engine.records import RecordedTurn
from ...results.page.blocks import Block, Facts, Lines, Text
from ...results.page.words import plural
from .lines import agent_name, ending, game_title, line_end, line_turns
from .review import MARKS, Review, SideReview, for_first, mark_of
from .reviewer import TOP
from .text_chart import share_chart
from .turn_values import TurnValue
from .win_chance import SAYS_MORE, win_chance

_SEVERAL: Final = {"blunder": "blunders", "mistake": "mistakes", "inaccuracy": "inaccuracies"}
_FOLLOWING: Final = 3
"""Turns of a line that a terminal shows after the turn that it begins with."""


def summary(review: Review, width: int, top: int = TOP) -> list[Block]:
    """Return what a review found, for a terminal of so many columns."""
    top_turns = review.marked[:top]
    return [
        Text(f"{title(review)}. {ending(review.record, review.resigned)}"),
        side_facts(review),
        Lines(_chart(review, top_turns, width)),
        *early_note(review),
        *(Text(sentence) for sentence in _headlines(review, top_turns)),
        *(
            Facts(
                played_facts(review, value, _FOLLOWING) + better_facts(review, value, _FOLLOWING),
                f"{rank}. {turn_title(review, value)} {_values_text(value)}",
            )
            for rank, value in enumerate(top_turns, start=1)
        ),
    ]


def title(review: Review) -> str:
    """Return which game it is, and who reviews it."""
    return f"{game_title(review.record)}, reviewed by {agent_name(review.agent)}"


def side_facts(review: Review) -> Facts:
    """Return what each side gave away."""
    names = review.record.names if review.record.armies else ("", "")
    return Facts(
        [
            (f"{SIDES[side.player]} player", f"{name}: {side_text(side)}".removeprefix(": "))
            for side, name in zip(review.sides, names, strict=True)
        ]
    )


def side_text(side: SideReview) -> str:
    """Return what a side gave away, in words."""
    if not side.turns:
        return "no turn"
    marks = ", ".join(plural(n, name, _SEVERAL[name]) for name, n in side.marks.items())
    loss = f"{100 * side.mean_loss:.1f} % of the chance to win given away a turn"
    return f"{marks}; {loss} ({plural(side.turns, 'turn')})"


def _chart(review: Review, top_turns: Sequence[TurnValue], width: int) -> list[str]:
    marks = {value.turn: str(rank) for rank, value in enumerate(top_turns[:9], start=1)}
    first = review.values.turns[0].turn
    numbers = "; numbers: the turns below" if marks else ""
    heading = f"first player's chance to win after every turn{numbers}"
    return [heading, *share_chart(review.chances, first, marks, width)]


def early_note(review: Review) -> list[Block]:
    """Return what is to be said of a graph that shows the first turns of a game."""
    if review.values.turns[0].turn >= SAYS_MORE:
        return []
    sentence = f"Before turn {SAYS_MORE} it compares the armies and does not say who will win."
    return [Text(sentence, "note")]


def _headlines(review: Review, top_turns: Sequence[TurnValue]) -> list[str]:
    """Return what is to be said of the list that follows."""
    least = f"{100 * MARKS[-1][1]:.0f} %"
    if not top_turns:
        return [f"No turn gave away {least} of the chance to win or more: nothing is marked."]
    others = len(review.marked) - len(top_turns)
    rest = f", and {others} more: --top {len(review.marked)} shows all" if others else ""
    return [f"The turns that gave away most{rest}"]


def turn_title(review: Review, value: TurnValue) -> str:
    """Return which turn it is, what it is called and what it gave away."""
    part = ", after Winds of Fate" if review.later_part(value) else ""
    mark = mark_of(value) or "turn"
    article = "an" if mark[0] in "aeiou" else "a"
    before, after = win_chance(value.best_value), win_chance(value.played_value)
    return (
        f"Turn {value.turn}, {SIDES[value.player]} player{part}: {article} {mark}, "
        f"from {chance_text(before)} to {chance_text(after)}"
    )


def _values_text(value: TurnValue) -> str:
    return f"(value {value.best_value:+.2f} to {value.played_value:+.2f})"


def chance_text(chance: float) -> str:
    """Return a chance to win as a whole number of per cent; it is no more exact than that."""
    return f"{100 * chance:.0f} %"


def played_facts(review: Review, value: TurnValue, most: int) -> list[tuple[str, str]]:
    """Return the turn that was played, and so many that are expected after it."""
    expected = _following(review, value, value.played_line, most)
    return [("played", "; ".join(value.played)), *expected]


def better_facts(review: Review, value: TurnValue, most: int) -> list[tuple[str, str]]:
    """Return the turn that was better, and so many that are expected after it."""
    expected = _following(review, value, value.best_line, most)
    return [("better", "; ".join(value.best)), *expected]


def _following(
    review: Review, value: TurnValue, line: Sequence[str], most: int
) -> list[tuple[str, str]]:
    """Return the turns of a line after its first, and who wins with the last of them."""
    end = line_end(review.before(value), line)
    turns = [turn for turn in line_turns(end) if turn.number > value.turn]
    facts = [(f" {turn.number} {turn.side}", "; ".join(turn.actions)) for turn in turns[:most]]
    if end.winner is not None:
        won = "a draw" if end.winner == "draw" else f"the {SIDES[end.winner]} player wins"
        facts.append((" end", f"{won} in turn {end.turn}"))
    return facts


# ---- JSON ----------------------------------------------------------------------------------------


def review_json(review: Review, top: int | None = None) -> dict[str, Any]:
    """Return a review as plain values; `top` limits the marked turns."""
    record = review.record
    return {
        "game": game_title(record),
        "setups": list(record.names) if record.armies else None,
        "game_seed": record.seed,
        "rules": list(record.rules.edits),
        "agent": str(review.agent),
        "seed": review.seed,
        "ending": ending(record, review.resigned),
        "winner": record.outcome.winner if record.outcome else _winner(review),
        "marks": dict(MARKS),
        "start": _both(review.values.start),
        "sides": [
            {
                "player": side.player,
                "turns": side.turns,
                "mean_loss": round(side.mean_loss, 4),
                **{_SEVERAL[name]: count for name, count in side.marks.items()},
            }
            for side in review.sides
        ],
        "turns": [_turn_json(value) for value in review.values.turns],
        "marked": [_marked_json(review, value) for value in review.marked[:top]],
    }


def _winner(review: Review) -> int | None:
    return None if review.resigned is None else 1 - review.resigned


def _both(value: float) -> dict[str, float]:
    """Return a first player's value, and its chance to win."""
    return {"first_value": round(value, 4), "first_chance": round(win_chance(value), 4)}


def _turn_json(value: TurnValue) -> dict[str, Any]:
    return {
        "turn": value.turn,
        "player": value.player,
        "actions_before": value.first,
        "played": list(value.played),
        **_both(for_first(value, value.played_value)),
        "value": round(value.played_value, 4),
        "best": list(value.best),
        "best_value": round(value.best_value, 4),
        "loss": round(value.loss, 4),
        "chance_loss": round(value.chance_loss, 4),
        "mark": mark_of(value),
        "searched_longer": value.searched_longer,
    }


def _marked_json(review: Review, value: TurnValue) -> dict[str, Any]:
    game = review.before(value)
    lines = {"played_line": value.played_line, "best_line": value.best_line}
    return (
        _turn_json(value)
        | {"position": game.position}
        | {name: _line_json(line_turns(line_end(game, line))) for name, line in lines.items()}
    )


def _line_json(turns: Sequence[RecordedTurn]) -> list[dict[str, Any]]:
    return [
        {"turn": turn.number, "player": turn.player, "actions": list(turn.actions)}
        for turn in turns
    ]
