"""How a comparison of rules is started, and how much is spent on letting players adapt."""

from typing import Annotated

from ...agents.spec.spec import QUICK_AGENT, AgentSpec
from ...arena.run.headings import RULES, SEARCH, SPEND
from ...arena.run.settings import Settings, option
from ...evolve.counter.settings import CounterSettings

LEAST_GAMES = 4
"""Two pairs for each two setups: noise is seen where pairs of the same setups differ."""
BUDGET, QUICK_BUDGET = 72_000, 14_500
"""Games in all where none are asked for: 400 a second on two idle cores, with time to spare."""
MOST_GAMES = 1000
"""Games for each two setups beyond which few setups would only take longer."""
SLOW_GAMES, QUICK_SLOW_GAMES = 10, 4
"""Games for each two setups where another agent plays, none of which is as fast."""

QUICK_ADAPTING = {"population": 16, "generations": 4, "check_games": 100, "rounds": 1}
"""How players adapt with --quick, where nothing else is asked for."""


class WhatifSettings(Settings, frozen=True, kw_only=True):
    """How many games, by which agent, and what becomes of setups."""

    games: Annotated[
        int | None,
        option(
            "Games for each two setups, under each set of rules.",
            SPEND,
            least=LEAST_GAMES,
            usage=True,
        ),
    ] = None
    agent: Annotated[str, option("The agent that plays.", SPEND, agent=True)] = QUICK_AGENT
    fill: Annotated[
        bool,
        option("Do not fill up setups that the change made cheaper.", RULES, flags=("--no-fill",)),
    ] = True
    evolve: Annotated[
        bool, option("Let players adapt: search for counters under each set of rules.", SEARCH)
    ] = False

    def games_for(self, setups: int, rulesets: int, *, quick: bool) -> int:
        """Return the games for each two setups: those asked for, or what fits the time."""
        if self.games is not None:
            return self.games
        if self.agent != str(AgentSpec.parse(QUICK_AGENT)):
            return QUICK_SLOW_GAMES if quick else SLOW_GAMES
        meetings = max(setups * (setups - 1) // 2, 1) * rulesets
        fitting = (QUICK_BUDGET if quick else BUDGET) // meetings // 2 * 2
        return max(LEAST_GAMES, min(fitting, MOST_GAMES))


class AdaptSettings(Settings, frozen=True, kw_only=True):
    """How much is spent on letting players adapt; the rest is that of a search for counters."""

    rounds: Annotated[
        int, option("Rounds of --evolve: one counter joins in each.", SPEND, least=1, most=50)
    ] = 2
    population: int = 24
    generations: int = 8
    games: int = 4
    """Of each candidate in the first round of a race."""
    shortlist: int = 6
    check_games: Annotated[
        int, option("Games of the counter on held-out seeds.", SPEND, least=1)
    ] = 200
    join_games: Annotated[
        int, option("Games of the counter against each setup that is there.", SPEND, least=1)
    ] = 20

    def search(self, agent: str) -> CounterSettings:
        """Return the settings of a round's search."""
        return CounterSettings(
            population=self.population,
            generations=self.generations,
            games=self.games,
            shortlist=self.shortlist,
            shortlist_games=8,
            best=1,
            check_games=self.check_games,
            agent=agent,
            check_agent=agent,
        )

    def total(self, agent: str, setups: int) -> int:
        """Return the games of all rounds, for one set of rules."""
        search = self.search(agent)
        joins = sum(2 * self.join_pairs * (setups + number) for number in range(self.rounds))
        return self.rounds * (search.search_total + search.check_total) + joins

    @property
    def join_pairs(self) -> int:
        """The pairs of a counter with each setup that is there."""
        return (self.join_games + 1) // 2
