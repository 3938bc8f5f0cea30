"""`SearchSettings`: how much a search by generations plays, and by which agents."""

from typing import TYPE_CHECKING, Annotated, Final, Self

import msgspec

from ...arena.levels.settings import LevelSettings
from ...arena.run.headings import SEARCH, SPEND
from ...arena.run.settings import option

if TYPE_CHECKING:
    from .racing import Race

SHORTLIST_ROUNDS = 3

RACE_PAIRS: Final = 4
"""Pairs of a leader that plays on in a generation."""

SIZES: Final = (
    "population",
    "generations",
    "race_games",
    "shortlist",
    "shortlist_games",
    "check_games",
)
"""What a budget of time decides."""


class SearchSettings(LevelSettings, frozen=True, kw_only=True):
    """How much is played by which agent: generations, a shortlist, and a check."""

    population: Annotated[int, option("Candidates in each generation.", SPEND, least=4)] = 48
    generations: Annotated[int, option("Number of generations.", SPEND, least=1)] = 20
    games: Annotated[
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
    ] = 160
    shortlist: Annotated[
        int, option("Best candidates, which then play by the judge.", SPEND, least=1)
    ] = 24
    shortlist_games: Annotated[
        int, option("Games of each of these; the better half then plays more.", SPEND, least=2)
    ] = 16
    best: Annotated[int, option("How many counters to report.", SEARCH, least=1)] = 3
    check_games: Annotated[
        int, option("Games of each counter on held-out seeds, by the judge.", SPEND, least=2)
    ] = 200

    def scaled(self, size: float) -> Self:
        """Return settings of so many times the games: more generations, and larger ones."""
        root = size**0.5
        return msgspec.structs.replace(
            self,
            population=max(round(self.population * min(root, 4.0)), 8),
            generations=max(round(self.generations * size / min(root, 4.0)), 2),
            race_games=round(self.race_games * min(root, 4.0)),
            shortlist=max(round(self.shortlist * root), self.best),
            shortlist_games=max(round(self.shortlist_games * root), 4),
            check_games=min(max(round(self.check_games * root), 20), 2000),
        )

    @property
    def race(self) -> "Race":
        """The race of a generation's candidates in the screen."""
        from .racing import Race  # noqa: PLC0415  (brings numpy)

        return Race(pairs=(self.games + 1) // 2)

    @property
    def leaders(self) -> int:
        """Candidates of a generation that play on by the race agent."""
        return -(-self.race_games // (2 * RACE_PAIRS))

    @property
    def shortlist_race(self) -> "Race":
        """The race of the best."""
        from .racing import Race  # noqa: PLC0415

        return Race(pairs=(self.shortlist_games + 1) // 2, rounds=SHORTLIST_ROUNDS)

    @property
    def check_pairs(self) -> int:
        """The pairs of each counter's check."""
        return (self.check_games + 1) // 2

    @property
    def screen_total(self) -> int:
        """Games of the screen; fewer if the space has not enough setups."""
        return self.generations * self.race.games(self.population)

    @property
    def race_total(self) -> int:
        """Games of the leaders by the race agent."""
        return self.generations * 2 * RACE_PAIRS * min(self.leaders, self.population)

    @property
    def shortlist_total(self) -> int:
        """Games of the shortlist by the judge."""
        return self.shortlist_race.games(self.shortlist)

    @property
    def check_total(self) -> int:
        """Games of the check by the judge."""
        return 2 * self.best * self.check_pairs
