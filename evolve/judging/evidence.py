"""`Evidence`: a growing list of setups, their games of several levels, and what these say.

    evidence = Evidence(levels=3)
    evidence.add(setups)                   # numbered on; expected by the model so far
    evidence.note(0, number, score)        # games of a level
    evidence.learn()                       # the model is fitted anew
    evidence.rating.mean                   # of every setup, for the judge

A search that proposes setups works with it; a ranking, which knows all setups from the start, uses
`judge` itself. What the model sees of a setup is what it is made of, unless `describe` says
otherwise: where its troops stand, for one.
"""

from collections.abc import Callable, Sequence

import numpy as np

from ...arena.stats.one_thread import one_thread
from ...arena.stats.score import PAIR_POINTS, Score
from ...setups.setup import Setup
from .book import Book
from .dispersion import Dispersion
from .model import Basis, Model, genes
from .rating import LEAST_SIZE, Beta, Expectation, judge

Describe = Callable[[Sequence[Setup]], np.ndarray]
"""Setups -> what the model sees of each, a row of numbers."""


class Evidence:
    """What is known about setups that are proposed one after the other."""

    def __init__(
        self,
        levels: int,
        describe: Describe = genes,
        basis: type[Basis] = Basis,
        dispersion: Dispersion | None = None,
    ) -> None:
        """Begin with no setup; the model is of what `describe` says, in terms of the basis.

        The dispersion is what is usual about setups, if none is given.
        """
        self.book = Book.empty(levels, 0)
        self.composition = describe([])
        self._describe, self._basis = describe, basis
        self._dispersion = dispersion or Dispersion.usual(levels)
        self._expected = Expectation.flat(levels, 0, LEAST_SIZE)
        self._learnt = False

    @property
    def levels(self) -> int:
        """How many levels of games there are."""
        return self.book.levels

    @one_thread()
    def add(self, setups: Sequence[Setup]) -> None:
        """Note further setups, which have played nothing yet."""
        if not setups:
            return
        composition = self._describe(setups)
        new = (
            Expectation.of(*self._model.predict(composition), self._dispersion)
            if self._learnt
            else Expectation.flat(self.levels, len(setups), LEAST_SIZE)
        )
        self.composition = np.concatenate([self.composition, composition])
        self.book.grow(len(self.composition))
        self._expected = self._expected.extended(new)

    def note(self, level: int, number: int, score: Score) -> None:
        """Note what a setup scored in games of a level."""
        self.book.games[level, number] += score.games
        self.book.points[level, number] += score.points
        squares = np.array(score.pairs) @ (PAIR_POINTS / 2) ** 2
        self.book.squares[level, number] += float(squares)

    def learn(self) -> None:
        """Fit the model to all games so far."""
        if not self.book.games.any():
            return
        basis = self._basis.of(self.composition)
        judgement = judge(self.composition, self.book, basis, None, self._dispersion)
        self._model, self._expected = judgement.model, judgement.expectation
        self._dispersion = judgement.dispersion
        self._learnt = True

    @property
    def model(self) -> Model:
        """The model of the judge, by the last fit; something must have been played."""
        return self._model.judge

    @property
    def rating(self) -> Beta:
        """How good each setup is for the judge, by its games so far and the last fit."""
        return self._expected.after(self.book, self._dispersion)

    def rate(self, number: int, level: int, more: Score) -> float:
        """Return the rating of one setup after further games of a level."""
        one = self.book.only(number)
        one.games[level] += more.games
        one.points[level] += more.points
        return float(self._expected.only(number).after(one, self._dispersion).mean[0])

    @one_thread()
    def promising(self, pool: Sequence[Setup], number: int, seed: int) -> list[int]:
        """Return the places of so many setups of a pool (all, if it has fewer), each once.

        Children are cheap and games are not. So several times as many are made as can be played,
        and the model says which seem best for the judge. Each is chosen by weights drawn anew from
        what the games leave possible (Thompson's sampling, 1933): where the model is sure the best
        is chosen again and again, where it is not, choices differ, and games will tell.
        """
        rng, chosen = np.random.default_rng(seed), np.zeros(len(pool), bool)
        draws = self._model.judge.draws(self._describe(pool), rng)
        order: list[int] = []
        for _ in range(min(number, len(pool))):
            hopes = np.where(chosen, -np.inf, next(draws))
            order.append(int(np.argmax(hopes)))
            chosen[order[-1]] = True
        return order
