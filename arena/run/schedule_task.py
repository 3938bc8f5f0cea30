"""`ScheduleTask`: a task that plays the games of one schedule, and no others."""

from collections.abc import Sequence
from functools import cached_property

from ...results.page.words import plural
from ..play.play_schedule import Rule
from ..play.result_board import ResultBoard
from ..play.schedule import Schedule
from .context import RunContext
from .parts import Part
from .task import Task


class ScheduleTask(Task, frozen=True, kw_only=True):
    """A task of one part."""

    @cached_property
    def schedule(self) -> Schedule:
        """Its games."""
        raise NotImplementedError

    def parts(self) -> Sequence[Part]:
        """Return its one part."""
        schedule = self.schedule
        pairs = f"{plural(schedule.pairs, 'side-swapped pair')} each"
        part = Part(
            name=self.kind,
            games=len(schedule),
            agent=", ".join(schedule.agents),
            sample=lambda: schedule,
            detail=f"{plural(len(schedule.matchups), 'matchup')}, {pairs}",
        )
        return [part]

    def played(self, context: RunContext, rule: Rule | None = None) -> ResultBoard:
        """Return the board of its games once they are played; a rule may end them sooner."""
        schedule = self.schedule
        context.progress.stage(self.kind, len(schedule))
        return context.evaluator.play_schedule(schedule, rule=rule)
