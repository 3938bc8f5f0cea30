"""Options under headings: `--help` shows what to search before where it runs.

Values may come from the command line, or from a file (`config`) in place of defaults. Errors say
which file that was.
"""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import click

from ...arena.run.headings import GROUPS
from ..terminal.groups import LazyGroup

FILE: Final = "conquest_opt.config"
"""Under this name a context has the file that options come from."""

_GIVEN: Final = (click.core.ParameterSource.COMMANDLINE, click.core.ParameterSource.DEFAULT_MAP)


class GroupedOption(click.Option):
    """An option that belongs under a heading."""

    def __init__(self, *args: Any, group: str = "", **values: Any) -> None:
        super().__init__(*args, **values)
        self.group = group

    def consume_value(
        self, ctx: click.Context, opts: Mapping[str, Any]
    ) -> tuple[Any, click.core.ParameterSource]:
        """Return the value and where it is from: a file counts before the environment."""
        value, source = super().consume_value(ctx, opts)
        name = self.name or ""
        if source is click.core.ParameterSource.ENVIRONMENT and name in (ctx.default_map or {}):
            return ctx.lookup_default(name), click.core.ParameterSource.DEFAULT_MAP
        return value, source


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


def keys_of(command: click.Command) -> dict[str, click.Parameter]:
    """Return the parameters of a command as files call them: --race-games is race-games."""
    return {
        max(one.opts, key=len).removeprefix("--"): one
        for one in command.params
        if not isinstance(one, click.Option) or one.name != "help"
    }


def was_given(context: click.Context, parameter: click.Parameter) -> bool:
    """Return whether a value was given, at the command line or in a file."""
    return context.get_parameter_source(parameter.name or "") in _GIVEN


def refuse_before(context: click.Context) -> None:
    """Refuse options that stand before a subcommand, which has its own: they would do nothing."""
    for parameter in context.command.params:
        if was_given(context, parameter):
            below = context.invoked_subcommand
            raise click.UsageError(
                f"{parameter.opts[0]} before {below} would count for nothing: options of "
                f"{below} follow it"
            )


def as_option(name: str, value: str = "") -> str:
    """Spell a field of an error or a help text as the command line has it: --race-games."""
    context = click.get_current_context(silent=True)
    params = context.command.params if context else []
    own = next((one for one in params if one.name == name), None)
    word = max(own.opts, key=len) if own else f"--{name.replace('_', '-')}"
    if isinstance(own, click.Argument):
        word = own.make_metavar(context).strip("[]") if context else name.upper()
    return f"{word} {shlex.quote(value)}" if value else word


@contextmanager
def _named_file(context: click.Context) -> Iterator[None]:
    """Have errors say which file options came from, and of a single value its key."""
    try:
        yield
    except click.ClickException as error:
        file, parameter = context.meta.get(FILE), getattr(error, "param", None)
        if file is None:
            raise
        if parameter is not None and isinstance(error, click.BadParameter):
            source = context.get_parameter_source(parameter.name or "")
            if source is click.core.ParameterSource.DEFAULT_MAP:
                key = max(parameter.opts, key=len).removeprefix("--")
                raise click.UsageError(f"{file}: {key}: {error.message}", context) from None
            raise
        vars(error)["message"] = f"{error.message} (with the options of {file})"
        raise


class _GroupedHelp(click.Command):
    """Lists options by heading; `first` names the one that matters most for the command."""

    def __init__(self, *args: Any, first: str = GROUPS[0], **values: Any) -> None:
        super().__init__(*args, **values)
        self._first = first

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; errors name the file that a value is from."""
        with _named_file(ctx):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; errors name the file that options are from."""
        with _named_file(ctx):
            return super().invoke(ctx)

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
