"""Formations as text: a row of the board a line, front row first."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...engine.rules.ruleset import Ruleset


def formation_lines(formation: Sequence[str], rules: "Ruleset", indent: int = 3) -> list[str]:
    """Return the rows of a formation, with a dot for each free square."""
    width, depth = rules.board.width, rules.board.home_rows
    rows = [*formation, *[""] * (depth - len(formation))]
    return [" " * indent + " ".join(row.ljust(width).replace(" ", ".")) for row in rows]
