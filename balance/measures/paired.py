"""Pairs of games before and after, of one level of agents, as figures of match-ups and of setups.

    level = PairedPoints(matchups=met, before=points, after=new_points)
    level.of_matchups(round_robin(31))      # changes and scores of every match-up, with their noise
    level.of_setups(31)                     # and of every setup

Not every two setups need have met. A match-up that was not played has an infinite variance. A setup
that met some of the others has the noise of that choice as well: its figures differ from opponent
to opponent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from ...arena.levels.combined import Figures
from ...arena.stats.gains import LOOSE

STEADY: Final = 4.0
"""Pairs of the whole level that steady the spread of a single match-up's.

Most match-ups have a handful of pairs, and a few that all ended alike are no proof that all would.
"""


@dataclass(frozen=True, kw_only=True)
class LevelFigures:
    """What one level's pairs say about some units: match-ups, or setups."""

    weights: np.ndarray
    """[units, match-ups played] how a unit's change is made of its match-ups'."""
    change: Figures
    middle: Figures
    """Scores, half way between before and after."""
    swapped: np.ndarray
    """Variance of each change if before and after change places in any pair."""


@dataclass(frozen=True, kw_only=True)
class PairedPoints:
    """Points of the first setup of each match-up: [pairs, match-ups, 2 games]."""

    matchups: Sequence[tuple[int, int]]
    before: np.ndarray
    after: np.ndarray

    @cached_property
    def differences(self) -> np.ndarray:
        """By how many points each pair changed: [pairs, match-ups]."""
        return (self.after - self.before).mean(axis=2)

    @property
    def pairs(self) -> int:
        """Pairs of each match-up."""
        return len(self.before)

    def among(self, matchups: Sequence[tuple[int, int]]) -> "PairedPoints":
        """Return the pairs of those match-ups that are among others."""
        others = set(matchups)
        held = [number for number, pair in enumerate(self.matchups) if pair in others]
        return PairedPoints(
            matchups=tuple(self.matchups[number] for number in held),
            before=self.before[:, held],
            after=self.after[:, held],
        )

    def of_matchups(self, every: Sequence[tuple[int, int]]) -> LevelFigures:
        """Return the figures of match-ups, of which some may not have been played."""
        place = {pair: number for number, pair in enumerate(every)}
        played = np.array([place[pair] for pair in self.matchups])
        weights = np.zeros((len(every), len(played)))
        weights[played, np.arange(len(played))] = 1.0

        def figures(points: np.ndarray) -> Figures:
            variances = np.full(len(every), np.inf)
            variances[played] = _noise(points)
            return Figures(weights @ points.mean(axis=(0, 2)), variances)

        return LevelFigures(
            weights=weights,
            change=figures(self.after - self.before),
            middle=figures((self.before + self.after) / 2),
            swapped=weights @ self._squares,
        )

    def of_setups(self, count: int, *, chosen: bool = False) -> LevelFigures:
        """Return the figures of so many setups: means over the others that each has met.

        They stand for all others, unless they are meant to be of the `chosen` ones alone.
        """
        everyone = 0 if chosen else count - 1
        signs = np.zeros((count, len(self.matchups)))
        for number, (one, other) in enumerate(self.matchups):
            signs[one, number], signs[other, number] = 1, -1
        weights = signs / np.abs(signs).sum(axis=1, keepdims=True)
        return LevelFigures(
            weights=weights,
            change=_of_setups(self.after - self.before, signs, 0.0, everyone),
            middle=_of_setups((self.before + self.after) / 2, signs, 1.0, everyone),
            swapped=weights**2 @ self._squares,
        )

    @cached_property
    def _squares(self) -> np.ndarray:
        """The variance of each match-up's change under swaps."""
        return (self.differences**2).sum(axis=0) / self.pairs**2


def _noise(points: np.ndarray) -> np.ndarray:
    """Return the variance of each match-up's mean, without bias on the whole.

    From the spread of its pairs, steadied by that of all; where there is one pair, from its games.
    One loose pair is added to a level's: where no pair differed, one might have.
    """
    pairs, means = len(points), points.mean(axis=2)
    if pairs > 1:
        squares = ((means - means.mean(axis=0)) ** 2).sum(axis=0)
    else:
        squares = (points[0, :, 0] - points[0, :, 1]) ** 2 / 4
    degrees = max(pairs - 1, 1)
    usual = (squares.sum() + LOOSE) / (degrees * len(squares) + 1)
    return (squares + STEADY * usual) / (degrees + STEADY) / pairs


def _of_setups(points: np.ndarray, signs: np.ndarray, whole: float, everyone: int) -> Figures:
    """Return the means of setups' match-ups, which stand for those with everyone.

    The points of the two setups of a match-up make up `whole`.
    """
    held, rates = np.abs(signs), points.mean(axis=(0, 2))
    met = held.sum(axis=1)
    turned = np.where(signs > 0, rates, whole - rates)
    means = (held * turned).sum(axis=1) / met
    noise = held @ _noise(points) / met
    spread = (held * (turned - means[:, None]) ** 2).sum(axis=1) / np.maximum(met - 1, 1)
    left_out = np.maximum(1 - met / everyone, 0.0) if everyone else 0.0
    return Figures(means, (noise + left_out * np.maximum(spread - noise, 0.0)) / met)
