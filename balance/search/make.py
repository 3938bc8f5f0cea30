"""A search for edits of the rules towards a richer game."""

from collections.abc import Sequence
from typing import Any

from ...arena.inputs.asked import Asked
from ...arena.inputs.setup_lists import read_setups
from ...engine.reading.files import parse_json
from ..rules.fielding import diverse
from .goals import DEFAULT
from .settings import NAMED, QUICK, QUICK_NAMED, BalanceSettings
from .space import RuleSpace
from .target import Target
from .task import BalanceTask


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
    graph = Target.of(parse_json(target)) if target else None
    more = {"length": "length" in values, "target": graph is not None}
    wanted = [*(objectives or DEFAULT), *(name for name, given in more.items() if given)]
    sizes: dict[str, Any] = (QUICK if quick else {}) | values
    settings = BalanceSettings(objectives=tuple(dict.fromkeys(wanted)), **sizes)
    chosen = named or diverse(space.rules, QUICK_NAMED if quick else NAMED)
    return BalanceTask.of(settings, space, chosen, graph, asked.seed)
