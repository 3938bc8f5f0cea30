"""`Population`: candidates and their record, and the ask/tell loop over them.

    population = Population(space, size=48, seed=1, levels=3)
    for _ in range(generations):
        asked = population.ask()              # numbers of the candidates to be played
        population.note(0, scores)            # what each of them scored, by number, at a level
        population.learn()                    # the generation ends

A generation is the best so far, who play again and so have to prove themselves on new seeds, those
of their children that seem best, and a few newcomers. Fitness is a candidate's rating for the judge
(`judging`): what the model expects of it, and its own games of every level for what they are worth.
So a lucky start does not make a parent of many, nor does what only suits the cheap agent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from ...arena.stats.score import Score
from ...engine.rules.seeds import derive
from ...setups.setup import Setup
from ..judging.evidence import Evidence
from ..judging.rating import Beta
from .operators import Breeding, Individual
from .space import Space

POOL = 8
"""Children that are made for each that is played."""

ASK_STREAM = 64
"""Stream of the seed from which proposals are drawn; generation g has stream 64 + g of it."""

_TRIES = 20
"""Times a new setup is tried for before a generation stays smaller than it could be."""


class Breeds(Protocol):
    """Makes candidates: at random, or from those that did well."""

    def newcomer(self) -> Setup:
        """Return a candidate at random."""
        ...

    def child(self, parents: Sequence[Individual]) -> tuple[Setup, str, list[Setup]]:
        """Return a candidate, how it came about, and whom it was made from; the best come first."""
        ...


@dataclass(kw_only=True)
class Candidate:
    """A setup that was proposed, and what became of it."""

    number: int
    setup: Setup
    generation: int
    origin: str
    """seed, random, mutation or crossover."""
    parents: tuple[int, ...] = ()
    scores: list[Score]
    """By level of the games."""

    @property
    def score(self) -> Score:
        """The games of all levels."""
        return sum(self.scores, Score())


class Population:
    """Proposes setups of a space, and learns what they score."""

    def __init__(
        self,
        space: Space,
        *,
        size: int,
        seed: int,
        seeds: Sequence[Setup] = (),
        formations: bool = False,
        levels: int = 1,
    ) -> None:
        """Begin; `seeds` are setups to start from, of which those outside the space are left out.

        They fill at most half of the first generation. Games are of so many levels.
        """
        self._space, self._size, self._seed = space, size, seed
        self._seeds, self._formations = seeds, formations
        self.candidates: list[Candidate] = []
        self.generation = 0
        self.evidence = Evidence(levels)
        self._numbers: dict[Setup, int] = {}

    # ---- ask and tell ----------------------------------------------------------------------------

    def ask(self) -> list[int]:
        """Return the candidates of this generation: known ones who play again, and new ones."""
        generator = Random(derive(derive(self._seed, ASK_STREAM), self.generation))
        breeding = self._breeding(generator)
        if not self.candidates:
            return self._founders(breeding, generator)
        ranking, rates = self.ranking(), self.rating.mean
        numbers = ranking[: max(self._size // 4, 1)]
        parents = [
            Individual(self.candidates[number].setup, float(rates[number]))
            for number in ranking[: max(self._size // 2, 2)]
        ]
        newcomers = max(self._size // 8, 1)
        numbers += self._children(
            breeding, parents, self._size - newcomers - len(numbers), generator
        )
        for _ in range(_TRIES * self._size):
            if len(numbers) >= self._size:
                break
            number = self._add(breeding.newcomer(), "random")
            numbers += [] if number is None else [number]
        return numbers

    def note(self, level: int, scores: Mapping[int, Score]) -> None:
        """Note what candidates scored in games of a level."""
        for number, score in scores.items():
            self.candidates[number].scores[level] += score
            self.evidence.note(level, number, score)

    def learn(self) -> None:
        """End the generation: the model learns from all games."""
        self.evidence.learn()
        self.generation += 1

    def tell(self, scores: Mapping[int, Score]) -> None:
        """End a generation whose games are all of the first level."""
        self.note(0, scores)
        self.learn()

    # ---- who is good -----------------------------------------------------------------------------

    @property
    def rating(self) -> Beta:
        """How good each candidate is for the judge."""
        return self.evidence.rating

    def fitness(self, number: int, more: Score | None = None, level: int = 0) -> float:
        """Return a candidate's rating, with what it scored at a level since that was noted."""
        return self.evidence.rate(number, level, more or Score())

    def ranking(self) -> list[int]:
        """Return all candidates that have played, best first."""
        rates = self.rating.mean
        played = [c.number for c in self.candidates if c.score.games]
        return sorted(played, key=lambda number: -rates[number])

    # ---- inside ----------------------------------------------------------------------------------

    def _breeding(self, generator: Random) -> Breeds:
        """Return what makes candidates."""
        return Breeding(self._space, generator, formations=self._formations)

    def _first_setups(self, generator: Random) -> list[Setup]:
        """Return the given setups that the first generation has."""
        setups = [setup for setup in self._seeds if self._space.accepts(setup)]
        chosen = generator.sample(setups, min(len(setups), self._size // 2))
        return chosen if self._formations else [Setup(s.counts, s.commands) for s in chosen]

    def _founders(self, breeding: Breeds, generator: Random) -> list[int]:
        added = [self._add(setup, "seed") for setup in self._first_setups(generator)]
        for _ in range(_TRIES * self._size):
            if len(self.candidates) == self._size:
                break
            added.append(self._add(breeding.newcomer(), "random"))
        return [number for number in added if number is not None]

    def _children(
        self, breeding: Breeds, parents: Sequence[Individual], number: int, generator: Random
    ) -> list[int]:
        """Return so many new candidates: of all children that are made those that seem best."""
        pool: dict[Setup, tuple[str, list[Setup]]] = {}
        for _ in range(POOL * number):
            setup, origin, used = breeding.child(parents)
            if setup not in self._numbers:
                pool.setdefault(setup, (origin, used))
        setups, added = list(pool), []
        for place in self.evidence.promising(setups, number, generator.getrandbits(64)):
            origin, used = pool[setups[place]]
            parents_of = [self._numbers[parent] for parent in used]
            added.append(self._add(setups[place], origin, parents_of))
        return [one for one in added if one is not None]

    def _add(self, setup: Setup, origin: str, parents: Sequence[int] = ()) -> int | None:
        """Return the number of a new candidate; None if this setup is one already."""
        if setup in self._numbers:
            return None
        number = self._numbers[setup] = len(self.candidates)
        self.candidates.append(
            Candidate(
                number=number,
                setup=setup,
                generation=self.generation,
                origin=origin,
                parents=tuple(parents),
                scores=[Score()] * self.evidence.levels,
            )
        )
        self.evidence.add([setup])
        return number
