"""A review as a page: the game in sentences, its graph, and each marked turn on the board."""

from typing import Any, Final

import numpy as np

from ...engine import Game
from ...engine.notation.drawing import SIDES
from ...engine.rules.squares import parse_square
from ...engine.rules.stats import LETTERS, TROOPS
from ...results.page.axes import Scale, chart, set_scales
from ...results.page.blocks import Block, Facts, Section, Text
from ...results.page.figures import BLUE, INK, ORANGE, Picture
from ...results.page.grids import Column, Grid
from ...results.page.lineups import Arrows, Piece, board_picture
from ...results.page.page import Page
from ...results.page.words import plural
from .lines import agent_name, ending, game_title
from .review import MARKS, Review, mark_of
from .reviewer import TOP
from .summary import better_facts, early_note, played_facts, side_facts, turn_title
from .turn_values import TurnValue
from .win_chance import win_chance

_ABOUT: Final = (
    "What each turn gave away of the chance to win, what would have been better, and which turns "
    "were a blunder, a mistake or an inaccuracy."
)
_FOLLOWING: Final = 8
"""Turns of a line that are shown after the turn that it begins with."""
_STEPS: Final = ("select", "move", "attack")
"""Actions that lead from square to square."""


def review_page(review: Review, top: int = TOP) -> Page:
    """Return the page of a review, with so many of its marked turns on the board."""
    top_turns = review.marked[:top]
    sections = [
        Section("The game", _game(review, top_turns)),
        *(
            Section(f"{rank}. {turn_title(review, value)}", _turn(review, value, rank))
            for rank, value in enumerate(top_turns, start=1)
        ),
        Section("Every turn", [_every_turn(review)]),
    ]
    return Page(game_title(review.record), _ABOUT, sections, _facts(review))


def _facts(review: Review) -> list[tuple[str, str]]:
    record = review.record
    return [
        ("Reviewed by", agent_name(review.agent)),
        ("Seed", f"{review.seed}; of the game {record.seed}"),
        ("Rules", ", ".join(record.rules.edits) or "standard"),
        ("Turns", str(len({value.turn for value in review.values.turns}))),
    ]


def _game(review: Review, top_turns: list[TurnValue]) -> list[Block]:
    worst = [Text(f"{turn_title(review, value)}.", "headline") for value in top_turns[:1]]
    least = f"{100 * MARKS[-1][1]:.0f} %"
    calm = Text(f"No turn gave away {least} of the chance to win or more.", "headline")
    return [
        Text(ending(review.record, review.resigned), "headline"),
        *(worst or [calm]),
        side_facts(review),
        _graph(review, top_turns),
        *early_note(review),
    ]


def _graph(review: Review, top_turns: list[TurnValue]) -> Picture:
    """Draw the first player's chance to win after every turn, with the marked turns."""
    turns = sorted({value.turn for value in review.values.turns})
    chances = dict(zip(turns, review.chances, strict=True))

    def draw(axes: Any) -> None:
        axes.plot(turns, review.chances, color=INK, linewidth=1.2)
        ahead = np.array(review.chances) >= 0.5
        look: dict[str, Any] = {"alpha": 0.3, "linewidth": 0, "interpolate": True}
        for where, colour in ((ahead, BLUE), (~ahead, ORANGE)):
            axes.fill_between(turns, review.chances, 0.5, where=where, color=colour, **look)
        for rank, value in enumerate(top_turns, start=1):
            at = value.turn, chances[value.turn]
            colour = (BLUE, ORANGE)[value.player]
            [point] = axes.plot(*at, "o", color=colour, markersize=6)
            point.set_gid(f"mark-{rank}")
            beside = (0, 6) if value.player else (0, -14)
            axes.annotate(str(rank), at, beside, textcoords="offset points", ha="center")
        set_scales(
            axes, Scale("turn", whole=True), Scale("chance to win", percent=True, middle=0.5)
        )
        axes.set(xlim=(turns[0] - 1, turns[-1] + 1), ylim=(-0.1, 1.1))

    title = "The first player's chance to win after every turn; numbers are the turns below"
    hints = {
        f"mark-{rank}": turn_title(review, value) for rank, value in enumerate(top_turns, start=1)
    }
    return chart("chances", title, (9, 3.4), draw, hints=hints)


def _turn(review: Review, value: TurnValue, rank: int) -> list[Block]:
    game = review.before(value)
    return [
        _board(game, value, rank),
        Facts(played_facts(review, value, _FOLLOWING), f"Played: value {value.played_value:+.2f}"),
        Facts(better_facts(review, value, _FOLLOWING), f"Better: value {value.best_value:+.2f}"),
        Facts(_sides(game), "What both sides have"),
    ]


def _sides(game: Game) -> list[tuple[str, str]]:
    """Return the command points and the commands of both sides; in brackets, turns they rest."""
    data, sides = game.to_dict(), []
    for player, side in enumerate(SIDES):
        commands = data["commands"][player].items()
        listed = ", ".join(f"{slug} ({left})" if left else slug for slug, left in commands)
        points = plural(data["points"][player], "command point")
        sides.append((f"{side} player", f"{points}; {listed or 'no commands'}"))
    return sides


def _board(game: Game, value: TurnValue, rank: int) -> Picture:
    """Draw the board before a turn, with the one that was played and the better one."""
    data, rules = game.to_dict(), game.rules
    pieces = []
    for troop in data["troops"]:
        full = rules.troops[TROOPS[LETTERS.index(troop["type"])]].health
        health = troop["health"] + troop["boost"]
        letter = troop["type"].lower() if troop["owner"] else troop["type"]
        x, y = parse_square(troop["square"], rules)
        pieces.append(Piece(x, y, letter, troop["owner"], "" if health == full else str(health)))
    title = f"Before turn {value.turn}: {SIDES[value.player]} player to move"
    return board_picture(
        f"turn-{rank}",
        f"{title}; the first player is blue, and health stands below a letter if it is not full",
        (rules.board.width, rules.board.height),
        pieces,
        obstacles=[parse_square(square, rules) for square in data["obstacles"]],
        turns={
            "better": Arrows(_way(game, value.best)),
            "played": Arrows(_way(game, value.played), dashed=True),
        },
    )


def _way(game: Game, actions: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the squares over which a turn leads."""
    squares = [] if game.to_dict()["selected"] is None else [game.to_dict()["selected"]]
    for action in actions:
        verb, _, square = action.partition(" ")
        if verb in _STEPS:
            squares.append(square)
    return [parse_square(square, game.rules) for square in squares]


def _every_turn(review: Review) -> Grid:
    columns = [
        Column("turn", "turn", "count"),
        Column("side", "side"),
        Column("played", "played"),
        Column("chance", "chance to win after it", "share"),
        Column("loss", "given away", "share"),
        Column("mark", "mark"),
        Column("better", "better"),
    ]
    rows = [
        (
            value.turn,
            SIDES[value.player],
            "; ".join(value.played),
            win_chance(value.played_value),
            value.chance_loss,
            mark_of(value) or "",
            "; ".join(value.best) if value.best != value.played else "",
        )
        for value in review.values.turns
    ]
    note = "The chance to win is that of the side whose turn it was."
    return Grid("turns", "Every turn", columns, rows, note)
