"""A map of ways to play, or of setups, with the best of each cell."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from ...arena.inputs.asked import Asked
from ...arena.inputs.errors import RequestError
from ...arena.inputs.setup_lists import read_setups
from ...arena.levels.settings import LevelSettings
from ...engine.reading.input_error import mention
from ...setups.catalogue import catalogue
from ...setups.query_text import ANY_SETUP, QueryText
from .over_setups import SetupsDomain
from .over_weights import WeightsDomain
from .settings import AXES, StylesSettings, trial_games
from .task import StylesTask

_LEVELS = ("screen_agent", "race_agent", "judge")
_OF_WEIGHTS = ("opponent", "baselines", "scripts")
_OF_SETUPS = (*_LEVELS, "race_games")


def make(
    asked: Asked,
    *,
    over: str = "weights",
    agent: str | None = None,
    opponent: str | None = None,
    setups: Sequence[str] = (),
    scripts: Sequence[str] = (),
    baselines: Sequence[str] = (),
    query: QueryText = ANY_SETUP,
    **values: Any,
) -> StylesTask:
    """Return the task; `over` is weights or setups."""
    if over not in AXES:
        raise RequestError(
            f"{mention('over')} is one of {', '.join(AXES)}, not {over!r}", field="over"
        )
    own = {"opponent": opponent, "baselines": baselines, "scripts": scripts}
    _refuse_others(over, [name for name, value in (own | values).items() if value], query)
    fielded = read_setups(setups, asked) if setups else []
    asked.note_illegal(fielded)
    levels = {name: values.pop(name) for name in _LEVELS if name in values}
    levels |= {"agent": agent} if agent else {}
    if over == "setups":
        chosen = tuple(fielded or catalogue())
        mapped = SetupsDomain(setups=chosen, levels=LevelSettings(**levels))
    else:
        mapped = WeightsDomain.of(
            setups=fielded, agent=agent, opponent=opponent, baselines=baselines, scripts=scripts
        )
    games = values.get("games") or trial_games(len(mapped.search().trial.opponents))
    usual: dict[str, Any] = dict(zip("xy", AXES[over], strict=True))
    usual |= {"games": games, "elite_games": 4 * games if over == "weights" else games}
    task = StylesTask(
        settings=StylesSettings(**usual | values),
        mapped=mapped,
        edits=asked.edits,
        query=query,
        seed=asked.seed,
    )
    if over == "setups":
        task.space.random(Random(0))  # raises if there is nothing to search among
    return task


def _refuse_others(over: str, names: Sequence[str], query: QueryText) -> None:
    """Refuse what this kind of map has no use for."""
    other, foreign = ("setups", _OF_SETUPS) if over == "weights" else ("weights", _OF_WEIGHTS)
    constraints = msgspec.to_builtins(query) if over == "weights" else {}
    for name in [*(name for name in names if name in foreign), *constraints]:
        raise RequestError(f"{mention(name)} goes with {mention('over', other)}", field=name)
