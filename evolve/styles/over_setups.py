"""`Setups`: a map of setups, each in the hands of the same agent, against others in rotation."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from ...arena.play.entrant import repeatable
from ...engine.rules.ruleset import Ruleset
from ...setups.catalogue import catalogue
from ...setups.setup import Setup
from ..proposals.errors import EvolveError
from ..proposals.operators import Breeding
from ..proposals.operators import Individual as Genes
from ..proposals.space import Space, query_of
from .features import FEATURES
from .map_domain import Child, Founder, Meeting, fielding


@dataclass(frozen=True, kw_only=True)
class Setups:
    """Setups, each in the hands of the same agent, against others in rotation."""

    over: ClassVar[str] = "setups"
    features: ClassVar = FEATURES

    agent: str
    check_agent: str
    setups: tuple[str, ...]
    """Whom they meet."""
    space: Space

    def __post_init__(self) -> None:
        for name in ("agent", "check_agent"):
            object.__setattr__(self, name, str(repeatable(getattr(self, name))))
        if not self.setups:
            raise EvolveError("setups need an opponent at least, such as Default")

    @property
    def agents(self) -> list[str]:
        """Who plays the search, and who the check."""
        return [self.agent, self.check_agent]

    def search(self) -> Meeting:
        """Return whom candidates meet in the search."""
        opponents = fielding(self.setups, self.agent)
        return Meeting(name="fresh games", agent=self.agent, opponents=opponents)

    def checks(self) -> list[Meeting]:
        """Return the search's games, and the same in better hands."""
        opponents = fielding(self.setups, self.check_agent)
        better = Meeting(
            name=f"played by {self.check_agent}", agent=self.check_agent, opponents=opponents
        )
        return [self.search()] if self.check_agent == self.agent else [self.search(), better]

    def founders(self, number: int, generator: Random) -> list[Founder]:
        """Return the named setups of the space, and some at random."""
        named = [entry.setup for entry in catalogue().values()]
        plain = [Setup(setup.counts, setup.commands) for setup in named]
        kept = [(str(setup), "seed") for setup in plain if self.space.accepts(setup)]
        chance = [(str(self.space.random(generator)), "random") for _ in range(number)]
        return [*kept, *chance]

    def child(self, parents: Sequence[str], generator: Random) -> Child:
        """Return a setup made of one or two of these, as the search for counters makes them."""
        genes = [Genes(Setup.from_text(text), 0.0) for text in parents]
        breeding = Breeding(self.space, generator, formations=False)
        made, origin, used = breeding.child(genes)
        return Child(str(made), origin, [str(setup) for setup in used])

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        return {
            "agent": self.agent,
            "check_agent": self.check_agent,
            "setups": list(self.setups),
            "query": self.space.query.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any], rules: Ruleset) -> "Setups":
        """Return what a dict says as `to_dict` makes it."""
        return cls(
            agent=data["agent"],
            check_agent=data["check_agent"],
            setups=tuple(data["setups"]),
            space=Space(rules, query_of(data["query"])),
        )
