"""Names of the figures of a comparison, and how they are written; for text and reports alike."""

from typing import Final

from ...engine.rules.stats import TROOPS

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


FAMILY_LABELS: Final = {
    "setups": "setups' scores",
    "matchups": "match-ups",
    "games": "figures of games",
    "usage": "troops and commands in use",
    "structure": "figures of the matrix",
}
"""What each family of changes is about."""


def is_share(family: str, name: str) -> bool:
    """Return whether a changed figure is a share."""
    return family in ("setups", "matchups") or name in (*TROOPS, *PERCENT)


def form_of(name: str) -> str:
    """Return how a measured figure stands in a table."""
    return "share" if name in PERCENT else "whole" if name in WHOLE else "number"


def shown(name: str, value: float) -> str:
    """Return a figure as text."""
    if name in PERCENT:
        return f"{100 * value:.1f} %"
    return f"{value:,.0f}" if name in WHOLE else f"{value:.2f}"
