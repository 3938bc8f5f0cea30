"""`MetaSettings`: everything a search for the metagame is started with; stored with its run."""

from dataclasses import dataclass
from math import isfinite
from typing import Any, Final

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ...arena.play.entrant import repeatable
from ..counter.settings import Settings
from ..proposals.checks import check_least
from ..proposals.errors import EvolveError

QUICK: Final[dict[str, Any]] = {
    "rounds": 5,
    "patience": 2,
    "games": 12,
    "settle_games": 1000,
    "population": 40,
    "generations": 9,
    "race_games": 8,
    "shortlist": 8,
    "response_games": 800,
    "named_games": 100,
    "check_games": 600,
}
"""What makes a first look of about three minutes on two cores."""

_LEAST = {
    "rounds": 1,
    "patience": 1,
    "games": 2,
    "settle_games": 0,
    "population": 4,
    "generations": 1,
    "race_games": 2,
    "shortlist": 1,
    "response_games": 2,
    "named_games": 0,
    "check_games": 0,
}


@dataclass(frozen=True, kw_only=True)
class MetaSettings:
    """How much is played by whom, and when it is enough."""

    rounds: int = 16
    """Searches for a response, at most; what the last one finds is told but not added."""
    patience: int = 3
    """Searches in a row that find no gain, before the mixture counts as settled."""
    epsilon: float = 0.02
    """A response has to score more than one half by this."""
    games: int = 40
    """Of every two setups of the set."""
    settle_games: int = 4000
    """Of a round, where the mixture is uncertain; 0 for none."""
    population: int = 48
    generations: int = 16
    race_games: int = 12
    """Of each candidate of a search, in the first round of a generation's race."""
    shortlist: int = 16
    """The best of a search, who race on for its response."""
    response_games: int = 2000
    """Of a response against the mixture, on seeds that it was not chosen by."""
    named_games: int = 400
    """Of each named setup against the mixture; 0 to leave the named setups out."""
    check_games: int = 1800
    """Of the second agent, in all; 0 for no check."""
    agent: str = QUICK_AGENT
    """Who plays everything but the check."""
    check_agent: str = DEFAULT_AGENT
    formations: bool = False
    """Whether formations are sought as well."""
    seed: int = 1

    def __post_init__(self) -> None:
        check_least(self, _LEAST)
        if not (isfinite(self.epsilon) and 0 < self.epsilon < 0.5):
            raise EvolveError(f"epsilon is above 0 and below 0.5, not {self.epsilon:g}")
        if 0 < self.check_games < 12:
            raise EvolveError(f"check-games is 0 or 12 at least, not {self.check_games}")
        for name in ("agent", "check_agent"):
            object.__setattr__(self, name, str(repeatable(getattr(self, name))))

    def search(self, seed: int) -> Settings:
        """Return how a response is sought: as a counter is, by one agent from first to last."""
        return Settings(
            population=self.population,
            generations=self.generations,
            games=self.race_games,
            shortlist=self.shortlist,
            shortlist_games=2 * self.race_games,
            best=1,
            check_games=self.response_games,
            agent=self.agent,
            check_agent=self.agent,
            formations=self.formations,
            catalogue=False,
            seed=seed,
        )

    @property
    def pairs(self) -> int:
        """The pairs of every two setups of the set."""
        return (self.games + 1) // 2

    def start_total(self, setups: int) -> int:
        """Return the games of a set of so many with each other."""
        return setups * (setups - 1) * self.pairs

    def round_total(self, setups: int) -> int:
        """Return the most games that a round takes when the set has so many."""
        search = self.search(0)
        return search.search_total + search.check_total + 2 * setups * self.pairs + self._settle

    def rounds_total(self, setups: int) -> int:
        """Return the most games that all rounds take, from a set of so many."""
        return sum(self.round_total(setups + number) for number in range(self.rounds))

    @property
    def _settle(self) -> int:
        return self.settle_games + self.response_games
