"""A tournament: setups against each other, all played by one agent."""

from collections.abc import Sequence
from typing import Any

from ...setups.catalogue import catalogue
from ..inputs.agents import chosen_agent
from ..inputs.asked import Asked
from ..inputs.setup_lists import read_setups
from .settings import TournamentSettings
from .task import TournamentTask


def make(
    asked: Asked,
    *,
    setups: Sequence[str] = (),
    against: str | None = None,
    agent: str | None = None,
    quick: bool = False,
    **values: Any,
) -> TournamentTask:
    """Return the task; without setups those of the thesis play."""
    wanted = read_setups(setups, asked) if setups else list(catalogue())
    task = TournamentTask.of(
        wanted,
        chosen_agent(agent, quick),
        against=against,
        games=TournamentSettings(**values).games,
        edits=asked.edits,
        seed=asked.seed,
    )
    asked.note_illegal([*wanted, *([against] if against else [])])
    return task
