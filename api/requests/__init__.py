"""Requests: what is asked for becomes a task. One module for each kind of run, called by its name.

    make = request_of("counter").make
    task = make(Asked(seed=1), target="Rush", race_games=160)

Each module has

    make      a task of plain values: setups as names or texts, numbers, texts of agents
    SETTINGS  the settings classes whose names `make` takes besides its own keywords
    SIZES     the settings that a budget of time decides; empty where there is no such budget
    USUAL_BUDGET  the seconds to spend where neither budget nor sizes are given, if there are such

    of the arena    match, tournament, ladder, agreement, actionspace, explain
    of evolve       counter, formation, improve, rank, meta, styles, tune
    of balance      whatif, balance, costs

The command line, the Python front door and a service all ask here, so that what is asked for is
read, checked and refused in one way. A value of None is one that was not given.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from ...arena.run.settings import Settings

if TYPE_CHECKING:
    from ...arena.run.task import Task
    from ..inputs.asked import Asked


class Request(Protocol):
    """A module of this sub-room."""

    SETTINGS: Sequence[type[Settings]]
    SIZES: Sequence[str]

    def make(self, asked: "Asked", **values: Any) -> "Task":
        """Return the task."""
        ...


def request_of(kind: str) -> Request:
    """Return how runs of a kind are asked for; brings what the kind needs, numba among it."""
    return cast(Request, import_module(f".{kind}", __name__))


def given(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values that were given, so that the others keep their defaults."""
    return {name: value for name, value in values.items() if value is not None}
