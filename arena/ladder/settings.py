"""How a ladder is started."""

from typing import Annotated

from ..run.headings import SPEND
from ..run.settings import Settings, option


class LadderSettings(Settings, frozen=True, kw_only=True):
    """How many games, and what a decision may cost."""

    games: Annotated[
        int,
        option(
            "Games for each two agents, on all setups together; rounded up to whole pairs.",
            SPEND,
            least=1,
        ),
    ] = 120
    advances: Annotated[
        int | None,
        option(
            "State advances a decision for all agents that search; default: as each is written.",
            SPEND,
            least=1,
            most=10**9,
        ),
    ] = None
