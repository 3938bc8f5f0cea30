"""Figures of searches that go from round to round: values with intervals, shares, formations."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .figures import BLUE, GREY, INK, ORANGE, Picture, new_figure, picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SQUARE = 0.17
"""Inches of a square of a drawn formation."""


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
        _percent(axes.yaxis)
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
        _percent(axes.yaxis)
        return figure

    return picture(name, title, draw, least_width=640)


def formations(
    name: str,
    title: str,
    drawn: Sequence[tuple[str, Sequence[str]]],
    *,
    width: int,
    depth: int,
) -> Picture:
    """Draw where the troops of each setup stand, the front row at the top."""

    def draw() -> "Figure":
        from matplotlib.patches import Rectangle  # noqa: PLC0415

        tall = depth + 2.2
        figure = new_figure(max(_SQUARE * width, 5.5) + 0.3, _SQUARE * tall * len(drawn) + 0.2)
        axes = figure.add_subplot()
        for number, (label, rows) in enumerate(drawn):
            top = number * tall + 1.3
            axes.text(0, top - 0.25, label, ha="left", va="bottom", fontsize=8)
            for row in range(depth):
                letters = rows[row].ljust(width) if row < len(rows) else " " * width
                for column, letter in enumerate(letters):
                    stands = letter not in " ."
                    square = Rectangle(
                        (column, top + row),
                        1,
                        1,
                        facecolor=BLUE if stands else "none",
                        edgecolor=GREY,
                        linewidth=0.4,
                    )
                    square.set_in_layout(False)
                    axes.add_patch(square)
                    if stands:
                        middle = column + 0.5, top + row + 0.53
                        text = axes.text(*middle, letter, ha="center", va="center", fontsize=7.5)
                        text.set_color("#ffffff")
                        text.set_in_layout(False)
        across = max(width, 5.5 / _SQUARE)
        axes.set(xlim=(0, across), ylim=(tall * len(drawn), 0), aspect="equal")
        axes.axis("off")
        return figure

    return picture(name, title, draw, least_width=420)


def _percent(axis: Any) -> None:
    from matplotlib.ticker import PercentFormatter  # noqa: PLC0415

    axis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
