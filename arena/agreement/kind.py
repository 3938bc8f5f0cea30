"""The declaration of a measurement of agreement."""

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ..run.headings import SEARCH
from ..run.keywords import ALL_NAMED, Keyword, setups_keyword
from ..run.kinds import AGENTS, RunKind
from ..run.titles import agents_in
from .settings import AgreementSettings

KIND = RunKind(
    module=__name__,
    name="agreement",
    command="agreement",
    title="Agreement of agents",
    about="How far agents agree about which setups are good, beyond what chance explains.",
    group=AGENTS,
    example={"agents": ["greedy", "quick"], "setups": ["Default", "Rush", "Venom", "IAmWarrior"]},
    first=("agents",),
    options=(
        Keyword(
            name="agents",
            about="An agent that plays; twice at least. The same one twice plays on other seeds. "
            f"Default: {QUICK_AGENT} and {DEFAULT_AGENT}.",
            group=SEARCH,
            input="agents",
            option="agent",
        ),
        setups_keyword(ALL_NAMED),
        AgreementSettings,
    ),
    task="AgreementTask",
    result="AgreementResult",
    titled=lambda _, agents: f"Agreement of {agents_in(agents)}",
)
