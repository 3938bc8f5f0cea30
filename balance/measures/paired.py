"""Pairs of games before and after, of one level of agents, as figures of match-ups and of setups.

    level = PairedPoints(matchups=met, before=points, after=new_points)
    level.of_matchups(round_robin(31))      # changes and scores of every match-up, with their noise
    level.of_setups(31)                     # and of every setup

Not every two setups need have met, nor those that did equally often: a setup's figure is the mean
over its opponents, whatever the number of pairs with each. A match-up that was not played has an
infinite variance. A setup that met some of the others has the noise of that choice as well: its
figures differ from opponent to opponent.

Two setups that the edit does not touch play the same games before and after. Their change is none,
without noise, whether they met or not. So a setup's opponents are of two strata, each of which
counts by its size: with one of them all its match-ups are touched, or, if the setup is not, those
with setups that are.
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
    touched: np.ndarray
    """The share of each unit's match-ups that are touched."""


@dataclass(frozen=True, kw_only=True)
class PairedPoints:
    """Points of the first setup of each match-up: [pairs, match-ups, 2 games]; NaN is no game."""

    matchups: Sequence[tuple[int, int]]
    before: np.ndarray
    after: np.ndarray
    touched: Sequence[bool] | None = None
    """Whether each setup is; all are, if None."""

    @cached_property
    def differences(self) -> np.ndarray:
        """By how many points each pair changed: [pairs, match-ups]; 0 where there is none."""
        return np.nan_to_num((self.after - self.before).mean(axis=2))

    @cached_property
    def pairs(self) -> np.ndarray:
        """Pairs of each match-up."""
        return _pairs(self.before)

    def among(self, matchups: Sequence[tuple[int, int]]) -> "PairedPoints":
        """Return the pairs of those match-ups that are among others."""
        others = set(matchups)
        held = [number for number, pair in enumerate(self.matchups) if pair in others]
        return PairedPoints(
            matchups=tuple(self.matchups[number] for number in held),
            before=self.before[:, held],
            after=self.after[:, held],
            touched=self.touched,
        )

    def of_matchups(self, every: Sequence[tuple[int, int]]) -> LevelFigures:
        """Return the figures of match-ups, of which some may not have been played."""
        place = {pair: number for number, pair in enumerate(every)}
        played = np.array([place[pair] for pair in self.matchups])
        weights = np.zeros((len(every), len(played)))
        weights[played, np.arange(len(played))] = 1.0
        differ = self._differ(every)

        def figures(points: np.ndarray, noise: np.ndarray) -> Figures:
            variances = np.full(len(every), np.inf)
            variances[played] = noise
            return Figures(weights @ _means(points), variances)

        change = figures(self.after - self.before, self._change_noise)
        return LevelFigures(
            weights=weights,
            change=Figures(change.values, np.where(differ, change.variances, 0.0)),
            middle=figures(self._middle, _noise(self._middle)),
            swapped=weights @ self._squares,
            touched=differ.astype(float),
        )

    def of_setups(self, count: int, *, chosen: bool = False) -> LevelFigures:
        """Return the figures of so many setups: means over the others that each has met.

        They stand for all others, unless they are meant to be of the `chosen` ones alone.
        """
        signs = np.zeros((count, len(self.matchups)))
        for number, (one, other) in enumerate(self.matchups):
            signs[one, number], signs[other, number] = 1, -1
        touched = np.ones(count, bool) if self.touched is None else np.array(self.touched)
        size = np.where(touched, count - 1, np.count_nonzero(touched))  # of the touched stratum
        differ, shares = self._differ(self.matchups), size / (count - 1)
        sizes = (size, count - 1 - size)
        changed, *middles = (
            _of_stratum(points, noise, signs * some, whole, None if chosen else everyone)
            for points, noise, some, whole, everyone in (
                (self.after - self.before, self._change_noise, differ, 0.0, sizes[0]),
                (self._middle, _noise(self._middle), differ, 1.0, sizes[0]),
                (self._middle, _noise(self._middle), ~differ, 1.0, sizes[1]),
            )
        )
        met = np.abs(signs * differ).sum(axis=1)
        weights = signs * differ * (shares / np.maximum(met, 1))[:, None]
        return LevelFigures(
            weights=weights,
            change=Figures(shares * changed.values, shares**2 * changed.variances),
            middle=_stratified(middles, shares),
            swapped=weights**2 @ self._squares,
            touched=shares,
        )

    def _differ(self, matchups: Sequence[tuple[int, int]]) -> np.ndarray:
        """Return whether either setup of each match-up is touched."""
        touched = self.touched
        return np.array([touched is None or touched[a] or touched[b] for a, b in matchups])

    @property
    def _middle(self) -> np.ndarray:
        return (self.before + self.after) / 2

    @cached_property
    def _change_noise(self) -> np.ndarray:
        """The variance of each match-up's change; 0 where neither setup is touched."""
        differ = self._differ(self.matchups)
        noise = np.zeros(len(differ))
        noise[differ] = _noise((self.after - self.before)[:, differ])
        return noise

    @cached_property
    def _squares(self) -> np.ndarray:
        """The variance of each match-up's change under swaps."""
        return (self.differences**2).sum(axis=0) / self.pairs**2


