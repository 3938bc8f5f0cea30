"""`LevelModel`: log-odds of winning by composition, for every level of games.

    log-odds for the judge        terms @ weights
    log-odds for a cheaper agent  terms @ weights + single terms @ its bias

Games of all levels are fitted at once. The bias of a cheaper agent has terms of its own for the
number of each troop, its square, and each command, with a narrow prior about 0: what its games say
is taken as true for the judge as far as the judge's games do not say otherwise. Pairs of things
have no bias of their own; what is left of it is the error of single setups (`dispersion`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from ...arena.stats.logistic import fit_logistic
from ...engine.rules.stats import LETTERS
from .model import COMPONENTS, ROWS, SETTLED, Basis, Model, chunks, priors_of

BIAS_TERMS: Final = 1 + len(COMPONENTS) + len(LETTERS)
"""The constant, things, and squares."""

BIAS_PRIOR: Final = 0.3
"""Standard deviation of the prior of a bias, of terms in units of their own deviation."""


class LevelGames(NamedTuple):
    """Setups that played at a level: what they are made of, their points, and of how many games."""

    composition: np.ndarray
    points: np.ndarray
    games: np.ndarray


@dataclass(frozen=True)
class LevelModel:
    """Log-odds of winning, for agents of several levels; the judge's is the last."""

    basis: Basis
    levels: int
    weights: np.ndarray
    """Of the terms, then of the biases of every level but the last."""
    covariance: np.ndarray

    @cached_property
    def judge(self) -> Model:
        """The model of the judge alone."""
        own = len(self.weights) - BIAS_TERMS * (self.levels - 1)
        return Model(self.basis, self.weights[:own], self.covariance[:own, :own])

    def predict(self, composition: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the log-odds of setups at every level, [setups, levels], and their covariance."""
        logits = np.empty((len(composition), self.levels))
        covariance = np.empty((len(composition), self.levels, self.levels))
        for rows in chunks(len(composition)):
            terms = self.basis.design(composition[rows])
            designs = [level_design(terms, n, self.levels) for n in range(self.levels)]
            roots = [design @ self._root for design in designs]
            for one in range(self.levels):
                logits[rows, one] = designs[one] @ self.weights
                for other in range(one + 1):
                    shared = np.einsum("ij,ij->i", roots[one], roots[other])
                    covariance[rows, one, other] = covariance[rows, other, one] = shared
        return logits, covariance

    @cached_property
    def _root(self) -> np.ndarray:
        return np.linalg.cholesky(self.covariance)


def level_design(terms: np.ndarray, level: int, levels: int) -> np.ndarray:
    """Return the terms of setups at a level, with those of its bias at their place."""
    biases = [
        terms[:, :BIAS_TERMS] if number == level else np.zeros((len(terms), BIAS_TERMS))
        for number in range(levels - 1)
    ]
    return np.hstack([terms, *biases])


def fit_levels(played: Sequence[LevelGames], *, pairs: float, basis: Basis) -> LevelModel:
    """Return the model of games of several levels, the judge's last.

    `pairs` is the standard deviation of the prior of pairs and squares, as for `model.fit`.
    """
    levels = len(played)
    designs = [
        level_design(basis.design(games.composition), level, levels)
        for level, games in enumerate(played)
    ]
    bias = np.full(BIAS_TERMS, BIAS_PRIOR)
    bias[0], bias[1 + len(COMPONENTS) :] = 1.0, BIAS_PRIOR / 2
    priors = np.concatenate([priors_of(basis, pairs), *[bias] * (levels - 1)])
    weights, information = fit_logistic(
        np.vstack(designs),
        np.concatenate([games.points for games in played]),
        np.concatenate([games.games for games in played]),
        np.diag(priors**-2),
        settled=SETTLED,
        rows=ROWS,
    )
    covariance = np.linalg.inv(information)
    return LevelModel(basis, levels, weights, (covariance + covariance.T) / 2)
