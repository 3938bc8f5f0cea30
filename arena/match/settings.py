"""How a match is started."""

from typing import Annotated

from ...engine.reading.input_error import mention
from ..run.headings import SPEND
from ..run.settings import Settings, option

MOST_GAMES = 20_000
"""Games at most where a test decides, if no number is given."""


class MatchSettings(Settings, frozen=True, kw_only=True):
    """How many games, and the risks of a sequential test."""

    games: Annotated[
        int,
        option(
            f"Games, rounded up to pairs. With {mention('sprt')} a limit, by default "
            f"{MOST_GAMES:,}.",
            SPEND,
            least=1,
        ),
    ] = 100
    alpha: Annotated[float, option("Risk of accepting ELO1 wrongly.", SPEND)] = 0.05
    beta: Annotated[float, option("Risk of accepting ELO0 wrongly.", SPEND)] = 0.05
