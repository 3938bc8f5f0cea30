"""A search for the formation of a setup: where its troops should stand."""

from collections.abc import Sequence
from typing import Any

from ...arena.inputs.asked import Asked
from ...arena.inputs.errors import RequestError
from ...arena.play.entrant import lasting_setup
from ..proposals.against import read_against
from .settings import FormationSettings
from .task import FormationTask


def make(
    asked: Asked, *, setup: str | None = None, against: Sequence[str] = (), **values: Any
) -> FormationTask:
    """Return the task."""
    if setup is None:
        raise RequestError("which setup? Give its name or text, such as: formation Rush")
    settings = FormationSettings(**values)
    task = FormationTask(
        settings=settings,
        setup=lasting_setup(setup),
        field=read_against(against, settings.levels.judge, asked),
        edits=asked.edits,
        seed=asked.seed,
    )
    assert task.known  # raises if the board has no room for the troops
    asked.note_illegal([setup])
    return task
