"""Which agent plays: --agent and --quick."""

from collections.abc import Callable
from typing import Any

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ...arena.run.headings import SPEND
from ..parameters.style_texts import AGENT
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
