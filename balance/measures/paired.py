"""Pairs of games before and after, of one level of agents, as figures of match-ups and of setups.

    level = PairedPoints(matchups=met, before=points, after=new_points)
    level.of_matchups(round_robin(31))      # changes and scores of every match-up, with their noise
    level.of_setups(31)                     # and of every setup

Not every two setups need have met. A match-up that was not played has an infinite variance. A setup
that met some of the others has the noise of that choice as well: the spread of its changes, and of
its scores, from one opponent to the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from ...arena.levels.combined import Figures
from .boards import rate_variances

STEADY: Final = 4.0
"""Pairs of the whole level that steady the spread of a single match-up or setup.

Most match-ups have a handful of pairs, and a few that all ended alike are no proof that all would.
"""

LOOSE: Final = 0.25
"""Variance of a difference between two pairs of even games that have nothing in common.

One such pair is added to a level's: where no pair differed, one might have.
"""


@dataclass(frozen=True, kw_only=True)
class LevelFigures:
    """What one level's pairs say about some units: match-ups, or setups."""

    weights: np.ndarray
    """[units, match-ups played] how a unit's figure is made of its match-ups'."""
    change: Figures
    before: Figures
    after: Figures
    swapped: np.ndarray
    """Variance of each change if before and after change places in any pair."""


@dataclass(frozen=True, kw_only=True)
class PairedPoints:
    """Points of the first setup of each match-up, in pairs: [pairs, match-ups]."""

    matchups: Sequence[tuple[int, int]]
    before: np.ndarray
    after: np.ndarray

    @cached_property
    def differences(self) -> np.ndarray:
        """By how many points each pair changed."""
        return self.after - self.before

    @property
    def pairs(self) -> int:
        """Pairs of each match-up."""
        return len(self.before)

    def of_matchups(self, every: Sequence[tuple[int, int]]) -> LevelFigures:
        """Return the figures of match-ups, of which some may not have been played."""
        place = {pair: number for number, pair in enumerate(every)}
        played = np.array([place[pair] for pair in self.matchups])
        weights = np.zeros((len(every), len(played)))
        weights[played, np.arange(len(played))] = 1.0
        noise = self._matchup_noise

        def spread(values: np.ndarray, variances: np.ndarray) -> Figures:
            found = np.full(len(every), np.inf)
            found[played] = variances
            return Figures(weights @ values, found)

        return LevelFigures(
            weights=weights,
            change=spread(self.differences.mean(axis=0), noise),
            before=spread(self.before.mean(axis=0), rate_variances(self.before[:, :, None])),
            after=spread(self.after.mean(axis=0), rate_variances(self.after[:, :, None])),
            swapped=weights @ self._squares,
        )

    def of_setups(self, count: int) -> LevelFigures:
        """Return the figures of so many setups: means over the others that each has met."""
        signs = np.zeros((count, len(self.matchups)))
        for number, (one, other) in enumerate(self.matchups):
            signs[one, number], signs[other, number] = 1, -1
        met = np.abs(signs).sum(axis=1)
        weights = signs / met[:, None]
        change = Figures(weights @ self.differences.mean(axis=0), self._setup_noise(signs))
        return LevelFigures(
            weights=weights,
            change=change,
            before=self._scores(self.before, signs),
            after=self._scores(self.after, signs),
            swapped=weights**2 @ self._squares,
        )

    @cached_property
    def _squares(self) -> np.ndarray:
        """The variance of each match-up's change under swaps."""
        return (self.differences**2).sum(axis=0) / self.pairs**2

    @cached_property
    def _matchup_noise(self) -> np.ndarray:
        """The variance of each match-up's change, from its pairs and, steadier, from all."""
        centre = self.differences.mean(axis=0) if self.pairs > 1 else 0.0
        squares = ((self.differences - centre) ** 2).sum(axis=0)
        degrees = max(self.pairs - 1, 1) * np.ones(len(squares))
        return _steadied(squares, degrees) / self.pairs

    def _setup_noise(self, signs: np.ndarray) -> np.ndarray:
        """The variance of each setup's change.

        From the pairs about their match-up; where a match-up has one, from those about the setup's
        own change, which has in it how differently a change meets its opponents.
        """
        met = np.abs(signs).sum(axis=1)
        if self.pairs > 1:
            within = ((self.differences - self.differences.mean(axis=0)) ** 2).sum(axis=0)
            squares, degrees = np.abs(signs) @ within, (self.pairs - 1) * met
        else:
            turned = signs * self.differences[0]
            own = turned.sum(axis=1, keepdims=True) / met[:, None]
            squares = (np.abs(signs) * (turned - own) ** 2).sum(axis=1)
            degrees = np.maximum(met - 1, 1)
        return _steadied(squares, degrees) / (self.pairs * met)

    def _scores(self, points: np.ndarray, signs: np.ndarray) -> Figures:
        """Return what setups score."""
        met = np.abs(signs).sum(axis=1)
        rates = np.where(signs > 0, points.mean(axis=0), 1 - points.mean(axis=0))
        held = np.abs(signs)
        scores = (held * rates).sum(axis=1) / met
        noise = held @ rate_variances(points[:, :, None]) / met**2
        chosen = (held * (rates - scores[:, None]) ** 2).sum(axis=1) / np.maximum(met - 1, 1) / met
        some = met < len(signs) - 1
        return Figures(scores, np.where(some, np.maximum(noise, chosen), noise))


def _steadied(squares: np.ndarray, degrees: np.ndarray) -> np.ndarray:
    """Return the variances of single pairs that squares of so many degrees of freedom say."""
    usual = (squares.sum() + LOOSE) / (degrees.sum() + 1)
    return (squares + STEADY * usual) / (degrees + STEADY)
