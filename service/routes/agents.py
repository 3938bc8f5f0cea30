"""Agents with their parameters."""

from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.params import QueryParameter

from ...agents.spec.kinds import AGENTS
from ...agents.spec.presets import PRESETS
from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT, AgentSpec, called
from ...api.listings import agent_values
from ..guard.inputs import check_text


class Agents(msgspec.Struct, kw_only=True):
    """The agents that there are."""

    agents: list[dict[str, Any]]
    presets: dict[str, str]
    """Names for settings of an agent, with its text."""
    default: str
    quick: str


class CheckedAgent(msgspec.Struct, kw_only=True):
    """An agent's text, read."""

    agent: str
    """As it is always written."""
    called: str
    """As people call it."""
    values: dict[str, Any]
    """Its parameters."""


@get("/agents", sync_to_thread=True, tags=["agents"])
def list_agents() -> Agents:
    """List the agents with their parameters, defaults and limits."""
    return Agents(
        agents=[agent_values(kind) for kind in AGENTS.values()],
        presets=dict(PRESETS),
        default=DEFAULT_AGENT,
        quick=QUICK_AGENT,
    )


@get("/agents/check", sync_to_thread=True, tags=["agents"])
def check_agent(
    agent: Annotated[str, QueryParameter(max_length=2000, description="Such as fpu:advances=500.")],
) -> CheckedAgent:
    """Check an agent's text."""
    check_text(agent, "agent")
    spec = AgentSpec.parse(agent)
    values = dict(zip(spec.names, spec.values, strict=True))
    return CheckedAgent(agent=str(spec), called=called(str(spec)), values=values)


HANDLERS = (list_agents, check_agent)
