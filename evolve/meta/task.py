"""The metagame as a task: what it is started with, how much it plays, and its JSON form.

How it goes is told in `double_oracle`.
"""

from dataclasses import asdict, dataclass, fields
from functools import partial
from random import Random
from typing import Any, ClassVar

from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule
from ...arena.run.evaluator import stage_schedule
from ...arena.run.task import Part, RunContext
from ...engine.rules.ruleset import Ruleset
from ..proposals.errors import EvolveError
from ..proposals.field import Field
from ..proposals.space import Space, query_of
from .double_oracle import DoubleOracle, bought
from .mixture_checks import named_entrants, named_total
from .result import Metagame
from .settings import MetaSettings

_FOUNDERS = 4
"""Setups at random that a search starts with where no named one is allowed."""


def default_start(space: Space, agent: str, seed: int) -> tuple[Entrant, ...]:
    """Return the named setups that a player could buy and that keep the constraints.

    Where there is none, a few at random.
    """
    named = [(entrant, bought(entrant)) for entrant in named_entrants(agent)]
    fit = [e for e, s in named if not s.faults(space.rules) and space.answers(s)]
    if fit:
        return tuple(fit)
    generator = Random(seed)
    setups = dict.fromkeys(str(space.random(generator)) for _ in range(_FOUNDERS))
    return tuple(Entrant(setup=setup, agent=agent) for setup in setups)


@dataclass(frozen=True, kw_only=True)
class MetaTask:
    """A search for the metagame: its settings, what it starts with, and what may be proposed."""

    kind: ClassVar[str] = "meta"

    settings: MetaSettings
    start: tuple[Entrant, ...]
    space: Space

    def __post_init__(self) -> None:
        if not self.start:
            raise EvolveError("a metagame starts with a setup at least, such as IAmWarrior")
        if len(set(self.start)) < len(self.start):
            raise EvolveError("a setup to start with is given twice; give each once")

    @property
    def seed(self) -> int:
        """What all its randomness derives from."""
        return self.settings.seed

    @property
    def rules(self) -> Ruleset:
        """The rules it is played by."""
        return self.space.rules

    @property
    def agents(self) -> tuple[str, ...]:
        """Who plays the search, and who the check."""
        checked = (self.settings.check_agent,) if self.settings.check_games else ()
        return self.settings.agent, *checked

    def parts(self) -> list[Part]:
        """Return what it will play: the start, the rounds, the named setups, and the check."""
        settings, count = self.settings, len(self.start)
        games = {
            "start": settings.start_total(count),
            "rounds": settings.rounds_total(count),
            "named": named_total(settings),
            "check": settings.check_games,
        }
        agents = dict.fromkeys(games, settings.agent) | {"check": settings.check_agent}
        return [
            Part(name=name, games=games[name], agent=agent, sample=partial(self._sample, agent))
            for name, agent in agents.items()
            if games[name]
        ]

    def run(self, desk: RunContext) -> Metagame:
        """Search to the end."""
        return DoubleOracle(self.settings, self.start, self.space, desk).run()

    def to_dict(self) -> dict[str, Any]:
        """Return the task as plain JSON values."""
        return {
            "settings": asdict(self.settings),
            "start": [entrant.to_dict() for entrant in self.start],
            "rules": list(self.space.rules.edits),
            "query": self.space.query.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "MetaTask":
        """Return the task of a dict as `to_dict` makes it."""
        known = {field.name for field in fields(MetaSettings)}
        settings = {name: value for name, value in data["settings"].items() if name in known}
        return cls(
            settings=MetaSettings(**settings),
            start=tuple(Entrant.from_dict(entrant) for entrant in data["start"]),
            space=Space(Ruleset().edit(*data["rules"]), query_of(data["query"])),
        )

    def _sample(self, agent: str) -> Schedule:
        """Return games of setups at random with those of the start."""
        generator = Random(self.settings.seed)
        setups = [self.space.random(generator) for _ in range(self.settings.population)]
        candidates = [Entrant(setup=str(setup), agent=agent) for setup in setups]
        field = Field(opponents=self.start, weights=(1.0,) * len(self.start)).played_by(agent)
        return stage_schedule(candidates, field.opponents, self.rules, self.settings.seed)
