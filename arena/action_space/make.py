"""A measure of the action space: what the thesis's reductions of it are worth."""

from collections.abc import Sequence
from typing import Any

from ...setups.catalogue import SIX_UNLIKE
from ..inputs.asked import Asked
from ..inputs.setup_lists import read_setups
from .settings import ActionSpaceSettings
from .task import ActionSpaceTask


def make(asked: Asked, *, setups: Sequence[str] = (), **values: Any) -> ActionSpaceTask:
    """Return the task."""
    return ActionSpaceTask.of(
        read_setups(setups or SIX_UNLIKE, asked),
        ActionSpaceSettings(**values),
        edits=asked.edits,
        seed=asked.seed,
    )
