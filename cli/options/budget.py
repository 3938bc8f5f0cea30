"""--budget: time in place of numbers of games."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from ...api.texts.keywords import KEYWORDS
from ..parameters.time_span import Budget
from .grouped import grouped_option, was_given


def budget_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --budget; the command receives seconds, or None."""
    return grouped_option("--budget", type=Budget(), **KEYWORDS["budget"].option())(command)


def sizes_given(sizes: Sequence[str]) -> list[click.Parameter]:
    """Return the options among these names that were given to the command that runs."""
    context = click.get_current_context()
    named = [one for one in context.command.params if one.name in sizes]
    return [one for one in named if was_given(context, one)]


def refuse_sizes(budget: float | None, sizes: Sequence[str]) -> None:
    """Refuse numbers that a budget decides, and --quick, which decides them as well."""
    if budget is None:
        return
    for parameter in sizes_given((*sizes, "quick")):
        raise click.UsageError(
            f"--budget decides how much is played: leave out {parameter.opts[0]}"
        )
