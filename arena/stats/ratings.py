"""Ratings of many players from their results against each other, with intervals."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from .logistic import newton
from .score import Interval, Score, normal_quantile

PRIOR_GAMES: Final = 2
"""Games that each player is taken to have drawn with an average one."""
ELO: Final = 400 / math.log(10)
_STEPS: Final = 100


@dataclass(frozen=True)
class Rating:
    """A player's rating in Elo, 0 being the average player."""

    player: str
    elo: float
    interval: Interval
    score: Score
    """All its games together."""


def ratings(
    players: Sequence[str], results: Mapping[tuple[str, str], Score], confidence: float = 0.95
) -> list[Rating]:
    """Return the players' ratings, best first; each pair of players is given once, either way.

    The model is Bradley and Terry's ("Rank analysis of incomplete block designs", Biometrika 39,
    1952): the odds between two players are the ratio of their strengths, a draw being half a win.
    `PRIOR_GAMES` drawn games with an average player keep perfect scores finite and hold together
    players that never met, directly or through others. Errors come from the variance of the points
    over side-swapped pairs and not from the model (a sandwich estimate: H. White, "Maximum
    likelihood estimation of misspecified models", Econometrica 50, 1982), and say how far ratings
    would move if the same games were played again. They do not say how badly one number a player
    fits results that go in circles; see `nash` for that.
    """
    index = {player: i for i, player in enumerate(players)}
    met = {
        (index[a], index[b]): score for (a, b), score in results.items() if score.games and a != b
    }
    strength = _strengths(len(players), met)
    covariance = _covariance(strength, met)
    reach = normal_quantile(confidence) * np.sqrt(np.maximum(np.diag(covariance), 0.0))
    totals = [Score() for _ in players]
    for (i, j), score in met.items():
        totals[i] += score
        totals[j] += ~score
    rated = [
        Rating(
            player,
            float(ELO * strength[i]),
            Interval(float(ELO * (strength[i] - reach[i])), float(ELO * (strength[i] + reach[i]))),
            totals[i],
        )
        for player, i in index.items()
    ]
    return sorted(rated, key=lambda rating: (-rating.elo, rating.player))


def _strengths(count: int, met: Mapping[tuple[int, int], Score]) -> np.ndarray:
    """Return the most likely logarithms of strength, of mean 0."""

    def slopes(strength: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        gradient = PRIOR_GAMES * (0.5 - 1 / (1 + np.exp(-strength)))
        for (i, j), score in met.items():
            surplus = score.points - score.games * _odds(strength, i, j)
            gradient[i] += surplus
            gradient[j] -= surplus
        return gradient, _information(strength, met)

    strength, _ = newton(np.zeros(count), slopes, settled=1e-12, steps=_STEPS, longest=2.0)
    return strength - strength.mean() if count else strength


def _information(strength: np.ndarray, met: Mapping[tuple[int, int], Score]) -> np.ndarray:
    """Return the negative second derivative of the log-likelihood."""
    expected = 1 / (1 + np.exp(-strength))
    information = np.diag(PRIOR_GAMES * expected * (1 - expected))
    for (i, j), score in met.items():
        share = _odds(strength, i, j)
        weight = score.games * share * (1 - share)
        information[i, i] += weight
        information[j, j] += weight
        information[i, j] -= weight
        information[j, i] -= weight
    return information


def _covariance(strength: np.ndarray, met: Mapping[tuple[int, int], Score]) -> np.ndarray:
    """Return the covariance of strengths about their mean."""
    count = len(strength)
    spread = np.zeros((count, count))
    for (i, j), score in met.items():
        # The model's variance where nothing varied (a perfect score), scaled by the pairs' effect.
        share = min(max(score.rate, 1 / (score.games + 2)), 1 - 1 / (score.games + 2))
        variance = score.games * share * (1 - share) * score.design_effect
        spread[i, i] += variance
        spread[j, j] += variance
        spread[i, j] -= variance
        spread[j, i] -= variance
    inverse = np.linalg.inv(_information(strength, met)) if count else spread
    about_mean = np.eye(count) - 1 / max(count, 1)
    return about_mean @ inverse @ spread @ inverse @ about_mean


def _odds(strength: np.ndarray, i: int, j: int) -> float:
    return 1 / (1 + math.exp(strength[j] - strength[i]))
