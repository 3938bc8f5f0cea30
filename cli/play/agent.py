"""The agent at the table: its actions as text, a seed for each decision, Ctrl-C while it thinks."""

import threading
from collections.abc import Callable

import numpy as np

from ...agents.game_runner import GameRunner
from ...agents.spec.spec import AgentSpec
from ...engine import Game
from ...engine.notation.action_text import action_texts
from ...engine.rules.seeds import derive
from ..terminal.interrupts import interrupts_held

_STREAM = 1000
"""The stream of a game's first decision; the engine's own streams have smaller numbers."""


class Chooser:
    """Chooses for agents. The same game up to here and the same seed give the same action."""

    def __init__(self) -> None:
        self._runner: GameRunner | None = None

    def __call__(self, game: Game, agent: AgentSpec) -> str:
        """Return an agent's action in a game."""
        runner = self._runner or GameRunner()
        self._runner = None  # an interrupted search keeps the runner it works in
        seed = derive(game.seed, _STREAM + len(game.history))
        action = _aside(lambda: runner.choose(game.rules, game.state, agent, seed=seed))
        self._runner = runner
        return next(iter(action_texts(game.state, np.array([action]))))


def _aside(task: Callable[[], int]) -> int:
    """Return a task's result, done in a thread so that Ctrl-C need not wait for its end."""
    results: list[int] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            results.append(task())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work, daemon=True)
    with interrupts_held():
        thread.start()
    while thread.is_alive():
        thread.join(0.1)
    if errors:
        raise errors[0]
    return results[0]
