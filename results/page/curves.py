"""Lines over an axis with bands or intervals, in one chart or several; and shares by round."""

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
MOST_TICKS = 8
"""Places of an axis that are all marked, and nothing between them."""
_ROUND = Scale("round", whole=True)


@dataclass(frozen=True)
class Curve:
    """Values at places of the axis, and how far they may be off."""

    at: Sequence[float]
    values: Sequence[float]
    lows: Sequence[float] | None = None
    highs: Sequence[float] | None = None


def curves_of(
    rows: Sequence[Mapping[str, Any]], at: str, named: Mapping[str, str]
) -> dict[str, Curve]:
    """Return curves by name, each of a value of the rows; `at` is where on the axis a row is."""
    places = [row[at] for row in rows]
    return {name: Curve(places, [row[value] for row in rows]) for name, value in named.items()}


def curves(name: str, title: str, lines: Mapping[str, Curve], across: str, up: Scale) -> Picture:
    """Draw up to four curves by name, over whole numbers."""

    def draw(axes: Any) -> None:
        for (label, curve), colour in zip(lines.items(), _COLOURS, strict=False):
            axes.plot(curve.at, curve.values, "-o", color=colour, markersize=3.5, label=label)
            if curve.lows is not None and curve.highs is not None:
                axes.fill_between(
                    curve.at, curve.lows, curve.highs, color=colour, alpha=0.18, linewidth=0
                )
        set_scales(axes, Scale(across, whole=True), up)
        if len(lines) > 1:
            legend_above(axes, len(lines))

    return chart(name, title, (7.5, 3.2), draw)


def panels(
    name: str,
    title: str,
    at: Sequence[float],
    lines: Mapping[str, Sequence[tuple[float, float, float]]],
    *,
    axis: str,
    percent: Sequence[str] = (),
) -> Picture:
    """Draw a small chart a figure: (value, low, high) at each place."""

    def draw() -> "Figure":
        across = min(len(lines), 3) or 1
        down = math.ceil(len(lines) / across) or 1
        figure = new_figure(3.2 * across, 2.3 * down + 0.2)
        for number, (label, points) in enumerate(lines.items()):
            axes = figure.add_subplot(down, across, number + 1)
            values, lows, highs = np.array(points, float).reshape(-1, 3).T
            axes.fill_between(at, lows, highs, color=BLUE, alpha=0.22, linewidth=0)
            axes.plot(at, values, "o-", color=BLUE, markersize=3.5, linewidth=1.4)
            axes.set_title(label, fontsize=9)
            if len(at) <= MOST_TICKS:
                axes.set_xticks(at, [f"{place:g}" for place in at])
            axes.grid(axis="y")
            if number >= len(lines) - across:
                axes.set_xlabel(axis)
            if label in percent:
                percent_axis(axes.yaxis)
        return figure

    return picture(name, title, draw, least_width=520)


def timeline(
    name: str,
    title: str,
    rounds: Sequence[tuple[float, float, float, bool]],
    kinds: tuple[str, str],
    up: str,
    lines: Mapping[str, float],
) -> Picture:
    """Draw a share, its interval and a full or a hollow mark for each round from 1.

    `kinds` says what full and hollow marks are.
    """

    def draw(axes: Any) -> None:
        x = np.arange(1, len(rounds) + 1)
        y, lows, highs, full = np.array(rounds, float).reshape(-1, 4).T
        axes.plot(x, y, color=BLUE, linewidth=1, alpha=0.5)
        axes.vlines(x, lows, highs, color=BLUE, linewidth=2, alpha=0.55)
        for marks, label, inside in ((full > 0, kinds[0], BLUE), (full == 0, kinds[1], "white")):
            if marks.any():
                look = {"color": BLUE, "markerfacecolor": inside, "markersize": 5}
                axes.plot(x[marks], y[marks], "o", label=label, **look)
        for (label, height), colour in zip(lines.items(), (ORANGE, GREY), strict=False):
            axes.axhline(height, color=colour, linewidth=1.3, linestyle="--", label=label)
        axes.axhline(0, color=INK, linewidth=0.8)
        set_scales(axes, _ROUND, Scale(up, percent=True))
        axes.set(xlim=(0.4, len(rounds) + 0.6))
        legend_above(axes, 4)

    return chart(name, title, (max(5.5, min(2.5 + 0.32 * len(rounds), 11)), 3.4), draw)


def shares(
    name: str, title: str, series: Mapping[str, Sequence[float]], up: str, rest: str
) -> Picture:
    """Draw shares of a whole, one bar for each round from 1; the series `rest` is grey."""
    rounds = len(next(iter(series.values())))

    def draw(axes: Any) -> None:
        from matplotlib import colormaps  # noqa: PLC0415

        colours, below, x = colormaps["tab20"], np.zeros(rounds), np.arange(1, rounds + 1)
        for number, (label, heights) in enumerate(series.items()):
            look = {"edgecolor": "white", "linewidth": 0.4}
            look["color"] = GREY if label == rest else colours(number % 20)
            axes.bar(x, np.array(heights), 0.86, below, label=label, **look)
            below += np.array(heights)
        set_scales(axes, _ROUND, Scale(up, percent=True), grid="")
        axes.set(xlim=(0.4, rounds + 0.6), ylim=(0, 1))
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=7.5)

    size = max(8.5, min(5.5 + 0.25 * rounds, 13)), max(3.2, 0.19 * len(series))
    return chart(name, title, size, draw, least_width=640)
