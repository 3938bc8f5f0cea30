"""What the settings of every search are checked by."""

from collections.abc import Mapping

from ..agents.spec import AgentSpec
from .errors import EvolveError


def check_least(settings: object, least: Mapping[str, int]) -> None:
    """Refuse settings of which a number, by name, is less than it has to be."""
    for name, number in least.items():
        if getattr(settings, name) < number:
            word = name.replace("_", "-")
            raise EvolveError(f"{word} is {number} at least, not {getattr(settings, name)}")


def repeatable(agent: AgentSpec | str) -> str:
    """Return an agent's canonical text, if its games can be repeated."""
    spec = AgentSpec.parse(agent) if isinstance(agent, str) else agent
    if spec.ms:
        raise EvolveError(
            f"{spec} thinks by the clock, so its games could not be repeated; "
            "give it advances or iterations"
        )
    return str(spec)
