"""The board as an image: an array of pixels, drawn with numpy alone."""

from typing import Final

import numpy as np

from ..engine import Game
from ..engine.rules.squares import parse_square
from ..engine.rules.stats import LETTERS

SQUARE: Final = 24
"""Pixels of a square, lines included."""

_GROUND, _LINE, _OBSTACLE = (236, 231, 219), (205, 198, 182), (96, 92, 84)
_SIDES = ((38, 84, 156), (178, 58, 46))
_SELECTED, _LETTER, _LOST = (240, 190, 40), (255, 255, 255), (40, 40, 40)

_GLYPHS: Final = {
    "S": "01111 10000 01110 00001 11110",
    "F": "11111 10000 11110 10000 10000",
    "H": "10001 10001 11111 10001 10001",
    "A": "01110 10001 11111 10001 10001",
    "M": "10001 11011 10101 10001 10001",
    "K": "10010 10100 11000 10100 10010",
    "C": "01111 10000 10000 10000 01111",
}
"""Letters of troops, five by five."""


def picture(game: Game) -> np.ndarray:
    """Return a game's board, the first player below: [height, width, 3], uint8.

    Each troop is a disc of its side's colour with its letter; the bar below it is its health.
    """
    board, data = game.rules.board, game.to_dict()
    image = np.full((board.height * SQUARE, board.width * SQUARE, 3), _GROUND, np.uint8)
    image[::SQUARE], image[:, ::SQUARE] = _LINE, _LINE
    for square in data["obstacles"]:
        _tile(image, game, square)[:] = _OBSTACLE
    for troop in data["troops"]:
        _draw(_tile(image, game, troop["square"]), troop, game, troop["square"] == data["selected"])
    return image


def _tile(image: np.ndarray, game: Game, square: str) -> np.ndarray:
    """Return the pixels of a square without its lines."""
    x, y = parse_square(square, game.rules)
    top = (game.rules.board.height - 1 - y) * SQUARE
    return image[top + 1 : top + SQUARE, x * SQUARE + 1 : (x + 1) * SQUARE]


def _draw(tile: np.ndarray, troop: dict, game: Game, selected: bool) -> None:
    if selected:
        tile[:] = _SELECTED
    size = SQUARE - 1
    away = np.hypot(*(np.indices((size, size)) - (size - 1) / 2))
    tile[away < size / 2 - 1] = _SIDES[troop["owner"]]
    for row, bits in enumerate(_GLYPHS[troop["type"]].split()):
        for column, bit in enumerate(bits):
            if bit == "1":
                tile[6 + 2 * row : 8 + 2 * row, 7 + 2 * column : 9 + 2 * column] = _LETTER
    full = list(game.rules.troops.values())[LETTERS.index(troop["type"])].health
    left = max(1, round((size - 2) * min(troop["health"] / full, 1.0)))
    tile[-3:-1, 1:-1] = _LOST
    tile[-3:-1, 1 : 1 + left] = _LETTER
