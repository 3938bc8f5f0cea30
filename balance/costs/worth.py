"""What things are worth: a model of who wins by what the two sides are made of. Pure functions.

    logit P(a beats b) = sum over things of w * (how many a has - how many b has)

A logistic regression without a constant: sides are swapped, so neither has an advantage that is not
in the composition (Bradley and Terry's model, with the strength of a setup a sum over its things).
Worths are weights in points, on the scale on which all setups together are worth what they cost.

Setups play several games, and what is odd about a setup is in all of them. The errors allow for
that: pairs that share a setup may depend on each other in any way (P. M. Aronow, C. Samii and V. A.
Assenova, "Cluster-robust variance estimation for dyadic data", Political Analysis 23, 2015).
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ...arena.stats.logistic import chance, fit_logistic
from ...engine.reading.input_error import mention
from ...engine.rules.stats import COMMANDS, TROOPS
from ..rules.errors import BalanceError

COMPONENTS: Final = (*TROOPS, *COMMANDS)
"""What can be bought, in table order."""

COPIES: Final = ("first", "second", "third")
"""Of a troop; the third stands for every further one."""

PRIOR: Final = 1e-3
"""Precision of the weights: next to nothing, so that what was never played is 0, not infinite."""

_SETTLED = 1e-9
_MOST = 500.0
"""Log-odds beyond which chances are those of certainty."""


@dataclass(frozen=True)
class Fit:
    """Weights of a model, and how sure they are."""

    weights: np.ndarray
    covariance: np.ndarray
    """Of errors that pairs with a setup in common share; by chance even negative for a weight."""
    unshared: np.ndarray
    """As if no two pairs shared any: what an error is at least."""

    def worths(self, bought: np.ndarray, paid: float) -> "Fit":
        """Return the weights in points, such that all that was bought is worth what was paid.

        The scale is estimated as well; its error is carried along (delta method).
        """
        slope = in_points(self.weights, bought, paid)
        both = (slope @ one @ slope.T for one in (self.covariance, self.unshared))
        return Fit(self.weights * paid / float(bought @ self.weights), *both)

    @property
    def errors(self) -> np.ndarray:
        """The standard errors of the weights."""
        return np.sqrt(np.maximum(np.diag(self.covariance), np.diag(self.unshared)))


def in_points(weights: np.ndarray, bought: np.ndarray, paid: float) -> np.ndarray:
    """Return how worths in points change with the weights: a row for each worth."""
    total = float(bought @ weights)
    if total <= 0:
        raise BalanceError(
            f"these games do not say that more is better: play more {mention('games')}"
        )
    return paid * (np.eye(len(bought)) / total - np.outer(weights, bought) / total**2)


def by_copy(composition: np.ndarray) -> np.ndarray:
    """Return whether setups have a first and a second of each troop, and how many beyond."""
    troops = composition[:, : len(TROOPS)]
    parts = [troops >= 1, troops >= 2, np.maximum(troops - 2, 0)]
    stacked = np.stack(parts, axis=2).reshape(len(troops), -1)
    return np.hstack([stacked, composition[:, len(TROOPS) :]])


def fit(terms: np.ndarray, met: np.ndarray, shares: np.ndarray) -> Fit:
    """Return the model of setups with such terms, of which two met in each row of `met`.

    `shares` is the share of each pair's points that the first of the two took.
    """
    design = terms[met[:, 0]] - terms[met[:, 1]]
    weights, inverse = _weights(design, shares)
    scores = design * (shares - chance(design @ weights, _MOST))[:, None]
    by_setup = np.zeros((len(terms), terms.shape[1]))
    np.add.at(by_setup, met[:, 0], scores)
    np.add.at(by_setup, met[:, 1], scores)
    unshared = scores.T @ scores
    middle = by_setup.T @ by_setup - unshared
    return Fit(weights, inverse @ middle @ inverse, inverse @ unshared @ inverse)


def log_loss(terms: np.ndarray, met: np.ndarray, shares: np.ndarray, folds: int = 5) -> np.ndarray:
    """Return the loss of each pair, predicted by weights fitted without its fold."""
    design = terms[met[:, 0]] - terms[met[:, 1]]
    fold = np.arange(len(shares)) % folds
    losses = np.zeros(len(shares))
    for number in range(folds):
        held = fold == number
        weights, _ = _weights(design[~held], shares[~held])
        lead, won = design[held] @ weights, shares[held]
        losses[held] = np.logaddexp(0, lead) - won * lead
    return losses


def _weights(design: np.ndarray, shares: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the most likely weights, and the inverse of their information."""
    prior = PRIOR * np.eye(design.shape[1])
    weights, information = fit_logistic(design, shares, 1.0, prior, settled=_SETTLED, most=_MOST)
    return weights, np.linalg.inv(information)
