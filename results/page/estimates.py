"""Values with their intervals: rows of a dot plot, and columns of a table.

[("Rush", 0.61, 0.55, 0.67), ...]                    what `dot_plot` draws
*estimate("score", "Score"), *columns("count", games="Games")    columns of a `Grid`
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from .grids import Column

Estimate = tuple[str, *tuple[float, ...]]
"""A label, a value, and where its interval begins and ends."""

Row = Mapping[str, Any]

POINTS: Final = "wins and half the draws, as a share of the games"
"""What a score is."""


def picked(rows: Iterable[Row], *names: str) -> list[tuple[Any, ...]]:
    """Return these cells of each row."""
    return [tuple(row[name] for name in names) for row in rows]


def columns(form: str, /, **labels: str | tuple[str, str]) -> list[Column]:
    """Return columns of one form by their names: the label, or the label and what it says."""
    pairs = {n: (label, "") if isinstance(label, str) else label for n, label in labels.items()}
    return [Column(name, label, form, about) for name, (label, about) in pairs.items()]


def estimate(
    name: str, label: str, form: str = "share", about: str = "", *, ends: str | None = None
) -> list[Column]:
    """Return the columns of a value and its 95 % interval, NAME_low and NAME_high.

    `ends` stands in place of the name before low and high; with an empty text they stand alone.
    """
    before = f"{name if ends is None else ends}_".lstrip("_")
    low, high = (f"{end} end of the 95 % interval" for end in ("lower", "upper"))
    return [
        Column(name, label, form, about),
        Column(f"{before}low", "from", form, low, ends=True),
        Column(f"{before}high", "to", form, high, ends=True),
    ]


def games_columns(won: str = "Won", drawn: str = "Drawn", lost: str = "Lost") -> list[Column]:
    """Return the columns of how many games there were, and how they ended."""
    return columns("count", games="Games", wins=won, draws=drawn, losses=lost)
