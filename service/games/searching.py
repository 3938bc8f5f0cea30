"""Agents that search: a few at a time, each within the service's limits."""

import queue
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from ...agents.spec.parameters import AgentError
from ...agents.spec.spec import AgentSpec
from ...api.agents import Searcher
from ...arena.review.analysis import Analysis, analyse
from ...arena.review.review import Review, review
from ...engine import Game
from ..common.problems import Refusal
from ..common.settings import ServiceLimits
from ..guard.inputs import check_text
from .kept import KeptGame

WAIT: Final = 20.0
"""Seconds for which a search waits for others to end."""
ADVANCES_OF_A_PLAYOUT: Final = 20
"""About: a playout counts as so many advances."""


class PageSearches:
    """Searches of agents, a few at a time."""

    def __init__(self, limits: ServiceLimits) -> None:
        self._limits = limits
        self._free: queue.LifoQueue[Searcher] = queue.LifoQueue()
        for _ in range(limits.searches):
            self._free.put(Searcher())

    def agent(self, text: str) -> AgentSpec:
        """Return an agent that is not too slow for a page."""
        check_text(text, "agent")
        spec, limits = AgentSpec.parse(text), self._limits
        playouts = limits.search_advances // ADVANCES_OF_A_PLAYOUT
        most = {"advances": limits.search_advances, "ms": limits.search_ms}
        most |= {p.name: playouts for p in spec.kind.parameters if p.field == "playouts"}
        most["iterations"] = playouts
        for name, limit in most.items():
            value = spec.get(name)
            if isinstance(value, int | float) and value > limit:
                raise AgentError(f"{name} is at most {limit:,} here, not {value:,}; start a job")
        return spec

    def play(
        self, game: Game, agent: AgentSpec, seed: int | None, *, whole_turn: bool
    ) -> list[str]:
        """Play an agent's action, or the rest of its turn; return what was played."""
        played: list[str] = []
        with self._searcher() as search:
            turn = game.turn
            while game.winner is None and game.turn == turn:
                played.append(search(game, agent, seed).text)
                game.apply(played[-1])
                if not whole_turn:
                    break
        return played

    def analyse(self, game: Game, agent: AgentSpec, seed: int | None) -> Analysis:
        """Return what an agent sees in a game."""
        with self._searcher() as search:
            return analyse(game, agent, partial(search, seed=seed))

    def review(self, kept: KeptGame, agent: AgentSpec, seed: int) -> Review:
        """Review a game as far as it was played."""
        with self._searcher():
            return review(kept.record, agent, seed=seed, threads=1)

    @contextmanager
    def _searcher(self) -> Iterator[Searcher]:
        try:
            searcher = self._free.get(timeout=WAIT)
        except queue.Empty:
            raise Refusal(503, "other searches are under way; ask again in a moment") from None
        try:
            yield searcher
        finally:
            self._free.put(searcher)
