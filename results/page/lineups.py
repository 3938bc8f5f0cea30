"""Formations as pictures: the home rows of a setup, its front at the top, a letter a troop."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .figures import BLUE, GREY, Picture, new_figure, picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_CELL = 0.3
"""Inches of a square."""


def lineups(
    name: str,
    title: str,
    labels: Sequence[str],
    formations: Sequence[Sequence[str]],
    *,
    width: int = 20,
    depth: int = 3,
) -> Picture:
    """Draw formations below each other, each under its label; rows of letters, spaces are free."""

    def draw() -> "Figure":
        from matplotlib.patches import Rectangle  # noqa: PLC0415

        block = depth + 1.6
        figure = new_figure(_CELL * width + 0.2, _CELL * block * len(labels) + 0.1)
        axes = figure.add_subplot()
        for number, (label, rows) in enumerate(zip(labels, formations, strict=True)):
            top = number * block + 1.1
            axes.text(0, top - 0.3, label, fontsize=8.5, va="bottom")
            for row in range(depth):
                troops = (rows[row] if row < len(rows) else "").ljust(width)
                for column in range(width):
                    shade = 0.10 if (row + column) % 2 else 0.04
                    square = Rectangle((column, top + row), 1, 1, color=GREY, alpha=shade, lw=0)
                    axes.add_patch(square)
                    if troops[column] != " ":
                        axes.text(
                            column + 0.5, top + row + 0.54, troops[column],
                            ha="center", va="center", fontsize=9, color=BLUE, weight="bold",
                        )  # fmt: skip
        axes.set(xlim=(0, width), ylim=(block * len(labels), 0), aspect="equal")
        axes.axis("off")
        return figure

    return picture(name, title, draw, least_width=480)
