"""`Part`: a part of a task, with its number of games; a sample of them tells how long they take."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from ..play.play_schedule import Executor
from ..play.player import Keep
from ..play.schedule import Schedule
from ..play.threads import Worker, work_on_threads
from .progress import Ended

SAMPLE_SECONDS = 2.0
"""Seconds of play that an estimate rests on."""

SAMPLE_GAMES = 20_000
"""Games that it rests on at most, from all over the schedule."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of a task, which has a progress of its own."""

    name: str
    games: int
    """How many are played at most."""
    agent: str
    """The agent that plays them."""
    sample: Callable[[], Schedule]
    """Makes a schedule of games like these."""
    detail: str = ""
    """How its games come about, for the estimate."""

    def timed(self, executor: Executor, stop: threading.Event, share: float = 1.0) -> "Timed":
        """Play games like these for two seconds, or a share of them, and keep none."""
        sampling, schedule = _Sampling(executor.width, stop, share), self.sample()
        games = Random(0).sample(range(len(schedule)), min(len(schedule), SAMPLE_GAMES))
        for results in executor.play(schedule, games, Keep(), sampling.enough):
            sampling.add(results)
        return sampling.timed(self)


def _no_schedule() -> Schedule:
    raise TypeError("workers play these games by no schedule")


@dataclass(frozen=True, kw_only=True)
class WorkPart(Part):
    """A part that a task plays by workers of its own (`Evaluator.work`)."""

    make: Callable[[], Worker[Ended]]
    numbers: Sequence[int]
    """Games that stand for all of them."""
    sample: Callable[[], Schedule] = _no_schedule

    def timed(self, executor: Executor, stop: threading.Event, share: float = 1.0) -> "Timed":
        """Play games like these for two seconds, or a share of them, and keep none."""
        sampling = _Sampling(executor.width, stop, share)
        for results in work_on_threads(self.make, self.numbers, executor.width, sampling.enough):
            sampling.add(results)
        return sampling.timed(self)


class _Sampling:
    """Adds up games until they have been played for a share of two seconds."""

    def __init__(self, width: int, stop: threading.Event, share: float) -> None:
        self._width, self._stop = max(width, 1), stop
        self._wanted = share * SAMPLE_SECONDS
        self._played, self._seconds = 0, 0.0
        self._began: float | None = None
        self.enough = threading.Event()

    def add(self, results: Sequence[Ended]) -> None:
        """Count games that have ended; none, every now and then."""
        self._played += len(results)
        self._seconds += sum(result.duration for result in results)
        if results and self._began is None:
            self._began = time.monotonic() - self._seconds / self._width
        sampled = self._began is not None and time.monotonic() - self._began >= self._wanted
        if sampled or self._stop.is_set():
            self.enough.set()

    def timed(self, part: Part) -> "Timed":
        """Return how long the part's games take."""
        a_game = self._seconds / max(self._played, 1)
        return Timed(part=part, sampled=self._played, seconds_a_game=a_game)


@dataclass(frozen=True, kw_only=True)
class Timed:
    """A part, and how long its games take."""

    part: Part
    sampled: int
    """Games that were played to see."""
    seconds_a_game: float

    def seconds(self, width: int) -> float:
        """Return how long the part takes where so many games are played at a time."""
        return self.part.games * self.seconds_a_game / max(width, 1)
