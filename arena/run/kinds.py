"""`RunKind`: what belongs to a kind of run: its task, its result, its report and its command.

Each room lists its kinds beside those of the rooms below (`arena/kinds.py`, `evolve/kinds.py`,
`balance/kinds.py`, which has all). They are named by text and imported when used.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ...results import Store
    from .result import ResultValues
    from .task import Task

FORM: Final = 4
"""Version of the stored form of tasks. Form 1 had no number; `Task.from_form_1` reads it."""

_ROOF = __name__.partition(".arena.")[0]


@dataclass(frozen=True, kw_only=True)
class RunKind:
    """A kind of run; what is imported is named ROOM.MODULE:NAME."""

    name: str
    command: str
    """The words after conquest-opt that run it."""
    task: str
    result: str
    report: str
    """A function that returns the page's opening sentence and the makers of its sections."""
    games: tuple[str, ...] = ("games",)
    """Tables that have a row for each of its games."""

    def task_class(self) -> "type[Task]":
        """Return the class of its tasks."""
        return _imported(self.task)

    def result_class(self) -> "type[ResultValues]":
        """Return the class of its values."""
        return _imported(self.result)

    def count_games(self, store: "Store", run: str) -> int:
        """Return how many games a run has stored."""
        counts = " + ".join(f"(SELECT count(*) FROM {name} WHERE run = $1)" for name in self.games)
        return store.query(f"SELECT {counts} AS n", [run])["n"][0].as_py()

    def report_function(self) -> Any:
        """Return what makes its report."""
        return _imported(self.report)


Kinds = Mapping[str, RunKind]
"""Kinds by name."""


def kinds(*several: RunKind) -> dict[str, RunKind]:
    """Return kinds by name."""
    return {kind.name: kind for kind in several}


def _imported(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(f"{_ROOF}.{module}"), name)
