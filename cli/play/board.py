"""The board for a player: the squares in reach as `+`, both sides in colours on a terminal."""

import click

from ...engine import Game
from ...engine.rules.squares import parse_square
from .listing import moves

REACH = "+"
_MARGIN = 4
"""Columns left of file a, as the engine draws the board."""


def _colour(character: str) -> str:
    if character == REACH:
        return click.style(character, fg="green", bold=True)
    if character.isalpha():
        return click.style(character, fg="cyan" if character.isupper() else "red", bold=True)
    return character


def board_text(game: Game, *, reach: bool = False) -> str:
    """Return the board and what stands below it; `reach` marks the squares to move to."""
    lines = str(game).splitlines()
    height, width = game.rules.board.height, game.rules.board.width
    rows = [list(line) for line in lines[1 : height + 1]]
    if reach:
        for square in moves(game):
            x, y = parse_square(square, game.rules)
            rows[height - 1 - y][_MARGIN + 2 * x] = REACH
    end = _MARGIN + 2 * width
    painted = [
        "".join(row[:_MARGIN]) + "".join(map(_colour, row[_MARGIN:end])) + "".join(row[end:])
        for row in rows
    ]
    return "\n".join([lines[0], *painted, *lines[height + 1 :]])
