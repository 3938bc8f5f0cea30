"""Blocks as plain text for a terminal: paragraphs, aligned facts and tables; pictures are left out.

A table is cut down to the width: wide columns first, then columns at its end.
"""

from collections.abc import Sequence

from ...results.page.words import plural
from ..text.first_use import FirstUses
from .blocks import Block, Facts, Lines, Text, explained_blocks
from .figures import Picture
from .grids import Grid, cell_text
from .text_table import printable, text_table
from .words import wrapped

SHOWN_ROWS = 60
"""Rows of a table that a terminal shows."""


def terminal_text(blocks: Sequence[Block], width: int) -> str:
    """Return blocks as text of so many columns, an empty line between them.

    Terms are explained where they are used first.
    """
    explained = explained_blocks(blocks, FirstUses())
    parts = [_lines(block, width) for block in explained if not isinstance(block, Picture)]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _lines(block: Block, width: int) -> list[str]:
    match block:
        case Text():
            return wrapped(printable(block.text), width)
        case Facts():
            return _facts(block, width)
        case Lines():
            return [printable(line) for line in block.lines]
        case Grid():
            return _grid(block, width)
        case _:
            return []


def _facts(block: Facts, width: int) -> list[str]:
    wide = max((len(label) for label, _ in block.facts), default=0)
    lines = wrapped(printable(block.title), width)
    for label, value in block.facts:
        head = printable(f"  {label:<{wide}} ")
        lines += wrapped(printable(value), width, head, " " * len(head)) or [head.rstrip()]
    return lines


def _grid(grid: Grid, width: int) -> list[str]:
    """Return a table; numbers are right-aligned, and what does not fit is said."""
    rows = [
        [cell_text(value, column.form) for value, column in zip(row, grid.columns, strict=True)]
        for row in grid.rows[:SHOWN_ROWS]
    ]
    right = [column.form != "text" for column in grid.columns]
    lines, hidden = text_table(
        [column.label for column in grid.columns], rows, width, keep=grid.kept, right=right
    )
    notes = [grid.note] if grid.note else []
    if len(grid.rows) > SHOWN_ROWS:
        notes.append(f"{SHOWN_ROWS} of {len(grid.rows):,} rows; --json has all")
    if hidden:
        notes.append(f"{plural(hidden, 'column')} left out for width; --json has all")
    title = [printable(grid.title), ""] if grid.title else []
    return (
        title + lines + [line for note in notes for line in wrapped(printable(f"({note})"), width)]
    )
