"""Figures of searches that go from round to round: a value with its interval, and shares."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from .axes import Scale, chart, legend_above, set_scales
from .figures import BLUE, GREY, INK, ORANGE, Picture

ROUND: Final = Scale("round", whole=True)


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
        set_scales(axes, ROUND, Scale(up, percent=True))
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
        for number, (label, given) in enumerate(series.items()):
            look = {"edgecolor": "white", "linewidth": 0.4}
            look["color"] = GREY if label == rest else colours(number % 20)
            axes.bar(x, np.array(given), 0.86, below, label=label, **look)
            below += np.array(given)
        set_scales(axes, ROUND, Scale(up, percent=True), grid="")
        axes.set(xlim=(0.4, rounds + 0.6), ylim=(0, 1))
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=7.5)

    size = max(8.5, min(5.5 + 0.25 * rounds, 13)), max(3.2, 0.19 * len(series))
    return chart(name, title, size, draw, least_width=640)
