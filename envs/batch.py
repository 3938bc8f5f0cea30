"""`ConquestBatch`: many games at once, for learners.

    batch = ConquestBatch(1024, [("Default", "Rush")], seed=1)
    batch.reset()
    while True:
        actions = policy(batch.board, batch.troops, batch.numbers, batch.action_mask)
        batch.step(actions)             # batch.rewards, batch.ended, batch.to_play

A step is one call of compiled code for each thread, without the GIL, into arrays that are the
caller's if it gives some. A game that has ended begins anew within the same step: `ended` and
`rewards` tell of the game that was, the observation is of the new one. The arrays are the
environment's to write: it clears only what it wrote before.
"""

import os
import threading
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ..engine.kernels.layout import STATE, new_scratch
from ..engine.kernels.packing import pack_rules
from ..engine.observation.kernels import first_illegal, step_games
from ..engine.observation.spaces import ACTIONS, ARRAYS, action_name
from ..engine.rules.ruleset import Ruleset
from ..engine.rules.seeds import derive
from .view import geometry_of, new_game

RESULTS: dict[str, tuple[tuple[int, ...], type[np.generic]]] = {
    "rewards": ((2,), np.float32),
    "ended": ((), np.uint8),
    "to_play": ((), np.uint8),
}
"""What a step says of each game beside the observation: points of both players (1 for a win, -1 for
a loss), whether the game has ended, and who is to move."""


def new_arrays(games: int) -> dict[str, np.ndarray]:
    """Return all arrays that a batch of so many games writes."""
    shapes = {name: (shape, kind) for name, (shape, kind, _) in ARRAYS.items()} | RESULTS
    return {name: np.zeros((games, *shape), kind) for name, (shape, kind) in shapes.items()}


class ConquestBatch:
    """Games that are stepped together."""

    def __init__(
        self,
        games: int,
        matchups: Sequence[tuple[str, str]] = (("Default", "Default"),),
        *,
        rules: Ruleset | None = None,
        seed: int = 0,
        threads: int | None = None,
        arrays: Mapping[str, np.ndarray] | None = None,
    ) -> None:
        """Make room for games; each begins with one of the match-ups, drawn from its own stream."""
        if games < 1 or not matchups:
            raise ValueError("a batch has one game and one match-up at least")
        rules = rules or Ruleset()
        self.games = games
        self.arrays = _checked(arrays, games) if arrays else new_arrays(games)
        self.board, self.troops, self.numbers, self.action_mask = (
            self.arrays[name] for name in ARRAYS
        )
        self.rewards, self.ended, self.to_play = (self.arrays[name] for name in RESULTS)
        self._rules, self._geometry = pack_rules(rules), geometry_of(rules)
        self._starts = np.zeros(len(matchups), STATE)
        for number, (first, second) in enumerate(matchups):
            self._starts[number] = new_game(first, second, rules, derive(seed, number)).state
        self._states = np.zeros(games, STATE)
        self._streams = np.zeros(games, np.uint64)
        self._actions = np.zeros(games, np.int64)
        self._seed = seed
        self._begun = False
        self._crew = _Crew(min(threads or len(os.sched_getaffinity(0)), games), self._work)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; the same seed gives the same games."""
        self._seed = self._seed if seed is None else seed
        self._streams[:] = [derive(self._seed, game) for game in range(self.games)]
        self._begun = True
        self._crew.work(fresh=True)

    def step(self, actions: np.ndarray | Sequence[int]) -> None:
        """Step every game by its action; raises ValueError, and steps none, if one is illegal."""
        if not self._begun:
            raise RuntimeError("call reset() before step()")
        self._actions[:] = actions
        if (game := first_illegal(self._actions, self.arrays["action_mask"])) >= 0:
            action = int(self._actions[game])
            name = f" ({action_name(action)})" if 0 <= action < ACTIONS else ""
            raise ValueError(f"action {action}{name} of game {game} is not in its action_mask")
        self._crew.work(fresh=False)

    def close(self) -> None:
        """End the threads."""
        self._crew.close()

    def __enter__(self) -> "ConquestBatch":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _work(self, number: int, workers: int, scratch: np.record, *, fresh: bool) -> None:
        """Step one worker's share of the games."""
        values = tuple(self.arrays.values())
        span = self.games * number // workers, self.games * (number + 1) // workers
        step_games(
            self._rules,
            self._geometry,
            self._starts,
            self._states,
            self._streams,
            scratch,
            self._actions,
            values[: len(ARRAYS)],
            values[len(ARRAYS) :],
            fresh,
            span,
        )


def _checked(arrays: Mapping[str, np.ndarray], games: int) -> dict[str, np.ndarray]:
    """Return the caller's arrays in their order; ValueError says what they should be like."""
    expected = new_arrays(0)
    if set(arrays) != set(expected):
        raise ValueError(f"arrays are {', '.join(expected)}, not {', '.join(arrays) or 'none'}")
    for name, like in expected.items():
        array, shape = arrays[name], (games, *like.shape[1:])
        if array.shape != shape or array.dtype != like.dtype or not array.flags.c_contiguous:
            raise ValueError(
                f"{name} is a C-contiguous array of {like.dtype} and shape {shape}, not of "
                f"{array.dtype} and shape {array.shape}"
            )
        if not array.flags.writeable:
            raise ValueError(f"{name} must be writeable")
    return {name: arrays[name] for name in expected}


class _Crew:
    """Threads that wait for work; the caller's own thread does a share of it."""

    def __init__(self, size: int, work: Callable[..., None]) -> None:
        self._work, self._size = work, size
        self._fresh, self._open = False, True
        self._errors: list[BaseException] = []
        self._scratches = [new_scratch() for _ in range(size)]
        self._go = [threading.Semaphore(0) for _ in range(size - 1)]
        self._done = threading.Semaphore(0)
        for number in range(1, size):
            threading.Thread(target=self._wait, args=(number,), daemon=True).start()

    def work(self, *, fresh: bool) -> None:
        """Have all shares of a step done."""
        if not self._open:
            raise RuntimeError("the batch is closed")
        self._fresh = fresh
        for go in self._go:
            go.release()
        self._share(0)
        for _ in self._go:
            self._done.acquire()
        if self._errors:
            raise self._errors.pop()

    def close(self) -> None:
        """End the threads."""
        if self._open:
            self._open = False
            for go in self._go:
                go.release()

    def _wait(self, number: int) -> None:
        go = self._go[number - 1]
        while True:
            go.acquire()
            if not self._open:
                return
            self._share(number)
            self._done.release()

    def _share(self, number: int) -> None:
        try:
            self._work(number, self._size, self._scratches[number], fresh=self._fresh)
        except BaseException as error:
            self._errors.append(error)
