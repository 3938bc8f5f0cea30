"""The Nash mixture of a round robin: who is in it, and how many setups that amounts to."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arena.stats.nash import Mixture, equilibrium, nash, payoffs
from .bootstrap import bootstrapped
from .measured import Measured

HELD = 1e-4
"""Weight above which a setup counts as being in a mixture."""


@dataclass(frozen=True, kw_only=True)
class Diversity:
    """How many setups a Nash mixture amounts to."""

    mixture: Mixture
    entropy: Measured
    """In nats; 0 if one setup is always best."""
    effective: Measured
    """The number of setups that, played equally often, have this entropy: e to the power of it."""
    support: Measured
    """Setups that have weight."""
    takes_part: np.ndarray
    """Of each setup, the share of resampled mixtures that it has weight in."""


def entropy(weights: np.ndarray) -> float:
    """Return Shannon's entropy in nats."""
    held = weights[weights > 0]
    return float(max(0.0, -(held * np.log(held)).sum()))


def diversity(rates: np.ndarray, draws: Sequence[np.ndarray]) -> Diversity:
    """Return the Nash mixture of a matrix of rates, and how it comes out when they are drawn anew.

    `drawn` are such matrices as they might have been measured.
    """
    mixture = nash(rates)
    every = np.array([nash_weights(one) for one in draws])
    entropies = [entropy(weights) for weights in every]
    own = entropy(mixture.weights)
    return Diversity(
        mixture=mixture,
        entropy=bootstrapped(own, entropies),
        effective=bootstrapped(math.exp(own), np.exp(entropies).tolist()),
        support=bootstrapped(_support(mixture.weights), [_support(weights) for weights in every]),
        takes_part=(every > HELD).mean(axis=0),
    )


def best_answer(rates: np.ndarray, weights: np.ndarray) -> float:
    """Return what the best setup gains, above one half, on opponents of such weights.

    The exploitability of a mixture: 0 for a Nash mixture, and the more the worse it is to play
    equally often what is not equally good.
    """
    return max(0.0, float(np.max(payoffs(rates) @ weights)))


def nash_weights(rates: np.ndarray) -> np.ndarray:
    """Return the weights of one Nash mixture: quickly, for many matrices."""
    try:
        return equilibrium(rates)
    except ArithmeticError:
        return nash(rates).weights


def _support(weights: np.ndarray) -> int:
    return int(np.count_nonzero(weights > HELD))
