"""What the keywords of single kinds of run mean, beside those that kinds share (`keywords`)."""

from collections.abc import Mapping
from typing import Final

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ...arena.ladder.settings import SETUPS
from ...arena.run.headings import RULES, SEARCH, SPEND
from ...arena.run.settings import settings_of
from ...balance.search.goals import DEFAULT, OBJECTIVES
from ...balance.search.settings import NAMED
from ...balance.whatif.settings import AdaptSettings
from ...evolve.styles.settings import AXES, STYLE_AGENT
from .keywords import (
    ALL_NAMED,
    KEYWORDS,
    REPEATED,
    Keyword,
    agent_keyword,
    quick_keyword,
    setups_keyword,
)

_A_AND_B: Final = {
    "a": Keyword("The first setup: its name, text or JSON.", SEARCH, "setup", required=True),
    "b": Keyword("The setup that it plays.", SEARCH, "setup", required=True),
}
_OTHERS: Final = [name for name in OBJECTIVES if name not in (*DEFAULT, "length", "target")]
_ROUNDS: Final = settings_of(AdaptSettings)["rounds"]

OF_KIND: Final[Mapping[str, Mapping[str, Keyword]]] = {
    "match": {
        **_A_AND_B,
        "agent_a": agent_keyword("The agent that plays A; default: --agent."),
        "agent_b": agent_keyword("The agent that plays B; default: --agent."),
        "sprt": Keyword(
            "Stop once it is decided whether A is better by ELO0 at most or by ELO1 at least.",
            SPEND,
            "span",
        ),
    },
    "tournament": {
        "setups": setups_keyword(ALL_NAMED),
        "against": Keyword("Only pairs with this setup: a gauntlet.", SEARCH, "setup"),
    },
    "ladder": {
        "agents": Keyword(
            "The agents, two at least, such as fpu:advances=500.", SEARCH, "agents", required=True
        ),
        "setups": setups_keyword(", ".join(SETUPS)),
        "reference": agent_keyword("Only pairs with this agent."),
    },
    "agreement": {
        "agents": Keyword(
            "An agent that plays; twice at least. The same one twice plays on other seeds. "
            f"Default: {QUICK_AGENT} and {DEFAULT_AGENT}.",
            SEARCH,
            "agents",
        ),
        "setups": setups_keyword(ALL_NAMED),
    },
    "actionspace": {"setups": setups_keyword(", ".join(SETUPS))},
    "explain": _A_AND_B,
    "formation": {
        "setup": Keyword(
            "The setup whose troops are to stand better.", SEARCH, "setup", required=True
        ),
    },
    "improve": {
        "setup": Keyword("The setup that should become better.", SEARCH, "setup", required=True),
        "keep": Keyword(
            'What must stay: champions, "2 scouts", C, charge, "all commands".',
            SEARCH,
            "list",
            REPEATED,
        ),
    },
    "rank": {
        "field": Keyword(
            "The opponents, with weights if wanted, such as Rush=2,Venom=1; default: the mixture "
            "of the metagame.",
            SEARCH,
            "setups",
            f"As for --opponents of evolve counter: files and queries too. {REPEATED}",
        ),
    },
    "meta": {
        "start": Keyword(
            "Setups to start with. Default: the named setups that keep the rules and constraints.",
            SEARCH,
            "setups",
            f"As for --setups of a tournament. {REPEATED}",
        ),
        "quick": quick_keyword(
            "Smaller numbers wherever none is given: a first look of some three minutes."
        ),
    },
    "styles": {
        "over": Keyword(
            "What is mapped: weights of an agent's scripts, or setups.",
            SEARCH,
            "choice",
            choices=tuple(AXES),
        ),
        "agent": agent_keyword(
            f"The agent whose scripts get weights (default {STYLE_AGENT}); with --over setups one "
            "agent for everything, in place of the three that screen, race and judge."
        ),
        "opponent": agent_keyword("The agent that styles play against; default: that of --agent."),
        "setups": setups_keyword(
            f"six that differ; with --over setups, the opponents: {ALL_NAMED}"
        ),
        "scripts": Keyword(
            "Change the weights of these only, such as 'move-*'. Default: all.",
            SEARCH,
            "list",
            REPEATED,
        ),
        "baselines": Keyword(
            "A further opponent in the check. Default: portfolio, mcts and greedy.",
            SPEND,
            "agents",
            REPEATED,
        ),
    },
    "tune": {
        "agent": agent_keyword("The agent to tune, such as fpu:advances=500.", required=True),
        "opponent": agent_keyword(
            "The agent to play against; default: the agent itself, as it is given."
        ),
        "param": Keyword(
            "Values of one parameter, such as k=0.1,0.3,1, in place of the usual ones; a single "
            "value fixes it.",
            SEARCH,
            "list",
            REPEATED,
        ),
        "space": Keyword(
            'The whole space, such as "k=0.1,0.3,1 reuse=true,false"; nothing else is tuned.',
            SEARCH,
            "text",
        ),
        "setups": setups_keyword(", ".join(SETUPS)),
    },
    "whatif": {
        "sweep": Keyword(
            "Several values of a rule, one after the other: a curve, such as "
            "champion.cost=150..250:25.",
            RULES,
            "text",
        ),
        "base": Keyword(
            "A rule of both before and after. Default: standard.",
            RULES,
            "edits",
            f"Or a TOML file of rules. {REPEATED}",
        ),
        "setups": setups_keyword(ALL_NAMED),
        "quick": quick_keyword("Fewer games: less than a minute."),
        "rounds": Keyword(
            _ROUNDS.description or "", SPEND, "whole", least=_ROUNDS.ge, most=_ROUNDS.le
        ),
    },
    "balance": {
        "free": Keyword(
            "Numbers that may change, such as *.cost or champion.*, with limits and a step if "
            "wanted: *.cost=25..400:25.",
            SEARCH,
            "list",
            REPEATED,
            required=True,
        ),
        "objectives": Keyword(
            f"What to improve. Default: {', '.join(DEFAULT)}. Others: {', '.join(_OTHERS)}; length "
            "and target come with their options.",
            SEARCH,
            "list",
            REPEATED,
            choices=tuple(OBJECTIVES),
        ),
        "target": Keyword(
            "How match-ups should end: a JSON list of objects with a, b and score.",
            SEARCH,
            "text",
            "Or a CSV, TOML or JSON file.",
        ),
        "setups": setups_keyword(f"{NAMED} named ones that differ much"),
        "quick": quick_keyword("A first look: fewer setups, candidates and games."),
    },
}
"""By kind and name."""


def keyword_of(kind: str, name: str) -> Keyword:
    """Return what a keyword of a kind means."""
    return OF_KIND.get(kind, {}).get(name) or KEYWORDS[name]
