"""What a value of a search means: words, and the chance to win that it stood for in games.

Measured in games of `strong` against itself (`python -m benchmarks.values`). It holds for agents
that search whole turns, under rules near the standard ones.
"""

import math
from typing import Final

_LEADS: Final = (
    (0.1, "about even", "about even", 54),
    (0.2, "a little ahead", "a little behind", 68),
    (0.4, "ahead", "behind", 80),
    (0.9, "far ahead", "far behind", 99),
    (math.inf, "winning", "losing", 99),
)
"""Below an absolute value: what the player to move is, and what per cent the side ahead scored from
turn `SAYS_MORE` on."""
SAYS_MORE: Final = 9
CLEAR: Final = 0.4
"""Before this turn the side ahead by less than this scored 51 to 56 %."""

_STEEPNESS: Final = 5.4
"""Of the logistic curve through the results of 300 games, from turn `SAYS_MORE` on. It is used
before that too: whatever armies are worth, within a game a loss is a loss."""


def win_chance(value: float) -> float:
    """Return the chance to win of a side with a value, 0.5 for 0."""
    return 1.0 / (1.0 + math.exp(-_STEEPNESS * value))


def standing(value: float) -> str:
    """Return what a value means for the player to move."""
    _, ahead, behind, _ = _lead(value)
    return ahead if value > 0 else behind


def scored(value: float) -> int:
    """Return what per cent the side ahead by a value scored in games."""
    return _lead(value)[-1]


def _lead(value: float) -> tuple[float, str, str, int]:
    return next(lead for lead in _LEADS if abs(value) < lead[0])
