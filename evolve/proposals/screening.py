"""Which of many children to play: those that a model of the games so far expects most of.

Children are cheap and games are not. So several times as many are made as can be played, and a
model of what every candidate has scored (`model`) says which seem best. Each is chosen by weights
drawn anew from what the games leave possible (Thompson's sampling, 1933): where the model is sure
the best is chosen again and again, where it is not, choices differ, and games will tell.
"""

from collections.abc import Sequence

import numpy as np

from ...arena.stats.score import Score
from ...setups.setup import Setup
from ..judging.model import fit, genes

POOL = 8
"""Children that are made for each that is played."""


def promising(
    known: Sequence[tuple[Setup, Score]], pool: Sequence[Setup], number: int, seed: int
) -> list[int]:
    """Return the places of so many setups of a pool (all, if it has fewer), each once.

    `known` are setups that have played, with what they scored.
    """
    played = genes([setup for setup, _ in known])
    points = np.array([score.points for _, score in known])
    games = np.array([score.games for _, score in known], float)
    model, composition = fit(played, points, games), genes(pool)
    rng, chosen = np.random.default_rng(seed), np.zeros(len(pool), bool)
    order: list[int] = []
    for _ in range(min(number, len(pool))):
        hopes = np.where(chosen, -np.inf, model.drawn(composition, rng))
        order.append(int(np.argmax(hopes)))
        chosen[order[-1]] = True
    return order
