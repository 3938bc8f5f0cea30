"""`Part`: a part of a task, with its number of games; a sample of them tells how long they take."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..play.play_schedule import Executor, play_schedule
from ..play.player import Keep, Result
from ..play.result_board import ResultBoard
from ..play.schedule import Schedule

SAMPLE_SECONDS = 2.0
"""Seconds of play that an estimate rests on."""


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

    def timed(self, executor: Executor, stop: threading.Event) -> "Timed":
        """Play games like these for two seconds, and keep none."""
        board, enough = ResultBoard(self.sample()), threading.Event()
        played, seconds = 0, 0.0
        began: float | None = None

        def on_results(results: Sequence[Result]) -> None:
            nonlocal played, seconds, began
            played += len(results)
            seconds += sum(result.duration for result in results)
            if results and began is None:
                began = time.monotonic() - seconds / max(executor.width, 1)
            sampled = began is not None and time.monotonic() - began >= SAMPLE_SECONDS
            if sampled or stop.is_set():
                enough.set()

        play_schedule(board, executor, keep=Keep(), stop=enough, on_results=on_results)
        return Timed(part=self, sampled=played, seconds_a_game=seconds / max(played, 1))


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
