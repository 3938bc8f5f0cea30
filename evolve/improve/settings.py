"""`ImproveSettings`: how the search for small changes is started."""

from typing import Annotated, Final

import msgspec

from ...arena.levels.settings import LevelSettings
from ...arena.run.headings import SEARCH, SPEND
from ...arena.run.settings import option
from ...setups.swaps import MOST_SIZE

SIZES: Final = ("candidates", "games", "race_games", "judge_games", "check_games")
"""What a budget of time decides."""


class ImproveSettings(LevelSettings, frozen=True, kw_only=True):
    """How far changes go, and how much is played by which agent."""

    swaps: Annotated[
        int,
        option(
            "A change takes out at most so many components (troops or commands), and puts in at "
            "most so many.",
            SEARCH,
            least=1,
            most=MOST_SIZE,
        ),
    ] = 2
    best: Annotated[int, option("How many changes to report.", SEARCH, least=1)] = 3
    candidates: Annotated[
        int,
        option(
            "Changes in the screen; of more, these are drawn at random, and a model speaks for "
            "the others.",
            SPEND,
            least=1,
        ),
    ] = 400
    games: Annotated[int, option("Games of each change in the screen.", SPEND, least=2)] = 40
    race_games: Annotated[
        int, option("Games of the leaders by the race agent, in all.", SPEND, least=0)
    ] = 1200
    judge_games: Annotated[
        int, option("Games of the leaders by the judge, in all.", SPEND, least=0)
    ] = 900
    check_games: Annotated[
        int,
        option(
            "Games of each change that is reported, and of the original, on held-out seeds by the "
            "judge.",
            SPEND,
            least=2,
        ),
    ] = 300

    def scaled(self, size: float) -> "ImproveSettings":
        """Return settings of so many times the games."""
        root = size**0.5
        return msgspec.structs.replace(
            self,
            candidates=max(round(self.candidates * root), 8),
            games=min(max(round(self.games * root), 2), 400),
            race_games=round(self.race_games * size),
            judge_games=round(self.judge_games * size),
            check_games=min(max(round(self.check_games * size), 8), 10_000),
        )

    @property
    def screen_pairs(self) -> int:
        """Pairs of each change in the screen."""
        return (self.games + 1) // 2

    @property
    def check_pairs(self) -> int:
        """Pairs of each setup in the check."""
        return (self.check_games + 1) // 2
