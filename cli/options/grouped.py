"""Options under headings: `--help` shows what to search before where it runs."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from ...arena.run.headings import GROUPS
from ..terminal.groups import LazyGroup


class GroupedOption(click.Option):
    """An option that belongs under a heading."""

    def __init__(self, *args: Any, group: str = "", **values: Any) -> None:
        super().__init__(*args, **values)
        self.group = group


def grouped_option(*names: str, group: str, **values: Any) -> Callable[..., Any]:
    """Add an option under a heading."""
    return click.option(*names, cls=GroupedOption, group=group, **values)


def with_options(
    command: Callable[..., Any], options: Sequence[Callable[..., Any]]
) -> Callable[..., Any]:
    """Add options to a command, in this order."""
    for option in reversed(options):
        command = option(command)
    return command


class _GroupedHelp(click.Command):
    """Lists options by heading; `first` names the one that matters most for the command."""

    def __init__(self, *args: Any, first: str = GROUPS[0], **values: Any) -> None:
        super().__init__(*args, **values)
        self._first = first

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of each heading, and then those without one."""
        records: dict[str, list[tuple[str, str]]] = {group: [] for group in (self._first, *GROUPS)}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                group = getattr(parameter, "group", "") or "Options"
                records.setdefault(group, []).append(record)
        for group, rows in records.items():
            if rows:
                with formatter.section(group):
                    formatter.write_dl(rows)


class RunCommand(_GroupedHelp, click.Command):
    """A command that runs games."""


class RunGroup(_GroupedHelp, LazyGroup):
    """A command that runs games and has commands below it."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options by heading, and the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)
