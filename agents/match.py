"""Whole games between two agents, inside one kernel, without the GIL."""

import time
from dataclasses import dataclass
from typing import Final

import numpy as np

from ..engine.bits import copy_record
from ..engine.compiled import helper, jit
from ..engine.layout import NO_WINNER, STATE, new_scratch
from ..engine.options import find_options, list_options
from ..engine.packing import pack_rules
from ..engine.playout import random_action
from ..engine.random import mix
from ..engine.rules import Ruleset
from ..engine.transitions import apply_action
from .codes import MONTE_CARLO, RANDOM, WEIGHTED
from .params import NO_ROOT, WORK
from .policy import play_out, weighted_action
from .search import search
from .spec import AgentSpec
from .tree import follow, new_tree
from .value import state_value, value_weights

U64 = np.uint64
_MASK = (1 << 64) - 1
MAX_GAME: Final = 400_000
"""Room for the actions of one game: 30,000 turns of a dozen."""


@helper
def monte_carlo(rules, root_state, state, scratch, work, params, weights):
    """Return the action whose playouts end best on average (004 section 4.2)."""
    find_options(rules, root_state, scratch)
    count = list_options(scratch, work.listed)
    work.advances = 0
    best, best_action = -np.inf, U64(work.listed[0])
    for i in range(count):
        total = 0.0
        for _ in range(params.playouts):
            copy_record(state, root_state)
            apply_action(rules, state, U64(work.listed[i]))
            work.advances += 1
            last_turn = np.int64(state.turn) + params.rollout_turns - 1
            play_out(rules, state, scratch, work, params, last_turn)
            total += state_value(rules, state, weights, root_state.player)
        if total > best:
            best, best_action = total, U64(work.listed[i])
    return best_action


@helper
def choose(rules, root_state, state, scratch, work, params, weights, nodes, edges, meta):
    """Return an agent's action."""
    if params.agent == RANDOM:
        return random_action(rules, root_state, scratch)
    if params.agent == WEIGHTED:
        return weighted_action(rules, root_state, scratch, params.kind_weights)
    if params.agent == MONTE_CARLO:
        return monte_carlo(rules, root_state, state, scratch, work, params, weights)
    return search(rules, root_state, state, scratch, work, params, weights, nodes, edges, meta)


@jit
def _play(rules, game, state, scratch, work, first, second, weights, tree_0, tree_1, seed, out):
    """Play until the game or `out`, which takes the actions, ends; return what it took."""
    nodes_0, edges_0, meta_0 = tree_0
    nodes_1, edges_1, meta_1 = tree_1
    meta_0.root = NO_ROOT
    meta_1.root = NO_ROOT
    scratch.random = mix(seed)
    actions, advances, iterations, first_advances = 0, 0, 0, 0
    while game.winner == NO_WINNER and actions < out.shape[0]:
        work.advances = 0
        work.iterations = 0
        if game.player == 0:
            action = choose(
                rules, game, state, scratch, work, first, weights, nodes_0, edges_0, meta_0
            )
        else:
            action = choose(
                rules, game, state, scratch, work, second, weights, nodes_1, edges_1, meta_1
            )
        first_advances += work.advances if game.player == 0 else 0
        follow(nodes_0, edges_0, meta_0, action)
        follow(nodes_1, edges_1, meta_1, action)
        out[actions] = action
        apply_action(rules, game, action)
        actions += 1
        advances += work.advances
        iterations += work.iterations
    return actions, advances, iterations, first_advances


@dataclass(frozen=True)
class Played:
    """What became of a game."""

    state: np.record
    """The position it ended in."""
    actions: np.ndarray
    """Every action, as the engine's numbers."""
    advances: int
    """State advances of both agents together."""
    iterations: int
    first_advances: int
    """State advances of the first player's agent."""


class Table:
    """The room one game at a time needs: scratch, work, two trees (9 MB); one for each thread."""

    def __init__(self) -> None:
        self._scratch, self._work = new_scratch(), np.zeros(1, WORK)[0]
        self._trees = new_tree(), new_tree()
        self._out = np.zeros(MAX_GAME, np.uint32)

    def choose(self, rules: Ruleset, state: np.record, agent: AgentSpec, *, seed: int) -> int:
        """Return an agent's action in a position."""
        return int(self.play(rules, state, agent, agent, seed=seed, actions=1).actions[0])

    def think(
        self, rules: Ruleset, state: np.record, agent: AgentSpec, *, ms: int, seed: int
    ) -> int:
        """Return an agent's action after about so much time: for people, never for experiments.

        Searches with twice the budget of the one before as long as time is left for it.
        """
        end = time.monotonic() + ms / 1000
        advances = 2000
        while True:
            begin = time.monotonic()
            action = self.choose(rules, state, agent.with_budget("advances", advances), seed=seed)
            now = time.monotonic()
            if now + 2 * (now - begin) > end or "advances" not in agent.names:
                return action
            advances *= 2

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
        """Play a game from a position to its end, or for so many actions."""
        states = np.zeros(2, STATE)
        states[0] = start
        count, advances, iterations, first_advances = _play(
            pack_rules(rules),
            states[0],
            states[1],
            self._scratch,
            self._work,
            first.pack(),
            second.pack(),
            value_weights(),
            self._trees[0],
            self._trees[1],
            U64(seed & _MASK),
            self._out[:actions],
        )
        return Played(states[0], self._out[:count].copy(), advances, iterations, first_advances)
