"""How a measurement of the action space is started."""

from typing import Annotated

from ..run.headings import SPEND
from ..run.settings import Settings, option


class ActionSpaceSettings(Settings, frozen=True, kw_only=True):
    """The agent, and how much is measured."""

    agent: Annotated[
        str,
        option(
            "Who plays; its budget is that of each decision, in every space.", SPEND, agent=True
        ),
    ] = "fpu:advances=1000"
    games: Annotated[
        int,
        option(
            "Games for each comparison of strength; rounded up to whole pairs.",
            SPEND,
            least=1,
            most=1_000_000,
        ),
    ] = 240
    positions: Annotated[
        int,
        option(
            "Beginnings of turns, four a game, from which sequences are counted.",
            SPEND,
            least=1,
            most=100_000,
        ),
    ] = 96
