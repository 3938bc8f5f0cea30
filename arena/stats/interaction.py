"""`Interaction`: how far two components matter more together than their losses alone add up to.

Scores do not add up: a setup that lost 30 points of 40 has no other 30 to lose, so two losses would
always seem to matter less together. Differences in Elo do. The interaction is the change in Elo
without both, less the changes without each alone. Below 0 the two matter more together; above 0 one
makes up for the other.

Its interval adds the squares of the reaches of the four scores in log-odds (G. Zou and A. Donner,
"Construction of confidence limits about effect measures: a general approach", Statistics in
Medicine 27, 2008), which are those of Wilson's intervals. A score of 0 or 100 % reaches without
limit on its side, and then so does the interaction.
"""

import math
from dataclasses import dataclass
from typing import Final

from .quantity import score_quantity
from .score import Interval, Score

ELO: Final = 400 / math.log(10)
"""Elo of one unit of log-odds."""


@dataclass(frozen=True, kw_only=True)
class Interaction:
    """The scores that two components' interaction is made of."""

    base: Score
    one: Score
    other: Score
    both: Score

    @property
    def expected(self) -> float:
        """The score without both if the losses of each alone add up in Elo."""
        odds = _middle(self.one) + _middle(self.other) - _middle(self.base)
        return 1 / (1 + math.exp(-odds))

    @property
    def elo(self) -> float:
        """The interaction in Elo."""
        plus, minus = (self.base, self.both), (self.one, self.other)
        return ELO * (sum(map(_middle, plus)) - sum(map(_middle, minus)))

    def interval(self, confidence: float = 0.95) -> Interval:
        """Return the interval of the interaction in Elo."""
        plus = [_reaches(score, confidence) for score in (self.base, self.both)]
        minus = [_reaches(score, confidence) for score in (self.one, self.other)]
        below = math.hypot(*(low for low, _ in plus), *(high for _, high in minus))
        above = math.hypot(*(high for _, high in plus), *(low for low, _ in minus))
        return Interval(self.elo - ELO * below, self.elo + ELO * above)

    @property
    def ratio(self) -> float:
        """The interaction in units of its interval's reach towards 0."""
        low, high = self.interval()
        reach = self.elo - low if self.elo > 0 else high - self.elo
        return self.elo / reach if reach else 0.0


def _middle(score: Score) -> float:
    """Return the log-odds of a score, with half a point more on both sides: never infinite."""
    return math.log((score.points + 0.5) / (score.games - score.points + 0.5))


def _reaches(score: Score, confidence: float) -> tuple[float, float]:
    """Return how far the log-odds of a score may be off, downwards and upwards."""
    low, high = score_quantity("", "", score).at(confidence)
    middle = _middle(score)
    below = middle - math.log(low / (1 - low)) if low > 0 else math.inf
    above = math.log(high / (1 - high)) - middle if high < 1 else math.inf
    return max(below, 0.0), max(above, 0.0)
