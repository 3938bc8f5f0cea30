"""How a comparison of rules is started, and how much is spent on letting players adapt."""

from typing import Annotated, NamedTuple

from ...agents.spec.spec import QUICK_AGENT, AgentSpec
from ...arena.levels.settings import Levels, LevelSettings
from ...arena.play.errors import ArenaError
from ...arena.run.headings import RULES, SEARCH, SPEND
from ...arena.run.settings import Settings, option
from ...engine.reading.input_error import mention
from ...evolve.counter.settings import CounterSettings
from .sizes import LEAST_OPPONENTS, LevelPlan, fitted


class _Totals(NamedTuple):
    """Games in all, under all sets of rules, where none are asked for."""

    screen: int
    race: int
    judge: int
    alone: int
    """Of a judge who plays alone, because the setups are too few to say what others are worth."""
    quick_alone: int
    """The same where the quick agent is the only one."""


TOTALS = _Totals(screen=14_880, race=3_720, judge=1_860, alone=3_600, quick_alone=72_000)
"""About 4 minutes on two idle cores, at 5.5, 42 and 115 ms a game."""
QUICK_TOTALS = _Totals(screen=3_720, race=744, judge=496, alone=700, quick_alone=14_500)
"""About 45 seconds."""
MOST_GAMES = 1000
"""Games for each two setups beyond which few setups would only take longer."""
SLOW_GAMES, QUICK_SLOW_GAMES = 10, 4
"""Games for each two setups where one agent plays everything that is not the quick one."""

SIZES = ("games", "screen_games", "race_games", "opponents", "race_opponents")
"""What a budget of time decides."""

QUICK_ADAPTING = {"population": 16, "generations": 4, "check_games": 60, "rounds": 1}
"""How players adapt with --quick, where nothing else is asked for."""


class WhatifSettings(LevelSettings, frozen=True, kw_only=True):
    """How many games, by which agents, and what becomes of setups."""

    games: Annotated[
        int | None,
        option(
            "Games by the judge for each two setups, under each set of rules.",
            SPEND,
            least=2,
            usage=True,
            shown="what takes less than 5 minutes on two cores",
        ),
    ] = None
    screen_games: Annotated[
        int | None,
        option("The same by the agent that screens.", SPEND, least=2, usage=True, shown="likewise"),
    ] = None
    race_games: Annotated[
        int | None,
        option(
            "The same by the agent between the two.", SPEND, least=2, usage=True, shown="likewise"
        ),
    ] = None
    opponents: Annotated[
        int | None,
        option(
            "Others that each setup meets in the judge's games; default: all, or what fits the "
            "time.",
            SPEND,
            least=LEAST_OPPONENTS,
            usage=True,
        ),
    ] = None
    race_opponents: Annotated[
        int | None,
        option("The same for the agent between the two.", SPEND, least=LEAST_OPPONENTS, usage=True),
    ] = None
    fill: Annotated[
        bool,
        option(
            "Do not fill up setups that the change made cheaper.",
            RULES,
            flags=("--no-fill",),
            means="Fill up setups that the change made cheaper.",
        ),
    ] = True
    evolve: Annotated[
        bool, option("Let players adapt: search for counters under each set of rules.", SEARCH)
    ] = False

    def plan(self, setups: int, rulesets: int, *, quick: bool) -> tuple[LevelPlan, ...]:
        """Return what each level plays, the judge last: as asked for, or what fits the time.

        Where setups are too few to say what a cheaper level is worth, the judge plays alone.
        """
        from ...arena.levels.combined import FEWEST  # noqa: PLC0415  (brings numpy)

        for games, others in (("games", "opponents"), ("race_games", "race_opponents")):
            if getattr(self, others) is not None and getattr(self, games) is None:
                said = f"{mention(others)} goes with {mention(games)}"
                raise ArenaError(said, field=others)
        totals, found = QUICK_TOTALS if quick else TOTALS, list[LevelPlan]()
        for agent, name in self._others():
            asked: int | None = getattr(self, f"{name}_games")
            if asked is not None:
                met = self.race_opponents if name == "race" else None
                others = self._met(met, setups, first=not found)
                found.append(LevelPlan(agent=agent, games=asked, opponents=others))
            elif setups >= FEWEST:
                total = getattr(totals, name)
                found.append(_usual(agent, total, setups, rulesets, everyone=not found))
        return *found, self._judged(setups, rulesets, alone=not found, quick=quick)

    def _met(self, asked: int | None, setups: int, *, first: bool) -> int | None:
        """Return how many others each setup meets; None: all, as those of the first level do."""
        from ...arena.levels.combined import FEWEST  # noqa: PLC0415  (brings numpy)

        if asked is None or asked >= setups - 1 or first:
            return None
        if asked % 2 or setups < FEWEST:
            raise ArenaError(
                f"each of {FEWEST} setups or more may meet an even number of others; not {asked} "
                f"of {setups}"
            )
        return asked

    def _others(self) -> list[tuple[str, str]]:
        """Return the agents of levels below the judge's, and what their games are for."""
        levels = self.levels
        found = [
            (agent, "screen" if agent == levels.screen else "race")
            for agent in levels.distinct[:-1]
        ]
        held = [name for _, name in found]
        for name in [name for name in ("screen", "race") if name not in held]:
            if getattr(self, f"{name}_games") is not None:
                raise ArenaError(
                    f"{mention(f'{name}_games')} counts for nothing where {name} and another level "
                    "have the same agent; leave it out",
                    field=f"{name}_games",
                )
        return found

    def _judged(self, setups: int, rulesets: int, *, alone: bool, quick: bool) -> LevelPlan:
        """Return what the judge plays."""
        judge, totals = self.levels.judge, QUICK_TOTALS if quick else TOTALS
        if self.games is not None:
            others = self._met(self.opponents, setups, first=alone)
            return LevelPlan(agent=judge, games=self.games, opponents=others)
        if len(self.levels.distinct) > 1:
            total = totals.alone if alone else totals.judge
            return _usual(judge, total, setups, rulesets, everyone=alone)
        if judge == str(AgentSpec.parse(QUICK_AGENT)):
            return _usual(judge, totals.quick_alone, setups, rulesets, everyone=True)
        return LevelPlan(agent=judge, games=QUICK_SLOW_GAMES if quick else SLOW_GAMES)


