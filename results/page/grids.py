"""`Grid`: a table made for reading, with one form each for CSV, Markdown and cells of a page."""

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Final

from ..text.escape import csv_cell, markdown


@dataclass(frozen=True)
class Column:
    """A column: its name in CSV, what stands above it, and how its values are written."""

    name: str
    label: str
    form: str = "text"
    """text, count, whole, number, share, signed, gain, chance or answer (see `cell_text`)."""
    about: str = ""
    """What it says, where the label is not enough."""
    ends: bool = False
    """Whether it is an end of the interval of the value before: a page has the two in one cell."""


@dataclass(frozen=True)
class Grid:
    """A table with a title; the name is that of its files."""

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[object]]
    note: str = ""
    folded: bool = False
    """Whether a page shows it only when asked."""
    links: Sequence[int] = ()
    """Numbers of the points in figures that the rows stand for, one each; none: they do not."""
    kept: int = 1
    """Columns at its beginning that a narrow terminal never cuts."""
    terminal_only: bool = False
    """Whether a page leaves it out, where it has a fuller one."""

    def __post_init__(self) -> None:
        if self.links and len(self.links) != len(self.rows):
            raise ValueError(f"{self.name}: {len(self.rows)} rows, but {len(self.links)} links")
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.name}: {len(self.columns)} columns, but a row is {row}")

    def csv(self) -> str:
        """Return it as CSV with a header: plain numbers, nothing where nothing is known."""
        out = StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([csv_cell(column.name) for column in self.columns])
        writer.writerows([[csv_cell(_plain(value)) for value in row] for row in self.rows])
        return out.getvalue()

    def markdown(self) -> str:
        """Return it as a Markdown table under its title."""
        lines = [f"## {markdown(self.title)}", ""]
        if self.note:
            lines += [markdown(self.note), ""]
        lines.append("| " + " | ".join(markdown(c.label) for c in self.columns) + " |")
        lines.append(
            "|" + "|".join("---" if c.form == "text" else "---:" for c in self.columns) + "|"
        )
        for row in self.rows:
            cells = [cell_text(v, c.form) for v, c in zip(row, self.columns, strict=True)]
            lines.append("| " + " | ".join(map(markdown, cells)) + " |")
        return "\n".join(lines) + "\n"

    def column(self, name: str) -> list[object]:
        """Return the values of a column."""
        at = [column.name for column in self.columns].index(name)
        return [row[at] for row in self.rows]


NOTHING: Final = "–"  # noqa: RUF001  (a dash, not a minus)
_MINUS: Final = "−"  # noqa: RUF001  (as wide as a plus)


def cell_text(value: object, form: str) -> str:
    """Return a value as it is read: 1,234 / 3.61 / 58.0 % / +55 / +7.1 / <0.001 / yes."""
    match value:
        case None:
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return _number(float(value), form)
        case _:
            return str(value)


def _number(value: float, form: str) -> str:
    if math.isnan(value):
        return NOTHING
    if math.isinf(value):
        return "∞" if value > 0 else f"{_MINUS}∞"
    match form:
        case "share":
            return f"{100 * value:.1f} %"
        case "signed":
            text = f"{value:+.0f}"
            return "0" if text in ("+0", "-0") else text.replace("-", _MINUS)
        case "gain":
            text = f"{100 * value:+z.1f}"
            return text.replace("-", _MINUS)
        case "chance":
            return "<0.001" if value < 0.001 else f"{value:.3f}"
        case "whole":
            return f"{value:z,.0f}"
        case "number":
            return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
        case _:
            return f"{value:,.0f}" if value == int(value) else f"{value:,.1f}"


def _plain(value: object) -> object:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float():
            return "" if math.isnan(value) else f"{value:.6g}"
        case _:
            return value
