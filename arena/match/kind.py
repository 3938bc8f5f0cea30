"""The declaration of a match."""

from collections.abc import Sequence

from ...agents.spec.spec import called
from ...engine.reading.input_error import mention
from ...results.store.runs import entrants_of
from ..run.headings import SPEND
from ..run.keywords import A_AND_B, AGENT, QUICK, Keyword, agent_keyword
from ..run.kinds import GAMES, Form, RunKind
from .settings import MatchSettings


def _title(form: Form, agents: Sequence[str]) -> str:
    one, other, *_ = entrants_of(form)
    if one == other and len(agents) > 1:
        return f"{called(agents[0])} against {called(agents[1])}, both with {one}"
    return f"{one} against {other}"


KIND = RunKind(
    module=__name__,
    name="match",
    command="match",
    title="Match",
    about="Two setups, or two agents, play each other with sides swapped. The score comes with its "
    "95 % interval.",
    group=GAMES,
    example={"a": "Default", "b": "Rush", "quick": True},
    first=("a", "b"),
    options=(
        *A_AND_B,
        agent_keyword("agent_a", f"The agent that plays A; default: {mention('agent')}."),
        agent_keyword("agent_b", f"The agent that plays B; default: {mention('agent')}."),
        Keyword(
            name="sprt",
            about="Stop once it is decided whether A is better by ELO0 at most or by ELO1 at "
            "least.",
            group=SPEND,
            input="span",
            python=tuple[float, float] | None,
        ),
        MatchSettings,
        AGENT,
        QUICK,
    ),
    engines=True,
    task="MatchTask",
    result="MatchResult",
    titled=_title,
)
