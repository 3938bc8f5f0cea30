"""Rows as aligned text, made to fit the screen."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from ..text.escape import printable

_GAP = "  "
_NARROWEST = 8
"""Wide columns are cut down to this before columns are left out."""


def text_table(
    names: Sequence[str],
    rows: Sequence[Sequence[object]],
    width: int,
    keep: int = 0,
    right: Sequence[bool] | None = None,
) -> tuple[list[str], int]:
    """Return the lines of a table and how many columns at its end did not fit.

    The first `keep` columns are never cut. `right` says which are aligned to the right; without it
    columns of numbers are.
    """
    names = [printable(name) for name in names]
    cells = [[cell_text(value) for value in row] for row in rows]
    right = right or [_is_number_column(rows, i) for i in range(len(names))]
    natural = [max([len(name), *(len(row[i]) for row in cells)]) for i, name in enumerate(names)]
    widths = fitted(natural, width, keep)
    lines = [names, ["-" * w for w in widths], *cells]
    return [_line(line, widths, right) for line in lines], len(names) - len(widths)


def cell_text(value: object) -> str:
    """Return a value as it stands in a cell: one line, numbers with at most six digits after."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.6g}"
        case datetime():
            return value.isoformat(" ", "seconds")
        case list():
            return ", ".join(map(cell_text, value))
        case _:
            return printable(" ".join(str(value).split("\n")))


def fitted(natural: Sequence[int], width: int, keep: int = 0) -> list[int]:
    """Return column widths that fit: the widest give way first, then the last are left out."""
    widths = list(natural)
    while widths and sum(widths) + len(_GAP) * (len(widths) - 1) > width:
        widest = max(range(keep, len(widths)), key=lambda i: widths[i], default=None)
        if widest is not None and widths[widest] > _NARROWEST:
            widths[widest] -= 1
        elif len(widths) > max(keep, 1):
            widths = list(natural[: len(widths) - 1])
        else:
            break
    return widths


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    pairs = zip(cells, widths, right, strict=False)  # cells of columns left out have no width
    return _GAP.join(_cell(cell, width, flush) for cell, width, flush in pairs).rstrip()


def _cell(text: str, width: int, flush_right: bool) -> str:
    if len(text) > width:
        text = text[: width - 1] + "…"
    return text.rjust(width) if flush_right else text.ljust(width)


def _is_number_column(rows: Sequence[Sequence[object]], index: int) -> bool:
    values = [row[index] for row in rows if row[index] is not None]
    return bool(values) and all(
        isinstance(v, int | float | Decimal) and not isinstance(v, bool) for v in values
    )
