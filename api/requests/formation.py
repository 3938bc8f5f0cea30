"""A search for the formation of a setup: where its troops should stand."""

from collections.abc import Sequence
from typing import Any, Final

from ...arena.play.entrant import lasting_setup
from ...evolve.formation.settings import FormationSettings
from ...evolve.formation.task import FormationTask
from ...evolve.proposals.search_settings import SIZES
from ..inputs.asked import Asked
from ..inputs.errors import RequestError
from ..inputs.field import read_against
from . import given

__all__ = ["SETTINGS", "SIZES", "make"]

SETTINGS: Final = (FormationSettings,)


def make(
    asked: Asked, *, setup: str | None = None, against: Sequence[str] = (), **values: Any
) -> FormationTask:
    """Return the task."""
    if setup is None:
        raise RequestError("which setup? Give its name or text, such as: formation Rush")
    settings = FormationSettings(**given(values))
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
