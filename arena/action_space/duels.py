"""Duels between ways of thinking: the same agent and setup on both sides, one thing different.

Both sides play one and the same game, each turn by the rules of the side whose turn it is. That is
right because a reduction only leaves actions out: what is legal with it is legal without, and at
the beginning of a turn, where the sides take over from each other, a position is the same in every
space. Each side thinks of the other as playing in its own space.

Sides of different spaces decide one action at a time, without the tree of the decision before, on
both sides alike: a tree that holds the actions of one space is of no use in the other. Sides of one
space play as in any match.
"""

import queue
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...agents.game_runner import GameRunner
from ...agents.spec.spec import AgentSpec
from ...engine.kernels.layout import NO_WINNER
from ...engine.kernels.packing import start_state
from ...engine.rules.army import Army
from ...engine.rules.obstacles import draw_obstacles
from ...engine.rules.ruleset import ActionSpace, Ruleset
from ...engine.rules.seeds import derive
from ..ladder.task import score_dict
from ..play.entrant import Entrant
from ..play.errors import ArenaError
from ..play.schedule import AGENT_STREAM, pairs_for
from ..stats.score import Score
from .sizes import spaces

MAX_DECISIONS = 200_000
"""A game of more decisions than this has gone wrong."""

FULL_TURN = "full-turn"
"""The agent whose commands can come late."""


@dataclass(frozen=True)
class Side:
    """How one side of a duel thinks."""

    agent: str
    actions: ActionSpace


@dataclass(frozen=True)
class Duel:
    """The reduction on (a) against the same without it (b)."""

    off: str
    """What b does without."""
    a: Side
    b: Side


@dataclass(frozen=True)
class Ended:
    """What became of one game: a's points, and what each side spent, a's first."""

    points: float
    turns: int
    decisions: tuple[int, int]
    advances: tuple[int, int]


@dataclass(frozen=True)
class Strength:
    """How the side with the reduction did against the one without."""

    duel: Duel
    score: Score
    turns: float
    """Turns a game."""
    decisions: tuple[float, float]
    """A turn of a's, and of b's."""
    advances: tuple[float, float]
    """A turn of a's, and of b's."""


def duels(agent: str) -> list[Duel]:
    """Return the duels of an agent: one for each reduction, one for all, and those of the search.

    Merging needs an agent that can merge; late commands are always those of the full-turn agent,
    with the same budget.
    """
    spec = AgentSpec.parse(agent)
    thesis = ActionSpace.thesis()
    side = Side(str(spec), thesis)
    found = [
        Duel(off, side, Side(str(spec), space)) for off, space in spaces().items() if off != "none"
    ]
    if spec.get("merge") is not None:
        merging, single = (str(_with(spec, "merge", value)) for value in ("true", "false"))
        found.append(Duel("merge", Side(merging, thesis), Side(single, thesis)))
    if spec.get("advances"):
        planner = AgentSpec.parse(FULL_TURN).with_budget("advances", int(spec["advances"]))
        late, early = (str(_with(planner, "late", value)) for value in ("true", "false"))
        found.append(Duel("late", Side(late, thesis), Side(early, thesis)))
    return found


def _with(spec: AgentSpec, name: str, value: str) -> AgentSpec:
    values = (value if n == name else v for n, v in zip(spec.names, spec.values, strict=True))
    return AgentSpec(spec.kind, tuple(values))


