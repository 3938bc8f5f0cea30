"""Small charts side by side, one a figure, over the same axis: how much hangs on one number."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from .charts import percent_axis
from .figures import BLUE, Picture, new_figure, picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure


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
