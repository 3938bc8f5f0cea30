"""`CounterSettings`: how a search for counters is started."""

from typing import Annotated

from ...arena.run.headings import SEARCH
from ...arena.run.settings import option
from ..proposals.search_settings import SIZES, SearchSettings

__all__ = ["SIZES", "CounterSettings"]


class CounterSettings(SearchSettings, frozen=True, kw_only=True):
    """How much is played by which agent, and what is searched."""

    formations: Annotated[bool, option("Search for formations as well.", SEARCH)] = False
    catalogue: Annotated[
        bool,
        option(
            "Start from random setups only, without the named ones.",
            SEARCH,
            flags=("--no-catalogue",),
            means="Start from the named setups as well, not from random ones only.",
        ),
    ] = True
