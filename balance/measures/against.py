"""How a point compares with the rules as they are: shown better, shown worse, or not shown.

Shown is what 95 % intervals carry that do not overlap. Where they overlap, `games_needed` says how
many games of the judge each of the two would need for intervals that just do not, if the figures
stayed what they are: the reach of an interval goes down with the root of the number of games. An
interval that ends at a limit, such as one setup in equilibrium, is short on that side for no merit
of its own: half its width counts at least.
"""

import math
from typing import Final

import msgspec

MOST: Final = 10**9
"""Games beyond which no number is given: the two are as good as equal."""

Figure = tuple[float, float, float]
"""A value and the ends of its interval."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """What intervals say of a point and the origin in an objective."""

    shown: bool
    better: bool
    """Whether the point measured better, shown or not."""
    games_needed: int | None
    """Games of the judge for each of the two that would show it; None if shown or equal."""

    @property
    def way(self) -> int:
        """1 if it was shown better, -1 if worse, 0 if nothing was shown."""
        return (1 if self.better else -1) if self.shown else 0


def _half(figure: Figure) -> float:
    return (figure[2] - figure[1]) / 2


def compared(point: Figure, origin: Figure, games: int, *, more: bool) -> Comparison:
    """Return how a point compares with the origin, each measured by so many games of the judge.

    `more` says whether more is better.
    """
    lower, upper = sorted((point, origin))
    difference = upper[0] - lower[0]
    better = difference > 0 and (point is upper) == more
    if lower[2] < upper[1]:
        return Comparison(shown=True, better=better, games_needed=None)
    reach = max(lower[2] - lower[0], _half(lower)) + max(upper[0] - upper[1], _half(upper))
    needed = games * (reach / difference) ** 2 if difference > 0 else math.inf
    # just as many as make both meet would not do
    return Comparison(
        shown=False,
        better=better,
        games_needed=math.floor(needed) + 1 if needed < MOST else None,
    )
