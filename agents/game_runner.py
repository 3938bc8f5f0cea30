"""Whole games between two agents, inside kernels, without the GIL.

There are two families of agents, those that choose one action after the other and those that
choose whole turns, each with a kernel of its own: a game compiles only what it needs. In a game of
both the kernels take turns. A player outside of them all, such as another program, takes turns with
a kernel in the same way.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from ..engine.kernels.entry import advance_state
from ..engine.kernels.layout import NO_WINNER, STATE, new_scratch
from ..engine.kernels.packing import pack_rules
from ..engine.rules.ruleset import Ruleset
from .action_play import LOOK, LOOK_LONGER, NEVER, PLAY, PLAY_ON, play_actions
from .search.choose import new_memory
from .search.report import SearchReport, search_report, turn_report
from .search.turn_tree import new_turn_tree
from .spec.kernel_records import WORK
from .spec.spec import CHUNK, AgentSpec
from .turn_play import play_turns
from .turns.desk import Desk, new_desk

U64 = np.uint64
_MASK = (1 << 64) - 1
MAX_GAME: Final = 400_000
"""Room for the actions of one game: 30,000 turns of a dozen."""


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


class OutsidePlayer(Protocol):
    """A player that no kernel plays."""

    def choose(self, state: np.record, played: np.ndarray, /) -> Sequence[int]:
        """Return its next actions in a position of its own turn; none if it gives up.

        They are legal one after the other, and of this turn. `played` has every action so far.
        """
        ...


class GameRunner:
    """Plays one game at a time in memory of its own, up to 36 MB; one a thread."""

    def __init__(self) -> None:
        self._scratch, self._work = new_scratch(), np.zeros(1, WORK)[0]
        self._memories = new_memory(), new_memory()
        self._turn_scratch, self._turn_work = new_scratch(), np.zeros(1, WORK)[0]
        self._turn_tree = new_turn_tree()
        self._out = np.zeros(MAX_GAME, np.uint32)

    def play(
        self,
        rules: Ruleset,
        start: np.record,
        first: AgentSpec | OutsidePlayer,
        second: AgentSpec | OutsidePlayer,
        *,
        seed: int,
        actions: int = MAX_GAME,
    ) -> Played:
        """Play a game from a position to its end, until a player gives up, or for so many actions.

        Agents with a budget of time take theirs in advances here: games must not depend on clocks.
        """
        return self._run(rules, start, (first, second), seed, PLAY, actions)

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
        played = self._run(rules, state, (agent, agent), seed, LOOK, 1)
        advances, iterations = played.advances, played.iterations
        if agent.ms and agent.grows_tree:
            while time.monotonic() < end:
                played = self._run(rules, state, (agent, agent), seed, LOOK_LONGER, 1)
                advances, iterations = advances + played.advances, iterations + played.iterations
        elif agent.ms:
            # Begin anew with twice the budget, if more of it was of use and there is time.
            budget, took, before = CHUNK, 0.0, -1
            while advances > before and time.monotonic() + 2 * took < end:
                budget, before, begin = 2 * budget, advances, time.monotonic()
                larger = agent.with_budget("advances", budget)
                played = self._run(rules, state, (larger, larger), seed, LOOK, 1)
                took = time.monotonic() - begin
                advances, iterations = played.advances, played.iterations
        if agent.plays_turns:
            return turn_report(rules, state, self._turn_tree, played.actions, advances, iterations)
        tree = self._memories[int(state.player)].tree if agent.grows_tree else None
        return search_report(rules, state, tree, int(played.actions[0]), advances, iterations)

    def _run(
        self,
        rules: Ruleset,
        start: np.record,
        players: tuple[AgentSpec | OutsidePlayer, AgentSpec | OutsidePlayer],
        seed: int,
        task: int,
        actions: int,
    ) -> Played:
        states = np.zeros(2, STATE)
        states[0] = start
        spent = np.zeros((2, 3), np.int64)
        agents = _agents(players)
        family = tuple(agent.plays_turns for agent in agents)
        takes_turns = agents != players or family[0] != family[1]
        desks = self._new_desks(rules, agents) if any(family) else None
        count, seen, begun = 0, 0, [False, False]
        while count < actions and int(states[0].winner) == NO_WINNER:
            player = int(states[0].player)
            one = players[player]
            if not isinstance(one, AgentSpec):
                turn = one.choose(states[0], self._out[:count])[: actions - count]
                if not turn:
                    break
                for action in turn:
                    advance_state(pack_rules(rules), states[0], action)
                self._out[count : count + len(turn)] = turn
                count += len(turn)
                spent[player, 0] += 1
                continue
            stop = 1 - player if takes_turns else NEVER
            out = self._out[count:actions]
            if desks is not None and family[player]:
                played = play_turns(
                    *desks,
                    self._turn_tree,
                    states[0],
                    U64(seed & _MASK),
                    not begun[True],
                    stop,
                    out,
                    spent,
                )
            else:
                played = play_actions(
                    pack_rules(rules),
                    states[0],
                    states[1],
                    self._scratch,
                    self._work,
                    agents[0].pack(),
                    agents[1].pack(),
                    *self._memories,
                    U64(seed & _MASK),
                    PLAY_ON if begun[False] else task,
                    self._out[seen:count],
                    stop,
                    out,
                    spent,
                )
                seen = count + played
            begun[family[player]] = True
            count += played
            if task != PLAY:
                break
        first, second = (Spent(*row) for row in spent.tolist())
        return Played(states[0], self._out[:count].copy(), (first, second))

    def _new_desks(self, rules: Ruleset, agents: tuple[AgentSpec, AgentSpec]) -> tuple[Desk, Desk]:
        first, second = (
            new_desk(pack_rules(rules), agent.pack(), self._turn_scratch, self._turn_work)
            for agent in agents
        )
        return first, second


_ANY_AGENT: Final = AgentSpec.parse("random")
"""Stands where both players are from outside; it never plays."""


def _agents(players: tuple[AgentSpec | OutsidePlayer, ...]) -> tuple[AgentSpec, AgentSpec]:
    """Return the agents by player; in the place of one from outside stands the other's."""
    inside = [player for player in players if isinstance(player, AgentSpec)] or [_ANY_AGENT]
    return inside[0], inside[-1]
