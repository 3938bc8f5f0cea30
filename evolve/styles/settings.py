"""`StylesSettings`: what a map of styles or setups is started with; stored with its run."""

from dataclasses import dataclass

from ..proposals.checks import check_least

_LEAST = {"batch": 1, "generations": 0, "random": 1, "games": 2, "elite_games": 2, "check_games": 2}


@dataclass(frozen=True, kw_only=True)
class StylesSettings:
    """The axes of the map, and how much is played."""

    x: str
    y: str
    batch: int = 48
    """Children a generation."""
    generations: int = 30
    random: int = 40
    """Founders at random."""
    games: int = 24
    """Of a trial, and of each time that somebody plays on."""
    elite_games: int = 96
    """Who holds a cell plays on up to so many."""
    check_games: int = 200
    """Of each who is checked, in each of the meetings."""
    seed: int = 1

    def __post_init__(self) -> None:
        check_least(self, _LEAST)

    @property
    def pairs(self) -> int:
        """The pairs of a trial."""
        return (self.games + 1) // 2

    @property
    def check_pairs(self) -> int:
        """The pairs of a check."""
        return (self.check_games + 1) // 2
