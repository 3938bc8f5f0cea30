"""A ranking of every maximal setup against a field."""

from collections.abc import Sequence
from typing import Any, Final

from ...evolve.proposals.field import Field
from ...evolve.proposals.mixture import metagame_field
from ...evolve.rank.settings import SIZES, USUAL_BUDGET, RankSettings
from ...evolve.rank.task import RankTask
from ...setups.query_text import ANY_SETUP, QueryText
from ..inputs.asked import Asked
from ..inputs.shares import read_opponents
from . import given

__all__ = ["SETTINGS", "SIZES", "USUAL_BUDGET", "make"]

SETTINGS: Final = (RankSettings,)


def make(
    asked: Asked,
    *,
    field: Sequence[str] = (),
    query: QueryText = ANY_SETUP,
    **values: Any,
) -> RankTask:
    """Return the task; without a field the opponents are the mixture of the metagame."""
    settings = RankSettings(**given(values))
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
