"""A span of time turned into numbers of games, before a run begins: no result hangs on the clock.

    estimate = filled(task, 900.0, executor)      # of a task whose games take about as long

A few games of each agent are played and not kept. The task says how it looks at any size
(`Task.scaled`); the largest whose games fit the time is taken.
"""

import threading
from typing import Final

from ...results.page.words import duration
from ..play.errors import ArenaError
from ..play.play_schedule import Executor
from ..run.estimate import TaskEstimate
from ..run.parts import Timed
from ..run.task import Task

USED: Final = 0.85
"""Share of a budget that games are planned for; fits, rows and slower games take the rest."""

LEAST, MOST, STEPS = 2.0**-8, 2.0**16, 40
"""Sizes that are tried, as multiples of the usual one, and how often the span is halved."""


def filled(
    task: Task, seconds: float, executor: Executor, stop: threading.Event | None = None
) -> tuple[Task, TaskEstimate]:
    """Return the task at the size whose games take so many seconds, and what it then takes."""
    stop, seconds_a_game = stop or threading.Event(), dict[str, Timed]()
    for part in task.parts():
        if part.agent not in seconds_a_game:
            seconds_a_game[part.agent] = part.timed(executor, stop)

    def estimate(size: float) -> tuple[Task, TaskEstimate]:
        sized = task.scaled(size)
        timed = [
            Timed(part=part, sampled=speed.sampled, seconds_a_game=speed.seconds_a_game)
            for part in sized.parts()
            for speed in [seconds_a_game[part.agent]]
        ]
        place, at_most = str(executor), sized.at_most
        return sized, TaskEstimate(
            parts=timed, known=0, place=place, width=executor.width, at_most=at_most
        )

    least, most = LEAST, MOST
    best = estimate(least)
    if best[1].seconds > USED * seconds:
        need = best[1].seconds / USED
        raise ArenaError(
            f"too little time: the smallest run of this kind takes about {duration(need)}, "
            f"not {duration(seconds)}"
        )
    for _ in range(STEPS):
        middle = (least * most) ** 0.5
        try:
            trial = estimate(middle)
        except ArenaError:  # more games than a run can have
            most = middle
            continue
        if trial[1].seconds <= USED * seconds:
            least, best = middle, trial
        else:
            most = middle
    return best
