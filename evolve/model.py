"""`Model`: what games say about compositions, so that setups that never played can be judged.

A logistic model: the log-odds that a setup wins are a sum over what is in it. How many of each
troop (and the square of that: a third archer is worth less than the first), which commands, and
products of every two of these, for things that help or hinder each other. Weights have normal
priors about 0, tighter for pairs, which are many and mostly do nothing; their posterior is taken to
be normal (Laplace's approximation), so every prediction and every effect has its uncertainty.

    model = fit(genes(setups), points, games)
    logit, error = model.predict(genes(others))
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

import numpy as np

from ..engine.stats import COMMANDS, LETTERS
from ..setups.setup import Setup

THINGS: Final = (*LETTERS, *COMMANDS)
"""What a setup is made of, in table order."""

PAIRS: Final = tuple(combinations(range(len(THINGS)), 2))

TERMS: Final = (
    *THINGS,
    *(f"{letter}²" for letter in LETTERS),
    *(f"{THINGS[a]} × {THINGS[b]}" for a, b in PAIRS),  # noqa: RUF001  (a product)
)
"""Names of the terms, in the order of the weights behind the constant."""

MAIN_PRIOR, PAIR_PRIOR = 1.0, 0.3
"""Standard deviations of the priors, of terms in units of their own standard deviation."""

_STEPS = 50
_SETTLED = 1e-8


def genes(setups: Sequence[Setup]) -> np.ndarray:
    """Return what setups are made of: how many of each troop, 0 or 1 for each command."""
    rows = [(*s.counts, *(slug in s.commands for slug in COMMANDS)) for s in setups]
    return np.array(rows, float).reshape(-1, len(THINGS))


def terms(made_of: np.ndarray) -> np.ndarray:
    """Return the terms of setups, of which each row says what it is made of."""
    troops = made_of[:, : len(LETTERS)]
    first, second = np.array(PAIRS).T
    return np.hstack([made_of, troops**2, made_of[:, first] * made_of[:, second]])


@dataclass(frozen=True)
class Model:
    """Log-odds of winning as a function of what a setup is made of."""

    weights: np.ndarray
    """Of the constant and the terms, in units of their standard deviation."""
    covariance: np.ndarray
    """Of the weights."""
    mean: np.ndarray
    scale: np.ndarray
    """Mean and standard deviation of each term in what the model was fitted to."""

    def predict(self, made_of: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the log-odds of setups, and their standard errors."""
        design = self._design(made_of)
        return design @ self.weights, np.linalg.norm(design @ self._root, axis=1)

    def drawn(self, made_of: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Return log-odds by one set of weights drawn from the posterior (Thompson's sampling)."""
        weights = self.weights + self._root @ rng.standard_normal(len(self.weights))
        return self._design(made_of) @ weights

    def _design(self, made_of: np.ndarray) -> np.ndarray:
        scaled = (terms(made_of) - self.mean) / self.scale
        return np.hstack([np.ones((len(scaled), 1)), scaled])

    @cached_property
    def _root(self) -> np.ndarray:
        return np.linalg.cholesky(self.covariance)


def fit(
    made_of: np.ndarray, points: np.ndarray, games: np.ndarray, *, pairs: float = PAIR_PRIOR
) -> Model:
    """Return the model of setups that scored so many points in so many games each.

    `pairs` is the standard deviation of the prior of pairs and squares. Newton's method, which a
    prior keeps from running away where everything was won.
    """
    found = terms(made_of)
    mean, scale = found.mean(axis=0), found.std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    design = np.hstack([np.ones((len(found), 1)), (found - mean) / scale])
    priors = np.full(design.shape[1], pairs)
    priors[0], priors[1 : 1 + len(THINGS)] = 3.0, MAIN_PRIOR
    precision = np.diag(priors**-2)
    weights, hessian = np.zeros(design.shape[1]), precision
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-design @ weights))
        gradient = design.T @ (points - games * chance) - precision @ weights
        hessian = (design * (games * chance * (1 - chance))[:, None]).T @ design + precision
        step = np.linalg.solve(hessian, gradient)
        weights += step
        if np.max(np.abs(step)) < _SETTLED:
            break
    return Model(weights, np.linalg.inv(hessian), mean, scale)
