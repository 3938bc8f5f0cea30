"""`Surveyor`: plays games in the reduced space and measures every space in their positions.

In each position the legal actions of every space are counted, and from some of the turns'
beginnings the sequences of actions to the turn's end. All spaces are so compared in the same
positions.

One thing has to be translated: with `single_move` a troop that has moved is in the Combat phase,
without it still in Movement, with the points that are left. Those positions are listed as "moved".
At the beginning of a turn a position is the same in every space.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from ...agents.game_runner import GameRunner
from ...agents.spec.spec import AgentSpec
from ...engine.kernels.actions import MAX_ACTIONS
from ...engine.kernels.entry import advance_state, legal_actions
from ...engine.kernels.layout import COMBAT, MOVEMENT, STATE, new_scratch
from ...engine.kernels.packing import pack_rules, start_state
from ...engine.kernels.turns import TurnCounter
from ...engine.rules.obstacles import draw_obstacles
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive, numbers
from ..play.entrant import Entrant
from .sizes import A_GAME, SurveyedGame, Ways
from .spaces import PHASES, spaces

PROBES: Final = 5000
"""Random probes where sequences are too many to be counted."""

_POSITION_STREAM, _PROBE_STREAM = 101, 102


def game_seed(seed: int, game: int) -> int:
    """Return the seed of a surveyed game."""
    return derive(derive(seed, _POSITION_STREAM), game)


class Surveyor:
    """Plays games and measures them; a thread has its own."""

    def __init__(self, rules: Ruleset, entrants: Sequence[Entrant], seed: int) -> None:
        self._rules = {off: replace(rules, actions=space) for off, space in spaces().items()}
        self._records = {off: pack_rules(rules) for off, rules in self._rules.items()}
        self._armies = [entrant.army(rules) for entrant in entrants]
        self._agent, self._seed = AgentSpec.parse(entrants[0].agent), seed
        self._runner, self._counter = GameRunner(), TurnCounter()
        self._scratch, self._out = new_scratch(), np.zeros(MAX_ACTIONS, np.uint32)

    def warm(self) -> None:
        """Have the kernels compiled or loaded."""
        rules, army = self._rules["none"], self._armies[0]
        start = start_state((army, army), rules, 0, [])
        self._runner.play(rules, start, self._agent, self._agent, seed=0, actions=1)
        self._counter.count(self._records["none"], start)
        legal_actions(self._records["none"], start, self._scratch, self._out)

    def play(self, game: int) -> SurveyedGame:
        """Play a game by its number, and measure every space in its positions."""
        begin = time.perf_counter()
        seed = game_seed(self._seed, game)
        rules, army = self._rules["none"], self._armies[game % len(self._armies)]
        start = start_state((army, army), rules, seed, draw_obstacles(rules, seed))
        played = self._runner.play(rules, start, self._agent, self._agent, seed=seed)
        options, turns = self._look(start, played.actions)
        draws = numbers(seed)
        states = [turns[next(draws) % len(turns)] for _ in range(A_GAME)]
        ways = [self._ways(state, game * A_GAME + n) for n, state in enumerate(states)]
        return SurveyedGame(
            number=game,
            turns=int(played.state.turn),
            actions=len(played.actions),
            options=options,
            ways=ways,
            duration=time.perf_counter() - begin,
        )

    def _look(
        self, start: np.record, actions: np.ndarray
    ) -> tuple[dict[str, dict[str, list[int]]], list[np.record]]:
        """Count the options of a game's positions; return them and the turns' beginnings."""
        states = np.zeros(2, STATE)
        states[0] = start
        options: dict[str, dict[str, list[int]]] = {off: {} for off in self._rules}
        begun, turns = 0, []
        for action in actions:
            if int(states[0].turn) != begun:
                begun = int(states[0].turn)
                turns.append(states[0].copy())
            phase = PHASES[int(states[0].phase)]
            for off, by_phase in options.items():
                by_phase.setdefault(phase, []).append(self._options(off, states))
            advance_state(self._records["none"], states[0], action)
        return options, turns

    def _options(self, off: str, states: np.ndarray) -> int:
        """Return the number of legal actions in states[0], as the space sees it."""
        states[1] = states[0]
        if states[1].phase == COMBAT and not self._rules[off].actions.single_move:
            states[1].phase = MOVEMENT
        return int(legal_actions(self._records[off], states[1], self._scratch, self._out))

    def _ways(self, state: np.record, number: int) -> dict[str, Ways]:
        """Return each space's sequences from a turn's beginning."""
        ways = {}
        seed = derive(derive(self._seed, _PROBE_STREAM), number)
        for off, record in self._records.items():
            counted = self._counter.count(record, state)
            if counted:
                ways[off] = Ways(counted.sequences, 0.0, counted.ends)
            else:
                guess = self._counter.probe(record, state, seed=seed, probes=PROBES)
                ways[off] = Ways(guess.sequences, guess.error / guess.sequences, None)
        return ways
