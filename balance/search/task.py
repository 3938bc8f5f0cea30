"""`BalanceTask`: everything a search for balance is started with."""

from collections.abc import Sequence
from functools import cached_property, partial
from typing import ClassVar

import msgspec

from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule, check_size, round_robin
from ...arena.run.context import RunContext
from ...arena.run.parts import Part
from ...arena.run.result import RunResult
from ...arena.run.task import Task
from ...engine.reading.input_error import mention
from ..rules.errors import BalanceError
from ..rules.fielding import fielded
from .operators import first_size
from .result import BalanceResult
from .search import BalanceSearch
from .settings import BalanceSettings
from .space import RuleSpace
from .target import Target, WantedScore


class BalanceTask(Task, frozen=True, kw_only=True):
    """A search for balance: what is free, who plays, and what is wanted."""

    kind: ClassVar[str] = "balance"
    first_form: ClassVar[int] = 3

    settings: BalanceSettings
    free: tuple[str, ...]
    """Patterns of the numbers that may change, as they were given."""
    entrants: tuple[Entrant, ...]
    """The setups that rules are judged by, before they are fitted."""
    wanted: tuple[WantedScore, ...] = msgspec.field(default=(), name="target")
    """The match-ups that a designer has drawn, if any."""

    def __post_init__(self) -> None:
        if len(self.entrants) + self.settings.rivals < 3:
            raise BalanceError(
                f"rules are judged by three setups at least: give more {mention('setups')}",
                field="setups",
            )
        if ("target" in self.settings.objectives) != bool(self.wanted):
            raise BalanceError(
                f"the objective target goes with a file: {mention('target', 'FILE')}",
                field="target",
            )
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
        entrants = (Entrant.of(setup, settings.levels.screen) for setup in named)
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
        """The agents of all levels."""
        return self.settings.playing

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
        screen, race, judge = self.settings.levels
        agents = {"race": race, "judge": judge, "check": judge}
        return [
            Part(
                name=name,
                games=games,
                agent=agents.get(name, screen),
                sample=partial(self._sample, agents.get(name, screen)),
            )
            for name, games in self.games().items()
            if games
        ]

    def games(self) -> dict[str, int]:
        """Return how many games it plays at most, by what they are for.

        Rivals are evolved by the agent that screens. One level's games are counted where they are
        played: those that another level has already are not there twice.
        """
        s, matchups = self.settings, self.matchups
        adapting, raced = s.adapt * s.adapting.games, 2 * s.race_pairs * matchups
        own_judge = len(s.playing) - 1 not in (0, s.race_level)
        *screened, checked = (2 * pairs * matchups for pairs in s.check_pairs.values())
        points = s.front + 1
        alone = not screened
        proposed = (s.generations - 1) * s.population
        proposed += first_size(self.space.lows, self.space.highs, s.population)
        return {
            "setups": s.rivals * s.founding.games,
            "search": (proposed + s.generations * s.again) * 2 * s.pairs * matchups
            + s.generations * s.again * adapting,
            "race": s.generations * s.again * raced if s.race_level else 0,
            "judge": s.generations * s.judged * raced if own_judge else 0,
            "check-screen": 0 if alone else points * (sum(screened) + adapting),
            "check": points * (checked + (adapting if alone else 0)),
        }

    def scaled(self, size: float) -> "BalanceTask":
        """Return the same search with about so many times the games."""
        return msgspec.structs.replace(self, settings=self.settings.scaled(size))

    def run(self, context: RunContext) -> RunResult[BalanceResult]:
        """Search, and return what was measured again of the front."""
        return BalanceSearch(self, context).run()

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
