"""`SetupRatings`: how good the setups of a map are for the judge, by games of several levels.

    ratings.add(texts)                                   # numbered on
    ratings.note(agent, number, score, counts=False)     # a trial
    ratings.hopes()[number]                              # whether it may challenge
    ratings.note(agent, number, score, counts=True)
    ratings.learn()
    ratings.rated()[number]                              # what a cell is kept by

What a setup is rated by are the games that count alone, and a model that has learnt from such games
alone. One model of all games will not do: taking a setup's own games out of it leaves a trace (of a
lucky trial a fifth, where 60 setups have played), by which the lucky would keep cells.
"""

from collections.abc import Sequence

import numpy as np

from ...arena.levels.settings import Levels
from ...arena.stats.score import Interval, Score
from ...setups.setup import Setup
from ..judging.evidence import Evidence
from .archive import Rated


class SetupRatings:
    """What is known about the setups of a map."""

    def __init__(self, levels: Levels) -> None:
        self._levels = levels
        self._all, self._counting = (Evidence(len(levels.distinct)) for _ in range(2))

    def add(self, texts: Sequence[str]) -> None:
        """Note further setups, which have played nothing yet."""
        setups = [Setup.from_text(text) for text in texts]
        self._all.add(setups)
        self._counting.add(setups)

    def note(self, agent: str, number: int, score: Score, *, counts: bool) -> None:
        """Note what a setup scored in games by an agent."""
        level = self._levels.number(agent)
        self._all.note(level, number, score)
        if counts:
            self._counting.note(level, number, score)

    def learn(self) -> None:
        """Fit the models to the games so far."""
        self._all.learn()
        self._counting.learn()

    def hopes(self) -> np.ndarray:
        """Return what to expect of each setup for the judge, by all its games."""
        return self._all.rating.mean

    def rated(self) -> list[Rated]:
        """Return the rating of each setup for the judge, by its games that count."""
        rating = self._counting.rating
        every = zip(rating.mean.tolist(), *(end.tolist() for end in rating.interval()), strict=True)
        return [Rated(rate, Interval(low, high)) for rate, low, high in every]
