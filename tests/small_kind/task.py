"""`MirrorTask`: one setup against itself."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.schedule import Schedule, pairs_for
from conquest_opt.arena.run.context import RunContext
from conquest_opt.arena.run.result import RunResult
from conquest_opt.arena.run.schedule_task import ScheduleTask
from conquest_opt.arena.stats.score import first_player
from conquest_opt.arena.stats.values import FirstPlayerValues

from .result import MirrorResult


class MirrorTask(ScheduleTask, frozen=True, kw_only=True):
    """A mirror match."""

    kind: ClassVar[str] = "mirror"

    setup: Entrant
    games: int

    @property
    def agents(self) -> Sequence[str]:
        """The agent of both sides."""
        return (self.setup.agent,)

    @cached_property
    def schedule(self) -> Schedule:
        """Its games."""
        return Schedule(
            entrants=(self.setup, self.setup),
            matchups=((0, 1),),
            pairs=pairs_for(self.games),
            rules=self.rules,
            seed=self.seed,
        )

    def sizes(self, names: Sequence[str], given: Mapping[str, Any]) -> dict[str, Any]:
        """Return how many games make it the size it is."""
        return dict.fromkeys(names, self.games)

    def run(self, context: RunContext) -> RunResult[MirrorResult]:
        """Play the games."""
        first = first_player(self.played(context).first_players())
        values = MirrorResult(first=FirstPlayerValues.of(first), games=len(self.schedule))
        return RunResult(values, {})
