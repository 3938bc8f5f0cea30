"""`conduct`: play what is missing of a schedule, and write it down about once a second."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import numpy as np

from ...results import Store
from .player import Keep, Result
from .result_board import UNPLAYED, ResultBoard
from .rows import moved, tables
from .schedule import Schedule

WRITE_EVERY = 0.6
"""Seconds from one batch to the next; with the writing itself a game waits less than a second."""

_SPREAD = 64
"""Games from all over the schedule that come first, so that an early estimate of time is fair."""


class Executor(Protocol):
    """Whoever plays games: threads of this process, or a cluster."""

    @property
    def width(self) -> int:
        """How many games are played at a time."""
        ...

    def play(
        self, schedule: Schedule, games: Sequence[int], keep: Keep, stop: threading.Event
    ) -> Iterator[list[Result]]:
        """Yield results in any order, each game once, and an empty list every now and then."""
        ...

    def close(self) -> None:
        """Let go of what it holds."""
        ...


class Recorder:
    """Writes results of a run in batches, a batch about once a second.

    A run may play one schedule after the other: `games` and `matchups` say how many came before
    this one, so that numbers go on where those end.
    """

    def __init__(
        self, store: Store, run: str, schedule: Schedule, *, games: int = 0, matchups: int = 0
    ) -> None:
        self._store, self._run, self._schedule = store, run, schedule
        self._games, self._matchups = games, matchups
        self._pending: list[Result] = []
        self._written = time.monotonic()

    def add(self, results: Sequence[Result]) -> None:
        """Take results, and write if it is time."""
        self._pending += results
        if time.monotonic() - self._written >= WRITE_EVERY:
            self.flush()

    def flush(self) -> None:
        """Write what has not been written."""
        self._written = time.monotonic()
        if self._pending:
            first = self._games + min(result.game for result in self._pending)
            made = moved(tables(self._schedule, self._pending), self._games, self._matchups)
            self._store.write(self._run, batch=f"games-{first}", tables=made)
            self._pending = []

    def hurry(self) -> None:
        """Write what can be written at once, and wait for nobody."""
        self._store.give_up()


class Rule(Protocol):
    """Says after each pair, in order, whether enough has been played."""

    def enough(self, board: ResultBoard, pairs: int) -> bool:
        """Return whether the first so many pairs decide; asked once for each number of pairs."""
        ...


def play_schedule(
    board: ResultBoard,
    executor: Executor,
    *,
    keep: Keep,
    stop: threading.Event,
    recorder: Recorder | None = None,
    told: Callable[[Sequence[Result]], object] = lambda _: None,
    rule: Rule | None = None,
) -> bool:
    """Play the games that the board lacks; return whether nothing is left to do.

    `told` hears of results as they come and at least every now and then. With a rule, games count
    in their order, and none after those that decide: so what is kept depends on no clock.
    """
    gate = _Gate(board, rule)
    if gate.closed:
        return True
    missing = board.missing()
    order = missing if rule else spread(missing)
    halt = threading.Event()
    playing = executor.play(board.schedule, order.tolist(), keep, halt)
    try:
        for results in playing:
            accepted = gate.admit(results)
            if recorder:
                recorder.add(accepted)
            told(accepted)
            if gate.closed:
                break
            if stop.is_set():
                halt.set()
    except KeyboardInterrupt:
        if recorder:
            recorder.hurry()
        raise
    finally:
        playing.close()  # pyright: ignore[reportAttributeAccessIssue]
        if recorder:
            recorder.flush()
    return gate.closed or not len(board.missing())


def spread(games: np.ndarray) -> np.ndarray:
    """Return games with some from all over the schedule in front."""
    if len(games) <= 2 * _SPREAD:
        return games
    some = np.zeros(len(games), bool)
    some[np.linspace(0, len(games) - 1, _SPREAD).astype(np.int64)] = True
    return np.concatenate([games[some], games[~some]])


class _Gate:
    """Lets results onto the board: all at once, or by a rule in the order of their games."""

    def __init__(self, board: ResultBoard, rule: Rule | None) -> None:
        self._board, self._rule = board, rule
        self._waiting: dict[int, Result] = {}
        self._pairs = 0
        self.closed = False
        self._ask()

    def admit(self, results: Sequence[Result]) -> Sequence[Result]:
        """Note results on the board; return those that were let in."""
        if not self._rule:
            self._board.record(results)
            return results
        self._waiting |= {result.game: result for result in results}
        admitted: list[Result] = []
        while not self.closed and 2 * self._pairs < len(self._board.winner):
            pair = [self._waiting.pop(2 * self._pairs + n, None) for n in (0, 1)]
            known = [result for result in pair if result]
            if not all(self._known(2 * self._pairs + n) or pair[n] for n in (0, 1)):
                self._waiting |= {result.game: result for result in known}
                break
            self._board.record(known)
            admitted += known
            self._ask()
        return admitted

    def _known(self, game: int) -> bool:
        return self._board.winner[game] != UNPLAYED

    def _ask(self) -> None:
        """Go on over the pairs that are known, as far as the rule lets."""
        if not self._rule:
            return
        while 2 * self._pairs < len(self._board.winner) and not self.closed:
            if not (self._known(2 * self._pairs) and self._known(2 * self._pairs + 1)):
                return
            self._pairs += 1
            self.closed = self._rule.enough(self._board, self._pairs)
