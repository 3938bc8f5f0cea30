"""`EngineSide`: a side of one game that an engine plays, as `GameRunner` wants it."""

from collections.abc import Sequence

import numpy as np

from ...engine.game import Game
from ...engine.kernels.layout import STATE
from ...engine.notation.action_text import IllegalAction, clean
from ...engine.notation.events import texts, trace
from ...engine.reading.names import shown
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from .engine import Engine
from .faults import ILLEGAL, EngineFault, Forfeit

DECISION_STREAM = 32
"""Stream of the agents' seed that the first player's first decision gets; others follow."""


class EngineSide:
    """Plays a side until the game ends or the engine is at fault; then `forfeit` says why."""

    def __init__(
        self, engine: Engine, player: int, rules: Ruleset, start: np.record, agent_seed: int
    ) -> None:
        self._engine, self._player, self._seed = engine, player, agent_seed
        self._game = Game(rules, _copy(start))
        self._seen = self._decisions = 0
        self.forfeit: Forfeit | None = None

    def begin(self, first: str, second: str, seed: int) -> None:
        """Announce the game: two setups as words, and the seed of its chance."""
        try:
            self._engine.new_game(first, second, seed)
        except EngineFault as fault:
            self._give_up(fault)

    def choose(self, state: np.record, played: np.ndarray) -> Sequence[int]:
        """Return what the engine chooses; nothing if it is at fault."""
        if self.forfeit:
            return ()
        try:
            self._catch_up(state, played[self._seen :])
            self._seen = len(played)
            return self._chosen()
        except EngineFault as fault:
            self._give_up(fault)
            return ()

    def _catch_up(self, state: np.record, since: np.ndarray) -> None:
        """Have the engine know what was played since its last decision."""
        if len(since):
            self._engine.apply(texts(trace(self._game.rules, self._game.state, since)))
        self._game.state = _copy(state)

    def _chosen(self) -> list[int]:
        """Return the engine's next actions, of which every one is legal."""
        game = self._game
        seed = derive(self._seed, DECISION_STREAM + 2 * self._decisions + self._player)
        self._decisions += 1
        answer = self._engine.decide(game.position, game.legal_actions(), seed)
        trial, turn, numbers = game.copy(), game.turn, []
        for number, action in enumerate(answer, start=1):
            if trial.outcome or trial.turn != turn:
                raise EngineFault(
                    ILLEGAL,
                    f"its turn ended with action {number - 1} of {shown('; '.join(answer))}",
                )
            try:
                numbers.append(trial.numbered_actions().get(clean(action)))
                trial.apply(action)
            except IllegalAction as error:
                raise EngineFault(ILLEGAL, f"turn {turn}: {error}") from None
        return numbers

    def _give_up(self, fault: EngineFault) -> None:
        detail = self._engine.described(fault)
        self.forfeit = Forfeit(player=self._player, reason=fault.reason, detail=detail)
        self._engine.process.kill()


def _copy(state: np.record) -> np.record:
    states = np.zeros(1, STATE)
    states[0] = state
    return states[0]
