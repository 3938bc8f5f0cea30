"""`LevelSettings`: who plays a search: a cheap agent, a better one, and the judge."""

from typing import Annotated, NamedTuple

from msgspec import Meta
from msgspec.structs import force_setattr

from ...agents.spec.spec import DEFAULT_AGENT, MEDIUM_AGENT, QUICK_AGENT
from ..run.headings import SPEND
from ..run.settings import Settings, option, settings_of


class Levels(NamedTuple):
    """The agents of a search, by what their games are for."""

    screen: str
    race: str
    judge: str

    @property
    def distinct(self) -> tuple[str, ...]:
        """The agents, each once, the judge last: each is a level of games."""
        others = dict.fromkeys(agent for agent in self[:2] if agent != self.judge)
        return *others, self.judge

    def number(self, agent: str) -> int:
        """Return the level that an agent's games are of."""
        return self.distinct.index(agent)


def _level(about: str, usual: str) -> Meta:
    return option(about, SPEND, agent=True, usual=usual)


class LevelSettings(Settings, frozen=True, kw_only=True):
    """Settings of a search whose games are of several levels."""

    agent: Annotated[
        str | None, option("One agent for everything, in place of these three.", SPEND, agent=True)
    ] = None
    screen_agent: Annotated[
        str | None, _level("The agent that screens, by many cheap games.", QUICK_AGENT)
    ] = None
    race_agent: Annotated[
        str | None, _level("The agent that plays the leaders on.", MEDIUM_AGENT)
    ] = None
    judge: Annotated[
        str | None, _level("The agent that decides; results are estimates for it.", DEFAULT_AGENT)
    ] = None

    def __post_init__(self) -> None:
        for name, meta in settings_of(type(self)).items():
            if usual := (meta.extra or {}).get("usual"):
                force_setattr(self, name, getattr(self, name) or self.agent or usual)
        super().__post_init__()

    @property
    def levels(self) -> Levels:
        """The three agents."""
        agents = (self.screen_agent, self.race_agent, self.judge)
        return Levels(*(agent or "" for agent in agents))
