"""A measure of the action space: what the thesis's reductions of it are worth."""

from collections.abc import Sequence
from typing import Any, Final

from ...arena.action_space.settings import ActionSpaceSettings
from ...arena.action_space.task import ActionSpaceTask
from ...arena.ladder.settings import SETUPS
from ..inputs.asked import Asked
from ..inputs.setup_lists import read_setups
from . import given

SETTINGS: Final = (ActionSpaceSettings,)
SIZES: Final = ()


def make(asked: Asked, *, setups: Sequence[str] = (), **values: Any) -> ActionSpaceTask:
    """Return the task."""
    return ActionSpaceTask.of(
        read_setups(setups or SETUPS, asked),
        ActionSpaceSettings(**given(values)),
        edits=asked.edits,
        seed=asked.seed,
    )
