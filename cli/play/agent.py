"""The agent at the table: its actions and what it sees, with a word while it thinks."""

from ...agents.search.report import SearchReport
from ...agents.spec.spec import AgentSpec
from ...api.agents import Searcher
from ...arena.review.lines import agent_name
from ...engine import Game
from ..terminal.waiting import wait_for


class Chooser:
    """Chooses for agents. The same game up to here and the same seed give the same action."""

    def __init__(self) -> None:
        self._search = Searcher()

    def __call__(self, game: Game, agent: AgentSpec) -> str:
        """Return an agent's action in a game."""
        return self.report(game, agent).text

    def report(self, game: Game, agent: AgentSpec, seed: int | None = None) -> SearchReport:
        """Return an agent's action in a game and what its search saw, by the game's own seed."""
        return wait_for(lambda: self._search(game, agent, seed), f"{agent_name(agent)} thinks")
