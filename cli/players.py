"""Which agent plays: --agent and --quick, and notes on setups that break the limits."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from ..engine.rules import Ruleset
from ..setups.catalogue import catalogue_setup
from ..setups.setup import Setup


def agent_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --agent and --quick; the command receives both."""
    quick = click.option(
        "--quick", is_flag=True, help="A cheaper agent, for a first look (not with --agent)."
    )
    agent = click.option(
        "--agent", metavar="AGENT", help="Who plays, such as fpu:advances=500; default: tactician."
    )
    return agent(quick(command))


def chosen_agent(agent: str | None, quick: bool) -> str:
    """Return the agent that was asked for, or a preset."""
    from ..agents.spec import DEFAULT_AGENT, QUICK_AGENT  # noqa: PLC0415

    if agent and quick:
        raise click.UsageError("--quick chooses the agent: leave out --agent or --quick")
    return agent or (QUICK_AGENT if quick else DEFAULT_AGENT)


def note_illegal(setups: Sequence[str], rules: Ruleset) -> None:
    """Say which of one's own setups no player could buy; they are played all the same."""
    for text in setups:
        if not catalogue_setup(text):
            for fault in Setup.parse(text).faults(rules):
                click.echo(f"note: {text} {fault}", err=True)
