"""A mirror match: one setup against itself."""

from typing import Any

from conquest_opt.arena.inputs.agents import chosen_agent
from conquest_opt.arena.inputs.asked import Asked
from conquest_opt.arena.inputs.errors import RequestError
from conquest_opt.arena.play.entrant import Entrant

from .settings import MirrorSettings
from .task import MirrorTask


def make(
    asked: Asked,
    *,
    setup: str | None = None,
    agent: str | None = None,
    quick: bool = False,
    **values: Any,
) -> MirrorTask:
    """Return the task."""
    if setup is None:
        raise RequestError("give a setup", field="setup")
    return MirrorTask(
        setup=Entrant.of(setup, chosen_agent(agent, quick)),
        games=MirrorSettings(**values).mirror_games,
        edits=asked.edits,
        seed=asked.seed,
    )
