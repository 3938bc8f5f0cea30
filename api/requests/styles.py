"""A map of ways to play, or of setups, with the best of each cell."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from ...arena.levels.settings import LevelSettings
from ...evolve.styles.over_setups import SetupsDomain
from ...evolve.styles.over_weights import WeightsDomain
from ...evolve.styles.settings import AXES, SIZES, StylesSettings, trial_games
from ...evolve.styles.task import StylesTask
from ...setups.catalogue import catalogue
from ...setups.query_text import ANY_SETUP, QueryText
from ..inputs.asked import Asked
from ..inputs.errors import RequestError
from ..inputs.setup_lists import read_setups
from . import given

__all__ = ["SETTINGS", "SIZES", "make"]

SETTINGS: Final = (StylesSettings, LevelSettings)

_LEVELS = ("screen_agent", "race_agent", "judge")


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
        raise RequestError(f"--over is one of {', '.join(AXES)}, not {over!r}")
    fielded = read_setups(setups, asked) if setups else []
    asked.note_illegal(fielded)
    levels = given({"agent": agent} | {name: values.pop(name, None) for name in _LEVELS})
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
        settings=StylesSettings(**usual | given(values)),
        mapped=mapped,
        edits=asked.edits,
        query=query,
        seed=asked.seed,
    )
    if over == "setups":
        task.space.random(Random(0))  # raises if there is nothing to search among
    return task
