"""The declaration of a ladder."""

from ...setups.catalogue import SIX_UNLIKE
from ..run.headings import SEARCH
from ..run.keywords import Keyword, agent_keyword, setups_keyword
from ..run.kinds import AGENTS, RunKind
from ..run.titles import agents_in
from .settings import LadderSettings

KIND = RunKind(
    module=__name__,
    name="ladder",
    command="ladder",
    title="Ladder of agents",
    about="Agents play each other on the same setups, and are rated in Elo.",
    group=AGENTS,
    example={"agents": ["quick", "greedy", "random"], "games": 24},
    first=("agents",),
    options=(
        Keyword(
            name="agents",
            about="The agents, two at least, such as fpu:advances=500.",
            group=SEARCH,
            input="agents",
            required=True,
            argument=True,
        ),
        setups_keyword(", ".join(SIX_UNLIKE)),
        agent_keyword("reference", "Only pairs with this agent."),
        LadderSettings,
    ),
    engines=True,
    task="LadderTask",
    result="LadderResult",
    titled=lambda _, agents: f"Ladder of {agents_in(agents)}",
)
