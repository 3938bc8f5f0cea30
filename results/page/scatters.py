"""Points in a plane, such as what was expected and what came, with intervals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .charts import percent_axis
from .figures import BLUE, GREY, INK, ORANGE, Picture, new_figure, picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLOURS = (BLUE, ORANGE, GREY)


@dataclass(frozen=True)
class PointGroup:
    """Points, and the intervals of their heights."""

    across: Sequence[float]
    up: Sequence[float]
    intervals: Sequence[tuple[float, float]] | None = None


def scatter(
    name: str,
    title: str,
    groups: Mapping[str, PointGroup],
    *,
    across: str,
    up: str,
    diagonal: bool = True,
    percent: bool = True,
) -> Picture:
    """Draw up to three groups of points by name; on the diagonal both values are the same."""

    def draw() -> "Figure":
        figure = new_figure(5.2, 4.6)
        axes = figure.add_subplot()
        for (label, points), colour in zip(groups.items(), _COLOURS, strict=False):
            if points.intervals:
                lows, highs = np.array(points.intervals).reshape(-1, 2).T
                axes.vlines(points.across, lows, highs, color=colour, linewidth=1.2, alpha=0.45)
            axes.plot(points.across, points.up, "o", color=colour, markersize=4, label=label)
        if diagonal:
            every = [v for p in groups.values() for v in (*p.across, *p.up)]
            ends = min(every, default=0.0), max(every, default=1.0)
            axes.plot(ends, ends, color=INK, linewidth=0.8, linestyle="--")
        axes.set(xlabel=across, ylabel=up)
        axes.grid()
        if len(groups) > 1:
            axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(groups))
        if percent:
            percent_axis(axes.xaxis)
            percent_axis(axes.yaxis)
        return figure

    return picture(name, title, draw, least_width=380)
