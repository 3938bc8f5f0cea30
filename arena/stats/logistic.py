"""Logistic models by Newton's method: the one fit that ratings, searches and worths rest on.

    weights, information = fit_logistic(design, points, games, precision, settled=1e-9)
    covariance = np.linalg.inv(information)

The log-odds of a point are `design @ weights`; the weights have normal priors about 0, of a given
precision. `newton` is the iteration alone, for models whose derivatives are cheaper by themselves.
"""

from collections.abc import Callable

import numpy as np

from .one_thread import one_thread

Slopes = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]
"""Returns the first derivative of the log-likelihood, and the negative second one."""


def newton(
    start: np.ndarray,
    slopes: Slopes,
    *,
    settled: float,
    steps: int = 50,
    longest: float | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights of greatest likelihood, and the information that the last step used.

    It ends once no weight moves by `settled`. Far from the solution a whole step may be too long;
    `longest` limits what it changes of each weight.
    """
    weights, information = start, np.zeros((len(start), len(start)))
    for _ in range(steps):
        gradient, information = slopes(weights)
        step = np.linalg.solve(information, gradient)
        if longest is not None:
            step = np.clip(step, -longest, longest)
        weights = weights + step
        if np.abs(step).max(initial=0) < settled:
            break
    return weights, information


def fit_logistic(
    design: np.ndarray,
    points: np.ndarray,
    games: np.ndarray | float,
    precision: np.ndarray,
    *,
    settled: float,
    most: float = 30.0,
    rows: int | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights of a model of points in so many games each, and their information.

    Neither points nor games need be whole. Log-odds count as `most` at most. The design is looked
    at so many rows at a time, all at once if none are given.
    """

    def slopes(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        chances = chance(design @ weights, most)
        gradient = design.T @ (points - games * chances) - precision @ weights
        weight = games * chances * (1 - chances)
        return gradient, _curvature(design, weight, rows) + precision

    with one_thread():
        return newton(np.zeros(design.shape[1]), slopes, settled=settled)


def chance(logit: np.ndarray, most: float = 30.0) -> np.ndarray:
    """Return chances of log-odds, which count as `most` at most."""
    return 1 / (1 + np.exp(-np.clip(logit, -most, most)))


def _curvature(design: np.ndarray, weights: np.ndarray, rows: int | None) -> np.ndarray:
    """Return the sum over rows of their weight times their square."""
    step = rows or max(len(design), 1)
    slices = [slice(first, first + step) for first in range(0, len(design), step)]
    parts = [(design[some] * weights[some, None]).T @ design[some] for some in slices]
    return np.sum(parts, axis=0)
