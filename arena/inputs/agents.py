"""The agent that is asked for, or one of two defaults."""

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from .errors import RequestError


def chosen_agent(
    agent: str | None,
    quick: bool,
    default: str = DEFAULT_AGENT,
    quick_agent: str = QUICK_AGENT,
) -> str:
    """Return the agent that was asked for, or one of two defaults."""
    if agent and quick:
        raise RequestError("--quick chooses the agent: leave out --agent or --quick")
    return agent or (quick_agent if quick else default)
