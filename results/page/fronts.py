"""Points by two figures, with intervals, numbers beside them, and hints that a page shows.

Each point's element has the id `point-NUMBER`: a page's table whose rows have that number as their
link is highlighted together with it (`grids.Grid.links`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .axes import Scale, chart, set_scales
from .figures import BLUE, GREY, ORANGE, Picture


@dataclass(frozen=True, kw_only=True)
class Dot:
    """A point with intervals, both as (value, low, high)."""

    number: int
    x: tuple[float, float, float]
    y: tuple[float, float, float]
    hint: str
    marked: bool = False
    """Whether it is drawn in another colour: the point that all others are compared with."""


def front_plot(
    name: str,
    title: str,
    dots: Sequence[Dot],
    crowd: Sequence[tuple[float, float]],
    across: Scale,
    up: Scale,
) -> Picture:
    """Draw numbered points over a crowd of others."""

    def draw(axes: Any) -> None:
        if crowd:
            x, y = zip(*crowd, strict=True)
            axes.plot(x, y, "o", color=GREY, markersize=3, alpha=0.35, markeredgewidth=0)
        for dot in sorted(dots, key=lambda dot: dot.marked):  # the marked one on top
            _draw(axes, dot)
        set_scales(axes, across, up, "both")

    hints = {f"point-{dot.number}": dot.hint for dot in dots}
    return chart(name, title, (7.5, 4.6), draw, hints=hints)


def _draw(axes: Any, dot: Dot) -> None:
    colour = ORANGE if dot.marked else BLUE
    x, y = dot.x[0], dot.y[0]
    axes.plot(dot.x[1:], (y, y), color=colour, linewidth=1, alpha=0.35)
    axes.plot((x, x), dot.y[1:], color=colour, linewidth=1, alpha=0.35)
    [point] = axes.plot([x], [y], "o", color=colour, markersize=8)
    point.set_gid(f"point-{dot.number}")
    axes.annotate(str(dot.number), (x, y), xytext=(6, 5), textcoords="offset points", fontsize=8)
