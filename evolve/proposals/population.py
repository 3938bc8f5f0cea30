"""`Population`: candidates and their record, and the ask/tell loop over them.

    population = Population(space, size=48, seed=1)
    for _ in range(generations):
        asked = population.ask()          # numbers of the candidates to be played
        population.tell(scores)           # what each of them scored, by number

A generation is the best so far, who play again and so have to prove themselves on new seeds, those
of their children that seem best (`foresight`), and a few newcomers. Fitness is the score over all
games of a candidate, drawn towards the mean of all candidates as if by a few games more: a lucky
start does not make a parent of many.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from ...arena.stats.score import Score
from ...engine.rules.seeds import derive
from ...setups.setup import Setup
from .operators import Breeding, Individual
from .screening import POOL, promising
from .space import Space

PRIOR_GAMES = 8
"""Games at the mean of all candidates that are added to everybody's record."""

ASK_STREAM = 64
"""Stream of the seed from which proposals are drawn; generation g has stream 64 + g of it."""

_TRIES = 20
"""Times a new setup is tried for before a generation stays smaller than it could be."""


@dataclass(kw_only=True)
class Candidate:
    """A setup that was proposed, and what became of it."""

    number: int
    setup: Setup
    generation: int
    origin: str
    """seed, random, mutation or crossover."""
    parents: tuple[int, ...] = ()
    score: Score = field(default_factory=Score)


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
    ) -> None:
        """Begin; `seeds` are setups to start from, of which those outside the space are left out.

        They fill at most half of the first generation.
        """
        self._space, self._size, self._seed = space, size, seed
        self._seeds, self._formations = seeds, formations
        self.candidates: list[Candidate] = []
        self.generation = 0
        self._numbers: dict[Setup, int] = {}
        self._mean = 0.5

    # ---- ask and tell ----------------------------------------------------------------------------

    def ask(self) -> list[int]:
        """Return the candidates of this generation: known ones who play again, and new ones."""
        generator = Random(derive(derive(self._seed, ASK_STREAM), self.generation))
        breeding = Breeding(self._space, generator, formations=self._formations)
        if not self.candidates:
            return self._founders(breeding, generator)
        ranking = self.ranking()
        asked = ranking[: max(self._size // 4, 1)]
        parents = [self._individual(number) for number in ranking[: max(self._size // 2, 2)]]
        newcomers = max(self._size // 8, 1)
        asked += self._children(breeding, parents, self._size - newcomers - len(asked), generator)
        for _ in range(_TRIES * self._size):
            if len(asked) >= self._size:
                break
            number = self._add(breeding.newcomer(), "random")
            asked += [] if number is None else [number]
        return asked

    def tell(self, scores: Mapping[int, Score]) -> None:
        """Hear what candidates scored; the generation ends."""
        for number, score in scores.items():
            self.candidates[number].score += score
        played = [c.score.rate for c in self.candidates if c.score.games]
        self._mean = sum(played) / len(played) if played else 0.5
        self.generation += 1

    # ---- who is good -----------------------------------------------------------------------------

    def fitness(self, number: int, more: Score | None = None) -> float:
        """Return a candidate's fitness, with what it scored since its record was last updated."""
        score = self.candidates[number].score + (more or Score())
        return (score.points + PRIOR_GAMES * self._mean) / (score.games + PRIOR_GAMES)

    def ranking(self) -> list[int]:
        """Return all candidates that have played, best first."""
        played = [c.number for c in self.candidates if c.score.games]
        return sorted(played, key=lambda number: -self.fitness(number))

    # ---- inside ----------------------------------------------------------------------------------

    def _founders(self, breeding: Breeding, generator: Random) -> list[int]:
        known = [setup for setup in self._seeds if self._space.accepts(setup)]
        chosen = generator.sample(known, min(len(known), self._size // 2))
        plain = chosen if self._formations else [Setup(s.counts, s.commands) for s in chosen]
        added = [self._add(setup, "seed") for setup in plain]
        for _ in range(_TRIES * self._size):
            if len(self.candidates) == self._size:
                break
            added.append(self._add(breeding.newcomer(), "random"))
        return [number for number in added if number is not None]

    def _children(
        self, breeding: Breeding, parents: Sequence[Individual], number: int, generator: Random
    ) -> list[int]:
        """Return so many new candidates: of all children that are made those that seem best."""
        pool: dict[Setup, tuple[str, list[Setup]]] = {}
        for _ in range(POOL * number):
            setup, origin, used = breeding.child(parents)
            if setup not in self._numbers:
                pool.setdefault(setup, (origin, used))
        setups, added = list(pool), []
        known = [(c.setup, c.score) for c in self.candidates if c.score.games]
        for place in promising(known, setups, number, generator.getrandbits(64)):
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
            )
        )
        return number

    def _individual(self, number: int) -> Individual:
        return Individual(self.candidates[number].setup, self.fitness(number))
