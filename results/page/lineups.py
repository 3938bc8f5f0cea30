"""Formations and boards as pictures, a letter a troop.

A formation is the home rows of a setup, its front at the top. On a board turns are arrows from
square to square.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from .figures import BLUE, GREY, INK, ORANGE, Picture, new_figure, picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_CELL: Final = 0.3
"""Inches of a square of a formation."""
_SQUARE: Final = 0.27
"""Inches of a square of a board."""
_SIDES: Final = (BLUE, ORANGE)


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


@dataclass(frozen=True)
class Piece:
    """A troop on the board; squares count from 0."""

    x: int
    y: int
    letter: str
    side: int
    """0 or 1, which have colours of their own."""
    note: str = ""
    """A few small characters below the letter, such as health that is not full."""


@dataclass(frozen=True)
class Arrows:
    """A turn: the squares that it leads over, in order; dashed beside one in full."""

    squares: Sequence[tuple[int, int]]
    dashed: bool = False


def board_picture(
    name: str,
    title: str,
    size: tuple[int, int],
    pieces: Sequence[Piece],
    *,
    obstacles: Sequence[tuple[int, int]] = (),
    turns: Mapping[str, Arrows] | None = None,
) -> Picture:
    """Draw a board of so many columns and rows; turns are named in a legend."""
    width, height = size

    def draw() -> "Figure":
        figure = new_figure(_SQUARE * width + 0.5, _SQUARE * height + 0.7)
        axes = figure.add_subplot()
        _draw_squares(axes, width, height, obstacles)
        for label, arrows in (turns or {}).items():
            _draw_turn(axes, label, arrows)
        for piece in pieces:
            _draw_piece(axes, piece)
        axes.set(xlim=(0, width), ylim=(0, height), aspect="equal")
        axes.set_xticks([x + 0.5 for x in range(width)], [chr(97 + x) for x in range(width)])
        axes.set_yticks([y + 0.5 for y in range(height)], [str(y + 1) for y in range(height)])
        axes.tick_params(length=0, labelsize=7)
        for spine in axes.spines.values():
            spine.set_visible(False)
        if turns:
            look: dict[str, Any] = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0)}
            axes.legend(ncols=len(turns), handlelength=3, **look)
        return figure

    return picture(name, title, draw, least_width=420)


def _draw_squares(axes: Any, width: int, height: int, obstacles: Sequence[tuple[int, int]]) -> None:
    from matplotlib.patches import Rectangle  # noqa: PLC0415

    for x in range(width):
        for y in range(height):
            shade = 0.14 if (x + y) % 2 else 0.05
            shade = 0.8 if (x, y) in obstacles else shade
            axes.add_patch(Rectangle((x, y), 1, 1, color=GREY, alpha=shade, lw=0))


def _draw_turn(axes: Any, label: str, arrows: Arrows) -> None:
    """Draw the arrows of a turn; of one that stays where it is, a ring."""
    places = [(x + 0.5, y + 0.5) for x, y in arrows.squares]
    style = (0, (3, 2)) if arrows.dashed else "-"
    colour = GREY if arrows.dashed else INK
    axes.plot([], [], color=colour, linestyle=style, linewidth=1.6, label=label)
    if len(places) == 1:
        look = {"markersize": 13, "markerfacecolor": "none", "markeredgecolor": colour}
        axes.plot(*places[0], "s" if arrows.dashed else "o", **look)
    for start, end in pairwise(places):
        look = {"arrowstyle": "-|>", "color": colour, "linewidth": 1.6, "linestyle": style}
        look |= {"shrinkA": 6, "shrinkB": 5, "mutation_scale": 10}
        axes.annotate("", end, start, arrowprops=look, annotation_clip=False)


def _draw_piece(axes: Any, piece: Piece) -> None:
    colour, middle = _SIDES[piece.side], piece.x + 0.5
    look: dict[str, Any] = {"ha": "center", "va": "center", "color": colour}
    up = 0.62 if piece.note else 0.48
    axes.text(middle, piece.y + up, piece.letter, fontsize=9.5, weight="bold", **look)
    if piece.note:
        axes.text(middle, piece.y + 0.2, piece.note, fontsize=5, **look)
