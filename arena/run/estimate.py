"""How many games a task plays and how long they take, by a sample of each part's games."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...agents.spec.spec import called
from ...results.page.words import duration, listed, plural, wrapped
from ..play.play_schedule import Executor
from .parts import Part, Timed
from .task import Task

LEAST_SHARE: Final = 0.25
"""Of the time of a sample: a part is played no shorter, however many there are."""


@dataclass(frozen=True, kw_only=True)
class TaskEstimate:
    """What a task takes where it would run."""

    parts: Sequence[Timed]
    known: int
    """Games that are stored already."""
    place: str
    """Where it would run, as text."""
    width: int
    """Games at a time."""
    at_most: bool = False
    """Whether fewer games may be played."""

    @property
    def games(self) -> int:
        """Games of all parts."""
        return sum(one.part.games for one in self.parts)

    @property
    def missing(self) -> int:
        """Games that are not stored yet."""
        return max(0, self.games - self.known)

    @property
    def seconds(self) -> float:
        """How long the missing games take."""
        share = self.missing / self.games if self.games else 0.0
        return share * sum(one.seconds(self.width) for one in self.parts)

    def json(self) -> dict[str, Any]:
        """Return what `--dry-run --json` prints."""
        sampled = sum(one.sampled for one in self.parts)
        facts = {"games": self.games, "missing": self.missing, "sampled": sampled}
        facts |= {"seconds": self.seconds, "at_a_time": self.width, "at_most": self.at_most}
        named = {one.part.name.replace(" ", "_"): one for one in self.parts}
        facts |= {f"{name}_games": one.part.games for name, one in named.items()}
        return facts | {f"{name}_seconds": one.seconds(self.width) for name, one in named.items()}

    def lines(self) -> list[str]:
        """Return the estimate as text: all of it, and each part where there are several."""
        first, *others = self.parts
        detail = f" ({first.part.detail})" if first.part.detail and not others else ""
        left = f"{self.missing:,} of " if self.known else ""
        most = "at most " if self.at_most else ""
        games = f"{most}{left}{plural(self.games, 'game')}{detail}"
        whole = f"{games} on {self.place}: about {duration(self.seconds)}"
        wide = max(len(one.part.name) for one in self.parts)
        number = max(len(f"{one.part.games:,}") for one in self.parts)
        return [whole] + [
            f"  {one.part.name:<{wide}} {one.part.games:>{max(number, 9)},} games by "
            f"{called(one.part.agent)}: "
            f"about {duration(one.seconds(self.width))}"
            for one in (self.parts if others else ())
        ]


def plan_text(task: Task) -> str:
    """Return what a task will play, by agent and part by part, within 80 columns."""
    by_agent: dict[str, list[Part]] = {}
    for part in task.parts():
        by_agent.setdefault(part.agent, []).append(part)
    most = "at most " if task.at_most else ""
    agents = [
        f"{sum(part.games for part in parts):,} by {called(agent)} "
        f"({listed([f'{part.name} {part.games:,}' for part in parts], most=len(parts))})"
        for agent, parts in by_agent.items()
    ]
    return "\n".join(wrapped(f"games: {most}{'; '.join(agents)}", 79, rest="  "))


def estimate_task(
    task: Task, executor: Executor, *, known: int = 0, stop: threading.Event | None = None
) -> TaskEstimate:
    """Play games of the parts for two seconds or so, keep none, and say how long all would take."""
    parts, stop = task.parts(), stop or threading.Event()
    share = max(1 / len(parts), LEAST_SHARE)
    timed = [part.timed(executor, stop, share) for part in parts]
    return TaskEstimate(
        parts=timed,
        known=known,
        place=str(executor),
        width=executor.width,
        at_most=task.at_most,
    )
