"""Which agent plays: --agent and --quick.

An agent may be another program. One that was typed, `engine:COMMAND`, may start its program. One
that comes from a --config file or a stored run, which somebody else may have written, starts it
only if --start-engine names the same command.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import click
from click.core import ParameterSource

from ...agents.spec.engine_spec import EngineSpec, command_words, is_engine
from ...agents.spec.parameters import AgentError
from ...arena.run.headings import WHERE
from ...arena.run.keywords import AGENT as AGENT_KEYWORD
from ...arena.run.keywords import QUICK
from ..parameters.style_texts import AGENT
from .grouped import grouped_option
from .keywords import keyword_option


def agent_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --agent and --quick; the command receives both."""
    return keyword_option(AGENT_KEYWORD)(keyword_option(QUICK)(command))


def agent_options_with(does: str, quickly: str) -> Callable[..., Any]:
    """Add --agent and --quick with helps of their own."""
    agent, quick = replace(AGENT_KEYWORD, about=does), replace(QUICK, about=quickly)
    return lambda command: keyword_option(agent)(keyword_option(quick)(command))


# ---- other programs ------------------------------------------------------------------------------

engine_option = grouped_option(
    "--start-engine",
    group=WHERE,
    metavar="COMMAND",
    multiple=True,
    help="Let a resumed run or a --config file start this program, which it names as "
    "engine:COMMAND. May be repeated.",
)
"""Adds --start-engine to a command in which other programs may play."""


def named_engines(context: click.Context) -> tuple[str, ...]:
    """Return the engines that the user named: as agents that were typed, or by --start-engine."""
    named = [*(context.params.get("start_engine") or ())]
    typed: list[str] = []
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.type is AGENT and source is not ParameterSource.DEFAULT_MAP:
            value = context.params.get(parameter.name or "") or ()
            typed += filter(is_engine, (value,) if isinstance(value, str) else value)
    try:
        named = [str(EngineSpec(command_words(command))) for command in named]
        return tuple(dict.fromkeys([*named, *(str(EngineSpec.parse(text)) for text in typed)]))
    except AgentError as error:
        raise click.UsageError(str(error)) from None


def engine_commands(engines: Sequence[str]) -> list[str]:
    """Return the commands of engines, each once, as they are typed."""
    return list(dict.fromkeys(EngineSpec.parse(engine).command_line for engine in engines))
