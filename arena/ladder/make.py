"""A ladder: agents against each other, at equal cost, on several setups."""

from collections.abc import Sequence
from typing import Any

from ...agents.spec.engine_spec import EngineSpec, is_engine
from ...agents.spec.spec import AgentSpec
from ...setups.catalogue import SIX_UNLIKE
from ..inputs.asked import Asked
from ..inputs.setup_lists import read_setups
from .settings import LadderSettings
from .task import LadderTask


def make(
    asked: Asked,
    *,
    agents: Sequence[str] = (),
    setups: Sequence[str] = (),
    reference: str | None = None,
    **values: Any,
) -> LadderTask:
    """Return the task; with a reference only pairs with that agent are played."""
    settings = LadderSettings(**values)
    return LadderTask.of(
        _specs(agents, settings.advances),
        read_setups(setups or SIX_UNLIKE, asked),
        games=settings.games,
        edits=asked.edits,
        seed=asked.seed,
        reference=_specs([reference], settings.advances)[0] if reference else None,
    )


def _specs(texts: Sequence[str], advances: int | None) -> list[str]:
    """Return agents as canonical text, with the budget if one is given."""
    specs = [EngineSpec.parse(t) if is_engine(t) else AgentSpec.parse(t) for t in texts]
    if advances is not None:
        specs = [
            spec.with_budget("advances", advances) if isinstance(spec, AgentSpec) else spec
            for spec in specs
        ]
    return [str(spec) for spec in specs]
