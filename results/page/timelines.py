"""Figures of searches that go from round to round: a value with its interval, and shares."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from .charts import percent_axis
from .figures import BLUE, GREY, INK, ORANGE, Picture, new_figure, picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def timeline(
    name: str,
    title: str,
    values: Sequence[float],
    intervals: Sequence[tuple[float, float]],
    full: Sequence[bool],
    *,
    kinds: tuple[str, str],
    axis: str,
    across: str,
    lines: Mapping[str, float],
) -> Picture:
    """Draw a share with its interval for each round from 1; `kinds` names full and hollow marks."""

    def draw() -> "Figure":
        from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

        figure = new_figure(max(5.5, min(2.5 + 0.32 * len(values), 11)), 3.4)
        axes = figure.add_subplot()
        x, y = np.arange(1, len(values) + 1), np.array(values)
        lows, highs = np.array(intervals).reshape(-1, 2).T
        axes.plot(x, y, color=BLUE, linewidth=1, alpha=0.5)
        axes.vlines(x, lows, highs, color=BLUE, linewidth=2, alpha=0.55)
        filled = np.array(full, bool)
        for marks, label, inside in ((filled, kinds[0], BLUE), (~filled, kinds[1], "white")):
            if marks.any():
                axes.plot(
                    x[marks],
                    y[marks],
                    "o",
                    color=BLUE,
                    markerfacecolor=inside,
                    markersize=5,
                    label=label,
                )
        for (label, height), colour in zip(lines.items(), (ORANGE, GREY), strict=False):
            axes.axhline(height, color=colour, linewidth=1.3, linestyle="--", label=label)
        axes.axhline(0, color=INK, linewidth=0.8)
        axes.set(xlabel=across, ylabel=axis, xlim=(0.4, len(values) + 0.6))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(axis="y")
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=4)
        percent_axis(axes.yaxis)
        return figure

    return picture(name, title, draw, least_width=420)


def shares(
    name: str,
    title: str,
    series: Mapping[str, Sequence[float]],
    *,
    axis: str,
    across: str,
    rest: str,
) -> Picture:
    """Draw shares of a whole, one bar for each round from 1; the series `rest` is grey."""

    def draw() -> "Figure":
        from matplotlib import colormaps  # noqa: PLC0415
        from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

        rounds = len(next(iter(series.values())))
        figure = new_figure(max(8.5, min(5.5 + 0.25 * rounds, 13)), max(3.2, 0.19 * len(series)))
        axes = figure.add_subplot()
        colours, below = colormaps["tab20"], np.zeros(rounds)
        for number, (label, given) in enumerate(series.items()):
            colour = GREY if label == rest else colours(number % 20)
            x, heights = np.arange(1, rounds + 1), np.array(given)
            axes.bar(
                x, heights, 0.86, below, color=colour, edgecolor="white", linewidth=0.4, label=label
            )
            below += heights
        axes.set(xlabel=across, ylabel=axis, xlim=(0.4, rounds + 0.6), ylim=(0, 1))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=7.5)
        percent_axis(axes.yaxis)
        return figure

    return picture(name, title, draw, least_width=640)
