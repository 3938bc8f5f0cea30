"""What games say about features of formations: log-odds of winning by where troops stand.

The model is that of setups (`judging.model`) with other terms: every feature and its square. It
says which formations are worth playing, and which features matter. Effects hold for the judge:
games of cheaper agents count as far as the judge's games do not say otherwise (`judging.levels`).
"""

from collections.abc import Sequence
from typing import ClassVar, Final

import numpy as np

from ...arena.stats.logistic import chance
from ...arena.stats.score import normal_quantile
from ..judging.dispersion import Dispersion
from ..judging.model import Basis, Model
from .features import FormationFeature
from .result import FeatureEffect

FORMATION_DISPERSION: Final = (0.005, (0.005, 0.0025))
"""How far formations of a setup are from the model, and cheaper judges from the last one.

Less than for setups, of which some are ten times as good as others (docs/methods.md).
"""

LEVEL: Final = 0.05
"""Chance that any feature is said to matter though none does."""

LEAST_VARIETY: Final = 1e-6
"""Standard deviation of a feature, below which all candidates are alike in it."""


class FeatureBasis(Basis):
    """Features, and their squares: a width may be too small and too great."""

    @staticmethod
    def terms(amounts: np.ndarray) -> np.ndarray:
        """Return the terms of features that are counted from their mean."""
        return np.hstack([amounts, amounts**2])

    strengths: ClassVar = ((0.05, 0.02), (0.1, 0.03), (0.3, 0.1))

    @property
    def squares(self) -> int:
        """All features have one."""
        return self.singles


def formation_dispersion(levels: int) -> Dispersion:
    """Return what is usual for formations, for one, two or three agents by cost."""
    between, biases = FORMATION_DISPERSION
    kept = {1: (), 2: biases[:1], 3: biases}[levels]
    return Dispersion(between, (*kept, 0.0), (1.0,) * levels)


def feature_effects(
    model: Model, features: Sequence[FormationFeature], formations: np.ndarray
) -> list[FeatureEffect]:
    """Return what a step of each feature changes in the score, the other features being equal.

    It is the slope at the mean of the candidates. All features are asked at once, so one is shown
    to matter only where its interval leaves out 0 at a part of the level (C. Bonferroni).
    """
    varied = formations.std(axis=0) > LEAST_VARIETY
    rate = float(chance(model.weights[:1])[0])
    errors = np.sqrt(np.diag(model.covariance))
    reach = normal_quantile(0.95), normal_quantile(1 - LEVEL / max(int(varied.sum()), 1))
    effects = []
    for place, feature in enumerate(features):
        if not varied[place]:
            continue
        step = feature.step / float(model.basis.scale[place]) * rate * (1 - rate)
        points, error = (step * float(values[1 + place]) for values in (model.weights, errors))
        effects.append(
            FeatureEffect(
                feature=feature.name,
                change=feature.change,
                points=points,
                ci95=(points - reach[0] * error, points + reach[0] * error),
                shown=abs(points) > reach[1] * error,
            )
        )
    return sorted(effects, key=lambda effect: -abs(effect.points))
