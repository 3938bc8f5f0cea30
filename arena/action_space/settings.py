"""How a measurement of the action space is started."""

from typing import Annotated

from ..run.headings import SPEND
from ..run.settings import Settings, option


class ActionSpaceSettings(Settings, frozen=True, kw_only=True):
    """The agent, and how much is measured."""

    agent: Annotated[
        str,
        option(
            "The agent that plays, with the same budget a decision in every space.",
            SPEND,
            agent=True,
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
            "Positions in which sequences are counted: starts of turns, four a game.",
            SPEND,
            least=1,
            most=100_000,
        ),
    ] = 96
