"""An estimate of what troops and commands are worth in points."""

from typing import Any, Final

from ...balance.costs.settings import CostsSettings
from ...balance.costs.task import CostsTask
from ..inputs.asked import Asked
from . import given

SETTINGS: Final = (CostsSettings,)
SIZES: Final = ("games", "screen_games", "race_games")


def make(asked: Asked, **values: Any) -> CostsTask:
    """Return the task."""
    settings = CostsSettings.started(**given(values))
    return CostsTask(settings=settings, edits=asked.edits, seed=asked.seed)
