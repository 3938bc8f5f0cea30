"""--budget: time in place of numbers of games."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from ...arena.run.headings import SPEND
from .grouped import grouped_option
from .time_span import Budget


def budget_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --budget; the command receives seconds, or None."""
    return grouped_option(
        "--budget",
        group=SPEND,
        type=Budget(),
        help="Time to spend, such as 15m or 8h; sets the numbers of games before the run begins.",
    )(command)


def was_given(name: str) -> bool:
    """Return whether an option of the command that runs was given."""
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


def refuse_sizes(budget: float | None, sizes: Sequence[str]) -> None:
    """Refuse numbers that a budget decides, and --quick, which decides them as well."""
    if budget is None:
        return
    for parameter in click.get_current_context().command.params:
        if parameter.name in (*sizes, "quick") and was_given(parameter.name):
            raise click.UsageError(
                f"--budget decides how much is played: leave out {parameter.opts[0]}"
            )
