"""`MetaSettings`: how a search for the metagame is started."""

from math import isfinite
from typing import Annotated, Any, Final

import msgspec

from ...agents.spec.spec import AgentSpec
from ...arena.levels.settings import LevelSettings
from ...arena.run.headings import SEARCH, SPEND
from ...arena.run.settings import option
from ...engine.reading.input_error import mention
from ..counter.settings import CounterSettings
from ..proposals.errors import EvolveError

RIVAL_AGENT: Final = "strategist:search=alphabeta"
"""The agent of another kind that tries the final mixture."""

RIVAL_LEVELS: Final = (650, 10_000)
"""State advances with which the rival screens and races, as `quick` and `medium` have them."""

SIZES: Final = (
    "rounds",
    "patience",
    "screen_games",
    "start_setups",
    "games",
    "settle_games",
    "population",
    "generations",
    "candidate_games",
    "race_games",
    "shortlist",
    "response_games",
    "named_games",
    "rival_games",
)
"""What a budget of time decides."""

QUICK: Final[dict[str, Any]] = {
    "rounds": 4,
    "screen_games": 10,
    "start_setups": 12,
    "games": 12,
    "settle_games": 240,
    "population": 32,
    "generations": 5,
    "race_games": 48,
    "shortlist": 8,
    "response_games": 200,
    "named_games": 6,
    "rival_games": 120,
}
"""What makes a first look of about three minutes on two cores."""


