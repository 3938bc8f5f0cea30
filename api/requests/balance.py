"""A search for edits of the rules towards a richer game."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from ...balance.rules.fielding import diverse
from ...balance.search.goals import DEFAULT
from ...balance.search.settings import NAMED, QUICK, QUICK_NAMED, SIZES, BalanceSettings
from ...balance.search.space import RuleSpace
from ...balance.search.target import Target, read_target
from ...balance.search.task import BalanceTask
from ...engine.reading.files import parse_json
from ..inputs.asked import Asked
from ..inputs.setup_lists import read_setups
from . import given

__all__ = ["SETTINGS", "SIZES", "make"]

SETTINGS: Final = (BalanceSettings,)


def make(
    asked: Asked,
    *,
    free: Sequence[str] = (),
    objectives: Sequence[str] = (),
    target: str | None = None,
    setups: Sequence[str] = (),
    quick: bool = False,
    **values: Any,
) -> BalanceTask:
    """Return the task; `free` are patterns of the numbers that may change, such as *.cost."""
    named = read_setups(setups, asked) if setups else None
    space = RuleSpace.of(asked.ruleset, tuple(free))
    graph = _target(target) if target else None
    more = {"length": values.get("length"), "target": graph}
    wanted = [*(objectives or DEFAULT), *given(more)]
    sizes: dict[str, Any] = (QUICK if quick else {}) | given(values)
    settings = BalanceSettings(objectives=tuple(dict.fromkeys(wanted)), **sizes)
    chosen = named or diverse(space.rules, QUICK_NAMED if quick else NAMED)
    return BalanceTask.of(settings, space, chosen, graph, asked.seed)


def _target(text: str) -> Target:
    """Return how match-ups should end: JSON, or the name of a file."""
    listed = text.lstrip().startswith("[")
    return Target.of(parse_json(text)) if listed else read_target(Path(text))
