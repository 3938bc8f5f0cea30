"""`RankTask`: the ranking of a whole space against a field, as a value; `rank_search` does it."""

from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property, partial
from typing import Any, ClassVar

import numpy as np

from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule
from ...arena.run.task import Part, RunContext
from ...engine.rules.ruleset import Ruleset
from ...setups.catalogue import legal_catalogue
from ..proposals.errors import EvolveError
from ..proposals.field import Field
from ..proposals.mixture import equal_shares
from ..proposals.space import Space, query_of
from .result import Ranking
from .roster import Roster, schedule_of
from .search import RankSearch
from .settings import Plan, RankSettings


@dataclass(frozen=True, kw_only=True)
class RankTask:
    """A ranking: its settings, the field if it is known, and the setups to be ranked."""

    kind: ClassVar[str] = "rank"

    settings: RankSettings
    space: Space
    field: Field | None = None
    """The opponents, in the hands of the quick agent; None: the named setups' Nash mixture."""

    def __post_init__(self) -> None:
        if self.field is None and len(self.named) < 2:
            raise EvolveError("by these rules fewer than two named setups are legal; give a field")

    @property
    def seed(self) -> int:
        """What all its randomness derives from."""
        return self.settings.seed

    @property
    def rules(self) -> Ruleset:
        """The rules it is played by."""
        return self.space.rules

    @property
    def agents(self) -> tuple[str, str]:
        """Who plays the ranking, and who the confirmation."""
        return self.settings.agent, self.settings.confirm_agent

    @cached_property
    def roster(self) -> Roster:
        """The setups."""
        return Roster.of(self.space)

    @cached_property
    def named(self) -> list[Entrant]:
        """The named setups that are legal, in their published formations."""
        names = legal_catalogue(self.rules)
        return [Entrant.of(name, self.settings.agent) for name in names]

    @cached_property
    def plan(self) -> Plan:
        """Who plays how much."""
        known = self.field is not None
        return self.settings.plan(len(self.roster), len(self.named), field_known=known)

    def altered(self, settings: RankSettings) -> "RankTask":
        """Return the same ranking with other settings; its setups are not enumerated again."""
        task = replace(self, settings=settings)
        task.__dict__["roster"] = self.roster
        return task

    def parts(self) -> list[Part]:
        """Return what it will play, in order."""
        plan, (quick, slow) = self.plan, self.agents
        every = [
            ("field", plan.field, quick),
            ("screen", plan.screen, quick),
            ("rounds", plan.uncertain, quick),
            ("check", plan.checked, quick),
            ("confirm", plan.confirmed, slow),
        ]
        return [
            Part(name=name, games=games, agent=agent, sample=partial(self.sample, agent))
            for name, games, agent in every
            if games
        ]

    def run(self, desk: RunContext) -> Ranking:
        """Rank, and return what was found."""
        return RankSearch(self, desk).run()

    def to_dict(self) -> dict[str, Any]:
        """Return the task as plain JSON values."""
        return {
            "settings": asdict(self.settings),
            "field": self.field and self.field.to_dict(),
            "rules": list(self.rules.edits),
            "query": self.space.query.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "RankTask":
        """Return the task of a dict as `to_dict` makes it."""
        known = {field.name for field in fields(RankSettings)}
        settings = {name: value for name, value in data["settings"].items() if name in known}
        return cls(
            settings=RankSettings(**settings),
            field=Field.from_dict(data["field"]) if data["field"] else None,
            space=Space(Ruleset().edit(*data["rules"]), query_of(data["query"])),
        )

    def sample(self, agent: str) -> Schedule:
        """Return games of setups at random with the opponents, or with the named setups."""
        rng = np.random.default_rng(self.seed)
        chosen = rng.integers(len(self.roster), size=64)
        field = self.field or equal_shares(self.named)
        field = field.played_by(agent)
        opponents = rng.integers(len(field.opponents), size=(64, 2))
        candidates = self.roster.entrants(chosen, agent)
        return schedule_of(candidates, field, opponents, self.rules, self.seed)
