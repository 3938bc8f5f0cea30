"""What a map is made of, and whom candidates meet: what is common to styles and setups.

A candidate is known by its text, an agent's or a setup's, which is also its genome. What is mapped
is a value that says with whom to begin, how to make a child, and whom candidates meet.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, NamedTuple, Protocol

from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule
from ...engine.rules.ruleset import Ruleset
from .features import Feature

Founder = tuple[str, str]
"""A text, and how it came about."""


class Child(NamedTuple):
    """A text, how it came about, and the texts it was made from."""

    text: str
    origin: str
    parents: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """Whom candidates meet, one opponent after the other."""

    name: str
    agent: str | None
    """Who plays the candidates, which are setups; None if they are agents."""
    opponents: tuple[Entrant, ...]
    """A candidate that is an agent fields what its opponent fields."""

    def schedule(
        self, texts: Sequence[str], pairs: int, *, rules: Ruleset, seed: int, start: int = 0
    ) -> Schedule:
        """Return so many pairs of each candidate, the first with opponent `start`.

        As in every stage of a search all candidates share opponent and seed in each of their pairs.
        """
        entrants: dict[Entrant, int] = {}
        matchups = []
        for pair in range(start, start + pairs):
            other = self.opponents[pair % len(self.opponents)]
            for text in texts:
                both = (self._entrant(text, other), other)
                one, two = (entrants.setdefault(entrant, len(entrants)) for entrant in both)
                matchups.append((one, two))
        return Schedule(
            entrants=tuple(entrants),
            matchups=tuple(matchups),
            pairs=1,
            rules=rules,
            seed=seed,
            common=len(texts),
        )

    def _entrant(self, text: str, other: Entrant) -> Entrant:
        if self.agent is not None:
            return Entrant(setup=text, agent=self.agent)
        return Entrant.from_dict(other.to_dict() | {"agent": text})


class Mapped(Protocol):
    """What is mapped."""

    over: ClassVar[str]
    features: ClassVar[Mapping[str, Feature]]
    """What its axes may be, by name."""

    @property
    def agents(self) -> list[str]:
        """Everybody who plays, but the candidates."""
        ...

    def search(self) -> Meeting:
        """Return whom candidates meet in the search."""
        ...

    def checks(self) -> list[Meeting]:
        """Return whom those meet who are checked; the first is as in the search."""
        ...

    def founders(self, number: int, generator: Random) -> list[Founder]:
        """Return with whom to begin, so many of them at random."""
        ...

    def child(self, parents: Sequence[str], generator: Random) -> Child:
        """Return somebody new, made of some of these."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        ...


def fielding(setups: Sequence[str], agent: str) -> tuple[Entrant, ...]:
    """Return an agent with each of these setups."""
    return tuple(Entrant.of(setup, agent) for setup in setups)
