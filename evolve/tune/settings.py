"""`TuneSettings`: how a tuning is started."""

from typing import Annotated

from ...arena.run.headings import SPEND
from ...arena.run.settings import Settings, option
from ..proposals.errors import EvolveError

SETUPS = ("Default", "Rush", "Venom", "GlassCannon", "Championeer", "OutrangeOutplay")
"""Those of a ladder: what both sides field, if nothing else is asked for."""


class TuneSettings(Settings, frozen=True, kw_only=True):
    """How much is played, and how the search walks."""

    iterations: Annotated[int, option("Evaluations.", SPEND, least=1)] = 200
    games: Annotated[int, option("Of each evaluation.", SPEND, least=2)] = 12
    """Rounded up to whole pairs."""
    neighbours: Annotated[int, option("Mutants to choose the next one from.", SPEND, least=1)] = 50
    exploration: Annotated[float, option("Weight of doubt beside the mean.", SPEND, least=0)] = 0.25
    """k of the upper confidence bound.

    On sixty made-up spaces of the size of the thesis's, 200 evaluations of a dozen games each came
    from the average to the best as far as 93 % of the way with 0.1, 97 % with 0.25, 90 % with 0.4.
    """
    check_games: Annotated[
        int,
        option("On held-out seeds, against the opponent and against the default.", SPEND, least=2),
    ] = 400

    def __post_init__(self) -> None:
        if not 0 <= self.exploration < 1e6:
            raise EvolveError(f"exploration is a number from 0, not {self.exploration}")
        super().__post_init__()
