"""An explanation: why setup A beats setup B, or loses."""

from typing import Any

from ...results.text.command_lines import command_line
from ..inputs.asked import Asked
from ..inputs.errors import RequestError
from ..play.entrant import Entrant
from .settings import ExplainSettings
from .task import ExplainTask


def make(asked: Asked, *, a: str | None = None, b: str | None = None, **values: Any) -> ExplainTask:
    """Return the task."""
    if a is None or b is None:
        raise RequestError(f"give two setups, such as: {command_line('explain Championeer Rush')}")
    settings = ExplainSettings(**values)
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
