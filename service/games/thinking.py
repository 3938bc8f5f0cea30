"""Analyses that grow while somebody looks: searches with more and more budget, one at a time.

A search cannot be stopped within. So beyond the agent's own budget none is begun that would take
longer than a second, and an analysis ends within a second of its reader's leaving.
"""

from collections.abc import AsyncIterator
from typing import Any, Final

from anyio import to_thread

from ...agents.spec.parameters import BUDGETS
from ...agents.spec.spec import AgentSpec
from ...api.board.seen import analysis_values
from ...engine import Game
from .searching import PageSearches

LONGEST_STEP: Final = 0.9
"""Seconds: a search that is expected to take longer is not begun."""
OWN_STEPS: Final = 4
"""So many times the budget is doubled to become the agent's own, however long that takes."""


def growing_agents(agent: AgentSpec, most: int) -> list[AgentSpec]:
    """Return the agent with growing budgets, the last as large as is allowed; or it alone."""
    budget = next((name for name in BUDGETS if agent.get(name)), None)
    if budget != "advances":
        return [agent]
    own = int(agent["advances"])
    budgets = [max(own >> OWN_STEPS, 1)]
    while budgets[-1] < most:
        budgets.append(min(2 * budgets[-1], most))
    return [agent.with_budget("advances", one) for one in budgets]


async def growing_analysis(
    searches: PageSearches, game: Game, agent: AgentSpec, seed: int | None, top: int
) -> AsyncIterator[dict[str, Any]]:
    """Yield what an agent sees in a position, with more search each time."""
    agents, before = growing_agents(agent, searches.limits.analysis_advances), -1
    for step, larger in enumerate(agents, start=1):
        analysis, seconds = await searches.timed_analysis(game, larger, seed)
        grown, before = analysis.report.advances > before, analysis.report.advances
        if grown:
            seen = await to_thread.run_sync(analysis_values, analysis, top)
            yield {"step": step, "steps": len(agents), **seen}
        if step > OWN_STEPS and (not grown or 2 * seconds > LONGEST_STEP):
            return  # of a search that has not grown the memory is full
