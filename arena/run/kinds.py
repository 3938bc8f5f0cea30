"""`RunKind`: the declaration of a kind of run, once for every interface of the program.

    KIND = RunKind(
        module=__name__,
        name="counter",
        command="evolve counter",
        title="Counter-setups",
        about="Searches for setups that beat one setup, several, or a mixture.",
        group=SETUPS,
        example={"target": "Rush", "budget": "50s"},
        first=("target",),
        options=(TARGET, OPPONENTS, CounterSettings, BUDGET, *CONSTRAINTS),
        sizes=SIZES,
        task="CounterTask",
        result="CounterResult",
    )

From it come the options of the command line and their help, the function of Python with its
signature and help, the stub for type checkers, forms and titles of pages, and the list of kinds.

A kind is a package: `kind.py` holds this and imports no kernel; `make.py`, `task.py`, `result.py`
and `report.py` are named by their place and loaded when they are used. Packages of kinds list
theirs by name (`arena/kinds.py`, `evolve/kinds.py`, `balance/kinds.py`, which has all).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .keywords import BUDGET, CONSTRAINTS, Keyword
from .settings import Settings

if TYPE_CHECKING:
    from ...results import Store
    from .result import ResultValues
    from .task import Task

FORM: Final = 4
"""Version of the stored form of tasks. Form 1 had no number; `Task.from_form_1` reads it."""

_PROGRAM: Final = __name__.partition(".arena.")[0]

Form = Mapping[str, Any]
"""A task as it is stored."""
Titled = Callable[[Form, Sequence[str]], str]
"""Makes the title of a run of its stored form and its agents."""


class KindGroup(NamedTuple):
    """What kinds of run are about."""

    title: str
    about: str


SETUPS: Final = KindGroup("Setups", "Find good ones, and what beats them.")
GAMES: Final = KindGroup("Games", "Let setups play, and see why one wins.")
RULES: Final = KindGroup("Rules", "Change a number, and see what becomes of the game.")
AGENTS: Final = KindGroup("Agents", "Who plays better, and how to make one play better.")
KIND_GROUPS: Final = (SETUPS, GAMES, RULES, AGENTS)


@dataclass(frozen=True, kw_only=True)
class RunKind:
    """A kind of run."""

    module: str
    """The module that declares it, in its package."""
    name: str
    command: str
    """The words after conquest-opt that run it."""
    title: str
    about: str
    """What it answers."""
    group: KindGroup
    example: Mapping[str, Any]
    """Settings of a small run: under a minute on two cores, where the kind allows that."""
    first: tuple[str, ...] = ()
    """The keywords that may stand without their names in Python; they come first in a form."""
    options: tuple[Keyword | type[Settings], ...]
    """What it is asked for, in the order of help; a keyword counts before a setting of its name."""
    sizes: tuple[str, ...] = ()
    """The settings that a budget of time decides."""
    usual_budget: float | None = None
    """Seconds to spend where neither a budget nor sizes are given."""
    quick: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Settings that `quick` gives another value."""
    refuses: Mapping[str, str] = field(default_factory=dict[str, str])
    """Keywords that all runs have and this kind cannot, each with the reason."""
    engines: bool = False
    """Whether other programs may play in it."""
    task: str
    """The class of its tasks, in `task.py`."""
    result: str
    """The class of its values, in `result.py`."""
    titled: Titled | None = None
    """Makes the title of a run, if that says more than what kind it is."""
    games: tuple[str, ...] = ("games",)
    """Tables that have a row for each of its games."""

    @cached_property
    def keywords(self) -> dict[str, Keyword]:
        """Its keywords that are no settings, by name."""
        own = (one for one in self.options if isinstance(one, Keyword) and one is not BUDGET)
        return {one.name: one for one in own}

    @property
    def home(self) -> str:
        """Its package."""
        return self.module.rpartition(".")[0]

    @property
    def settings(self) -> tuple[type[Settings], ...]:
        """Its classes of settings."""
        return tuple(one for one in self.options if isinstance(one, type))

    @property
    def constrained(self) -> bool:
        """Whether setups may be constrained."""
        return CONSTRAINTS[0] in self.options

    def make(self, request: Any, **values: Any) -> "Task":
        """Return the task of what is asked for; only values that were given are named."""
        return import_module(f"{self.home}.make").make(request, **values)

    def task_class(self) -> "type[Task]":
        """Return the class of its tasks."""
        return getattr(import_module(f"{self.home}.task"), self.task)

    def result_class(self) -> "type[ResultValues]":
        """Return the class of its values."""
        return getattr(import_module(f"{self.home}.result"), self.result)

    def report_function(self) -> Any:
        """Return what makes its report."""
        return import_module(f"{self.home}.report").report

    def count_games(self, store: "Store", run: str) -> int:
        """Return how many games a run has stored."""
        counts = " + ".join(f"(SELECT count(*) FROM {name} WHERE run = $1)" for name in self.games)
        return store.query(f"SELECT {counts} AS n", [run])["n"][0].as_py()


class Kinds(Mapping[str, RunKind]):
    """Kinds by name, each loaded when it is first looked up."""

    def __init__(self, homes: Mapping[str, str]) -> None:
        """Name the package of each kind; those of the program begin with a dot."""
        self._homes = dict(homes)
        self._loaded: dict[str, RunKind] = {}

    def __getitem__(self, name: str) -> RunKind:
        if name not in self._loaded:
            kind = import_module(f"{self._homes[name]}.kind", _PROGRAM).KIND
            self._loaded[name] = kind
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)

    def __contains__(self, name: object) -> bool:
        return name in self._homes

    def __or__(self, others: Mapping[str, str]) -> "Kinds":
        """Return these kinds and others, of which the packages are given."""
        return Kinds(self._homes | dict(others))

    def add(self, name: str, home: str) -> None:
        """Have one more kind: that of a package, from anywhere."""
        self._homes[name] = home

    def remove(self, name: str) -> None:
        """Have one kind less."""
        del self._homes[name]
        self._loaded.pop(name, None)


def imported(path: str) -> Any:
    """Return what is named MODULE:NAME; modules of the program begin with a dot."""
    module, _, name = path.partition(":")
    return getattr(import_module(module, _PROGRAM), name)
