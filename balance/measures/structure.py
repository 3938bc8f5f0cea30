"""Figures of a whole matrix of match-ups, as plain functions of its rates and their errors.

They are what a change of the rules is asked about as a whole: how far match-ups are from even, what
a Nash mixture looks like, and how many setups beat each other in circles. Circles of every length
are beyond counting where setups are of even strength (`arena.stats.cycles` stops at 10,000), and
their number says little about noise; circles of three can always be counted, at once.
"""

from collections.abc import Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

import numpy as np

from ...arena.levels.combined import Figures
from ...arena.stats.cycles import THRESHOLD
from ...arena.stats.score import normal_quantile
from .boards import rates_matrix
from .bootstrap import SAMPLES
from .change import Change
from .equilibrium import HELD, entropy, nash_weights
from .evenness import deviation_of, typical

if TYPE_CHECKING:
    import networkx as nx

    from .compare import JudgedChanges

NAMES: Final = ("deviation", "entropy", "support", "triples")
"""The figures, in order: see `structure`."""

_REACH: Final = normal_quantile(0.95)


def triples(matrix: np.ndarray, threshold: float = float(THRESHOLD)) -> int:
    """Return how many threes dominate each other in a circle, by a threshold of the points."""
    beats = (np.nan_to_num(matrix, nan=0.0) >= threshold - 1e-9).astype(float)
    return round(float(np.trace(beats @ beats @ beats)) / 3)


def dominance_of(
    rates: Figures, matchups: Sequence[tuple[int, int]], count: int, *, certain: bool
) -> "nx.DiGraph":
    """Return who takes 29 of 50 points or more from whom; if asked, only where that is certain.

    Certain is a win whose 95 % interval, taken by itself, lies above one half.
    """
    import networkx as nx  # noqa: PLC0415  (start-up stays light)

    graph = nx.DiGraph()
    graph.add_nodes_from(range(count))
    lead = np.abs(rates.values - 0.5)
    wins = lead >= float(THRESHOLD) - 0.5 - 1e-9
    if certain:
        wins &= lead > _REACH * rates.errors
    for number in np.flatnonzero(wins).tolist():
        one, other = matchups[number]
        graph.add_edge(*((one, other) if rates.values[number] > 0.5 else (other, one)))
    return graph


def structure(
    rates: np.ndarray, variances: np.ndarray, matchups: np.ndarray, count: int
) -> np.ndarray:
    """Return the figures of `NAMES` of the rates of match-ups, measured with such variances.

    deviation  how far match-ups typically are from even
    entropy    of a Nash mixture, in nats
    support    setups that have weight in it
    triples    circles of three at 29 of 50 points
    """
    matrix = rates_matrix(rates, matchups, count)
    weights = nash_weights(matrix)
    held = float(np.count_nonzero(weights > HELD))
    apart = typical(deviation_of(rates, variances)).value
    return np.array([apart, entropy(weights), held, triples(matrix)])


def drawn_rates(rates: Figures, seed: int, samples: int = SAMPLES) -> list[np.ndarray]:
    """Return rates as they might have been measured, once for each sample."""
    rng = np.random.default_rng(seed)
    size = (samples, len(rates.values))
    return list(np.clip(rates.values + rates.errors * rng.standard_normal(size), 0, 1))


def structure_changes(
    judged: "JudgedChanges",
    matchups: Sequence[tuple[int, int]],
    count: int,
    *,
    seed: int,
    tests: int,
    samples: int = SAMPLES,
) -> list[Change]:
    """Return the changes of figures of all match-ups together, such as the mixture's entropy.

    To swap before and after would mix two games into a third, whose mixture may be like neither; so
    these are compared with how much they vary when scores before and their changes are drawn again
    with their errors (each figure has a part of the level, C. Bonferroni).
    """
    rng, met = np.random.default_rng(seed), np.array(matchups)
    sides, noise = [side.values for side in judged.sides], judged.sides[0].variances
    figures = [structure(side, noise, met, count) for side in sides]
    draws = np.zeros((samples, len(NAMES)))
    for number in range(samples):
        luck, apart = rng.standard_normal((2, len(met)))
        luck, apart = judged.middle.errors * luck, judged.change.errors * apart / 2
        old, new = (
            structure(np.clip(side + luck + sign * apart, 0, 1), noise, met, count)
            for side, sign in zip(sides, (-1, 1), strict=True)
        )
        draws[number] = new - old
    change, errors = figures[1] - figures[0], draws.std(axis=0, ddof=1)
    far = np.abs(change) / np.where(errors > 0, errors, 1e-9)
    p_values = [2 * (1 - NormalDist().cdf(z)) * len(NAMES) * tests for z in far.tolist()]
    return [
        Change.of(
            name,
            (float(figures[0][place]), float(figures[1][place])),
            (
                float(change[place] - _REACH * errors[place]),
                float(change[place] + _REACH * errors[place]),
            ),
            min(1.0, p_values[place]),
        )
        for place, name in enumerate(NAMES)
    ]
