"""Points in a plane, such as what was expected and what came, with intervals."""

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
