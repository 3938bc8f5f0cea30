"""A search for the best parameters of an agent."""

from collections.abc import Sequence
from typing import Any, Final

from ...agents.spec.spec import AgentSpec
from ...arena.ladder.settings import SETUPS
from ...evolve.tune.parameters import Parameters, read_space
from ...evolve.tune.settings import TuneSettings
from ...evolve.tune.task import TuneTask
from ..inputs.asked import Asked
from ..inputs.errors import RequestError
from ..inputs.setup_lists import read_setups
from . import given

SETTINGS: Final = (TuneSettings,)
SIZES: Final = ()


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
    fielded = read_setups(setups or SETUPS, asked)
    asked.note_illegal(fielded)
    return TuneTask.of(
        parameters,
        opponent or parameters.base,
        fielded,
        settings=TuneSettings(**given(values)),
        edits=asked.edits,
        seed=asked.seed,
    )
