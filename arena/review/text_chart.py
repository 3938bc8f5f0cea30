"""The chance to win over a game as lines of text, for terminals and pipes: plain characters."""

from collections.abc import Mapping, Sequence
from typing import Final

_ROWS: Final = 4
"""Rows above and below the middle of a chart."""
_MARGIN: Final = 6
_EVERY: Final = 10
"""Columns between two numbers of the axis across."""


def share_chart(
    shares: Sequence[float], first: int, marks: Mapping[int, str], width: int
) -> list[str]:
    """Return a chart of shares from 0 to 1, one a place from `first` on, as bars from one half.

    `marks` are characters that stand below places. Where there is no room for a column a place,
    a column shows the share that is farthest from one half, and the first mark of its places.
    """
    room = max(width - _MARGIN, 1)
    across = max(room // max(len(shares), 1), 1)
    across, each = min(across, 2), -(-len(shares) // room)
    columns = [shares[i : i + each] for i in range(0, len(shares), each)]
    farthest = [max(column, key=lambda share: abs(share - 0.5)) for column in columns]
    heights = [round((share - 0.5) * 2 * _ROWS) for share in farthest]
    lines = []
    for row in range(_ROWS, -_ROWS - 1, -1):
        label = f"{50 + 50 * row // _ROWS:>3} % " if row % 2 == 0 else ""
        cells = "".join(_cell(height, row) * across for height in heights)
        lines.append(f"{label:<{_MARGIN}}{cells}".rstrip())
    places = range(first, first + len(shares))
    marked = [
        next((marks[p] for p in places[i : i + each] if p in marks), " ")
        for i in range(0, len(shares), each)
    ]
    if marks:
        lines.append((" " * _MARGIN + "".join(mark.ljust(across) for mark in marked)).rstrip())
    return [*lines, _axis(first, len(columns), each, across)]


def _cell(height: int, row: int) -> str:
    """Return a cell of a bar of so many rows, up or down."""
    if row == 0:
        return "-"
    return "#" if 0 < row <= height or height <= row < 0 else " "


def _axis(first: int, columns: int, each: int, across: int) -> str:
    """Return the numbers of places: the first, then round ones."""
    line, step = " " * _MARGIN + str(first), _EVERY * each
    for place in range(first - first % step + step, first + columns * each, step):
        at = _MARGIN + (place - first) // each * across
        if len(line) + 2 <= at:
            line = line.ljust(at) + str(place)
    return line
