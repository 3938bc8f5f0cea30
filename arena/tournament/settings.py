"""How a tournament is started."""

from typing import Annotated

from ..run.headings import SPEND
from ..run.settings import Settings, option


class TournamentSettings(Settings, frozen=True, kw_only=True):
    """How many games."""

    games: Annotated[
        int,
        option(
            "Games for each two setups, half on each side; rounded up to pairs.", SPEND, least=1
        ),
    ] = 50
