"""Options and arguments made from keywords: name, heading, help and type stand there alone."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import click

from ...arena.run.keywords import BUDGET, MOST_POINTS, SET, Keyword
from ...engine.reading.input_error import spelled
from ...engine.rules.stats import MAX_TROOPS
from ..parameters.completing import Named, RuleEdit
from ..parameters.numbers import Whole
from ..parameters.ranges import Range
from ..parameters.style_texts import AGENT, SETUP, SETUPS
from ..parameters.time_span import Budget
from .grouped import as_option, grouped_option

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
Odd = Mapping[str, Any]
"""What the terminal alone knows of an option: what a shell completes, how its value is written."""

_SETUPS: Final = {"type": SETUPS, "metavar": "SETUPS"}
_ODD: Final[Mapping[str, Odd]] = {
    "target": {"metavar": "SETUP"},
    "with_commands": {"metavar": "COMMAND"},
    "without_commands": {"metavar": "COMMAND"},
    "require": {"metavar": "TEXT"},
    "points": {"type": Range("900..1000", MOST_POINTS)},
    "troops": {"type": Range("3..6", MAX_TROOPS)},
    SET.name: {"type": RuleEdit("EDIT"), "metavar": "NAME=VALUE"},
    BUDGET.name: {"type": Budget()},
}
"""Of keywords that several commands share."""


def keyword_option(keyword: Keyword, odd: Odd | None = None) -> Decorator:
    """Return what adds the option of a keyword, or its argument; a command receives it by name."""
    given = {**_typed(keyword), **_ODD.get(keyword.name, {}), **(odd or {})}
    if keyword.argument:
        several = {"nargs": -1} if keyword.several else {}
        return click.argument(keyword.name, required=False, **several, **given)
    if keyword.input == "yes-no":
        given["is_flag"] = True
    if keyword.default is not None:
        given |= {"default": keyword.default, "show_default": True}
    if keyword.usual is not None:
        given["show_default"] = spelled(keyword.usual, as_option)
    return grouped_option(
        f"--{keyword.word}",
        keyword.name,
        group=keyword.group,
        help=spelled(keyword.help, as_option),
        **({"multiple": True} if keyword.several else {}),
        **given,
    )


def _typed(keyword: Keyword) -> dict[str, Any]:
    """Return the type of a keyword's values, and what stands for one in help."""
    if keyword.input in ("list", "text") and keyword.choices:
        return {"type": Named("NAME", lambda: keyword.choices)}
    match keyword.input:
        case "setup":
            return {"type": SETUP}
        case "setups":
            return dict(_SETUPS)
        case "agent" | "agents":
            return {"type": AGENT}
        case "choice":
            return {"type": click.Choice(list(keyword.choices))}
        case "whole":
            least, most = keyword.least, keyword.most
            low, high = (None if end is None else int(end) for end in (least, most))
            return {"type": Whole(low, high)}
        case _:
            return {}
