"""The kinds of figures that reports draw, each from plain rows."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ..text.escape import plain
from .axes import Scale, chart, legend_above, set_rows, set_scales
from .estimates import Estimate
from .figures import BLUE, GREY, INK, ORANGE, Picture, new_figure, picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLOURS = (BLUE, ORANGE, GREY)

_LINE = 0.105
"""Height of a line of text where the radius of a circle of names is 1."""
_MIDDLE = 0.01
"""Points nearer to the middle than this are at the very top or bottom."""


@dataclass(kw_only=True)
class Cells:
    """A matrix to draw: what stands in each cell, and what stands beside its rows."""

    rows: Sequence[str]
    columns: Sequence[str]
    labels: tuple[str, str] = ("", "")
    """What columns and rows are."""
    extra: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Columns of numbers to the right."""
    values: np.ndarray = field(init=False)
    """NaN leaves a cell empty."""
    texts: dict[tuple[int, int], str] = field(init=False, default_factory=dict)
    hints: dict[tuple[int, int], str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.values = np.full((len(self.rows), len(self.columns)), math.nan)

    def put(self, at: tuple[int, int], value: float, text: str, hint: str = "") -> None:
        """Fill the cell of a row and column; a page shows the hint on hovering."""
        self.values[at] = value
        self.texts[at] = text
        if hint:
            self.hints[at] = hint

    @property
    def across(self) -> float:
        """Its width, in cells."""
        return len(self.columns) + 1.7 * len(self.extra)

    def size(self, cell: float) -> tuple[float, float]:
        """Return its width and height in inches, labels included."""
        longest = max(map(len, [*self.rows, ""])), max(map(len, [*self.columns, ""]))
        return (
            cell * self.across + 0.075 * longest[0] + 0.3,
            cell * len(self.rows) + 0.06 * longest[1] + 0.4,
        )


def heat_map(
    name: str,
    title: str,
    cells: Cells,
    *,
    limits: tuple[float, float] = (0.0, 1.0),
    diverging: bool = True,
    cell: float = 0.36,
) -> Picture:
    """Draw a matrix with a number in each cell and columns of numbers to its right.

    Diverging colours have white in the middle of the limits. A cell's size is in inches.
    """

    def draw(axes: Any) -> None:
        _draw_cells(axes, cells, limits, diverging=diverging)
        _draw_extra(axes, cells)
        _draw_frame(axes, cells)

    hints = {
        f"{kind}-{i}-{j}": text for (i, j), text in cells.hints.items() for kind in ("cell", "text")
    }
    width = int(26 * cells.across) + 100
    return chart(name, title, cells.size(cell), draw, hints=hints, least_width=width)


def _draw_extra(axes: Any, cells: Cells) -> None:
    """Write the columns of numbers to the right of a heat map."""
    for k, (head, numbers) in enumerate(cells.extra.items()):
        x = len(cells.columns) + 0.9 + 1.7 * k
        axes.text(x, -0.3, head, ha="center", va="bottom", fontsize=8, rotation=90)
        for i, text in enumerate(numbers):
            label = axes.text(x, i + 0.54, text, ha="center", va="center", fontsize=8)
            label.set_in_layout(False)


def _draw_frame(axes: Any, cells: Cells) -> None:
    """Draw the labels of a heat map and the line around it."""
    from matplotlib.patches import Rectangle  # noqa: PLC0415

    down, across = cells.values.shape
    axes.set(xlim=(0, cells.across), ylim=(down, 0))
    axes.set_xticks(np.arange(across) + 0.5, [plain(c) for c in cells.columns], rotation=90)
    axes.set_yticks(np.arange(down) + 0.5, [plain(row) for row in cells.rows])
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set(xlabel=cells.labels[0], ylabel=cells.labels[1])
    axes.add_patch(Rectangle((0, 0), across, down, fill=False, edgecolor=GREY, alpha=0.5))
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _draw_cells(axes: Any, cells: Cells, limits: tuple[float, float], *, diverging: bool) -> None:
    """Draw the cells of a heat map that have a value, each with its text."""
    from matplotlib import colormaps  # noqa: PLC0415
    from matplotlib.patches import Rectangle  # noqa: PLC0415

    colours = colormaps["RdBu" if diverging else "Blues"]
    (low, high), values = limits, cells.values
    for i, j in np.ndindex(values.shape):
        if math.isnan(values[i, j]):
            continue
        level = min(max((values[i, j] - low) / ((high - low) or 1), 0), 1)
        # Not the ends of the scale: they are too dark to tell apart.
        colour = colours(0.12 + 0.76 * level if diverging else 0.05 + 0.7 * level)
        patch = Rectangle((j, i), 1, 1, facecolor=colour, edgecolor="white", linewidth=0.5)
        patch.set_gid(f"cell-{i}-{j}")
        patch.set_in_layout(False)  # within the axes anyway; asking each takes seconds
        axes.add_patch(patch)
        light = 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2] > 0.55
        text = cells.texts.get((i, j), "")
        label = axes.text(j + 0.5, i + 0.54, text, ha="center", va="center", fontsize=7.5)
        label.set_color("#101010" if light else "#ffffff")
        label.set_gid(f"text-{i}-{j}")
        label.set_in_layout(False)


