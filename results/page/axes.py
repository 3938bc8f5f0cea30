"""What charts share: scales, and a chart's axes with their labels, lines and legend."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..text.escape import plain
from .figures import INK, Picture, new_figure, picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Scale:
    """What an axis says, and how its numbers are written."""

    label: str
    percent: bool = False
    middle: float | None = None
    """Where a dashed line stands: even, no change, the mean."""
    whole: bool = False
    """Whether only whole numbers are marked."""


SCORE: Final = Scale("score", percent=True, middle=0.5)


def chart(
    name: str,
    title: str,
    size: tuple[float, float],
    draw: Callable[[Any], None],
    *,
    hints: Mapping[str, str] | None = None,
    least_width: int = 420,
) -> Picture:
    """Return the picture of one pair of axes, of this size in inches, that `draw` fills."""

    def drawn() -> "Figure":
        figure = new_figure(*size)
        draw(figure.add_subplot())
        return figure

    return picture(name, title, drawn, hints=hints, least_width=least_width)


def set_scales(axes: Any, across: Scale, up: Scale, grid: str = "y") -> None:
    """Label both axes, draw their middles, and write their numbers as they are to be read."""
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

    if across.middle is not None:
        axes.axvline(across.middle, color=INK, linewidth=0.8, linestyle="--")
    if up.middle is not None:
        axes.axhline(up.middle, color=INK, linewidth=0.8, linestyle="--")
    axes.set(xlabel=across.label, ylabel=up.label)
    if grid:
        axes.grid(axis=grid)
    for axis, scale in ((axes.xaxis, across), (axes.yaxis, up)):
        if scale.whole:
            axis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        if scale.percent:
            percent_axis(axis)


def set_rows(axes: Any, labels: Sequence[str], scale: Scale, edge: float) -> None:
    """Make each label a row, the first at the top, with values across."""
    set_scales(axes, scale, Scale(""), "x")
    axes.set_yticks(np.arange(len(labels)), [plain(label) for label in labels])
    axes.set(ylim=(len(labels) - 1 + edge, -edge))
    axes.tick_params(axis="y", length=0)


def legend_above(axes: Any, columns: int) -> None:
    """Put the legend above the chart, in so many columns."""
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=columns)


def percent_axis(axis: Any) -> None:
    """Write the numbers of an axis as per cent."""
    from matplotlib.ticker import Formatter  # noqa: PLC0415

    class Percent(Formatter):
        """As many decimals as the steps need: 27.5 % is not 28 %."""

        def format_ticks(self, values: Sequence[float]) -> list[str]:
            return percent_ticks(values)

        def __call__(self, x: float, pos: int | None = None) -> str:
            return percent_ticks([x])[0]

    axis.set_major_formatter(Percent())


def percent_ticks(values: Sequence[float]) -> list[str]:
    """Return shares as per cent, all with as many decimals as the one that needs most."""
    shares = [100 * value for value in values]
    exact = (d for d in range(4) if all(abs(round(x, d) - x) < 1e-6 for x in shares))
    decimals = next(exact, 4)
    return [f"{share:z.{decimals}f} %" for share in shares]
