"""How an explanation is started."""

from typing import Annotated, Final

import msgspec

from ..levels.settings import LevelSettings
from ..run.headings import SPEND
from ..run.settings import option

SIZES: Final = ("games", "part_games", "screen_games", "value_games")
"""What a budget of time decides."""


class ExplainSettings(LevelSettings, frozen=True, kw_only=True):
    """How much is played by which agent."""

    games: Annotated[
        int,
        option(
            "Games of A against B by the judge, rounded up to pairs.",
            SPEND,
            least=8,
            bound=1_000_000,
        ),
    ] = 400
    part_games: Annotated[
        int,
        option(
            "Games of A by the judge without each component, with each swap, without each pair.",
            SPEND,
            least=4,
        ),
    ] = 140
    screen_games: Annotated[
        int,
        option(
            "Games of each swap and each pair by cheaper agents, which choose those that the "
            "judge plays.",
            SPEND,
            least=2,
        ),
    ] = 24
    pairs: Annotated[
        int, option("Pairs of components that the judge takes out together.", SPEND, least=0)
    ] = 4
    value_games: Annotated[
        int,
        option(
            "Games of A against B in which the judge gives its value after every turn.",
            SPEND,
            least=0,
        ),
    ] = 160

    def scaled(self, size: float) -> "ExplainSettings":
        """Return settings of so many times the games; the screens grow more slowly."""
        return msgspec.structs.replace(
            self,
            games=max(round(self.games * size), 8),
            part_games=max(round(self.part_games * size), 4),
            screen_games=max(round(self.screen_games * size**0.5), 4),
            value_games=max(round(self.value_games * min(size, size**0.5)), 4),
        )
