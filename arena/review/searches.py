"""Many positions of a game searched at a time, each once, with the same result for any threads."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ...agents.game_runner import GameRunner
from ...agents.spec.spec import AgentSpec
from ...engine.kernels.layout import DRAW, NO_WINNER
from ...engine.rules.ruleset import Ruleset
from ..play.threads import cores, work_on_threads

Searched = Callable[[str, int, int], object]
"""Follows a search: what is searched, how many positions are done, of how many. It may raise to
end the search."""


@dataclass(frozen=True)
class Sight:
    """What a search saw in a position."""

    value: float
    """For the player to move, from -1 (lost) to 1 (won)."""
    turn: tuple[str, ...] = ()
    """The best turn, or the rest of one; none if the game is over."""
    line: tuple[str, ...] = ()
    """The line of best actions from here, the turn first."""


class Searches:
    """What an agent sees in positions of one game; it remembers those that it has searched."""

    def __init__(
        self,
        rules: Ruleset,
        agent: AgentSpec,
        *,
        seed: int,
        threads: int | None = None,
        on_searched: Searched = lambda *_: None,
    ) -> None:
        self.rules, self._agent, self._seed = rules, agent, seed
        self._threads, self._on_searched = threads or cores(), on_searched
        self._seen: dict[bytes, Sight] = {}

    def value(self, states: Sequence[np.record], player: int) -> float:
        """Return what searched positions, all equally likely, are worth to a player."""
        values = (self[state].value * (1 if state.player == player else -1) for state in states)
        return sum(values) / len(states)

    def __getitem__(self, state: np.record) -> Sight:
        return self._seen[state.tobytes()]

    def search(self, states: Sequence[np.record], what: str) -> None:
        """Search those positions that were not searched before; `what` names them."""
        missing: dict[bytes, np.record] = {}
        for state in states:
            key = state.tobytes()
            if int(state.winner) != NO_WINNER:
                self._seen[key] = Sight(_decided(state))
            elif key not in self._seen:
                missing[key] = state
        keys, done = list(missing), 0
        work = [missing[key] for key in keys]
        for sights in work_on_threads(
            lambda: _Searcher(self.rules, self._agent, self._seed, work),
            range(len(work)),
            min(self._threads, len(work)),
            threading.Event(),
        ):
            self._seen |= {keys[number]: sight for number, sight in sights}
            done += len(sights)
            self._on_searched(what, done, len(work))


class _Searcher:
    """Searches positions by number; a thread has its own."""

    def __init__(
        self, rules: Ruleset, agent: AgentSpec, seed: int, states: Sequence[np.record]
    ) -> None:
        self._rules, self._agent, self._seed, self._states = rules, agent, seed, states
        self._runner = GameRunner()

    def warm(self) -> None:
        """Have the kernels compiled or loaded."""
        small = self._agent.with_budget("advances", 1)
        self._runner.analyse(self._rules, self._states[0], small, seed=0)

    def play(self, number: int) -> tuple[int, Sight]:
        """Search a position."""
        state = self._states[number]
        report = self._runner.analyse(self._rules, state, self._agent, seed=self._seed)
        best = report.tried[0]
        return number, Sight(best.value, best.actions, report.line)


def _decided(state: np.record) -> float:
    """Return what a game that is over is worth to the player whose turn it was."""
    winner = int(state.winner)
    return 0.0 if winner == DRAW else 1.0 if winner == state.player else -1.0
