"""What a map is made of, and what candidates meet: what is common to styles and setups.

A candidate is known by its text, an agent's or a setup's, which is also its genome. A `MapDomain`
is a plain value that says what to begin with, how to make a child, and what candidates meet.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import msgspec
from msgspec.structs import force_setattr

from ...arena.play.entrant import Entrant, LastingSetup, lasting_setup
from ...arena.play.schedule import Schedule
from ...engine.rules.ruleset import Ruleset
from ...setups.catalogue import catalogue_setup
from ..proposals.space import Space
from .features import Feature

if TYPE_CHECKING:
    from .ratings import SetupRatings

MapSetup = str | LastingSetup
"""A setup that candidates meet: its text or catalogue name, or what another name stood for."""

Founder = tuple[str, str]
"""A text, and how it came about."""


class Child(NamedTuple):
    """A text, how it came about, and the texts it was made from."""

    text: str
    origin: str
    parents: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """The opponents that candidates meet, one after the other."""

    name: str
    agent: str | None
    """The agent that plays the candidates, which are setups; None if they are agents."""
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
        return other.played_by(text)


class SearchMeetings(NamedTuple):
    """What candidates meet in a search; who plays them may differ."""

    trial: Meeting
    counting: Meeting
    """In games of a generation that count."""
    elites: Meeting
    """At the end, of candidates that cells keep."""


class MapDomain(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    dict=True,
    tag_field="over",
):
    """What is mapped; its stored form says which kind it is under `over`."""

    setups: tuple[MapSetup, ...]
    """The opponents of setups; what both sides field, where agents are mapped."""

    over: ClassVar[str]
    features: ClassVar[Mapping[str, Feature]]
    """What its axes may be, by name."""

    def __post_init__(self) -> None:
        force_setattr(self, "setups", _kept_setups(self.setups))

    @property
    def agents(self) -> Sequence[str]:
        """The agents that play, but for candidates."""
        raise NotImplementedError

    def search(self) -> SearchMeetings:
        """Return what candidates meet in the search."""
        raise NotImplementedError

    def ratings(self) -> "SetupRatings | None":
        """Return what rates candidates for a judge; None if what they score is their rating."""
        return None

    def checks(self) -> list[Meeting]:
        """Return what checked candidates meet; the first is as at the search's end."""
        raise NotImplementedError

    def founders(self, number: int, space: Space, generator: Random) -> list[Founder]:
        """Return what to begin with, so many of them at random."""
        raise NotImplementedError

    def child(self, parents: Sequence[str], space: Space, generator: Random) -> Child:
        """Return a new candidate, made of some of these."""
        raise NotImplementedError


def _kept_setups(setups: Sequence[MapSetup]) -> tuple[MapSetup, ...]:
    """Return setups as a map stores them: text and catalogue names as they are, others whole."""
    return tuple(
        one if isinstance(one, LastingSetup) or catalogue_setup(one) else _kept(one)
        for one in setups
    )


def _kept(text: str) -> MapSetup:
    lasting = lasting_setup(text)
    return lasting if lasting.name else text


def fielding(setups: Sequence[MapSetup], agent: str) -> tuple[Entrant, ...]:
    """Return an agent with each of these setups."""
    return tuple(Entrant.of(setup, agent) for setup in setups)