def _pairs(points: np.ndarray) -> np.ndarray:
    return np.count_nonzero(~np.isnan(points[:, :, 0]), axis=0)


def _means(points: np.ndarray) -> np.ndarray:
    """Return the mean of each match-up's games."""
    return np.nanmean(points, axis=(0, 2))


def _noise(points: np.ndarray) -> np.ndarray:
    """Return the variance of each match-up's mean, without bias on the whole.

    From the spread of its pairs, steadied by that of all; where there is one pair, from its games.
    One loose pair is added to a level's: where no pair differed, one might have.
    """
    pairs, means = _pairs(points), points.mean(axis=2)
    spread = np.nansum((means - np.nanmean(means, axis=0)) ** 2, axis=0)
    halves = np.nansum((points[:, :, 0] - points[:, :, 1]) ** 2, axis=0) / 4
    squares, degrees = np.where(pairs > 1, spread, halves), np.maximum(pairs - 1, 1)
    usual = (squares.sum() + LOOSE) / (degrees.sum() + 1)
    return (squares + STEADY * usual) / (degrees + STEADY) / pairs


def _of_stratum(
    points: np.ndarray, noise: np.ndarray, signs: np.ndarray, whole: float, size: np.ndarray | None
) -> Figures:
    """Return the means of setups' match-ups that have a sign, of so many that they stand for.

    The points of the two setups of a match-up make up `whole`. Without a match-up the variance is
    infinite.
    """
    held, rates = np.abs(signs), _means(points)
    met = held.sum(axis=1)
    some = np.maximum(met, 1)
    turned = np.where(signs > 0, rates, whole - rates)
    means = (held * turned).sum(axis=1) / some
    own = held @ noise / some
    spread = (held * (turned - means[:, None]) ** 2).sum(axis=1) / np.maximum(met - 1, 1)
    left_out = 0.0 if size is None else np.maximum(1 - met / np.maximum(size, 1), 0.0)
    variances = (own + left_out * np.maximum(spread - own, 0.0)) / some
    return Figures(means, np.where(met > 0, variances, np.inf))


def _stratified(both: Sequence[Figures], shares: np.ndarray) -> Figures:
    """Return the figures of two strata as one, the first of which has such shares.

    A stratum without figures is taken to be like the other.
    """
    parts = np.array([shares, 1 - shares]) * [np.isfinite(one.variances) for one in both]
    parts = parts / np.maximum(parts.sum(axis=0), 1e-12)
    values = sum(part * one.values for part, one in zip(parts, both, strict=True))
    variances = sum(
        part**2 * np.where(part > 0, one.variances, 0.0)
        for part, one in zip(parts, both, strict=True)
    )
    return Figures(np.asarray(values), np.where(parts.sum(axis=0) > 0, variances, np.inf))
