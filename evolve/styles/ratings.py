"""`SetupRatings`: how good the setups of a map are for the judge, by games of several levels.

    ratings.add(texts)                                   # numbered on
    ratings.note(agent, number, score, counts=False)     # a trial
    ratings.hopes()[number]                              # whether it may challenge
    ratings.note(agent, number, score, counts=True)
    ratings.learn()
    ratings.rated()[number]                              # what a cell is kept by

The model learns from all games. But what a setup is rated by are the games that count alone: the
model expects of each setup what the games of others say, so its own trial is in its rating nowhere.
"""

from collections.abc import Sequence

import numpy as np

from ...arena.levels.settings import Levels
from ...arena.stats.score import Interval, Score
from ...setups.setup import Setup
from ..judging.book import Book
from ..judging.evidence import Evidence
from .archive import Rated


class SetupRatings:
    """What is known about the setups of a map."""

    def __init__(self, levels: Levels) -> None:
        self._levels = levels
        self._evidence = Evidence(len(levels.distinct))
        self._counting = Book.empty(len(levels.distinct), 0)
        self._size = 0

    def add(self, texts: Sequence[str]) -> None:
        """Note further setups, which have played nothing yet."""
        self._evidence.add([Setup.from_text(text) for text in texts])
        self._size += len(texts)
        self._counting.grow(self._size)

    def note(self, agent: str, number: int, score: Score, *, counts: bool) -> None:
        """Note what a setup scored in games by an agent."""
        level = self._levels.number(agent)
        self._evidence.note(level, number, score)
        if counts:
            self._counting.note(level, number, score)

    def learn(self) -> None:
        """Fit the model to all games so far."""
        self._evidence.learn()

    def hopes(self) -> np.ndarray:
        """Return what to expect of each setup for the judge, by all its games."""
        return self._evidence.rating.mean

    def rated(self) -> list[Rated]:
        """Return the rating of each setup for the judge, by its games that count."""
        rating = self._evidence.rated_by(self._counting)
        every = zip(rating.mean.tolist(), *(end.tolist() for end in rating.interval()), strict=True)
        return [Rated(rate, Interval(low, high)) for rate, low, high in every]
