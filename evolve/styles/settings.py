"""`StylesSettings`: how a map of styles or setups is started."""

from typing import Annotated, Final

from ...arena.run.headings import SEARCH, SPEND
from ...arena.run.settings import Settings, option

STYLE_AGENT: Final = "portfolio:unprune,advances=1000"
"""Its scripts are weighed where no agent is named."""

AXES: Final = {"weights": ("attacks", "commands"), "setups": ("troops", "ranged-points")}
"""The axes x and y of each kind of map where none are named."""

LEAST_GAMES: Final = 24
"""Games of a trial at least, where no number is given."""


def trial_games(setups: int) -> int:
    """Return the games of a trial where none are given: as many on each setup."""
    return 2 * setups * -(-LEAST_GAMES // (2 * setups))


class StylesSettings(Settings, frozen=True, kw_only=True):
    """The axes of the map, and how much is played."""

    x: Annotated[
        str,
        option(
            "Feature of the columns, or NAME:LOW:HIGH:BINS. Default: "
            f"{AXES['weights'][0]}; with --over setups {AXES['setups'][0]}.",
            SEARCH,
            metavar="AXIS",
        ),
    ]
    y: Annotated[
        str,
        option(
            "Feature of the rows. Default: "
            f"{AXES['weights'][1]}; with --over setups {AXES['setups'][1]}.",
            SEARCH,
            metavar="AXIS",
        ),
    ]
    random: Annotated[int, option("Random candidates to start from.", SPEND, least=1)] = 40
    batch: Annotated[int, option("New candidates in each generation.", SPEND, least=1)] = 48
    generations: Annotated[int, option("Number of generations.", SPEND, least=0)] = 30
    games: Annotated[int, option("Games of each trial of a candidate.", SPEND, least=2)] = 24
    elite_games: Annotated[
        int, option("Games at most of the candidate that a cell keeps.", SPEND, least=2)
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
