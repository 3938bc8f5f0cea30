"""What components are worth here: what the model says of swaps that take one out or put one in.

A mean over all such swaps, whatever comes or goes with it, against the original: where every swap
that takes out a champion is expected to lose, champions are what the setup lives on. By the model
of all games, so with the uncertainty that they leave to its weights.
"""

import numpy as np

from ...arena.stats.score import normal_quantile
from ...setups.setup import COMPONENTS
from ...setups.swaps import Swap
from ..judging.model import Model, genes, rate_of
from .result import ComponentValues


def component_values(model: Model, swaps: tuple[Swap, ...]) -> tuple[ComponentValues, ...]:
    """Return what taking out and putting in each component goes with, in table order."""
    design = model.basis.design(genes([swaps[0].before, *(swap.after for swap in swaps)]))
    difference = np.array([swap.difference for swap in swaps])
    values = []
    for place, component in enumerate(COMPONENTS):
        for way, some in (
            ("out", difference[:, place] < 0),
            ("in", difference[:, place] > 0),
        ):
            if some.any():
                contrast = design[1:][some].mean(axis=0) - design[0]
                gain, low, high = _points(model, design[0], contrast)
                values.append(
                    ComponentValues(
                        component=component,
                        way=way,
                        gain=gain,
                        ci95=(low, high),
                        changes=int(some.sum()),
                    )
                )
    return tuple(values)


def _points(model: Model, original: np.ndarray, contrast: np.ndarray) -> tuple[float, float, float]:
    """Return by how much the score differs along a contrast, and where its 95 % interval ends."""
    start, middle = float(original @ model.weights), float(contrast @ model.weights)
    error = float(np.sqrt(max(contrast @ model.covariance @ contrast, 0.0)))
    reach = normal_quantile(0.95) * error
    logits = start + middle + np.array([0.0, -reach, reach])
    gains = rate_of(logits) - rate_of(np.array([start]))
    gain, low, high = gains.tolist()
    return gain, low, high
