"""`JobFollower`: a worker's progress, written to the queue about once a second."""

import contextlib
import time
from collections import deque
from collections.abc import Sequence
from typing import Final

from ...api.progress import ESTIMATE_AFTER, NoDisplay, ProgressLine
from ...arena.play.play_schedule import Executor
from ...arena.run.progress import Ended
from ...results import StoreError
from .job import JobProgress
from .queue import JobQueue

EVERY: Final = 1.0
"""Seconds between two notes."""
KEPT_SENTENCES: Final = 12


class JobFollower(NoDisplay):
    """Follows a run: a display for its sentences, and its progress."""

    def __init__(self, queue: JobQueue, number: int) -> None:
        self._queue, self._number = queue, number
        self._said: deque[str] = deque(maxlen=KEPT_SENTENCES)
        self._stage, self._line = "", ProgressLine(0, 0, "", 1, NoDisplay())
        self._width = 1
        self._games = self._of_games = self._new = self._planned = 0
        self._ends: float | None = None
        self._best: str | None = None
        self._finished = False
        self._noted, self._last = -EVERY, JobProgress()

    def of(self, executor: Executor, _: object) -> "JobFollower":
        """Follow a run that plays on an executor."""
        self._width = executor.width
        return self

    def plan(self, games: int, seconds: float | None) -> None:
        """Note how much is planned, and how long that takes if it is known."""
        self._planned = games
        self._ends = None if seconds is None else time.monotonic() + seconds

    # ---- as a display ----------------------------------------------------------------------------

    def line(self, text: str) -> None:
        """Note a sentence."""
        self._said.append(text)
        self._note(at_once=True)

    # ---- as a progress ---------------------------------------------------------------------------

    def stage(self, name: str, games: int) -> None:
        """Begin with a part of the task."""
        self._stage, self._line = name, ProgressLine(games, 0, "", self._width, NoDisplay())
        self._of_games += games
        self._note(at_once=True)

    def known(self, games: int) -> None:
        """Count games that had been played before."""
        self._games += games
        self._line.known(games)
        self._note()

    def played(self, results: Sequence[Ended]) -> None:
        """Count games."""
        self._games += len(results)
        self._new += len(results)
        self._line(len(results), sum(result.duration for result in results))
        self._note()

    def say(self, sentence: str, *, best: bool = False) -> None:
        """Note what the task has found out."""
        if best:
            self._best = sentence
        self.line(sentence)

    def close(self, *, finished: bool) -> None:
        """Note the last of it; a run that has finished may have played less than was planned."""
        self._finished = finished
        self._note(at_once=True)

    def _share(self) -> float:
        planned = max(self._planned, self._of_games, 1)
        return 1.0 if self._finished else min(1.0, self._games / planned)

    def _whole_left(self, stage_left: float | None) -> float | None:
        """Return the seconds that are left: those of the last part, or of what was estimated."""
        if self._finished:
            return 0.0
        if self._of_games >= self._planned:
            return stage_left
        return None if self._ends is None else max(stage_left or 0.0, self._ends - time.monotonic())

    def _note(self, *, at_once: bool = False) -> None:
        if not at_once and time.monotonic() - self._noted < EVERY:
            return
        self._noted = time.monotonic()
        line = self._line
        known = line.elapsed >= ESTIMATE_AFTER
        left = line.left() if known else None
        progress = JobProgress(
            stage=self._stage,
            games=self._games,
            of_games=self._of_games,
            games_per_second=line.played / line.elapsed if known else 0.0,
            seconds_left=left,
            share=self._share(),
            whole_seconds_left=self._whole_left(left),
            best=self._best,
            said=tuple(self._said),
        )
        if progress == self._last:
            return
        self._last = progress
        with contextlib.suppress(StoreError):  # a run does not end with its audience
            self._queue.progress(self._number, progress, forward=self._new > 0)
