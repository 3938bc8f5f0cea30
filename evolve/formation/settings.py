"""`FormationSettings`: how much a search for formations plays."""

from typing import Annotated

from ...arena.run.headings import SEARCH, SPEND
from ...arena.run.settings import option
from ..proposals.search_settings import SearchSettings


class FormationSettings(SearchSettings, frozen=True, kw_only=True):
    """How much is played by which agent."""

    population: Annotated[int, option("Formations in each generation.", SPEND, least=4)] = 32
    generations: Annotated[int, option("Number of generations.", SPEND, least=1)] = 8
    race_games: Annotated[
        int,
        option("Games of the leaders in each generation by the race agent.", SPEND, least=0),
    ] = 96
    shortlist: Annotated[
        int, option("Best formations, which then play by the judge.", SPEND, least=1)
    ] = 16
    shortlist_games: Annotated[
        int, option("Games of each of these; the better half then plays more.", SPEND, least=2)
    ] = 24
    best: Annotated[int, option("How many formations to check and report.", SEARCH, least=1)] = 1
    check_games: Annotated[
        int,
        option("Games of each formation on held-out seeds, by the judge.", SPEND, least=4),
    ] = 600
