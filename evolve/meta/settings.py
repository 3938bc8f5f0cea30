"""`MetaSettings`: how a search for the metagame is started."""

from math import isfinite
from typing import Annotated, Any, Final

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ...arena.run.headings import SEARCH, SPEND
from ...arena.run.settings import Settings, option
from ..counter.settings import CounterSettings
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

LEAST_CHECK = 12
"""Games of a check at least, if there is one."""


class MetaSettings(Settings, frozen=True, kw_only=True):
    """How much is played by which agent, and when it is enough."""

    rounds: Annotated[
        int, option("Rounds at most; each searches for one response.", SPEND, least=1)
    ] = 16
    patience: Annotated[
        int, option("Stop after this many rounds in a row without a gain.", SPEND, least=1)
    ] = 3
    epsilon: Annotated[
        float, option("A response gains if it scores more than 0.5 plus this.", SPEND)
    ] = 0.02
    games: Annotated[int, option("Games of each two setups of the set.", SPEND, least=2)] = 40
    settle_games: Annotated[
        int, option("Further games in each round, where the mixture is uncertain.", SPEND, least=0)
    ] = 4000
    population: Annotated[
        int, option("Candidates in each generation of a search.", SPEND, least=4)
    ] = 48
    generations: Annotated[int, option("Generations of a search.", SPEND, least=1)] = 16
    race_games: Annotated[
        int,
        option(
            "Games of each candidate; the better half then plays more, and so on.", SPEND, least=2
        ),
    ] = 12
    shortlist: Annotated[
        int, option("Best candidates, among which the response is chosen.", SPEND, least=1)
    ] = 16
    response_games: Annotated[
        int, option("Games of each response on held-out seeds.", SPEND, least=2)
    ] = 2000
    named_games: Annotated[
        int, option("Games of each named setup against the mixture; 0 for none.", SPEND, least=0)
    ] = 400
    check_games: Annotated[
        int, option("Games of the check by the second agent, in all; 0 for none.", SPEND, least=0)
    ] = 1800
    agent: Annotated[
        str, option("The agent that plays everything but the check.", SPEND, agent=True)
    ] = QUICK_AGENT
    check_agent: Annotated[
        str, option("The agent that plays the check of the mixture.", SPEND, agent=True)
    ] = DEFAULT_AGENT
    formations: Annotated[bool, option("Search for formations as well.", SEARCH)] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (isfinite(self.epsilon) and 0 < self.epsilon < 0.5):
            raise EvolveError(f"epsilon is above 0 and below 0.5, not {self.epsilon:g}")
        if 0 < self.check_games < LEAST_CHECK:
            raise EvolveError(
                f"check-games must be 0 or at least {LEAST_CHECK}, not {self.check_games}"
            )

    @property
    def search(self) -> CounterSettings:
        """How a response is searched for: as a counter is, by one agent from first to last."""
        return CounterSettings(
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
        search = self.search
        settling = self.settle_games + self.response_games
        return search.search_total + search.check_total + 2 * setups * self.pairs + settling

    def rounds_total(self, setups: int) -> int:
        """Return the most games that all rounds take, from a set of so many."""
        first, last = self.round_total(setups), self.round_total(setups + self.rounds - 1)
        return (first + last) * self.rounds // 2  # each has as many more as the one before
