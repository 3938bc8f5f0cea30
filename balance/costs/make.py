"""An estimate of what troops and commands are worth in points."""

from typing import Any

from ...arena.inputs.asked import Asked
from .settings import CostsSettings
from .task import CostsTask


def make(asked: Asked, **values: Any) -> CostsTask:
    """Return the task."""
    settings = CostsSettings.started(**values)
    return CostsTask(settings=settings, edits=asked.edits, seed=asked.seed)
