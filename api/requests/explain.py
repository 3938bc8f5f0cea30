"""An explanation: why setup A beats setup B, or loses."""

from typing import Any, Final

from ...arena.explain.settings import SIZES, ExplainSettings
from ...arena.explain.task import ExplainTask
from ...arena.play.entrant import Entrant
from ...results.text.command_lines import command_line
from ..inputs.asked import Asked
from ..inputs.errors import RequestError
from . import given

__all__ = ["SETTINGS", "SIZES", "make"]

SETTINGS: Final = (ExplainSettings,)


def make(asked: Asked, *, a: str | None = None, b: str | None = None, **values: Any) -> ExplainTask:
    """Return the task."""
    if a is None or b is None:
        raise RequestError(f"give two setups, such as: {command_line('explain Championeer Rush')}")
    settings = ExplainSettings(**given(values))
    judge = settings.levels.judge
    task = ExplainTask(
        settings=settings,
        a=Entrant.of(a, judge),
        b=Entrant.of(b, judge),
        edits=asked.edits,
        seed=asked.seed,
    )
    asked.note_illegal([a, b])
    return task
