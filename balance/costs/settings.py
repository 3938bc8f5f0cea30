"""`CostsSettings`: how much is played to estimate point values."""

from typing import Annotated

from ...agents.spec.spec import QUICK_AGENT
from ...arena.run.headings import SPEND
from ...arena.run.settings import Settings, option


class CostsSettings(Settings, frozen=True, kw_only=True):
    """How many setups and games, and which agent plays."""

    setups: Annotated[
        int,
        option(
            "How many setups are drawn at random.",
            SPEND,
            least=20,
            bound=1_000_000,
            flags=("--setups-sampled",),
        ),
    ] = 3000
    games: Annotated[int, option("Games in all; rounded up to pairs.", SPEND, least=100)] = 80_000
    agent: Annotated[str, option("The agent that plays.", SPEND, agent=True)] = QUICK_AGENT
