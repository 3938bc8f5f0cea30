"""`RankSettings`: how a ranking is started.

Numbers of games alone decide what is played (`plan`). A budget of time is turned into numbers
before the run begins, by how long a few games take, so that no result depends on the clock.
"""

from typing import Annotated

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ...arena.run.headings import SEARCH, SPEND
from ...arena.run.settings import Settings, option

FEWEST = 500
"""Games without which nothing can be learnt."""
A_SETUP = 8
"""Games for each setup of the space, if nothing else is asked for."""


class RankSettings(Settings, frozen=True, kw_only=True):
    """How much is played by which agent."""

    games: Annotated[
        int, option("Games of the screen and the rounds together.", SPEND, least=FEWEST)
    ]
    """Setups that are held out from the model play some of them."""
    rounds: Annotated[
        int,
        option(
            "Rounds; each plays the setups whose rank is uncertain.", SPEND, least=1, bound=1000
        ),
    ] = 10
    top: Annotated[
        int, option("Best setups, which are confirmed on held-out seeds.", SEARCH, least=1)
    ] = 50
    spread: Annotated[
        int, option("Further setups to confirm, spread over the ranking.", SEARCH, least=0)
    ] = 25
    field_games: Annotated[
        int, option("Games of each two named setups, to make the field.", SPEND, least=2)
    ] = 20
    check_games: Annotated[
        int, option("Games of each confirmed setup on held-out seeds.", SPEND, least=2)
    ] = 100
    """By the first agent; named setups play as many."""
    confirm_games: Annotated[
        int, option("Games of each of these by the second agent.", SPEND, least=2)
    ] = 100
    agent: Annotated[str, option("The agent that plays the ranking.", SPEND, agent=True)] = (
        QUICK_AGENT
    )
    confirm_agent: Annotated[
        str, option("The agent that plays the confirmation.", SPEND, agent=True)
    ] = DEFAULT_AGENT
