"""What keywords of runs mean: text, heading and form of each, once for all that show them.

    keyword("setups").about       # on a page, in a form
    keyword("setups").help        # of the command line, which takes files and queries as well

Keywords that are settings are described in their Settings class; here are the others that several
kinds share. Those of one kind are in `kind_keywords`.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ...arena.run.headings import OUTPUT, RULES, SEARCH, SPEND
from ...engine.rules.stats import COMMANDS, MAX_TROOPS
from ..inputs.rules import SPACES

Input = Literal[
    "text",
    "whole",
    "number",
    "yes-no",
    "choice",
    "setup",
    "setups",
    "agent",
    "agents",
    "edits",
    "span",
    "list",
]
"""How a value is given in a form; a span is two numbers, edits are changes of rules."""


@dataclass(frozen=True)
class Keyword:
    """What a keyword means."""

    about: str
    group: str
    """The heading that it stands under."""
    input: Input
    typed: str = ""
    """What only the command line takes: files, queries, an option twice."""
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    required: bool = False
    """Whether no run begins without it."""

    @property
    def help(self) -> str:
        """The text of its option."""
        return f"{self.about} {self.typed}".strip()

    def option(self) -> dict[str, Any]:
        """Return its heading and text as an option of the command line has them."""
        return {"group": self.group, "help": self.help}


def setups_keyword(default: str) -> Keyword:
    """Return `setups`; `default` says which setups there are without it."""
    return Keyword(
        f"Setups by name (all: the 31), text or JSON. Default: {default}.",
        SEARCH,
        "setups",
        f"Also a file with one a line, or an SQL query with a column setup. {REPEATED}",
    )


def quick_keyword(about: str) -> Keyword:
    """Return `quick`, which plays less."""
    return Keyword(about, SPEND, "yes-no")


def agent_keyword(about: str, group: str = SEARCH, *, required: bool = False) -> Keyword:
    """Return a keyword that takes the text of an agent."""
    return Keyword(about, group, "agent", required=required)


REPEATED: Final = "May be repeated."
ALL_NAMED: Final = "the 31 of the thesis"
MOST_POINTS: Final = 1_000_000

KEYWORDS: Final = {
    "set": Keyword(
        "Change a rule, such as champion.cost=225, charge.cooldown=4 or obstacles=12.",
        RULES,
        "edits",
        f"conquest-opt rules lists them. {REPEATED}",
    ),
    "actions": Keyword(
        "Action space: as the thesis reduces it (default), or the full game.",
        RULES,
        "choice",
        choices=tuple(SPACES),
    ),
    "budget": Keyword(
        "Time to spend, such as 15m or 8h; sets the numbers of games before the run begins.",
        SPEND,
        "text",
    ),
    "seed": Keyword(
        "The same seed gives the same games.", SPEND, "whole", least=0, most=(1 << 64) - 1
    ),
    "events": Keyword("Store every action of every game.", OUTPUT, "yes-no"),
    "save_games": Keyword("Store whole games, for replay.", OUTPUT, "yes-no"),
    "require": Keyword(
        "A constraint such as C>=2, S+F<=4 or 2*charge+M<K+3.", SEARCH, "list", REPEATED
    ),
    "with_commands": Keyword(
        "Only setups with this command.", SEARCH, "list", REPEATED, choices=tuple(COMMANDS)
    ),
    "without_commands": Keyword(
        "Only setups without this command.", SEARCH, "list", REPEATED, choices=tuple(COMMANDS)
    ),
    "points": Keyword(
        "Only setups that cost this many points.", SEARCH, "span", least=0, most=MOST_POINTS
    ),
    "troops": Keyword(
        "Only setups with this many troops.", SEARCH, "span", least=0, most=MAX_TROOPS
    ),
    "agent": agent_keyword(
        f"The agent that plays, such as fpu:advances=500; default: {DEFAULT_AGENT}.", SPEND
    ),
    "quick": quick_keyword(f"Played by {QUICK_AGENT}, for a first look."),
    "target": Keyword("The setup to beat.", SEARCH, "setup"),
    "opponents": Keyword(
        "Several to beat in place of one, each with =WEIGHT if wanted, such as Rush=2,Venom=1.",
        SEARCH,
        "setups",
        "Files and queries as for --setups of a tournament; a query may have a column weight. "
        f"{REPEATED}",
    ),
    "against": Keyword(
        "The opponents: a setup, several with weights such as Rush=2,Venom=1, or all (the 31 "
        "named ones); default: the mixture of the metagame.",
        SEARCH,
        "setups",
        f"Also a file, or a query, which may have a column weight. {REPEATED}",
    ),
}
"""Keywords that several kinds of run share."""
