"""The declaration of a tuning."""

from ...agents.spec.spec import called
from ...arena.run.headings import SEARCH
from ...arena.run.keywords import REPEATED, Keyword, agent_keyword, setups_keyword
from ...arena.run.kinds import AGENTS, RunKind
from ...setups.catalogue import SIX_UNLIKE
from .settings import TuneSettings

KIND = RunKind(
    module=__name__,
    name="tune",
    command="tune",
    title="Tuning of an agent",
    about="Searches for the best parameters of an agent. The best are checked on new games.",
    group=AGENTS,
    example={"agent": "mcts:advances=100", "iterations": 20, "check_games": 60},
    first=("agent",),
    options=(
        agent_keyword(
            "agent",
            "The agent to tune, such as fpu:advances=500.",
            required=True,
            argument=True,
        ),
        agent_keyword(
            "opponent", "The agent to play against; default: the agent itself, as it is given."
        ),
        Keyword(
            name="param",
            about="Values of one parameter, such as k=0.1,0.3,1, in place of the usual ones; a "
            "single value fixes it.",
            group=SEARCH,
            input="list",
            typed=REPEATED,
        ),
        Keyword(
            name="space",
            about='The whole space, such as "k=0.1,0.3,1 reuse=true,false"; nothing else is tuned.',
            group=SEARCH,
            input="text",
        ),
        TuneSettings,
        setups_keyword(", ".join(SIX_UNLIKE)),
    ),
    task="TuneTask",
    result="TuneResult",
    titled=lambda form, _: f"Tuning of {called(form['parameters']['base'])}",
)
