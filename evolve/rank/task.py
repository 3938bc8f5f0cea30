"""`RankTask`: the ranking of a whole space against a field; `search` does it."""

from collections.abc import Sequence
from functools import cached_property, partial
from typing import ClassVar

import msgspec
import numpy as np

from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule
from ...arena.run.context import RunContext
from ...arena.run.parts import Part
from ...arena.run.result import RunResult
from ...arena.run.task import Task
from ...setups.catalogue import legal_catalogue
from ...setups.query_text import QueryText
from ..proposals.errors import EvolveError
from ..proposals.field import Field
from ..proposals.mixture import equal_shares
from ..proposals.space import Space
from .plan import Plan
from .result import RankResult
from .roster import Roster, schedule_of
from .search import RankSearch
from .settings import RankSettings
from .tables import ranking_tables


class RankTask(Task, frozen=True, kw_only=True):
    """A ranking: its settings, the field if it is known, and the setups to be ranked."""

    kind: ClassVar[str] = "rank"
    first_form: ClassVar[int] = 3

    settings: RankSettings
    field: Field | None = None
    """The opponents; None: the Nash mixture of the named setups."""
    query: QueryText = msgspec.field(default_factory=QueryText)

    def __post_init__(self) -> None:
        if self.field is None and len(self.named) < 2:
            raise EvolveError("by these rules fewer than two named setups are legal; give a field")

    @cached_property
    def space(self) -> Space:
        """The setups to be ranked."""
        return Space(self.rules, self.query.read())

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents, the judge last."""
        return self.settings.levels.distinct

    @cached_property
    def roster(self) -> Roster:
        """The setups as arrays."""
        return Roster.of(self.space)

    @cached_property
    def named(self) -> list[Entrant]:
        """The named setups that are legal, in their published formations."""
        names = legal_catalogue(self.rules)
        return [Entrant.of(name, self.settings.levels.judge) for name in names]

    @cached_property
    def plan(self) -> Plan:
        """How its games are shared out."""
        has_field = self.field is not None
        return Plan.of(self.settings, len(self.roster), len(self.named), field_known=has_field)

    def parts(self) -> Sequence[Part]:
        """Return what it will play, in order."""
        return [
            Part(name=name, games=games, agent=agent, sample=partial(self._sample, agent))
            for name, games, agent in self.plan.games(self.settings.levels)
        ]

    def scaled(self, size: float) -> "RankTask":
        """Return a ranking of so many times the usual games; setups are not enumerated again."""
        other = msgspec.structs.replace(self, settings=self.settings.scaled(size))
        vars(other)["roster"] = self.roster
        return other

    def run(self, context: RunContext) -> RunResult[RankResult]:
        """Rank every setup."""
        ranking = RankSearch(self, context).run()
        values = RankResult.of(ranking, context.evaluator.games)
        return RunResult(values, ranking_tables(ranking), batch="ranking")

    def _sample(self, agent: str) -> Schedule:
        """Return games with the opponents: of named setups, for the screen of random ones too.

        The games of good setups, which most are about, take longest.
        """
        rng, levels = np.random.default_rng(self.seed), self.settings.levels
        field = (self.field or equal_shares(self.named)).played_by(agent)
        candidates = [one.played_by(agent) for one in self.named]
        if agent == levels.screen or not candidates:
            chosen = rng.integers(len(self.roster), size=32)
            candidates += self.roster.entrants(chosen, agent)
        opponents = rng.integers(len(field.opponents), size=(len(candidates), 2))
        return schedule_of(candidates, field, opponents, self.rules, self.seed)
