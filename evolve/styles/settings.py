"""`StylesSettings`: how a map of styles or setups is started."""

from typing import Annotated, Final

import msgspec

from ...arena.run.headings import SEARCH, SPEND
from ...arena.run.settings import Settings, option
from ...engine.reading.input_error import mention

STYLE_AGENT: Final = "portfolio:unprune,advances=1000"
"""Its scripts are weighed where no agent is named."""

AXES: Final = {"weights": ("attacks", "commands"), "setups": ("troops", "ranged-points")}
"""The axes x and y of each kind of map where none are named."""

LEAST_GAMES: Final = 24
"""Games of a trial at least, where no number is given."""


SIZES: Final = ("random", "batch", "generations", "race_games", "elite_games", "check_games")
"""What a budget of time decides."""


def trial_games(setups: int) -> int:
    """Return the games of a trial where none are given: as many on each setup."""
    return 2 * setups * -(-LEAST_GAMES // (2 * setups))


class StylesSettings(Settings, frozen=True, kw_only=True):
    """The axes of the map, and how much is played."""

    x: Annotated[
        str,
        option(
            "Feature of the columns, or NAME:LOW:HIGH:BINS. Default: "
            f"{AXES['weights'][0]}; with {mention('over', 'setups')} {AXES['setups'][0]}.",
            SEARCH,
            metavar="AXIS",
        ),
    ]
    y: Annotated[
        str,
        option(
            "Feature of the rows. Default: "
            f"{AXES['weights'][1]}; with {mention('over', 'setups')} {AXES['setups'][1]}.",
            SEARCH,
            metavar="AXIS",
        ),
    ]
    random: Annotated[int, option("Random candidates to start from.", SPEND, least=1)] = 40
    batch: Annotated[int, option("New candidates in each generation.", SPEND, least=1)] = 48
    generations: Annotated[int, option("Number of generations.", SPEND, least=0)] = 30
    games: Annotated[
        int,
        option(
            "Games of each trial of a candidate.",
            SPEND,
            least=2,
            shown=f"as many on each setup, {LEAST_GAMES} at least",
        ),
    ] = 24
    race_games: Annotated[
        int,
        option(
            f"With {mention('over', 'setups')}: games by the race agent in each generation that "
            "count.",
            SPEND,
            least=2,
        ),
    ] = 480
    elite_games: Annotated[
        int,
        option(
            f"Games at most of the candidate that a cell keeps; with {mention('over', 'setups')} "
            "by the race agent, then as many by the judge.",
            SPEND,
            least=2,
            shown=f"four times {mention('games')}; with {mention('over', 'setups')} as many",
        ),
    ] = 96
    check_games: Annotated[
        int, option("Games of each candidate in the check, against each opponent.", SPEND, least=2)
    ] = 200

    @property
    def pairs(self) -> int:
        """The pairs of a trial."""
        return (self.games + 1) // 2

    @property
    def check_pairs(self) -> int:
        """The pairs of a check."""
        return (self.check_games + 1) // 2

    def scaled(self, size: float) -> "StylesSettings":
        """Return settings of so many times the games: more candidates, which play more."""
        root = size**0.5
        return msgspec.structs.replace(
            self,
            random=max(round(self.random * min(root, 4.0)), 4),
            batch=max(round(self.batch * min(root, 4.0)), 4),
            generations=max(round(self.generations * size / min(root, 4.0)), 1),
            race_games=max(2 * round(self.race_games * min(root, 4.0) / 2), 8),
            elite_games=max(2 * round(self.elite_games * root / 2), 8),
            check_games=min(max(2 * round(self.check_games * root / 2), 20), 2000),
        )
