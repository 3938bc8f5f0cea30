"""The agent at the table: its actions and what it sees, a seed for each decision."""

from ...agents.game_runner import GameRunner
from ...agents.search.report import SearchReport
from ...agents.spec.spec import AgentSpec, called
from ...engine import Game
from ...engine.rules.seeds import derive
from ..terminal.waiting import wait_for

_STREAM = 1000
"""The stream of a game's first decision; the engine's own streams have smaller numbers."""


class Chooser:
    """Chooses for agents. The same game up to here and the same seed give the same action."""

    def __init__(self) -> None:
        self._runner: GameRunner | None = None

    def __call__(self, game: Game, agent: AgentSpec) -> str:
        """Return an agent's action in a game."""
        return self.report(game, agent).text

    def report(self, game: Game, agent: AgentSpec, seed: int | None = None) -> SearchReport:
        """Return an agent's action in a game and what its search saw, by the game's own seed."""
        runner = self._runner or GameRunner()
        self._runner = None  # an interrupted search keeps the runner it works in
        seed = derive(game.seed, _STREAM + len(game.history)) if seed is None else seed
        report = wait_for(
            lambda: runner.analyse(game.rules, game.state, agent, seed=seed),
            f"{called(str(agent))} thinks",
        )
        self._runner = runner
        return report