def dot_plot(
    name: str,
    title: str,
    estimates: Sequence[Estimate],
    scale: Scale,
    marked: Sequence[bool] | None = None,
) -> Picture:
    """Draw each value and its interval, the first at the top.

    Those that are not marked are grey, if any are to be marked.
    """
    colours = [BLUE if mark else GREY for mark in marked or [True] * len(estimates)]

    def draw(axes: Any) -> None:
        y = np.arange(len(estimates))
        values, lows, highs = np.array([row[1:] for row in estimates], float).reshape(-1, 3).T
        axes.hlines(y, lows, highs, color=colours, linewidth=2, alpha=0.55)
        axes.scatter(values, y, color=colours, s=20, zorder=3)
        set_rows(axes, [row[0] for row in estimates], scale, 0.5)

    return chart(name, title, (7.5, 0.9 + 0.2 * len(estimates)), draw)


def bars(
    name: str,
    title: str,
    labels: Sequence[str],
    series: Mapping[str, Sequence[float | None]],
    scale: Scale,
    intervals: Sequence[tuple[float, float]] | None = None,
) -> Picture:
    """Draw horizontal bars, one for each label and series; intervals belong to the first series."""

    def draw(axes: Any) -> None:
        thickness = 0.8 / max(len(series), 1)
        for k, (label, heights) in enumerate(series.items()):
            y = np.arange(len(labels)) - 0.4 + thickness * (k + 0.5)
            widths = [math.nan if value is None else value for value in heights]
            axes.barh(y, widths, height=thickness * 0.92, color=_COLOURS[k], label=label)
            if k == 0 and intervals:
                lows, highs = np.array(intervals).T
                axes.hlines(y, lows, highs, color=INK, linewidth=1.2)
        set_rows(axes, labels, scale, 0.6)
        if len(series) > 1:
            legend_above(axes, len(series))

    return chart(name, title, (7.5, 1.1 + 0.22 * len(labels) * max(len(series), 1)), draw)


def histogram(
    name: str,
    title: str,
    values: Sequence[float] | np.ndarray,
    *,
    axis: str,
    counted: str,
    marks: Mapping[str, float] | None = None,
) -> Picture:
    """Draw how often values occur, with marks at some of them."""

    def draw(axes: Any) -> None:
        counts, edges = np.histogram(values, bins=min(40, max(5, len(np.unique(values)))))
        axes.stairs(counts, edges, fill=True, color=BLUE, alpha=0.8)
        for (label, at), colour in zip((marks or {}).items(), (INK, ORANGE), strict=False):
            axes.axvline(at, color=colour, linewidth=1.6, linestyle="--", label=label)
        set_scales(axes, Scale(axis), Scale(counted))
        if marks:
            axes.legend(loc="best")

    return chart(name, title, (7.5, 2.8), draw)


