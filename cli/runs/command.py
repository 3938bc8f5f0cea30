"""`kind_command`: the command of a kind of run, made from its declaration.

    @kind_command("counter")
    def command() -> None:
        \"\"\"Search for setups that beat a target, by evolution. ...\"\"\"

The module of a command keeps its help text, and what only the terminal knows of its options.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import click

from ...arena.run.keywords import Keyword
from ...arena.run.kinds import RunKind
from ...balance.kinds import KINDS
from ..options.agents import engine_option
from ..options.grouped import RunCommand, refuse_before, with_options
from ..options.keywords import Odd, keyword_option
from ..options.rules import ACTIONS_OPTION, FILE_OPTION, SET_OPTION
from ..options.run_options import RUN_OPTIONS
from ..options.settings import settings_options
from ..options.setups_file import setups_file_option
from .running import run_command

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def kind_command(
    kind: str,
    *,
    cls: type[click.Command] = RunCommand,
    odd: Mapping[str, Odd] | None = None,
    **values: Any,
) -> Callable[[Callable[[], None]], click.Command]:
    """Return what makes the command of a function that has its help text and does nothing.

    `odd` are attributes of options by keyword: a type that completes, how a value is written.
    """

    def decorate(function: Callable[[], None]) -> click.Command:
        def callback(**_: Any) -> None:
            context = click.get_current_context()
            if context.invoked_subcommand:
                refuse_before(context)
            else:
                run_command(kind, context)

        own = with_options(callback, list(_options(KINDS[kind], odd or {})))
        help_text = inspect.cleandoc(function.__doc__ or "")
        return click.command(cls=cls, name=kind, help=help_text, **values)(own)

    return decorate


def _options(kind: RunKind, odd: Mapping[str, Odd]) -> Iterator[Decorator]:
    """Yield what adds each option, in the order of help."""
    yield from (SET_OPTION, FILE_OPTION)
    if "actions" not in kind.refuses:
        yield ACTIONS_OPTION
    takes_setups = False
    for one in kind.options:
        if isinstance(one, Keyword):
            yield keyword_option(one, odd.get(one.name))
            takes_setups |= one.input in ("setup", "setups")
        else:
            yield from settings_options(one, kind.keywords, kind.quick)
    if takes_setups:
        yield setups_file_option
    if kind.engines:
        yield engine_option
    yield from RUN_OPTIONS
