"""`LevelModel`: log-odds of winning by composition, for every level of games.

    log-odds for the judge        terms @ weights
    log-odds for a cheaper agent  terms @ weights + single terms @ its bias

Games of all levels are fitted at once. The bias of a cheaper agent has terms of its own for the
number of each troop, its square, and each command, with a prior about 0 whose width the games of
both choose (by the evidence, Laplace's approximation): what a cheap agent's games say is taken as
true for the judge as far as the judge's games do not say otherwise. With a fixed width of 0.3 the
best of simulated rankings were rated 4 points of a hundred too high where there was no bias at all.
Pairs of things have no bias of their own; what is left of it is the error of single setups
(`dispersion`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from ...arena.stats.logistic import fit_logistic
from .model import ROWS, SETTLED, Basis, Model, chunks, priors_of

BIAS_PRIORS: Final = (0.02, 0.06, 0.2, 0.5)
"""Standard deviations that the prior of a bias may have, of terms in units of their deviation."""

CONSTANT_PRIOR: Final = 0.3
"""The same of the constant: how far an agent's scores are off as a whole."""


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
        own = len(self.weights) - bias_terms(self.basis) * (self.levels - 1)
        return Model(self.basis, self.weights[:own], self.covariance[:own, :own])

    def predict(self, composition: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the log-odds of setups at every level, [setups, levels], and their covariance."""
        logits = np.empty((len(composition), self.levels))
        covariance = np.empty((len(composition), self.levels, self.levels))
        judge, biased = self.levels - 1, bias_terms(self.basis)
        for rows in chunks(len(composition)):
            terms = self.basis.design(composition[rows])
            own = terms.shape[1]
            roots = [terms @ self._root[:own]] * self.levels
            values = [terms @ self.weights[:own]] * self.levels
            for level in range(judge):
                at = slice(own + biased * level, own + biased * (level + 1))
                roots[level] = roots[level] + terms[:, :biased] @ self._root[at]
                values[level] = values[level] + terms[:, :biased] @ self.weights[at]
            for one in range(self.levels):
                logits[rows, one] = values[one]
                for other in range(one + 1):
                    shared = np.einsum("ij,ij->i", roots[one], roots[other])
                    covariance[rows, one, other] = covariance[rows, other, one] = shared
        return logits, covariance

    @cached_property
    def _root(self) -> np.ndarray:
        return np.linalg.cholesky(self.covariance)


def bias_terms(basis: Basis) -> int:
    """Return how many terms a bias has: the constant, those of single things, and squares."""
    return 1 + basis.singles + basis.squares


def level_design(terms: np.ndarray, level: int, levels: int, biased: int) -> np.ndarray:
    """Return the terms of setups at a level, with those of its bias at their place."""
    biases = [
        terms[:, :biased] if number == level else np.zeros((len(terms), biased))
        for number in range(levels - 1)
    ]
    return np.hstack([terms, *biases])


def fit_levels(
    played: Sequence[LevelGames], *, basis: Basis, pairs: float | None = None
) -> LevelModel:
    """Return the model of games of several levels, the judge's last.

    `pairs` is the standard deviation of the prior of pairs and squares, as for `model.fit`; without
    it the games choose that too.
    """
    levels = len(played)
    design = np.vstack(
        [
            level_design(basis.design(games.composition), level, levels, bias_terms(basis))
            for level, games in enumerate(played)
        ]
    )
    points = np.concatenate([games.points for games in played])
    games = np.concatenate([games.games for games in played])

    def best(priors: Sequence[np.ndarray], widths: Sequence[float]) -> _Fit:
        every = [
            np.concatenate([own, *[_bias(basis, width)] * (levels - 1)])
            for own in priors
            for width in widths
        ]
        return max(
            (_fit(design, points, games, one) for one in every), key=lambda fit: fit.evidence
        )

    terms = 1 + len(basis.scale)
    usual = priors_of(basis, pairs) if pairs is not None else None
    if usual is None:
        wide = [priors_of(basis, pair, main) for main, pair in basis.strengths]
        usual = best(wide, BIAS_PRIORS[1:2]).priors[:terms]
    fit = best([usual], BIAS_PRIORS if levels > 1 else BIAS_PRIORS[:1])
    covariance = np.linalg.inv(fit.information)
    return LevelModel(basis, levels, fit.weights, (covariance + covariance.T) / 2)


class _Fit(NamedTuple):
    """Weights for some priors, and the logarithm of the evidence for these."""

    evidence: float
    priors: np.ndarray
    weights: np.ndarray
    information: np.ndarray


def _bias(basis: Basis, width: float) -> np.ndarray:
    """Return the standard deviations of the priors of a bias."""
    priors = np.full(bias_terms(basis), width)
    priors[0], priors[1 + basis.singles :] = CONSTANT_PRIOR, width / 2
    return priors


def _fit(design: np.ndarray, points: np.ndarray, games: np.ndarray, priors: np.ndarray) -> _Fit:
    """Return the fit with some priors."""
    precision = priors**-2
    weights, information = fit_logistic(
        design, points, games, np.diag(precision), settled=SETTLED, rows=ROWS
    )
    logit = np.clip(design @ weights, -30.0, 30.0)
    fitted = float(points @ logit - games @ np.logaddexp(0.0, logit))
    _, volume = np.linalg.slogdet(information)
    prior = float(np.log(precision).sum() - precision @ weights**2)
    return _Fit(fitted + (prior - float(volume)) / 2, priors, weights, information)
