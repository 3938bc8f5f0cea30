"""How a mirror match is started."""

from typing import Annotated

from conquest_opt.arena.run.headings import SPEND
from conquest_opt.arena.run.settings import Settings, option


class MirrorSettings(Settings, frozen=True, kw_only=True):
    """How many games."""

    mirror_games: Annotated[int, option("Games, rounded up to pairs.", SPEND, least=2)] = 20
