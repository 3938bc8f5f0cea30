"""A match: two setups, or two agents, against each other."""

from typing import Any

from ...results.text.command_lines import command_line
from ..inputs.agents import chosen_agent
from ..inputs.asked import Asked
from ..inputs.errors import RequestError
from ..play.entrant import Entrant
from ..stats.sprt import Sprt
from .settings import MOST_GAMES, MatchSettings
from .task import MatchTask


def make(
    asked: Asked,
    *,
    a: str | None = None,
    b: str | None = None,
    agent: str | None = None,
    quick: bool = False,
    agent_a: str | None = None,
    agent_b: str | None = None,
    sprt: tuple[float, float] | None = None,
    **values: Any,
) -> MatchTask:
    """Return the task; `sprt` are the two bounds of a sequential test, in Elo."""
    if a is None or b is None:
        raise RequestError(f"give two setups, such as: {command_line('match Default Rush')}")
    default = chosen_agent(agent, quick)
    settings = MatchSettings(**({"games": MOST_GAMES} if sprt else {}) | values)
    risks = {"alpha": settings.alpha, "beta": settings.beta}
    task = MatchTask(
        a=Entrant.of(a, agent_a or default, engines=True),
        b=Entrant.of(b, agent_b or default, engines=True),
        games=settings.games,
        edits=asked.edits,
        seed=asked.seed,
        sprt=Sprt(elo0=sprt[0], elo1=sprt[1], **risks) if sprt else None,
    )
    asked.note_illegal([a, b])
    return task
