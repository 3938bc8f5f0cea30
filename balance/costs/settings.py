"""`CostsSettings`: how much is played to estimate point values."""

from typing import Annotated, Any, Final, NamedTuple

import msgspec

from ...agents.spec.spec import QUICK_AGENT, AgentSpec
from ...arena.levels.settings import LevelSettings
from ...arena.play.errors import ArenaError
from ...arena.run.headings import SPEND
from ...arena.run.settings import option
from ...engine.reading.input_error import mention

JUDGED, SCREENED, RACED = 2100, 8000, 3600
"""Games of each level: about 3.5 minutes on two idle cores.

By 12,000 games of quick, 1,600 of medium and 1,100 of strong, quick's worths of commands were off
by some 17 points and medium's by no more than chance: so most of the time is theirs.
"""
ALONE, SLOW_ALONE = 80_000, 4200
"""Games where one agent plays everything: the quick one, or another, none of which is as fast."""
LEAST: Final = 100
"""Games of each level at least."""


SIZES: Final = ("games", "screen_games", "race_games")
"""What a budget of time decides."""


class LevelSize(NamedTuple):
    """Who plays at a level, and how many games in all."""

    agent: str
    games: int


class CostsSettings(LevelSettings, frozen=True, kw_only=True):
    """How many setups and games, and which agents play."""

    setups: Annotated[
        int,
        option(
            "How many setups are drawn at random, for each level.",
            SPEND,
            least=20,
            bound=1_000_000,
            flags=("--setups-sampled",),
        ),
    ] = 3000
    games: Annotated[
        int,
        option(
            "Games by the judge in all; rounded up to pairs.",
            SPEND,
            least=LEAST,
            shown=f"{JUDGED}; {ALONE} if one agent plays everything",
        ),
    ] = JUDGED
    screen_games: Annotated[
        int, option("The same by the agent that screens.", SPEND, least=LEAST)
    ] = SCREENED
    race_games: Annotated[
        int, option("The same by the agent between the two.", SPEND, least=LEAST)
    ] = RACED

    @classmethod
    def started(cls, **values: Any) -> "CostsSettings":
        """Return settings of which some are given; one agent for everything plays more games."""
        found = cls(**values)
        held = [found.name_of(agent) for agent in found.levels.distinct[:-1]]
        for name in ("screen", "race"):
            if name not in held and f"{name}_games" in values:
                raise ArenaError(
                    f"{mention(f'{name}_games')} counts for nothing where {name} and another level "
                    "have the same agent; leave it out",
                    field=f"{name}_games",
                )
        if held or "games" in values:
            return found
        quick = found.levels.judge == str(AgentSpec.parse(QUICK_AGENT))
        return msgspec.structs.replace(found, games=ALONE if quick else SLOW_ALONE)

    def plan(self) -> tuple[LevelSize, ...]:
        """Return what each level plays, the judge last."""
        others = [
            LevelSize(agent, getattr(self, f"{self.name_of(agent)}_games"))
            for agent in self.levels.distinct[:-1]
        ]
        return *others, LevelSize(self.levels.judge, self.games)

    def name_of(self, agent: str) -> str:
        """Return what the games of an agent below the judge are for."""
        return "screen" if agent == self.levels.screen else "race"
