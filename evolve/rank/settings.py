"""`RankSettings`: how a ranking is started.

Numbers of games alone decide what is played (`plan`). A budget of time is turned into numbers
before the run begins, by how long a few games take, so that no result depends on the clock.
"""

from typing import Annotated, Final

import msgspec

from ...arena.levels.settings import LevelSettings
from ...arena.run.headings import SEARCH, SPEND
from ...arena.run.settings import option

FEWEST = 500
"""Games without which nothing can be learnt."""

USUAL_BUDGET: Final = 900.0
"""Seconds that a ranking takes if nothing else is asked for."""

SIZES: Final = (
    "games",
    "race_games",
    "judge_games",
    "calibrated",
    "held_out",
    "field_games",
    "confirm_games",
)
"""What a budget of time decides."""


class RankSettings(LevelSettings, frozen=True, kw_only=True):
    """How much is played by which agent."""

    games: Annotated[
        int, option("Games of the screen agent: at random, then in rounds.", SPEND, least=FEWEST)
    ] = 100_000
    race_games: Annotated[int, option("Games of the race agent, in rounds.", SPEND, least=0)] = (
        10_000
    )
    judge_games: Annotated[
        int, option("Games of the judge: in rounds, then of the leaders.", SPEND, least=0)
    ] = 12_000
    rounds: Annotated[
        int,
        option(
            "Rounds of each agent; each plays the setups whose rank is uncertain.",
            SPEND,
            least=1,
            bound=1000,
        ),
    ] = 5
    calibrated: Annotated[
        int, option("Setups that all agents play, to learn how they differ.", SPEND, least=0)
    ] = 80
    held_out: Annotated[
        int, option("Setups whose games by the judge only check the ratings.", SPEND, least=10)
    ] = 120
    top: Annotated[
        int, option("Best setups, which are confirmed on held-out seeds.", SEARCH, least=1)
    ] = 50
    spread: Annotated[
        int, option("Further setups to confirm, spread over the ranking.", SEARCH, least=0)
    ] = 25
    field_games: Annotated[
        int, option("Games of each two named setups, where they make the field.", SPEND, least=2)
    ] = 20
    confirm_games: Annotated[
        int, option("Games of each of these, by the judge on held-out seeds.", SPEND, least=2)
    ] = 30

    def scaled(self, size: float) -> "RankSettings":
        """Return settings of so many times the games."""
        root = size**0.5
        return msgspec.structs.replace(
            self,
            games=max(round(self.games * size), FEWEST),
            race_games=round(self.race_games * size),
            judge_games=round(self.judge_games * size),
            calibrated=round(self.calibrated * root),
            held_out=min(max(round(self.held_out * root), 10), 2000),
            field_games=min(max(round(self.field_games * root), 2), 200),
            confirm_games=min(max(round(self.confirm_games * root), 4), 2000),
        )
