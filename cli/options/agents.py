"""Which agent plays: --agent and --quick, and notes on setups that break the limits."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ...arena.run.headings import SPEND
from ...engine.rules.ruleset import Ruleset
from ...setups.catalogue import catalogue_setup
from ...setups.setup import Setup, is_json
from ..parameters.style_texts import AGENT
from ..terminal.output import say
from .grouped import grouped_option


def agent_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --agent and --quick; the command receives both."""
    does = f"The agent that plays, such as fpu:advances=500; default: {DEFAULT_AGENT}."
    return agent_options_with(does, f"Played by {QUICK_AGENT}, for a first look.")(command)


def agent_options_with(does: str, quickly: str) -> Callable[..., Any]:
    """Add --agent and --quick with helps of their own."""
    quick = grouped_option("--quick", group=SPEND, is_flag=True, help=quickly)
    agent = grouped_option("--agent", group=SPEND, type=AGENT, help=does)
    return lambda command: agent(quick(command))


def chosen_agent(agent: str | None, quick: bool, default: str = DEFAULT_AGENT) -> str:
    """Return the agent that was asked for, or a preset."""
    if agent and quick:
        raise click.UsageError("--quick chooses the agent: leave out --agent or --quick")
    return agent or (QUICK_AGENT if quick else default)


def note_illegal(setups: Sequence[str], rules: Ruleset) -> None:
    """Say which of one's own setups no player could buy; they are played all the same."""
    for text in setups:
        if not catalogue_setup(text):
            given = Setup.parse(text)
            called = str(given) if is_json(text) else text
            for fault in given.faults(rules):
                say(f"note: {called} {fault}", err=True)
