"""A search for the best parameters of an agent."""

from collections.abc import Sequence
from typing import Any

from ...agents.spec.spec import AgentSpec
from ...arena.inputs.asked import Asked
from ...arena.inputs.errors import RequestError
from ...arena.inputs.setup_lists import read_setups
from ...setups.catalogue import SIX_UNLIKE
from .parameters import Parameters, read_space
from .settings import TuneSettings
from .task import TuneTask


def make(
    asked: Asked,
    *,
    agent: str | None = None,
    opponent: str | None = None,
    param: Sequence[str] = (),
    space: str | None = None,
    setups: Sequence[str] = (),
    **values: Any,
) -> TuneTask:
    """Return the task; `param` are texts such as k=0.1,0.3,1, and `space` the whole space."""
    if agent is None:
        raise RequestError("tune which agent? Give one, such as fpu:advances=500")
    changes = read_space(space or "") | read_space(" ".join(param))
    parameters = Parameters.of(AgentSpec.parse(agent), changes, only=space is not None)
    fielded = read_setups(setups or SIX_UNLIKE, asked)
    asked.note_illegal(fielded)
    return TuneTask.of(
        parameters,
        opponent or parameters.base,
        fielded,
        settings=TuneSettings(**values),
        edits=asked.edits,
        seed=asked.seed,
    )
