"""Points in a plane with intervals: expected and measured values, or a numbered Pareto front.

Each numbered point's element has the id `point-NUMBER`: a page's table whose rows have that number
as their link is highlighted together with it (`grids.Grid.links`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .axes import Scale, chart, legend_above, set_scales
from .figures import BLUE, GREY, INK, ORANGE, Picture

_COLOURS = (BLUE, ORANGE, GREY)


@dataclass(frozen=True)
class PointGroup:
    """Points, and the intervals of their heights."""

    across: Sequence[float]
    up: Sequence[float]
    intervals: Sequence[tuple[float, float]] | None = None


def scatter(
    name: str, title: str, groups: Mapping[str, PointGroup], across: str, up: str
) -> Picture:
    """Draw up to three groups of shares by name; on the diagonal both values are the same."""

    def draw(axes: Any) -> None:
        for (label, points), colour in zip(groups.items(), _COLOURS, strict=False):
            if points.intervals:
                lows, highs = np.array(points.intervals).reshape(-1, 2).T
                axes.vlines(points.across, lows, highs, color=colour, linewidth=1.2, alpha=0.45)
            axes.plot(points.across, points.up, "o", color=colour, markersize=4, label=label)
        every = [v for p in groups.values() for v in (*p.across, *p.up)]
        ends = min(every, default=0.0), max(every, default=1.0)
        axes.plot(ends, ends, color=INK, linewidth=0.8, linestyle="--")
        set_scales(axes, Scale(across, percent=True), Scale(up, percent=True), "both")
        if len(groups) > 1:
            legend_above(axes, len(groups))

    return chart(name, title, (5.2, 4.6), draw, least_width=380)


@dataclass(frozen=True, kw_only=True)
class Dot:
    """A point with intervals, both as (value, low, high)."""

    number: int
    label: str
    """What stands beside it."""
    x: tuple[float, float, float]
    y: tuple[float, float, float]
    hint: str
    marked: bool = False
    """Whether it is drawn in another colour, over the others."""


def front_plot(
    name: str,
    title: str,
    dots: Sequence[Dot],
    crowd: Sequence[tuple[float, float]],
    across: Scale,
    up: Scale,
    *,
    diagonal: bool = False,
) -> Picture:
    """Draw points with their labels over a crowd of others; `diagonal` is where both are equal."""

    def draw(axes: Any) -> None:
        if diagonal and dots:
            every = [value for dot in dots for value in (dot.x[0], dot.y[0])]
            ends = min(every), max(every)
            axes.plot(ends, ends, color=INK, linewidth=0.8, linestyle="--")
        if crowd:
            x, y = zip(*crowd, strict=True)
            axes.plot(x, y, "o", color=GREY, markersize=3, alpha=0.35, markeredgewidth=0)
        for dot in sorted(dots, key=lambda dot: dot.marked):  # the marked one on top
            _draw(axes, dot)
        for dot in dots:
            _label(axes, dot)
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


def _label(axes: Any, dot: Dot) -> None:
    (x, *_), (y, *_) = dot.x, dot.y
    low, high = axes.get_xlim()
    left = x > (low + high) / 2  # the text stays within the chart
    axes.annotate(
        dot.label,
        (x, y),
        xytext=(-6 if left else 6, 5),
        textcoords="offset points",
        ha="right" if left else "left",
        fontsize=7.5,
    )