class Hall:
    """Plays duels on threads; the same seed gives the same games for any number of them."""

    def __init__(self, rules: Ruleset, setups: Sequence[str], seed: int, threads: int) -> None:
        if not setups:
            raise ArenaError("a duel needs a setup")
        self._rules, self._seed, self._threads = rules, seed, threads
        self._armies = [Entrant.of(setup, "random").army(rules) for setup in setups]
        self._tables: queue.SimpleQueue[GameRunner] = queue.SimpleQueue()
        for _ in range(threads):
            self._tables.put(GameRunner())

    def play(
        self,
        duel: Duel,
        games: int,
        told: Callable[[int], None] = lambda _: None,
    ) -> Strength:
        """Play side-swapped pairs, so many games or one more; `told` hears of each pair."""
        ended: list[tuple[Ended, Ended]] = []
        pool = ThreadPoolExecutor(self._threads)
        try:
            for pair in pool.map(lambda p: self._pair(duel, p), range(pairs_for(games))):
                ended.append(pair)
                told(2)
        finally:  # interrupted, the pairs not yet begun are left out
            pool.shutdown(cancel_futures=True)
        every = [game for pair in ended for game in pair]
        turns = sum(game.turns for game in every)
        return Strength(
            duel=duel,
            score=Score.of_pairs((one.points, two.points) for one, two in ended),
            turns=turns / len(every),
            decisions=_a_turn([game.decisions for game in every], turns),
            advances=_a_turn([game.advances for game in every], turns),
        )

    def _pair(self, duel: Duel, pair: int) -> tuple[Ended, Ended]:
        table = self._tables.get()
        try:
            return self._game(table, duel, pair, 0), self._game(table, duel, pair, 1)
        finally:
            self._tables.put(table)

    def _game(self, table: GameRunner, duel: Duel, pair: int, swapped: int) -> Ended:
        """Play one game of a pair; swapped, b takes the first turn."""
        seed, army = derive(self._seed, pair), self._armies[pair % len(self._armies)]
        sides = (duel.b, duel.a) if swapped else (duel.a, duel.b)
        rules = [replace(self._rules, actions=side.actions) for side in sides]
        agents = [AgentSpec.parse(side.agent) for side in sides]
        start = self._start(army, seed)
        agent_seed = derive(seed, AGENT_STREAM + swapped)
        if duel.a.actions == duel.b.actions:
            played = table.play(rules[0], start, agents[0], agents[1], seed=agent_seed)
            state, spent = played.state, [(s.decisions, s.advances) for s in played.spent]
        else:
            state, spent = _alternate(table, rules, agents, start, agent_seed)
        winner = int(state.winner)
        points = 0.5 if winner > 1 else float(winner == swapped)
        (a_decisions, a_advances), (b_decisions, b_advances) = spent[swapped], spent[1 - swapped]
        return Ended(points, int(state.turn), (a_decisions, b_decisions), (a_advances, b_advances))

    def _start(self, army: Army, seed: int) -> np.record:
        rules = self._rules
        return start_state((army, army), rules, seed, draw_obstacles(rules, seed))


def _alternate(
    table: GameRunner, rules: list[Ruleset], agents: list[AgentSpec], start: np.record, seed: int
) -> tuple[np.record, list[Any]]:
    """Play a game in which each side decides by its own rules; return its end and what it took."""
    state, spent = start, [[0, 0], [0, 0]]
    for decision in range(MAX_DECISIONS):
        player = int(state.player)
        agent = agents[player]
        played = table.play(
            rules[player], state, agent, agent, seed=derive(seed, decision), actions=1
        )
        state = played.state
        spent[player][0] += 1
        spent[player][1] += played.advances
        if int(state.winner) != NO_WINNER:
            return state, spent
    raise ArenaError(f"a game had no end after {MAX_DECISIONS:,} decisions")


def _a_turn(spent: list[tuple[int, int]], turns: int) -> tuple[float, float]:
    """Return what each side spent in one of its turns; each has half of them."""
    return 2 * sum(a for a, _ in spent) / turns, 2 * sum(b for _, b in spent) / turns


def strength_dict(strength: Strength) -> dict[str, Any]:
    """Return the outcome of a duel as plain JSON values, seen from the side with the reduction."""
    return score_dict(strength.score) | {
        "on": {"agent": strength.duel.a.agent, "actions": vars(strength.duel.a.actions)},
        "off": {"agent": strength.duel.b.agent, "actions": vars(strength.duel.b.actions)},
        "turns_mean": strength.turns,
        "decisions_a_turn": list(strength.decisions),
        "advances_a_turn": list(strength.advances),
    }
