"""A search for counters: setups that beat a setup, several, or a mixture."""

from collections.abc import Sequence
from random import Random
from typing import Any

from ...arena.inputs.asked import Asked
from ...arena.inputs.shares import read_opponents
from ...setups.query_text import ANY_SETUP, QueryText
from ..proposals.field import Field
from .settings import CounterSettings
from .task import CounterTask


def make(
    asked: Asked,
    *,
    target: str | None = None,
    opponents: Sequence[str] = (),
    query: QueryText = ANY_SETUP,
    **values: Any,
) -> CounterTask:
    """Return the task; opponents may have weights, such as Rush=2."""
    shares = read_opponents(target, opponents, asked)
    settings = CounterSettings(**values)
    task = CounterTask(
        settings=settings,
        field=Field.of(shares, settings.levels.judge),
        edits=asked.edits,
        query=query,
        seed=asked.seed,
    )
    task.space.random(Random(0))  # raises if there is nothing to search among
    asked.note_illegal([setup for setup, _ in shares])
    return task
