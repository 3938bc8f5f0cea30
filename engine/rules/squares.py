"""Squares as text (`a1` .. `t20`), as (x, y), and as codes on the packed board."""

import re

from ..reading.input_error import InputError
from ..reading.names import shown
from .board import ROW_BITS, ROWS_PER_WORD
from .ruleset import Ruleset

FILES = "abcdefghijklmnopqrst"
_SQUARE = re.compile(r"([a-t])([1-9][0-9]?)")


def square_name(x: int, y: int) -> str:
    """Return the square's name: (10, 2) is k3."""
    return f"{FILES[x]}{y + 1}"


def parse_square(text: str, rules: Ruleset) -> tuple[int, int]:
    """Return (x, y) of a square's name, or raise InputError if the board has no such square."""
    width, height = rules.board.width, rules.board.height
    match = _SQUARE.fullmatch(text) if isinstance(text, str) else None
    if match:
        x, y = FILES.index(match[1]), int(match[2]) - 1
        if x < width and y < height:
            return x, y
    raise InputError(
        f"{shown(text)} is not a square from a1 to {square_name(width - 1, height - 1)}"
    )


def code_at(x: int, y: int) -> int:
    """Return the code of a square on the packed board (see `bits`)."""
    return 64 * (y // ROWS_PER_WORD) + ROW_BITS * (y % ROWS_PER_WORD) + x


def place_of(code: int) -> tuple[int, int]:
    """Return (x, y) of a code."""
    row, x = divmod(code % 64, ROW_BITS)
    return x, ROWS_PER_WORD * (code // 64) + row
