"""What is to be said of an option or an argument: read off click's own parameters, in one place.

The page of commands and the manual pages are made of these.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import click

from ..options.grouped import GroupedOption


@dataclass(frozen=True, kw_only=True)
class Described:
    """A parameter as a reference lists it; texts are empty where there is nothing to say."""

    names: str
    """As typed: `--games INTEGER`, `-o, --output DIR`, `[RUN]`."""
    about: str
    default: str
    limits: str
    """`1 to 1024`, or the choices."""
    variable: str
    """Of the environment."""
    flag: bool
    """Whether it takes no value."""
    group: str
    """The heading under which help lists it."""


def described(context: click.Context) -> Iterator[Described]:
    """Yield what is to be said of each parameter of a command, arguments first."""
    parameters = [p for p in context.command.get_params(context) if "--help" not in p.opts]
    for parameter in sorted(parameters, key=lambda p: isinstance(p, click.Option)):
        if isinstance(parameter, click.Option):
            yield _option(context, parameter)
        else:
            yield _argument(context, parameter)


def walk(context: click.Context) -> Iterator[click.Context]:
    """Yield the context of a command and of all below it, in the order in which help lists them."""
    yield context
    group = context.command
    if isinstance(group, click.Group):
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            if command is not None and not command.hidden:
                yield from walk(click.Context(command, parent=context, info_name=name))


def _option(context: click.Context, option: click.Option) -> Described:
    names = ", ".join([*option.opts, *option.secondary_opts])
    metavar = "" if option.is_flag else f" {option.make_metavar(context)}"
    extra: Any = option.get_help_extra(context)
    return Described(
        names=names + metavar.removesuffix(" RANGE"),
        about=" ".join((option.help or "").split()),
        default=str(extra.get("default", "")).removeprefix("(").removesuffix(")"),
        limits=_limits(option.type),
        variable=_variable(option),
        flag=option.is_flag,
        group=option.group if isinstance(option, GroupedOption) else "",
    )


def _argument(context: click.Context, argument: click.Parameter) -> Described:
    return Described(
        names=argument.make_metavar(context),
        about="",
        default="",
        limits=_limits(argument.type),
        variable="",
        flag=False,
        group="",
    )


def _limits(kind: click.ParamType) -> str:
    if isinstance(kind, click.Choice):
        return ", ".join(map(str, kind.choices))
    low, high = (getattr(kind, name, None) for name in ("min", "max"))
    if low is not None and high is not None:
        return f"{low:,} to {high:,}"
    if high is not None:
        return f"{high:,} at most"
    return f"{low:,} at least" if low is not None else ""


def _variable(option: click.Option) -> str:
    names = option.envvar or ()
    return names if isinstance(names, str) else ", ".join(names)
