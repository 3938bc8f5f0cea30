"""`SetupsDomain`: a map of setups, each played by the same agent, against others in rotation."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from msgspec.structs import force_setattr

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ...arena.play.entrant import repeatable
from ...setups.catalogue import catalogue
from ...setups.setup import Setup
from ..proposals.errors import EvolveError
from ..proposals.operators import Breeding
from ..proposals.operators import Individual as Genes
from ..proposals.space import Space
from .features import FEATURES
from .map_domain import Child, Founder, MapDomain, Meeting, fielding


class SetupsDomain(MapDomain, frozen=True, kw_only=True, tag="setups"):
    """Setups, each played by the same agent, against others in rotation."""

    over: ClassVar[str] = "setups"
    features: ClassVar = FEATURES

    agent: str = QUICK_AGENT
    check_agent: str = DEFAULT_AGENT
    setups: tuple[str, ...]
    """The opponents."""

    def __post_init__(self) -> None:
        for name in ("agent", "check_agent"):
            force_setattr(self, name, str(repeatable(getattr(self, name))))
        if not self.setups:
            raise EvolveError("setups need an opponent at least, such as Default")

    @property
    def agents(self) -> Sequence[str]:
        """The agents of the search and of the check."""
        return [self.agent, self.check_agent]

    def search(self) -> Meeting:
        """Return what candidates meet in the search."""
        opponents = fielding(self.setups, self.agent)
        return Meeting(name="fresh games", agent=self.agent, opponents=opponents)

    def checks(self) -> list[Meeting]:
        """Return the search's games, and the same played by the second agent."""
        opponents = fielding(self.setups, self.check_agent)
        better = Meeting(
            name=f"played by {self.check_agent}", agent=self.check_agent, opponents=opponents
        )
        return [self.search()] if self.check_agent == self.agent else [self.search(), better]

    def founders(self, number: int, space: Space, generator: Random) -> list[Founder]:
        """Return the named setups of the space, and some at random."""
        named = [entry.setup for entry in catalogue().values()]
        plain = [Setup(setup.counts, setup.commands) for setup in named]
        kept = [(str(setup), "seed") for setup in plain if space.accepts(setup)]
        chance = [(str(space.random(generator)), "random") for _ in range(number)]
        return [*kept, *chance]

    def child(self, parents: Sequence[str], space: Space, generator: Random) -> Child:
        """Return a setup made of one or two of these, as the search for counters makes them."""
        genes = [Genes(Setup.from_text(text), 0.0) for text in parents]
        breeding = Breeding(space, generator, formations=False)
        made, origin, used = breeding.child(genes)
        return Child(str(made), origin, [str(setup) for setup in used])
