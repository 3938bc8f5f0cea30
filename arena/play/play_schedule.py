"""`play_schedule`: play what is missing of a schedule; `play_programme`: of a programme."""

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from typing import Any, Protocol

import numpy as np

from .player import GameResult, Keep
from .programme import Programme
from .programme_board import ProgrammeBoard
from .result_board import UNPLAYED, ResultBoard
from .schedule import Schedule

_SPREAD = 64
"""Games from all over the schedule that come first, so that an early estimate of time is fair."""


class Executor(Protocol):
    """Plays games: threads of this process, or a cluster."""

    @property
    def width(self) -> int:
        """How many games are played at a time."""
        ...

    @property
    def engines(self) -> Collection[str]:
        """The agents whose programs it may start."""
        ...

    def play(
        self,
        schedule: Schedule | Programme,
        games: Sequence[int],
        keep: Keep,
        stop: threading.Event,
    ) -> Iterator[list[GameResult]]:
        """Yield results in any order, each game once, and an empty list every now and then."""
        ...

    def close(self) -> None:
        """Let go of what it holds."""
        ...


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
    on_results: Callable[[Sequence[GameResult]], object] = lambda _: None,
    rule: Rule | None = None,
) -> bool:
    """Play the games that the board lacks; return whether nothing is left to do.

    `on_results` is called with results as they come, and at least every now and then. With a rule,
    games count in their order, and none after those that decide: what is kept depends on no clock.
    """
    gate = _Gate(board, rule)
    if gate.closed:
        return True
    missing = board.missing()
    order = missing if rule else spread(missing)
    playing = _playing(board.schedule, order, executor, keep, stop)
    with closing(playing):  # pyright: ignore[reportArgumentType]
        for results in playing:
            on_results(gate.admit(results))
            if gate.closed:
                break
    return gate.closed or not len(board.missing())


def play_programme(
    board: ProgrammeBoard,
    executor: Executor,
    *,
    keep: Keep,
    stop: threading.Event,
    on_results: Callable[[Sequence[GameResult]], object] = lambda _: None,
) -> bool:
    """Play the games that the boards of a programme lack; return whether nothing is left to do."""
    playing = _playing(board.schedule, spread(board.missing()), executor, keep, stop)
    with closing(playing):  # pyright: ignore[reportArgumentType]
        for results in playing:
            board.record(results)
            on_results(results)
    return not len(board.missing())


def _playing(
    games: Schedule | Programme,
    order: np.ndarray,
    executor: Executor,
    keep: Keep,
    stop: threading.Event,
) -> Iterator[list[GameResult]]:
    """Yield results; once it is asked to stop, those of games under way."""
    halt = threading.Event()
    playing = executor.play(games, _Numbers(order), keep, halt)
    with closing(playing):  # pyright: ignore[reportArgumentType]
        for results in playing:
            yield results
            if stop.is_set():
                halt.set()


def spread(games: np.ndarray) -> np.ndarray:
    """Return games with some from all over the schedule in front."""
    if len(games) <= 2 * _SPREAD:
        return games
    some = np.zeros(len(games), bool)
    some[np.linspace(0, len(games) - 1, _SPREAD).astype(np.int64)] = True
    return np.concatenate([games[some], games[~some]])


class _Numbers(Sequence[int]):
    """An array as a sequence of Python's numbers, made as they are taken: a list is five times it.

    A slice is a list.
    """

    def __init__(self, array: np.ndarray) -> None:
        self._array = array

    def __len__(self) -> int:
        return len(self._array)

    def __getitem__(self, index: Any) -> Any:
        return self._array[index].tolist()


class _Gate:
    """Lets results onto the board: all at once, or by a rule in the order of their games."""

    def __init__(self, board: ResultBoard, rule: Rule | None) -> None:
        self._board, self._rule = board, rule
        self._waiting: dict[int, GameResult] = {}
        self._pairs = 0
        self.closed = False
        self._ask()

    def admit(self, results: Sequence[GameResult]) -> Sequence[GameResult]:
        """Note results on the board; return those that were let in."""
        if not self._rule:
            self._board.record(results)
            return results
        self._waiting |= {result.game: result for result in results}
        admitted: list[GameResult] = []
        while not self.closed and 2 * self._pairs < len(self._board.winner):
            pair = [self._waiting.pop(2 * self._pairs + n, None) for n in (0, 1)]
            pair_results = [result for result in pair if result]
            if not all(self._has_result(2 * self._pairs + n) or pair[n] for n in (0, 1)):
                self._waiting |= {result.game: result for result in pair_results}
                break
            self._board.record(pair_results)
            admitted += pair_results
            self._ask()
        return admitted

    def _has_result(self, game: int) -> bool:
        return self._board.winner[game] != UNPLAYED

    def _ask(self) -> None:
        """Count the pairs that are known, in order, until the rule has enough."""
        if not self._rule:
            return
        while 2 * self._pairs < len(self._board.winner) and not self.closed:
            if not (self._has_result(2 * self._pairs) and self._has_result(2 * self._pairs + 1)):
                return
            self._pairs += 1
            self.closed = self._rule.enough(self._board, self._pairs)
