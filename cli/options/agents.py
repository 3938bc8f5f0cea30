"""Which agent plays: --agent and --quick.

An agent may be another program. One that was typed, `engine:COMMAND`, may start its program. One
that comes from a --config file or a stored run, which somebody else may have written, starts it
only if --start-engine names the same command.
"""

import shlex
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from ...agents.spec.engine_spec import EngineSpec, command_words, is_engine
from ...agents.spec.parameters import AgentError
from ...api.texts.keywords import KEYWORDS
from ...arena.run.headings import SPEND, WHERE
from ..parameters.style_texts import AGENT
from .grouped import grouped_option

if TYPE_CHECKING:
    from ...arena.run.task import Task


def agent_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --agent and --quick; the command receives both."""
    does, quickly = KEYWORDS["agent"].help, KEYWORDS["quick"].help
    return agent_options_with(does, quickly)(command)


def agent_options_with(does: str, quickly: str) -> Callable[..., Any]:
    """Add --agent and --quick with helps of their own."""
    quick = grouped_option("--quick", group=SPEND, is_flag=True, help=quickly)
    agent = grouped_option("--agent", group=SPEND, type=AGENT, help=does)
    return lambda command: agent(quick(command))


# ---- other programs ------------------------------------------------------------------------------

OPTION: Final = "--start-engine"
_META: Final = "conquest_opt.start_engine"


def _read(context: click.Context, _: click.Parameter, commands: tuple[str, ...]) -> None:
    """Keep the commands that are named."""
    try:
        named = [str(EngineSpec(command_words(command))) for command in commands]
    except AgentError as error:
        raise click.UsageError(str(error)) from None
    context.meta[_META] = named


def engine_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --start-engine to a command in which other programs may play."""
    option = grouped_option(
        OPTION,
        group=WHERE,
        metavar="COMMAND",
        multiple=True,
        callback=_read,
        expose_value=False,
        help="Let a resumed run or a --config file start this program, which it names as "
        "engine:COMMAND. May be repeated.",
    )
    return option(command)


def named_engines(context: click.Context) -> tuple[str, ...]:
    """Return the engines that the user named: as agents that were typed, or by --start-engine."""
    typed: list[str] = list(context.meta.get(_META, ()))
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.type is AGENT and source is not ParameterSource.DEFAULT_MAP:
            value = context.params.get(parameter.name or "") or ()
            typed += filter(is_engine, (value,) if isinstance(value, str) else value)
    try:
        return tuple(dict.fromkeys(str(EngineSpec.parse(text)) for text in typed))
    except AgentError as error:
        raise click.UsageError(str(error)) from None


def engine_commands(engines: Sequence[str]) -> list[str]:
    """Return the commands of engines, each once, as they are typed."""
    return list(dict.fromkeys(EngineSpec.parse(engine).command_line for engine in engines))


def refuse_unnamed(task: "Task", named: Sequence[str], cluster: str | None) -> None:
    """Refuse programs that the user did not name, and programs on a cluster."""
    if task.engines and cluster:
        raise click.UsageError(f"{task.engines[0]} is started on this machine: leave out --cluster")
    known = engine_commands(named)
    for command in engine_commands(task.engines):
        if command not in known:
            raise click.UsageError(
                f"the run would start a program that you have not named: {command}\n"
                f"If you trust it, add: {OPTION} {shlex.quote(command)}"
            )
