"""Scores as parts of sentences."""

from typing import TYPE_CHECKING

from ...results.page.words import percent, range_text

if TYPE_CHECKING:
    from ..stats.score import Score


def interval_text(score: "Score") -> str:
    """Return a score's rate with its 95 % interval."""
    return f"{percent(score.rate)} of the points (95 %: {range_text(score.interval())})"


def points_text(score: "Score") -> str:
    """Return a score as wins, draws and losses."""
    draws = f", {score.draws} drawn" if score.draws else ""
    return f"{score.wins} won{draws}, {score.losses} lost of {score.games}"
