"""The screen: which setups of a start may belong to the mixture for the judge, by cheap games.

Every two meet, played by the agent that screens. Then mixtures are drawn that the judge's games
might lead to: each score rate anew about the one that was measured, with the noise of its games and
with the error of the agent itself. Setups that take part in enough of these mixtures go on, those
of most mixtures first. The judge's games alone then decide what they weigh.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from ...arena.play.entrant import Entrant
from ...arena.stats.nash import nash_samples, standard_errors
from .payoffs import Payoffs
from .settings import MetaSettings
from .values import ScreenedSetup

CELL_BIAS: Final = 0.03
"""Variance of the judge's score rate m of a match-up about the cheap agent's, over m (1 - m).

Of `quick` about `strong`, in 100 match-ups of named setups: 0.015 ± 0.014; with its standard error.
"""

MIXTURES: Final = 200
"""Mixtures that are drawn."""

LEAST_SHARE: Final = 0.05
"""Share of these that a setup takes part in, if it may belong to the judge's."""


class Screen:
    """Plays setups by the cheap agent, and says which the judge is to play."""

    def __init__(self, payoffs: Payoffs, settings: MetaSettings, seed: int) -> None:
        self._payoffs, self._settings, self._seed = payoffs, settings, seed

    def run(self, start: Sequence[Entrant]) -> list[ScreenedSetup]:
        """Return some setups, those of most mixtures first; none if no screen is needed."""
        settings, payoffs = self._settings, self._payoffs
        if not settings.screens(len(start)):
            return []
        numbers = [payoffs.add(entrant.played_by(settings.levels.screen)) for entrant in start]
        payoffs.complete(numbers, settings.screen_pairs)
        shares = taking_part(payoffs, numbers, self._seed).tolist()
        order = sorted(range(len(shares)), key=lambda place: -shares[place])
        return [
            ScreenedSetup(
                entrant=start[place],
                share=shares[place],
                games=sum(payoffs.score(numbers[place], other).games for other in numbers),
                kept=rank < settings.start_setups and (not rank or shares[place] >= LEAST_SHARE),
            )
            for rank, place in enumerate(order)
        ]


def passed(start: Sequence[Entrant], screened: Sequence[ScreenedSetup]) -> list[Entrant]:
    """Return the setups that the judge plays, in their order: all, if there was no screen."""
    members = [one.entrant for one in screened if one.kept]
    return [entrant for entrant in start if entrant in members or not screened]


def taking_part(payoffs: Payoffs, numbers: Sequence[int], seed: int) -> np.ndarray:
    """Return the share of mixtures that each of some setups takes part in."""
    table = payoffs.table(numbers)
    rates = np.clip(table.rates(unknown=0.5), 0.02, 0.98)  # no match-up is certain for the judge
    errors = np.sqrt(standard_errors(table) ** 2 + CELL_BIAS * rates * (1 - rates))
    mixtures = nash_samples(table, samples=MIXTURES, seed=seed, errors=errors)
    return (mixtures > 1e-4).mean(axis=0)
