"""`Dispersion`: how far setups are from the model, and cheaper judges from the last one.

    between   variance of true rates for the judge about the model, as a share of the greatest
              possible, m (1 - m)
    bias      the same of a cheaper agent's rates about the judge's, beyond what the model says of
              its bias: a setup that suits one agent and not the other
    within    variance of a pair's games over that of independent ones, by level

They are estimated from setups that were drawn with no regard to their own scores, of which what
the model expects is taken without their own games. Such estimates are rough where few setups
were drawn, so each is weighed with what was usual, by their precision. Too little of either makes
intervals too short, so the standard error is added: in simulated rankings of 150 calibrated setups
the intervals of setups that only the cheap agent had played held 71 to 93 % without it.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from .book import Book

# So all games of quick count as some 17 of the judge at most, and all of medium as some 40.
USUAL_BETWEEN: Final = 0.04
USUAL_BIAS: Final = (0.06, 0.025)
"""Of the agents that screen and race: measured against four fields (docs/methods.md)."""

_DOUBT = 0.5
"""Standard error of what is usual, as a share of it."""
_LEAST, _MOST = 0.002, 0.5
"""Limits of all but `within`; a small sample may say less than nothing."""


@dataclass(frozen=True)
class Dispersion:
    """What games say beside the model."""

    between: float
    bias: tuple[float, ...]
    """By level; the judge, the last, has none."""
    within: tuple[float, ...]
    """By level."""

    @classmethod
    def usual(cls, levels: int) -> "Dispersion":
        """Return what is usual for so many levels: one agent, or two or three by cost."""
        biases = {1: (), 2: USUAL_BIAS[:1], 3: USUAL_BIAS}[levels]
        return cls(USUAL_BETWEEN, (*biases, 0.0), (1.0,) * levels)

    def worths(self, games: np.ndarray, doubts: np.ndarray | None = None) -> np.ndarray:
        """Return as how many independent games of the judge each level's count: [levels, setups].

        Levels are added up from the cheapest on: a weak agent and a better one err alike, so both
        together count for no more than the better one's own error allows. `doubts` [setups, levels]
        are what is uncertain about the levels' biases by composition, as shares like others.
        """
        counted = np.zeros(games.shape)
        for level, played in enumerate(games):
            if level:
                step = max(self.bias[level - 1] - self.bias[level], 0.0)
                if doubts is not None:
                    step = step + np.maximum(doubts[:, level - 1] - doubts[:, level], 0.0)
                whole = counted[:level].sum(axis=0)
                counted[:level] /= 1 + whole * step
            counted[level] = played / self.within[level]
        return counted

    def effective(self, games: np.ndarray) -> np.ndarray:
        """Return how many independent games of an average setup tell the model as much.

        What is odd about a setup is in all its games, of whatever level: together they count for no
        more than 1 / between.
        """
        counted = self.worths(games)
        return counted / (1 + counted.sum(axis=0) * self.between)

    @property
    def most(self) -> tuple[float, ...]:
        """Games of the judge that all games of a setup at each level count as, at most."""
        return tuple(np.inf if bias == 0 else 1 / bias for bias in self.bias)


def estimated(
    book: Book, rates: np.ndarray, covariance: np.ndarray, before: Dispersion
) -> Dispersion:
    """Return the dispersion that the drawn setups show.

    `rates` [setups, levels] are what the model expects of each without its own games, and
    `covariance` that of their log-odds; `before` is what was supposed.
    """
    levels = book.levels
    usual = Dispersion.usual(levels)
    within = tuple(
        min(max(book.within(level) or before.within[level], 0.5), 2.0) for level in range(levels)
    )
    unit = rates * (1 - rates)
    judge = levels - 1
    residuals = [_residuals(book, level, rates, within[level], before) for level in range(levels)]
    between = usual.between
    if (own := residuals[judge]) is not None:
        numbers, apart, noise = own
        model = unit[numbers, judge] ** 2 * covariance[numbers, judge, judge]
        between = _steadied(apart**2 - noise - model, unit[numbers, judge], usual.between)
    bias = []
    for level in range(judge):
        bias.append(usual.bias[level])
        if (cheap := residuals[level]) is None or own is None:
            continue
        both, mine, theirs = np.intersect1d(cheap[0], own[0], return_indices=True)
        if not len(both):
            continue
        scale = unit[both, judge] / np.maximum(unit[both, level], 1e-4)
        apart = cheap[1][mine] * scale - own[1][theirs]
        noise = cheap[2][mine] * scale**2 + own[2][theirs]
        model = unit[both, judge] ** 2 * doubt_of(covariance[both], level)
        bias[level] = _steadied(apart**2 - noise - model, unit[both, judge], usual.bias[level])
    return Dispersion(between, (*bias, 0.0), within)


def doubt_of(covariance: np.ndarray, level: int) -> np.ndarray:
    """Return the variance of the difference between a level's log-odds and the judge's."""
    own, judge = covariance[:, level, level], covariance[:, -1, -1]
    return np.maximum(own + judge - 2 * covariance[:, level, -1], 0.0)


def _residuals(
    book: Book, level: int, rates: np.ndarray, within: float, before: Dispersion
) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """Return the setups drawn at a level, how far each is from what was expected, and the noise.

    Noise is that of a setup's own rate, whose p (1 - p) is on average less than what is expected by
    how much rates differ.
    """
    samples = [sample for sample in book.samples if sample.level == level]
    if not samples:
        return None
    numbers = np.concatenate([sample.numbers for sample in samples])
    games = np.concatenate([sample.games for sample in samples])
    points = np.concatenate([sample.points for sample in samples])
    expected = rates[numbers, level]
    own = 1 - before.between - before.bias[level]
    return numbers, points / games - expected, within * own * expected * (1 - expected) / games


def _steadied(beyond: np.ndarray, unit: np.ndarray, usual: float) -> float:
    """Return a share of variance, weighed with what is usual by the precision of both."""
    scale = float(unit.mean())
    measured = float(beyond.mean()) / scale
    error = float(beyond.std()) / scale / len(beyond) ** 0.5
    doubt = _DOUBT * usual
    weight = doubt**2 / (doubt**2 + error**2)
    together = weight * measured + (1 - weight) * usual
    return min(max(together + weight**0.5 * error, _LEAST), _MOST)
