"""Lines over an axis, with bands where a value is uncertain: in one chart, or one chart a line."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .axes import Scale, chart, legend_above, percent_axis, set_scales
from .figures import BLUE, GREY, INK, ORANGE, Picture, new_figure, picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLOURS = (BLUE, ORANGE, GREY, INK)


@dataclass(frozen=True)
class Curve:
    """Values at places of the axis, and how far they may be off."""

    at: Sequence[float]
    values: Sequence[float]
    lows: Sequence[float] | None = None
    highs: Sequence[float] | None = None


def curves(name: str, title: str, drawn: Mapping[str, Curve], across: str, up: Scale) -> Picture:
    """Draw up to four curves by name, over whole numbers."""

    def draw(axes: Any) -> None:
        for (label, curve), colour in zip(drawn.items(), _COLOURS, strict=False):
            axes.plot(curve.at, curve.values, "-o", color=colour, markersize=3.5, label=label)
            if curve.lows is not None and curve.highs is not None:
                axes.fill_between(
                    curve.at, curve.lows, curve.highs, color=colour, alpha=0.18, linewidth=0
                )
        set_scales(axes, Scale(across, whole=True), up)
        if len(drawn) > 1:
            legend_above(axes, len(drawn))

    return chart(name, title, (7.5, 3.2), draw)


def panels(
    name: str,
    title: str,
    at: Sequence[float],
    drawn: Mapping[str, Sequence[tuple[float, float, float]]],
    *,
    axis: str,
    percent: Sequence[str] = (),
) -> Picture:
    """Draw a small chart a figure: (value, low, high) at each place."""

    def draw() -> "Figure":
        across = min(len(drawn), 3) or 1
        down = math.ceil(len(drawn) / across) or 1
        figure = new_figure(3.2 * across, 2.3 * down + 0.2)
        for number, (label, points) in enumerate(drawn.items()):
            axes = figure.add_subplot(down, across, number + 1)
            values, lows, highs = np.array(points, float).reshape(-1, 3).T
            axes.fill_between(at, lows, highs, color=BLUE, alpha=0.22, linewidth=0)
            axes.plot(at, values, "o-", color=BLUE, markersize=3.5, linewidth=1.4)
            axes.set_title(label, fontsize=9)
            axes.grid(axis="y")
            if number >= len(drawn) - across:
                axes.set_xlabel(axis)
            if label in percent:
                percent_axis(axes.yaxis)
        return figure

    return picture(name, title, draw, least_width=520)
