"""A measure of agreement: how far agents agree about setups."""

from collections.abc import Sequence
from typing import Any

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ...setups.catalogue import catalogue
from ..inputs.asked import Asked
from ..inputs.setup_lists import read_setups
from .settings import AgreementSettings
from .task import AgreementTask


def make(
    asked: Asked, *, agents: Sequence[str] = (), setups: Sequence[str] = (), **values: Any
) -> AgreementTask:
    """Return the task; the same agent twice plays on other seeds."""
    wanted = read_setups(setups, asked) if setups else list(catalogue())
    task = AgreementTask.of(
        wanted,
        agents or (QUICK_AGENT, DEFAULT_AGENT),
        games=AgreementSettings(**values).games,
        edits=asked.edits,
        seed=asked.seed,
    )
    asked.note_illegal(wanted)
    return task
