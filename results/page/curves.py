"""Lines over an axis, such as the rounds of a search, with bands where a value is uncertain."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .charts import percent_axis
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


def curves(
    name: str,
    title: str,
    drawn: Mapping[str, Curve],
    *,
    axis: str,
    value: str,
    middle: float | None = None,
    percent: bool = False,
    whole: bool = True,
) -> Picture:
    """Draw up to four curves by name; `whole` marks only whole numbers on the axis."""

    def draw() -> "Figure":
        from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

        figure = new_figure(7.5, 3.2)
        axes = figure.add_subplot()
        for (label, curve), colour in zip(drawn.items(), _COLOURS, strict=False):
            axes.plot(curve.at, curve.values, "-o", color=colour, markersize=3.5, label=label)
            if curve.lows is not None and curve.highs is not None:
                axes.fill_between(
                    curve.at, curve.lows, curve.highs, color=colour, alpha=0.18, linewidth=0
                )
        if middle is not None:
            axes.axhline(middle, color=INK, linewidth=0.8, linestyle="--")
        axes.set(xlabel=axis, ylabel=value)
        axes.grid(axis="y")
        if whole:
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        if len(drawn) > 1:
            axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(drawn))
        if percent:
            percent_axis(axes.yaxis)
        return figure

    return picture(name, title, draw, least_width=420)
