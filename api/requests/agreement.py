"""A measure of agreement: how far agents agree about setups."""

from collections.abc import Sequence
from typing import Any, Final

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ...arena.agreement.settings import AgreementSettings
from ...arena.agreement.task import AgreementTask
from ...setups.catalogue import catalogue
from ..inputs.asked import Asked
from ..inputs.setup_lists import read_setups
from . import given

SETTINGS: Final = (AgreementSettings,)
SIZES: Final = ()


def make(
    asked: Asked, *, agents: Sequence[str] = (), setups: Sequence[str] = (), **values: Any
) -> AgreementTask:
    """Return the task; the same agent twice plays on other seeds."""
    wanted = read_setups(setups, asked) if setups else list(catalogue())
    task = AgreementTask.of(
        wanted,
        agents or (QUICK_AGENT, DEFAULT_AGENT),
        games=AgreementSettings(**given(values)).games,
        edits=asked.edits,
        seed=asked.seed,
    )
    asked.note_illegal(wanted)
    return task
