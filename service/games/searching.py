"""Agents that search: a few at a time, in threads of their own, each within the service's limits.

Requests that wait for a search wait here, and take no thread from the others.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

from ...agents.spec.parameters import AgentError
from ...agents.spec.spec import AgentSpec
from ...api.agents import Searcher
from ...arena.review.analysis import Analysis, analyse
from ...arena.review.decisions import known_actions
from ...engine import Game
from ..common.problems import Refusal
from ..common.settings import ServiceLimits
from ..guard.inputs import check_text

WAIT: Final = 20.0
"""Seconds for which a search waits for others to end."""
ADVANCES_OF_A_PLAYOUT: Final = 20
"""About: a playout counts as so many advances."""

R = TypeVar("R")


class PageSearches:
    """Searches of agents, a few at a time."""

    def __init__(self, limits: ServiceLimits) -> None:
        self.limits = limits
        self._threads = ThreadPoolExecutor(limits.searches, "search")
        self._own = threading.local()
        self._waiting = 0

    def agent(self, text: str) -> AgentSpec:
        """Return an agent that is not too slow for a page."""
        check_text(text, "agent")
        spec, limits = AgentSpec.parse(text), self.limits
        playouts = limits.search_advances // ADVANCES_OF_A_PLAYOUT
        most = {"advances": limits.search_advances, "ms": limits.search_ms}
        most |= {p.name: playouts for p in spec.kind.parameters if p.field == "playouts"}
        most["iterations"] = playouts
        for name, limit in most.items():
            value = spec.get(name)
            if isinstance(value, int | float) and value > limit:
                raise AgentError(f"{name} is at most {limit:,} here, not {value:,}; start a job")
        return spec

    async def play(
        self, game: Game, agent: AgentSpec, seed: int | None, *, whole_turn: bool
    ) -> list[str]:
        """Return what an agent plays: one action, or the rest of its turn."""
        return await self._run(partial(_played, game, agent, seed, whole_turn))

    async def analyse(self, game: Game, agent: AgentSpec, seed: int | None) -> Analysis:
        """Return what an agent sees in a game."""
        return (await self.timed_analysis(game, agent, seed))[0]

    async def timed_analysis(
        self, game: Game, agent: AgentSpec, seed: int | None
    ) -> tuple[Analysis, float]:
        """Return what an agent sees in a game, and the seconds it took, once it was its turn."""

        def work(search: Searcher) -> tuple[Analysis, float]:
            began = time.monotonic()
            analysis = analyse(game, agent, partial(search, seed=seed))
            return analysis, time.monotonic() - began

        return await self._run(work)

    async def _run(self, work: Callable[[Searcher], R]) -> R:
        """Do work with a searcher, once it is its turn."""
        if self._waiting >= self.limits.waiting_searches:
            raise Refusal(503, "many searches are waiting; ask again in a moment")
        self._waiting += 1
        task = self._threads.submit(lambda: work(self._searcher()))
        found = asyncio.wrap_future(task)
        try:
            await asyncio.wait({found}, timeout=WAIT)
            if not found.done() and task.cancel():
                raise Refusal(503, "other searches are under way; ask again in a moment")
            return await found
        finally:
            task.cancel()  # of one that has not begun, if its client has left
            self._waiting -= 1

    def _searcher(self) -> Searcher:
        """Return the searcher of this thread."""
        if not hasattr(self._own, "searcher"):
            self._own.searcher = Searcher()
        return self._own.searcher

    def stop(self) -> None:
        """Begin no more searches."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _played(
    game: Game, agent: AgentSpec, seed: int | None, whole_turn: bool, search: Searcher
) -> list[str]:
    """Return an agent's action, or its turn; one search has a whole turn of some agents."""
    later, begun = game.copy(), len(game.history)
    while later.winner is None and later.turn == game.turn:
        report = search(later, agent, seed)
        chosen = [report.text]
        if whole_turn and agent.plays_turns:
            chosen = list(known_actions(report.tried[0].actions, game.rules))
        for action in chosen:
            later.apply(action)
        if not whole_turn:
            break
    return later.history[begun:]