def _usual(agent: str, total: int, setups: int, rulesets: int, *, everyone: bool) -> LevelPlan:
    """Return a level whose games under so many sets of rules are about so many in all."""
    each = min(total / rulesets / max(setups, 1), MOST_GAMES / 2 * max(setups - 1, 1))
    return fitted(agent, each, setups, everyone=everyone)


class AdaptSettings(Settings, frozen=True, kw_only=True):
    """How much is spent on letting players adapt; the rest is that of a search for counters."""

    rounds: Annotated[
        int,
        option(
            f"Rounds of {mention('evolve')}: one counter joins in each.", SPEND, least=1, most=50
        ),
    ] = 2
    population: int = 24
    generations: int = 8
    games: int = 4
    """Of each candidate in the first round of a race."""
    race_games: int = 48
    shortlist: int = 6
    check_games: Annotated[
        int, option("Games of the counter on held-out seeds.", SPEND, least=1)
    ] = 100
    join_games: Annotated[
        int, option("Games of the counter against each setup that is there.", SPEND, least=1)
    ] = 6

    def search(self, levels: Levels) -> CounterSettings:
        """Return the settings of a round's search."""
        return CounterSettings(
            population=self.population,
            generations=self.generations,
            games=self.games,
            race_games=self.race_games,
            shortlist=self.shortlist,
            shortlist_games=8,
            best=1,
            check_games=self.check_games,
            screen_agent=levels.screen,
            race_agent=levels.race,
            judge=levels.judge,
        )

    def totals(self, levels: Levels, setups: int) -> dict[str, int]:
        """Return the games of each agent's part, for one set of rules."""
        search = self.search(levels)
        joins = sum(2 * self.join_pairs * (setups + number) for number in range(self.rounds))
        judged = self.rounds * (search.shortlist_total + search.check_total) + joins
        screened, raced = self.rounds * search.screen_total, self.rounds * search.race_total
        return {"screen": screened, "race": raced, "judge": judged}

    @property
    def join_pairs(self) -> int:
        """The pairs of a counter with each setup that is there."""
        return (self.join_games + 1) // 2
