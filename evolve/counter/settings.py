"""`Settings`: everything a search for counters is started with; stored with its run."""

from dataclasses import dataclass

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ...arena.play.entrant import repeatable
from ..proposals.checks import check_least
from ..proposals.racing import Race

SHORTLIST_ROUNDS = 3

_LEAST = {
    "population": 4,
    "generations": 1,
    "games": 2,
    "shortlist": 1,
    "shortlist_games": 2,
    "best": 1,
    "check_games": 2,
}


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How much is played by whom, and what is sought."""

    population: int = 48
    generations: int = 20
    games: int = 8
    """Of each candidate in the first round of a generation's race."""
    shortlist: int = 16
    """The best of the search, who play on in the hands of the second agent."""
    shortlist_games: int = 16
    """Of each of them in the first round of their race."""
    best: int = 3
    """How many counters are wanted."""
    check_games: int = 200
    """Of each of them, on seeds that nobody has been chosen by."""
    agent: str = QUICK_AGENT
    """Who plays in the search."""
    check_agent: str = DEFAULT_AGENT
    """Who plays the shortlist and the check."""
    formations: bool = False
    """Whether formations are sought as well."""
    catalogue: bool = True
    """Whether named setups are among the first generation."""
    seed: int = 1

    def __post_init__(self) -> None:
        check_least(self, _LEAST)
        for name in ("agent", "check_agent"):
            object.__setattr__(self, name, str(repeatable(getattr(self, name))))

    @property
    def race(self) -> Race:
        """The race of a generation."""
        return Race(pairs=(self.games + 1) // 2)

    @property
    def shortlist_race(self) -> Race:
        """The race of the best."""
        return Race(pairs=(self.shortlist_games + 1) // 2, rounds=SHORTLIST_ROUNDS)

    @property
    def check_pairs(self) -> int:
        """The pairs of each counter's check."""
        return (self.check_games + 1) // 2

    @property
    def search_total(self) -> int:
        """Games of the search; fewer if the space has not setups enough."""
        return self.generations * self.race.games(self.population)

    @property
    def check_total(self) -> int:
        """Games of shortlist and check."""
        return self.shortlist_race.games(self.shortlist) + 2 * self.best * self.check_pairs
