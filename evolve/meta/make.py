"""A search for the metagame: the mixture of setups that no response gains much on."""

from collections.abc import Sequence
from random import Random
from typing import Any

from ...arena.inputs.asked import Asked
from ...arena.inputs.setup_lists import read_setups
from ...arena.play.entrant import Entrant
from ...arena.play.schedule import check_size
from ...setups.query_text import ANY_SETUP, QueryText
from ..proposals.space import Space
from .settings import QUICK, MetaSettings
from .task import MetaTask, default_start


def make(
    asked: Asked,
    *,
    start: Sequence[str] = (),
    quick: bool = False,
    query: QueryText = ANY_SETUP,
    **values: Any,
) -> MetaTask:
    """Return the task; without a start it begins with the named setups that keep the rules."""
    settings = MetaSettings(**(QUICK if quick else {}) | values)
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
