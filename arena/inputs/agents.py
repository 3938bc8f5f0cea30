"""The agent that is asked for, or one of two defaults."""

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ...engine.reading.input_error import mention
from .errors import RequestError


def chosen_agent(
    agent: str | None,
    quick: bool,
    default: str = DEFAULT_AGENT,
    quick_agent: str = QUICK_AGENT,
) -> str:
    """Return the agent that was asked for, or one of two defaults."""
    if agent and quick:
        quickly = mention("quick")
        said = f"{quickly} chooses the agent: leave out {mention('agent')} or {quickly}"
        raise RequestError(said, field="agent")
    return agent or (quick_agent if quick else default)