def trace(
    name: str,
    title: str,
    dots: Mapping[str, Sequence[float]],
    lines: Mapping[str, Sequence[float]],
    across: str,
    up: Scale,
) -> Picture:
    """Draw values one after the other: noisy ones as dots, what they come to as lines."""

    def draw(axes: Any) -> None:
        for (label, values), colour in zip(dots.items(), (GREY, INK), strict=False):
            numbers = range(1, len(values) + 1)
            axes.plot(numbers, values, "o", color=colour, markersize=3, alpha=0.6, label=label)
        for (label, values), colour in zip(lines.items(), _COLOURS, strict=False):
            axes.plot(range(1, len(values) + 1), values, color=colour, linewidth=1.8, label=label)
        set_scales(axes, Scale(across), up)
        legend_above(axes, len(dots) + len(lines))

    return chart(name, title, (7.5, 3.2), draw)


def circles(
    name: str,
    title: str,
    groups: Sequence[Sequence[str]],
    links: Mapping[tuple[str, str], str],
    certain: Sequence[tuple[str, str]] = (),
) -> Picture:
    """Draw who dominates whom within each group: names on a circle, arrows to the dominated.

    The link's text stands as a hint; links that are certain are drawn in full, others dashed.
    """
    sure = set(certain)

    def draw() -> "Figure":
        across = min(len(groups), 2) or 1
        down = math.ceil(len(groups) / across) or 1
        width = 4 + 0.14 * max(len(group) for group in groups)
        figure = new_figure(width * across, 0.66 * width * down)
        for number, group in enumerate(groups):
            axes = figure.add_subplot(down, across, number + 1)
            _circle(axes, number, group, links, sure)
        return figure

    hints = {
        f"link-{number}-{link}": f"{a} → {b}: {text}"
        for number in range(len(groups))
        for link, ((a, b), text) in enumerate(links.items())
    }
    return picture(name, title, draw, hints=hints, least_width=520)


def _circle(
    axes: Any, number: int, group: Sequence[str], links: Mapping[tuple[str, str], str], sure: set
) -> None:
    from matplotlib.patches import FancyArrowPatch  # noqa: PLC0415

    angles = [math.pi / 2 - 2 * math.pi * i / len(group) for i in range(len(group))]
    at = {player: (math.cos(a), math.sin(a)) for player, a in zip(group, angles, strict=True)}
    for link, (a, b) in enumerate(links):
        if a not in at or b not in at:
            continue
        arrow = FancyArrowPatch(
            at[a],
            at[b],
            arrowstyle="-|>",
            mutation_scale=11,
            shrinkA=7,
            shrinkB=7,
            color=BLUE if (a, b) in sure else GREY,
            linewidth=1.6 if (a, b) in sure else 1.0,
            linestyle="-" if (a, b) in sure else (0, (4, 2)),
            connectionstyle="arc3,rad=0.08",
        )
        arrow.set_gid(f"link-{number}-{link}")
        axes.add_patch(arrow)
    for (player, (x, y)), height in zip(at.items(), label_heights(list(at.values())), strict=True):
        axes.plot([x], [y], "o", color=ORANGE, markersize=8)
        side = "center" if abs(x) < _MIDDLE else "left" if x > 0 else "right"
        axes.text(1.12 * x, height, player, ha=side, va="center")
    axes.set(xlim=(-2.1, 2.1), ylim=(-1.5, 1.5), aspect="equal")
    axes.axis("off")


def label_heights(points: Sequence[tuple[float, float]]) -> list[float]:
    """Return the heights of labels beside points of a circle, so that none covers another.

    Labels lie flat. On each side, from the middle up and down, each is moved outwards until it is a
    line from the one before; one at the very top or bottom stands beyond those of both sides.
    """
    heights = [1.12 * y for _, y in points]
    for direction in (1, -1):
        reached = {1: -math.inf, -1: -math.inf}
        half = [
            i for i, (_, y) in enumerate(points) if direction * y > (0 if direction > 0 else -1e-9)
        ]
        for i in sorted(half, key=lambda i: (abs(points[i][0]) < _MIDDLE, abs(points[i][1]))):
            x = points[i][0]
            sides = (1, -1) if abs(x) < _MIDDLE else (1,) if x > 0 else (-1,)
            least = max(reached[side] for side in sides) + _LINE
            height = max(direction * heights[i] + 0.1 * (len(sides) > 1), least)
            reached |= dict.fromkeys(sides, height)
            heights[i] = direction * height
    return heights
