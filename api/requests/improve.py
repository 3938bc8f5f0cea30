"""A search for the best small changes of a setup."""

from collections.abc import Sequence
from typing import Any, Final

from ...arena.play.entrant import lasting_setup
from ...evolve.improve.settings import SIZES, ImproveSettings
from ...evolve.improve.task import ImproveTask
from ...results.text.command_lines import command_line
from ...setups.query_text import ANY_SETUP, QueryText
from ..inputs.asked import Asked
from ..inputs.errors import RequestError
from ..inputs.field import read_against
from . import given

__all__ = ["SETTINGS", "SIZES", "make"]

SETTINGS: Final = (ImproveSettings,)


def make(
    asked: Asked,
    *,
    setup: str | None = None,
    against: Sequence[str] = (),
    keep: Sequence[str] = (),
    query: QueryText = ANY_SETUP,
    **values: Any,
) -> ImproveTask:
    """Return the task; `keep` says what must stay, such as champions or charge."""
    if setup is None:
        example = command_line("improve Venom")
        raise RequestError(f"which setup should become better? For example: {example}")
    settings = ImproveSettings(**given(values))
    task = ImproveTask(
        settings=settings,
        setup=lasting_setup(setup),
        field=read_against(against, settings.levels.judge, asked),
        kept=tuple(keep),
        edits=asked.edits,
        query=query,
        seed=asked.seed,
    )
    asked.note_illegal([setup])
    return task
