"""`SetupsDomain`: a map of setups, rated for a judge, against others in rotation."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from ...arena.levels.settings import LevelSettings
from ...setups.catalogue import catalogue
from ...setups.setup import Setup
from ..proposals.errors import EvolveError
from ..proposals.operators import Breeding
from ..proposals.operators import Individual as Genes
from ..proposals.space import Space
from .features import FEATURES
from .map_domain import Child, Founder, MapDomain, Meeting, SearchMeetings, fielding
from .ratings import SetupRatings


class SetupsDomain(MapDomain, frozen=True, kw_only=True, tag="setups"):
    """Setups, rated for a judge, against others in rotation."""

    over: ClassVar[str] = "setups"
    features: ClassVar = FEATURES

    levels: LevelSettings
    """Who plays trials, games that count, and those of the candidates that cells keep."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.setups:
            raise EvolveError("setups need an opponent at least, such as Default")

    @property
    def agents(self) -> Sequence[str]:
        """The agents of the search, the judge last."""
        return self.levels.levels.distinct

    def search(self) -> SearchMeetings:
        """Return what candidates meet in the search, by the three agents."""
        return SearchMeetings(*map(self._meeting, self.levels.levels))

    def checks(self) -> list[Meeting]:
        """Return the same games by the judge."""
        return [self._meeting(self.levels.levels.judge)]

    def _meeting(self, agent: str) -> Meeting:
        return Meeting(name="fresh games", agent=agent, opponents=fielding(self.setups, agent))

    def ratings(self) -> SetupRatings:
        """Return what rates setups for the judge."""
        return SetupRatings(self.levels.levels)

    def founders(self, number: int, space: Space, generator: Random) -> list[Founder]:
        """Return the named setups of the space, and some at random."""
        named = [entry.setup for entry in catalogue().values()]
        plain = [Setup(setup.counts, setup.commands) for setup in named]
        seeds = [(str(setup), "seed") for setup in plain if space.accepts(setup)]
        chance = [(str(space.random(generator)), "random") for _ in range(number)]
        return [*seeds, *chance]

    def child(self, parents: Sequence[str], space: Space, generator: Random) -> Child:
        """Return a setup made of one or two of these, as the search for counters makes them."""
        genes = [Genes(Setup.from_text(text), 0.0) for text in parents]
        breeding = Breeding(space, generator, formations=False)
        new, origin, used = breeding.child(genes)
        return Child(str(new), origin, [str(setup) for setup in used])
