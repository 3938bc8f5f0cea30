"""Games on the cores of this machine: a few threads, each with its own room to play in.

Kernels run without the GIL, so threads are enough: no processes to start, nothing to copy. A
thread takes a game at a time and hands its result over at once, so a run that is stopped keeps
every finished game. Other programs that play are started here and end with the games.
"""

import os
import queue
import signal
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing
from typing import Generic, Protocol, TypeVar

from ...results.page.words import plural
from ..foreign.engines import Engines
from .player import GameResult, Keep
from .programme import Programme
from .programme_player import player_for
from .schedule import Schedule

GRACE = 0.5
"""Seconds that games under way have to finish once a run is stopped."""

_WAITING, _WAITING_EVENTS = 1024, 128
"""Results that may wait to be taken, without and with their events; then players pause."""

_AWAKE = 0.1
"""Seconds after which a thread that waits looks whether to stop."""

_warming = threading.Lock()


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


# Two threads play 1.90 to 1.98 times as much as one; processes no more, after a second start.
class Threads:
    """Plays the games of a schedule, or of a programme, on threads of this process."""

    def __init__(self, number: int | None = None, engines: Collection[str] = ()) -> None:
        """Begin; `engines` are agents, such as engine:./bot, whose programs may be started."""
        self.number = number or cores()
        self.engines = tuple(engines)

    def __str__(self) -> str:
        return plural(self.number, "thread")

    @property
    def width(self) -> int:
        """How many games are played at a time."""
        return self.number

    def close(self) -> None:
        """Nothing is left to be closed."""

    def play(
        self,
        schedule: Schedule | Programme,
        games: Iterable[int],
        keep: Keep,
        stop: threading.Event,
    ) -> Iterator[list[GameResult]]:
        """Yield results as they come, in any order; an empty list when nothing came for a while."""
        waiting = _WAITING_EVENTS if keep.events or keep.records else _WAITING
        with closing(Engines(self.engines)) as engines:
            yield from work_on_threads(
                lambda: player_for(schedule, keep, engines),
                games,
                self.number,
                stop,
                waiting=waiting,
            )


R_co = TypeVar("R_co", covariant=True)
R = TypeVar("R")


class Worker(Protocol[R_co]):
    """Plays games by number; a thread has its own."""

    def warm(self) -> None:
        """Have the kernels compiled or loaded."""
        ...

    def play(self, game: int, /) -> R_co:
        """Play a game by its number."""
        ...


def work_on_threads(
    make: Callable[[], Worker[R]],
    games: Iterable[int],
    threads: int,
    stop: threading.Event,
    *,
    waiting: int = _WAITING,
) -> Iterator[list[R]]:
    """Yield what workers make of games, in any order; an empty list when nothing came for a while.

    Once `stop` is set no game is begun, and those under way have half a second to end. What is then
    still being played ends in a thread that is not waited for.
    """
    work = _WorkQueue(make, iter(games), stop, waiting)
    workers = [
        threading.Thread(target=work.play, daemon=True, name=f"player-{n}") for n in range(threads)
    ]
    for worker in workers:
        worker.start()
    try:
        yield from work.results(workers)
    finally:
        work.closed.set()


class _WorkQueue(Generic[R]):
    """What the threads share: the games still to be played, and a queue of results."""

    def __init__(
        self,
        make: Callable[[], Worker[R]],
        games: Iterator[int],
        stop: threading.Event,
        waiting: int,
    ) -> None:
        self._make, self._games, self._stop = make, games, stop
        self._lock = threading.Lock()
        self._done: queue.Queue[R | BaseException] = queue.Queue(waiting)
        self._error: BaseException | None = None
        self.closed = threading.Event()

    def _next(self) -> int | None:
        if self._stop.is_set() or self.closed.is_set():
            return None
        with self._lock:
            return next(self._games, None)

    def play(self) -> None:
        """Play until there is nothing left: the life of a thread."""
        if hasattr(signal, "pthread_sigmask"):  # Ctrl-C is for the main thread
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        try:
            worker = self._make()
            with _warming:  # one thread compiles; the others find it done
                worker.warm()
            while (game := self._next()) is not None:
                self._hand_over(worker.play(game))
        except BaseException as error:  # raised again where the results are taken
            self._hand_over(error)

    def _hand_over(self, result: R | BaseException) -> None:
        while not self.closed.is_set():
            try:
                self._done.put(result, timeout=_AWAKE)
            except queue.Full:
                continue
            return

    def results(self, workers: list[threading.Thread]) -> Iterator[list[R]]:
        """Yield what is handed over until the threads have ended or their grace has."""
        end = None
        while True:
            living = any(worker.is_alive() for worker in workers)
            yield self._take()
            if self._stop.is_set() and end is None:
                end = time.monotonic() + GRACE
            late = end is not None and time.monotonic() > end
            if self._done.empty() and self._error is None and (late or not living):
                return

    def _take(self) -> list[R]:
        """Return what waits, after a moment if nothing does; a thread's error comes after it."""
        if self._error is not None:
            raise self._error
        results: list[R] = []
        try:
            outcome = self._done.get(timeout=_AWAKE)
            while not isinstance(outcome, BaseException):
                results.append(outcome)
                outcome = self._done.get_nowait()
        except queue.Empty:
            return results
        self._error = outcome
        return results
