"""A search for the best small changes of a setup."""

from collections.abc import Sequence
from typing import Any

from ...arena.inputs.asked import Asked
from ...arena.inputs.errors import RequestError
from ...arena.play.entrant import lasting_setup
from ...results.text.command_lines import command_line
from ...setups.query_text import ANY_SETUP, QueryText
from ..proposals.against import read_against
from .settings import ImproveSettings
from .task import ImproveTask


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
    settings = ImproveSettings(**values)
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
