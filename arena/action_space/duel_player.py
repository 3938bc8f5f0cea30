"""`DuelPlayer`: plays the games of duels.

Both sides play one and the same game, each turn by the rules of the side whose turn it is. That is
right because a reduction only leaves actions out: what is legal with it is legal without, and at
the beginning of a turn, where the sides take over from each other, a position is the same in every
space. Each side thinks of the other as playing in its own space.

Sides of different spaces decide one action at a time, without the tree of the decision before, on
both sides alike: a tree that holds the actions of one space is of no use in the other. Sides of one
space play as in any match.
"""

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...agents.game_runner import GameRunner
from ...agents.spec.spec import AgentSpec
from ...engine.kernels.layout import NO_WINNER
from ...engine.kernels.packing import start_state
from ...engine.rules.obstacles import draw_obstacles
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ..play.entrant import Entrant
from ..play.errors import ArenaError
from ..play.schedule import AGENT_STREAM
from .duels import DRAWN, Duel, DuelGame

MAX_DECISIONS = 200_000
"""A game of more decisions than this has gone wrong."""


class DuelPlayer:
    """Plays any game of several duels; a thread has its own.

    Duels have the same number of games; they are numbered one duel after the other. The same seed
    gives the same games for any number of threads.
    """

    def __init__(
        self,
        rules: Ruleset,
        entrants: Sequence[Entrant],
        seed: int,
        duels: Sequence[Duel],
        games: int,
    ) -> None:
        self._rules, self._seed, self._duels, self._games = rules, seed, duels, games
        self._armies = [entrant.army(rules) for entrant in entrants]
        self._runner = GameRunner()

    def warm(self) -> None:
        """Have the kernels compiled or loaded."""
        duel, army = self._duels[0], self._armies[0]
        agent = AgentSpec.parse(duel.a.agent)
        start = start_state((army, army), self._rules, 0, [])
        self._runner.play(self._rules, start, agent, agent, seed=0, actions=1)

    def play(self, number: int) -> DuelGame:
        """Play a game by its number among those of all duels."""
        begin = time.perf_counter()
        which, game = divmod(number, self._games)
        duel, (pair, swapped) = self._duels[which], divmod(game, 2)
        seed, army = derive(self._seed, pair), self._armies[pair % len(self._armies)]
        start = start_state((army, army), self._rules, seed, draw_obstacles(self._rules, seed))
        state, spent = self._end(duel, start, derive(seed, AGENT_STREAM + swapped), swapped)
        winner = int(state.winner)
        (a_decisions, a_advances), (b_decisions, b_advances) = spent[swapped], spent[1 - swapped]
        return DuelGame(
            number=number,
            duel=which,
            game=game,
            points=DRAWN if winner > 1 else float(winner == swapped),
            turns=int(state.turn),
            decisions=(a_decisions, b_decisions),
            advances=(a_advances, b_advances),
            duration=time.perf_counter() - begin,
        )

    def _end(
        self, duel: Duel, start: np.record, seed: int, swapped: int
    ) -> tuple[np.record, list[tuple[int, int]]]:
        """Return how a game ends, and the decisions and advances of first and second player."""
        sides = (duel.b, duel.a) if swapped else (duel.a, duel.b)
        rules = [replace(self._rules, actions=side.actions) for side in sides]
        agents = [AgentSpec.parse(side.agent) for side in sides]
        if duel.a.actions != duel.b.actions:
            return _alternate(self._runner, rules, agents, start, seed)
        played = self._runner.play(rules[0], start, agents[0], agents[1], seed=seed)
        return played.state, [(spent.decisions, spent.advances) for spent in played.spent]


def _alternate(
    runner: GameRunner, rules: list[Ruleset], agents: list[AgentSpec], start: np.record, seed: int
) -> tuple[np.record, list[tuple[int, int]]]:
    """Play a game in which each side decides by its own rules; return its end and what it took."""
    state, decisions, advances = start, [0, 0], [0, 0]
    for decision in range(MAX_DECISIONS):
        player = int(state.player)
        agent = agents[player]
        played = runner.play(
            rules[player], state, agent, agent, seed=derive(seed, decision), actions=1
        )
        state = played.state
        decisions[player] += 1
        advances[player] += played.advances
        if int(state.winner) != NO_WINNER:
            return state, list(zip(decisions, advances, strict=True))
    raise ArenaError(f"a game had no end after {MAX_DECISIONS:,} decisions")
