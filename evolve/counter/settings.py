"""`CounterSettings`: how a search for counters is started."""

from typing import TYPE_CHECKING, Annotated

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ...arena.run.headings import SEARCH, SPEND
from ...arena.run.settings import Settings, option

if TYPE_CHECKING:
    from ..proposals.racing import Race

SHORTLIST_ROUNDS = 3


class CounterSettings(Settings, frozen=True, kw_only=True):
    """How much is played by which agent, and what is searched."""

    population: Annotated[int, option("Candidates in each generation.", SPEND, least=4)] = 48
    generations: Annotated[int, option("Number of generations.", SPEND, least=1)] = 20
    games: Annotated[
        int,
        option(
            "Games of each candidate; the better half then plays more, and so on.", SPEND, least=2
        ),
    ] = 8
    agent: Annotated[str, option("The agent that plays the search.", SPEND, agent=True)] = (
        QUICK_AGENT
    )
    check_agent: Annotated[
        str, option("The agent that plays the shortlist and the check.", SPEND, agent=True)
    ] = DEFAULT_AGENT
    shortlist: Annotated[
        int, option("Best candidates, which then play with the check agent.", SPEND, least=1)
    ] = 16
    shortlist_games: Annotated[
        int, option("Games of each of these; the better half then plays more.", SPEND, least=2)
    ] = 16
    best: Annotated[int, option("How many counters to report.", SEARCH, least=1)] = 3
    check_games: Annotated[
        int, option("Games of each counter on held-out seeds.", SPEND, least=2)
    ] = 200
    formations: Annotated[bool, option("Search for formations as well.", SEARCH)] = False
    catalogue: Annotated[
        bool,
        option(
            "Start from random setups only, without the named ones.",
            SEARCH,
            flags=("--no-catalogue",),
        ),
    ] = True

    @property
    def race(self) -> "Race":
        """The race of a generation."""
        from ..proposals.racing import Race  # noqa: PLC0415  (brings numpy)

        return Race(pairs=(self.games + 1) // 2)

    @property
    def shortlist_race(self) -> "Race":
        """The race of the best."""
        from ..proposals.racing import Race  # noqa: PLC0415

        return Race(pairs=(self.shortlist_games + 1) // 2, rounds=SHORTLIST_ROUNDS)

    @property
    def check_pairs(self) -> int:
        """The pairs of each counter's check."""
        return (self.check_games + 1) // 2

    @property
    def search_total(self) -> int:
        """Games of the search; fewer if the space has not enough setups."""
        return self.generations * self.race.games(self.population)

    @property
    def check_total(self) -> int:
        """Games of shortlist and check."""
        return self.shortlist_race.games(self.shortlist) + 2 * self.best * self.check_pairs
