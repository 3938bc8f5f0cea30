"""Names of the figures of a comparison, and how they are written; for text and reports alike."""

from typing import Final

PERCENT: Final = ("first player", "draws", "deviation")
"""Figures that are shares."""

WHOLE: Final = ("support", "triples")
"""Figures that are counts."""

LABELS: Final = {
    "first player": "first player's score",
    "turns": "turns a game",
    "draws": "draws",
    "deviation": "match-ups off even by",
    "entropy": "entropy of Nash mixture",
    "effective": "setups it amounts to",
    "support": "setups in Nash mixture",
    "triples": "cycles of three",
}
"""What is measured of a set of rules, by its name in the database."""


def shown(name: str, value: float) -> str:
    """Return a figure as text."""
    if name in PERCENT:
        return f"{100 * value:.1f} %"
    return f"{value:,.0f}" if name in WHOLE else f"{value:.2f}"
