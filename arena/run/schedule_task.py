"""`ScheduleTask`: a task that plays the games of one schedule, and no others."""

from collections.abc import Sequence

from ..play.play_schedule import Rule
from ..play.result_board import ResultBoard
from ..play.schedule import Schedule
from .context import RunContext
from .parts import Part
from .task import Task


class ScheduleTask(Task, frozen=True, kw_only=True):
    """A task of one part."""

    def schedule(self) -> Schedule:
        """Return its games."""
        raise NotImplementedError

    def parts(self) -> Sequence[Part]:
        """Return its one part."""
        schedule, agents = self.schedule(), ", ".join(dict.fromkeys(self.agents))
        return [Part(name=self.kind, games=len(schedule), agent=agents, sample=lambda: schedule)]

    def played(self, context: RunContext, rule: Rule | None = None) -> ResultBoard:
        """Return the board of its games once they are played; a rule may end them sooner."""
        schedule = self.schedule()
        context.progress.stage(self.kind, len(schedule))
        return context.evaluator.play_schedule(schedule, rule=rule)
