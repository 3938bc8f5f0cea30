"""A search for the metagame: the mixture of setups that no response gains much on."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from ...arena.play.entrant import Entrant
from ...arena.play.schedule import check_size
from ...evolve.meta.settings import QUICK, SIZES, MetaSettings
from ...evolve.meta.task import MetaTask, default_start
from ...evolve.proposals.space import Space
from ...setups.query_text import ANY_SETUP, QueryText
from ..inputs.asked import Asked
from ..inputs.setup_lists import read_setups
from . import given

__all__ = ["SETTINGS", "SIZES", "make"]

SETTINGS: Final = (MetaSettings,)


def make(
    asked: Asked,
    *,
    start: Sequence[str] = (),
    quick: bool = False,
    query: QueryText = ANY_SETUP,
    **values: Any,
) -> MetaTask:
    """Return the task; without a start it begins with the named setups that keep the rules."""
    settings = MetaSettings(**(QUICK if quick else {}) | given(values))
    space = Space(asked.ruleset, query.read())
    space.random(Random(0))  # raises if there is nothing to search among
    return MetaTask(
        settings=settings,
        start=_start(asked, start, settings)
        if start
        else default_start(space, settings.levels.judge, asked.seed),
        edits=asked.edits,
        query=query,
        seed=asked.seed,
    )


def _start(asked: Asked, start: Sequence[str], settings: MetaSettings) -> tuple[Entrant, ...]:
    named = read_setups(start, asked)
    check_size(settings.start_total(len(named)))
    asked.note_illegal(named)
    return tuple(Entrant.of(setup, settings.levels.judge) for setup in named)
