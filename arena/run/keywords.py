"""`Keyword`: what a kind of run is asked for beside its settings, once for all interfaces.

    Keyword(name="agent_a", about="The agent that plays A.", group=SEARCH, input="agent")

The option of the command line, the keyword of Python, the field of a form and the texts of all
three are made from it. Here are also those that several kinds share; a kind has its own in its
declaration. No kernel is imported: help shows these texts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ...engine.rules.stats import COMMANDS, MAX_TROOPS
from ..inputs.rules import SPACES
from .headings import OUTPUT, RULES, SEARCH, SPEND

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

SEVERAL: Final = ("setups", "agents", "edits", "list")
"""Inputs that take several values."""


@dataclass(frozen=True, kw_only=True)
class Keyword:
    """What a keyword means, and how it is given."""

    name: str
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
    argument: bool = False
    """Whether the command line takes it without a name."""
    option: str = ""
    """The name of its option, where that is not its own."""
    default: Any = None
    usual: str | None = None
    """What help shows as the value without it."""
    weighted: bool = False
    """Whether setups may have weights, such as Rush=2."""
    read: str = ""
    """MODULE:NAME of what replaces a value that names a file by what the file says."""
    python: Any = None
    """Its type in Python, where that does not follow from its input."""

    @property
    def help(self) -> str:
        """The text of its option."""
        return f"{self.about} {self.typed}".strip()

    @property
    def word(self) -> str:
        """What the command line and files call it: race-games."""
        return self.option or self.name.replace("_", "-")

    @property
    def several(self) -> bool:
        """Whether it takes several values."""
        return self.input in SEVERAL

    @property
    def type(self) -> Any:
        """Its type in Python."""
        return self.python or (_TYPES[self.input] if self.default is None else type(self.default))

    @property
    def missing(self) -> Any:
        """What it is in Python where it is not given."""
        return self.default if self.default is not None else _MISSING.get(self.input)


_TYPES: Final[dict[str, Any]] = {
    **dict.fromkeys(("text", "choice", "setup", "agent"), str | None),
    **dict.fromkeys(SEVERAL, Sequence[str]),
    "whole": int | None,
    "number": float | None,
    "yes-no": bool,
    "span": tuple[int, int] | None,
}
_MISSING: Final[dict[str, Any]] = {**dict.fromkeys(SEVERAL, ()), "yes-no": False}

REPEATED: Final = "May be repeated."
ALL_NAMED: Final = "the 31 of the thesis"
MOST_POINTS: Final = 1_000_000


def setups_keyword(default: str) -> Keyword:
    """Return `setups`; `default` says which setups there are without it."""
    return Keyword(
        name="setups",
        about=f"Setups by name (all: the 31), text or JSON. Default: {default}.",
        group=SEARCH,
        input="setups",
        typed=f"Also a file with one a line, or an SQL query with a column setup. {REPEATED}",
    )


def setup_keyword(name: str, about: str) -> Keyword:
    """Return the setup that a run is about."""
    return Keyword(
        name=name, about=about, group=SEARCH, input="setup", required=True, argument=True
    )


def agent_keyword(name: str, about: str, group: str = SEARCH, **more: Any) -> Keyword:
    """Return a keyword that takes the text of an agent."""
    return Keyword(name=name, about=about, group=group, input="agent", **more)


def quick_keyword(about: str) -> Keyword:
    """Return `quick`, which plays less."""
    return Keyword(name="quick", about=about, group=SPEND, input="yes-no")


A_AND_B: Final = (
    setup_keyword("a", "The first setup: its name, text or JSON."),
    setup_keyword("b", "The setup that it plays."),
)
AGENT: Final = agent_keyword(
    "agent", f"The agent that plays, such as fpu:advances=500; default: {DEFAULT_AGENT}.", SPEND
)
QUICK: Final = quick_keyword(f"Played by {QUICK_AGENT}, for a first look.")
TARGET: Final = Keyword(name="target", about="The setup to beat.", group=SEARCH, input="setup")
OPPONENTS: Final = Keyword(
    name="opponents",
    about="Several to beat in place of one, each with =WEIGHT if wanted, such as Rush=2,Venom=1.",
    group=SEARCH,
    input="setups",
    typed="Files and queries as for --setups of a tournament; a query may have a column weight. "
    f"{REPEATED}",
    weighted=True,
)
AGAINST: Final = Keyword(
    name="against",
    about="The opponents: a setup, several with weights such as Rush=2,Venom=1, or all (the 31 "
    "named ones); default: the mixture of the metagame.",
    group=SEARCH,
    input="setups",
    typed=f"Also a file, or a query, which may have a column weight. {REPEATED}",
    weighted=True,
)

CONSTRAINTS: Final = (
    Keyword(
        name="require",
        about="A constraint such as C>=2, S+F<=4 or 2*charge+M<K+3.",
        group=SEARCH,
        input="list",
        typed=REPEATED,
    ),
    Keyword(
        name="with_commands",
        option="with",
        about="Only setups with this command.",
        group=SEARCH,
        input="list",
        typed=REPEATED,
        choices=tuple(COMMANDS),
    ),
    Keyword(
        name="without_commands",
        option="without",
        about="Only setups without this command.",
        group=SEARCH,
        input="list",
        typed=REPEATED,
        choices=tuple(COMMANDS),
    ),
    Keyword(
        name="points",
        about="Only setups that cost this many points.",
        group=SEARCH,
        input="span",
        least=0,
        most=MOST_POINTS,
    ),
    Keyword(
        name="troops",
        about="Only setups with this many troops.",
        group=SEARCH,
        input="span",
        least=0,
        most=MAX_TROOPS,
    ),
)
"""What setups of a search have to keep; `make` receives them together, as `query`."""

SET: Final = Keyword(
    name="set",
    about="Change a rule, such as champion.cost=225, charge.cooldown=4 or obstacles=12.",
    group=RULES,
    input="edits",
    typed=f"conquest-opt rules lists them. {REPEATED}",
)
ACTIONS: Final = Keyword(
    name="actions",
    about="Action space: as the thesis reduces it (default), or the full game.",
    group=RULES,
    input="choice",
    choices=tuple(SPACES),
)
BUDGET: Final = Keyword(
    name="budget",
    about="Time to spend, such as 15m or 8h; sets the numbers of games before the run begins.",
    group=SPEND,
    input="text",
    python=str | float | None,
)
SEED: Final = Keyword(
    name="seed",
    about="The same seed gives the same games.",
    group=SPEND,
    input="whole",
    least=0,
    most=(1 << 64) - 1,
    default=1,
)
EVENTS: Final = Keyword(
    name="events", about="Store every action of every game.", group=OUTPUT, input="yes-no"
)
SAVE_GAMES: Final = Keyword(
    name="save_games", about="Store whole games, for replay.", group=OUTPUT, input="yes-no"
)
