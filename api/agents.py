"""`agent`: chooses actions in games and analyses positions.

strong = cq.agent("strong")
game = cq.game("Default", "Rush", seed=1)
while game.winner is None:
    game.apply(strong.choose(game))
print(strong.analyse(game))
"""

from functools import partial

from ..agents.game_runner import GameRunner
from ..agents.search.report import SearchReport
from ..agents.spec.spec import AgentSpec
from ..arena.review.analysis import Analysis, analyse
from ..engine import Game
from ..engine.rules.seeds import derive

FIRST_STREAM = 1000
"""The stream of a game's first decision; the engine's own streams have smaller numbers."""


class Searcher:
    """Searches for agents. The same game up to here and the same seed give the same action."""

    def __init__(self) -> None:
        self._runner: GameRunner | None = None

    def __call__(self, game: Game, agent: AgentSpec, seed: int | None = None) -> SearchReport:
        """Return an agent's action and what its search saw, by the game's own seed unless given."""
        runner = self._runner or GameRunner()
        self._runner = None  # an interrupted search keeps the runner it works in
        seed = derive(game.seed, FIRST_STREAM + len(game.history)) if seed is None else seed
        report = runner.analyse(game.rules, game.state, agent, seed=seed)
        self._runner = runner
        return report


class Agent:
    """An agent of this program, at the table. For threads of your own make one for each."""

    def __init__(self, text: str) -> None:
        """Read an agent's text, such as strong or fpu:advances=500."""
        self.spec = AgentSpec.parse(text)
        self._search = Searcher()

    def choose(self, game: Game, *, seed: int | None = None) -> str:
        """Return the agent's action in a game.

        The same game up to here gives the same action, unless a seed is given.
        """
        return self._search(game, self.spec, seed).text

    def analyse(self, game: Game, *, seed: int | None = None) -> Analysis:
        """Return what the agent sees: candidates with values and visits, and the line expected."""
        return analyse(game, self.spec, partial(self._search, seed=seed))

    def __repr__(self) -> str:
        return f"agent({str(self.spec)!r})"


def agent(text: str) -> Agent:
    """Return an agent, such as strong, quick or fpu:advances=500."""
    return Agent(text)