class MetaSettings(LevelSettings, frozen=True, kw_only=True):
    """How much is played by which agent, and when it is enough."""

    rounds: Annotated[
        int, option("Rounds at most; each searches for one response.", SPEND, least=1)
    ] = 6
    patience: Annotated[
        int, option("Stop after this many rounds in a row without a gain.", SPEND, least=1)
    ] = 2
    epsilon: Annotated[
        float, option("A response gains if it scores more than 0.5 plus this.", SPEND)
    ] = 0.02
    screen_games: Annotated[
        int,
        option("Games of each two setups of the start, by the agent that screens.", SPEND, least=2),
    ] = 20
    start_setups: Annotated[
        int, option("Setups of the start at most that the judge plays.", SPEND, least=1)
    ] = 12
    games: Annotated[
        int, option("Games of each two setups of the set, by the judge.", SPEND, least=2)
    ] = 20
    settle_games: Annotated[
        int, option("Further games in each round, where the mixture is uncertain.", SPEND, least=0)
    ] = 400
    population: Annotated[
        int, option("Candidates in each generation of a search.", SPEND, least=4)
    ] = 48
    generations: Annotated[int, option("Generations of a search.", SPEND, least=1)] = 10
    candidate_games: Annotated[
        int,
        option(
            "Games of each candidate in the screen; the better half then plays more, and so on.",
            SPEND,
            least=2,
        ),
    ] = 8
    race_games: Annotated[
        int,
        option("Games of the leaders in each generation by the race agent.", SPEND, least=0),
    ] = 80
    shortlist: Annotated[
        int, option("Best candidates, among which the judge chooses the response.", SPEND, least=1)
    ] = 12
    response_games: Annotated[
        int, option("Games of each response on held-out seeds, by the judge.", SPEND, least=2)
    ] = 400
    named_games: Annotated[
        int, option("Games of each named setup against the mixture; 0 for none.", SPEND, least=0)
    ] = 40
    rival_games: Annotated[
        int,
        option(
            "Games of the rival's response by each of rival and judge; 0 for no rival.",
            SPEND,
            least=0,
        ),
    ] = 400
    rival_agent: Annotated[
        str, option("An agent of another kind, which evolves a last response.", SPEND, agent=True)
    ] = RIVAL_AGENT
    formations: Annotated[bool, option("Search for formations as well.", SEARCH)] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rival_games and self.rival_agent == self.judge:
            raise EvolveError(
                "the rival is an agent of another kind than the judge: name one by "
                f"{mention('rival_agent')}, or leave it out by {mention('rival_games', '0')}",
                field="rival_agent",
            )
        if not (isfinite(self.epsilon) and 0 < self.epsilon < 0.5):
            raise EvolveError(
                f"{mention('epsilon')} is above 0 and below 0.5, not {self.epsilon:g}",
                field="epsilon",
            )

    @property
    def search(self) -> CounterSettings:
        """How a response is searched for: as a counter is, by the same three agents."""
        return CounterSettings(
            population=self.population,
            generations=self.generations,
            games=self.candidate_games,
            race_games=self.race_games,
            shortlist=self.shortlist,
            shortlist_games=self.candidate_games,
            best=1,
            check_games=self.response_games,
            screen_agent=self.screen_agent,
            race_agent=self.race_agent,
            judge=self.judge,
            formations=self.formations,
            catalogue=False,
        )

    @property
    def rival(self) -> CounterSettings:
        """How the rival searches: the same, by itself with less and more to think."""
        rival = AgentSpec.parse(self.rival_agent)
        full = int(rival.get("advances") or 0)
        screen, race = (
            str(rival.with_budget("advances", number) if number < full else rival)
            for number in RIVAL_LEVELS
        )
        return msgspec.structs.replace(
            self.search,
            check_games=max(self.rival_games, 2),
            screen_agent=screen,
            race_agent=race,
            judge=self.rival_agent,
        )

    def scaled(self, size: float) -> "MetaSettings":
        """Return settings of so many times the games: more rounds, and larger ones."""
        root, fourth = size**0.5, size**0.25
        return msgspec.structs.replace(
            self,
            rounds=max(round(self.rounds * root), 1),
            patience=max(round(self.patience * fourth), 1),
            screen_games=_times(self.screen_games, fourth, 4),
            start_setups=max(round(self.start_setups * min(fourth, 1.0)), 2),
            games=_times(self.games, fourth, 4),
            settle_games=_times(self.settle_games, root, 0),
            population=max(round(self.population * fourth), 8),
            generations=max(round(self.generations * fourth), 2),
            race_games=_times(self.race_games, fourth, 0),
            shortlist=max(round(self.shortlist * fourth), 2),
            response_games=_times(self.response_games, root, 20),
            named_games=_times(self.named_games, root, 2) if self.named_games else 0,
            rival_games=_times(self.rival_games, root, 20) if self.rival_games else 0,
        )

    @property
    def pairs(self) -> int:
        """The pairs of every two setups of the set."""
        return (self.games + 1) // 2

    @property
    def screen_pairs(self) -> int:
        """The pairs of every two setups of the start in the screen."""
        return (self.screen_games + 1) // 2

    def screens(self, setups: int) -> bool:
        """Return whether so many setups are screened before the judge plays them."""
        return len(self.levels.distinct) > 1 and setups > self.start_setups

    def screen_total(self, setups: int) -> int:
        """Return the games of the screen of so many."""
        return setups * (setups - 1) * self.screen_pairs if self.screens(setups) else 0

    def kept(self, setups: int) -> int:
        """Return how many of so many setups the judge plays at most."""
        return min(setups, self.start_setups) if self.screens(setups) else setups

    def start_total(self, setups: int) -> int:
        """Return the games by the judge of a set that starts with so many."""
        count = self.kept(setups)
        return count * (count - 1) * self.pairs

    def set_total(self, setups: int) -> int:
        """Return the most games of a round for its mixture when the set has so many."""
        doubted = 2 * ((self.response_games + 1) // 2)
        return self.settle_games + max(2 * setups * self.pairs, doubted)

    def round_total(self, setups: int) -> int:
        """Return the most games that a round takes when the set has so many."""
        search = self.search
        searching = search.screen_total + search.race_total + search.shortlist_total
        return searching + search.check_total + self.set_total(setups)


def _times(games: int, factor: float, least: int) -> int:
    """Return a number of games, whole pairs of them."""
    return max(2 * round(games * factor / 2), least)
