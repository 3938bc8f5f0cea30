"""A ranking of every maximal setup against a field."""

from collections.abc import Sequence
from typing import Any

from ...arena.inputs.asked import Asked
from ...arena.inputs.shares import read_opponents
from ...setups.query_text import ANY_SETUP, QueryText
from ..proposals.field import Field
from ..proposals.mixture import metagame_field
from .settings import RankSettings
from .task import RankTask


def make(
    asked: Asked,
    *,
    field: Sequence[str] = (),
    query: QueryText = ANY_SETUP,
    **values: Any,
) -> RankTask:
    """Return the task; without a field the opponents are the mixture of the metagame."""
    settings = RankSettings(**values)
    judge = settings.levels.judge
    shares = read_opponents(None, field, asked) if field else []
    asked.note_illegal([setup for setup, _ in shares])
    return RankTask(
        settings=settings,
        field=Field.of(shares, judge) if shares else metagame_field(asked.ruleset, judge),
        edits=asked.edits,
        query=query,
        seed=asked.seed,
    )
