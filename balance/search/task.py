"""`BalanceTask`: everything a search for balance is started with."""

from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any, ClassVar

import msgspec

from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule, check_size, round_robin
from ...arena.run.context import RunContext
from ...arena.run.parts import Part
from ...arena.run.result import RunResult
from ...arena.run.task import Task
from ...evolve.proposals.form_1 import without_seed
from ..rules.errors import BalanceError
from ..rules.fielding import fielded
from .result import BalanceResult
from .search import BalanceSearch
from .settings import BalanceSettings
from .space import RuleSpace
from .target import Target, WantedScore


class BalanceTask(Task, frozen=True, kw_only=True):
    """A search for balance: what is free, who plays, and what is wanted."""

    kind: ClassVar[str] = "balance"

    settings: BalanceSettings
    free: tuple[str, ...]
    """Patterns of the numbers that may change, as they were given."""
    entrants: tuple[Entrant, ...]
    """The setups that rules are judged by, before they are fitted."""
    wanted: tuple[WantedScore, ...] = msgspec.field(default=(), name="target")
    """The match-ups that a designer has drawn, if any."""

    def __post_init__(self) -> None:
        if len(self.entrants) + self.settings.rivals < 3:
            raise BalanceError("rules are judged by three setups at least: give more --setups")
        if ("target" in self.settings.objectives) != bool(self.wanted):
            raise BalanceError("the objective target goes with a file: --target FILE")
        fielded(self.entrants, self.rules, 0)  # raises if the setups cannot be made to fit

    @classmethod
    def of(
        cls,
        settings: BalanceSettings,
        space: RuleSpace,
        setups: Sequence[str],
        target: Target | None = None,
        seed: int = 1,
    ) -> "BalanceTask":
        """Return the search of setups by name or text; those that the target names join them."""
        named = dict.fromkeys((*setups, *(target.setups if target else ())))
        check_size(len(named) * (len(named) - 1))  # a pair for each two at least
        entrants = (Entrant.of(setup, settings.agent) for setup in named)
        once = {entrant.label: entrant for entrant in entrants}
        return cls(
            settings=settings,
            edits=space.rules.edits,
            free=space.patterns,
            entrants=tuple(once.values()),
            wanted=target.wanted if target else (),
            seed=seed,
        )

    @cached_property
    def space(self) -> RuleSpace:
        """The rules that may be proposed; their origin is the rules of the task."""
        return RuleSpace.of(self.rules, self.free)

    @cached_property
    def target(self) -> Target | None:
        """How a designer wants match-ups to end."""
        return Target(wanted=self.wanted) if self.wanted else None

    @property
    def agents(self) -> Sequence[str]:
        """The agents of the search and of the check."""
        return self.settings.agent, self.settings.check_agent

    @property
    def matchups(self) -> int:
        """Match-ups of a candidate's setups."""
        setups = len(self.entrants) + self.settings.rivals
        return setups * (setups - 1) // 2

    @property
    def at_most(self) -> bool:
        """Fewer are played where the space is small, or the front."""
        return True

    def parts(self) -> list[Part]:
        """Return what it plays at most: fewer where the space is small, or the front."""
        s, adapting = self.settings, self.settings.adapt * self.settings.adapting.games
        pairs, checked = -(-s.games // 2), -(-s.check_games // 2)
        search = (s.population + s.again) * 2 * pairs * self.matchups + s.again * adapting
        check = (s.front + 1) * (2 * checked * self.matchups + adapting)
        parts = [
            ("setups", s.rivals * s.founding.games, s.agent),
            ("search", s.generations * search, s.agent),
            ("check", check, s.check_agent),
        ]
        return [
            Part(name=name, games=games, agent=agent, sample=partial(self._sample, agent))
            for name, games, agent in parts
            if games
        ]

    def run(self, context: RunContext) -> RunResult[BalanceResult]:
        """Search, and return what was measured again of the front."""
        return BalanceSearch(self, context).run()

    @classmethod
    def from_form_1(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of a task whose settings held the seed."""
        return without_seed(data, BalanceSettings) | {"target": data["target"] or []}

    def _sample(self, agent: str) -> Schedule:
        """Return a round robin of the setups by the rules at the origin."""
        setups = fielded(self.entrants, self.rules, 0)
        return Schedule(
            entrants=tuple(one.entrant.played_by(agent) for one in setups),
            matchups=round_robin(len(setups)),
            pairs=20,
            rules=self.rules,
            seed=self.seed,
        )
