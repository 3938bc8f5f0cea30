"""Whole games between two agents, inside one kernel, without the GIL."""

import time
from dataclasses import dataclass
from typing import Final

import numpy as np

from ..engine.kernels.compiled import jit
from ..engine.kernels.layout import NO_WINNER, STATE, new_scratch
from ..engine.kernels.packing import pack_rules
from ..engine.kernels.random import mix
from ..engine.kernels.transitions import apply_action
from ..engine.rules.ruleset import Ruleset
from .search.choose import choose, forget, new_memory
from .search.iterate import is_chance
from .search.report import SearchReport, search_report
from .search.tree import follow
from .spec.kernel_records import WORK
from .spec.spec import CHUNK, AgentSpec

U64 = np.uint64
_MASK = (1 << 64) - 1
MAX_GAME: Final = 400_000
"""Room for the actions of one game: 30,000 turns of a dozen."""

# What a call of the kernel is for.
_PLAY, _LOOK, _LOOK_LONGER = range(3)

# Columns of what is counted for each player.
_DECISIONS, _ADVANCES, _ITERATIONS = range(3)


@jit
def _play(
    rules, game, state, scratch, work, first, second, memory_0, memory_1, seed, task, out, spent
):
    """Play until the game or `out`, which takes the actions, ends; return their number.

    To look is to choose one action without playing it; to look longer, by resuming the same search.
    """
    work.resume = task == _LOOK_LONGER
    if task != _LOOK_LONGER:
        forget(memory_0)
        forget(memory_1)
        scratch.random = mix(seed)
    actions = 0
    while game.winner == NO_WINNER and actions < out.shape[0]:
        player = U64(game.player)
        params = first if player == U64(0) else second
        memory = memory_0 if player == U64(0) else memory_1
        action = choose(rules, game, state, scratch, work, params, memory)
        out[actions] = action
        actions += 1
        spent[player, _DECISIONS] += 1
        spent[player, _ADVANCES] += work.advances
        spent[player, _ITERATIONS] += work.iterations
        if task != _PLAY:
            break
        by_chance = is_chance(rules, action)
        follow(memory_0.tree, action, by_chance)
        follow(memory_1.tree, action, by_chance)
        apply_action(rules, game, action)
    return actions


@dataclass(frozen=True)
class Spent:
    """What one agent's decisions took."""

    decisions: int
    advances: int
    iterations: int


@dataclass(frozen=True)
class Played:
    """What became of a game."""

    state: np.record
    """The position it ended in."""
    actions: np.ndarray
    """Every action, as the engine's numbers."""
    spent: tuple[Spent, Spent]
    """By the first and by the second player."""

    @property
    def advances(self) -> int:
        """State advances of both agents together."""
        return sum(s.advances for s in self.spent)

    @property
    def iterations(self) -> int:
        """Iterations of both agents together."""
        return sum(s.iterations for s in self.spent)


class GameRunner:
    """Plays one game at a time in 14 MB of its own, scratch and two memories; one a thread."""

    def __init__(self) -> None:
        self._scratch, self._work = new_scratch(), np.zeros(1, WORK)[0]
        self._memories = new_memory(), new_memory()
        self._out = np.zeros(MAX_GAME, np.uint32)

    def play(
        self,
        rules: Ruleset,
        start: np.record,
        first: AgentSpec,
        second: AgentSpec,
        *,
        seed: int,
        actions: int = MAX_GAME,
    ) -> Played:
        """Play a game from a position to its end, or for so many actions.

        Agents with a budget of time take theirs in advances here: games must not depend on clocks.
        """
        return self._run(rules, start, (first, second), seed, _PLAY, actions)

    def choose(self, rules: Ruleset, state: np.record, agent: AgentSpec, *, seed: int) -> int:
        """Return an agent's action in a position."""
        return self.analyse(rules, state, agent, seed=seed).action

    def analyse(
        self, rules: Ruleset, state: np.record, agent: AgentSpec, *, seed: int
    ) -> SearchReport:
        """Return an agent's action in a position, and what its search saw.

        With a budget of time the search lasts until that is used up.
        """
        end = time.monotonic() + agent.ms / 1000
        played = self._run(rules, state, (agent, agent), seed, _LOOK, 1)
        advances, iterations = played.advances, played.iterations
        if agent.ms and agent.grows_tree:
            while time.monotonic() < end:
                played = self._run(rules, state, (agent, agent), seed, _LOOK_LONGER, 1)
                advances, iterations = advances + played.advances, iterations + played.iterations
        elif agent.ms:
            # Begin anew with twice the budget, if the last one was used up and there is time.
            budget, took = CHUNK, 0.0
            while played.advances >= budget and time.monotonic() + 2 * took < end:
                budget, begin = 2 * budget, time.monotonic()
                larger = agent.with_budget("advances", budget)
                played = self._run(rules, state, (larger, larger), seed, _LOOK, 1)
                took = time.monotonic() - begin
                advances, iterations = played.advances, played.iterations
        tree = self._memories[int(state.player)].tree if agent.grows_tree else None
        return search_report(rules, state, tree, int(played.actions[0]), advances, iterations)

    def _run(
        self,
        rules: Ruleset,
        start: np.record,
        agents: tuple[AgentSpec, AgentSpec],
        seed: int,
        task: int,
        actions: int,
    ) -> Played:
        states = np.zeros(2, STATE)
        states[0] = start
        spent = np.zeros((2, 3), np.int64)
        count = _play(
            pack_rules(rules),
            states[0],
            states[1],
            self._scratch,
            self._work,
            agents[0].pack(),
            agents[1].pack(),
            *self._memories,
            U64(seed & _MASK),
            task,
            self._out[:actions],
            spent,
        )
        first, second = (Spent(*row) for row in spent.tolist())
        return Played(states[0], self._out[:count].copy(), (first, second))
