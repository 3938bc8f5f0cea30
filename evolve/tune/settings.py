"""`TuneSettings`: how a tuning is started."""

from typing import Annotated

from ...arena.run.headings import SPEND
from ...arena.run.settings import Settings, option
from ..proposals.errors import EvolveError


class TuneSettings(Settings, frozen=True, kw_only=True):
    """How much is played, and how the search walks."""

    iterations: Annotated[int, option("Number of evaluations.", SPEND, least=1)] = 200
    games: Annotated[int, option("Games of each evaluation.", SPEND, least=2)] = 12
    """Rounded up to whole pairs."""
    neighbours: Annotated[
        int, option("Neighbours among which the next evaluation is chosen.", SPEND, least=1)
    ] = 50
    exploration: Annotated[
        float, option("Weight of the uncertainty beside the mean score.", SPEND, least=0)
    ] = 0.25
    """k of the upper confidence bound.

    On sixty made-up spaces of the size of the thesis's, 200 evaluations of a dozen games each came
    from the average to the best as far as 93 % of the way with 0.1, 97 % with 0.25, 90 % with 0.4.
    """
    check_games: Annotated[
        int,
        option(
            "Games on held-out seeds, against the opponent and against AGENT as given.",
            SPEND,
            least=2,
        ),
    ] = 400

    def __post_init__(self) -> None:
        if not 0 <= self.exploration < 1e6:
            raise EvolveError(f"exploration is a number from 0, not {self.exploration}")
        super().__post_init__()
