"""`Task`: everything that plays games is one: a frozen value that can be stored and run again.

    task = MatchTask(a=..., b=..., games=200, edits=(), seed=1)
    outcome = run_task(task, executor, store=store)

A task holds plain values only: texts, numbers, and structs of them. So its stored form is a JSON
object that `msgspec` writes and reads; unknown fields are refused. It plays by its context's
evaluator alone and draws by `derive(seed, stream)`, so a resumed run asks for the same games again
and finds those that are stored.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final, TypeVar

import msgspec

from ...agents.spec.engine_spec import is_engine
from ...engine.rules.ruleset import Ruleset
from ..play.errors import ArenaError
from ..play.schedule import check_size
from .context import RunContext
from .kinds import FORM
from .parts import Part
from .result import ResultValues, RunResult


class Task(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """What is run. `edits` are the rules, as changes of the standard ones.

    What derives from its fields may be a cached property.
    """

    kind: ClassVar[str]
    """The kind of its runs."""
    first_form: ClassVar[int] = 1
    """The first form that can be read: tasks stored before would play other games now."""

    takes_engines: ClassVar[bool] = False
    """Whether other programs may play in it."""

    edits: tuple[str, ...] = msgspec.field(default=(), name="rules")
    seed: int = 1

    @cached_property
    def rules(self) -> Ruleset:
        """The rules it starts with."""
        return Ruleset().edit(*self.edits)

    @property
    def agents(self) -> Sequence[str]:
        """The agents that play in it, as text."""
        raise NotImplementedError

    @property
    def engines(self) -> Sequence[str]:
        """Those of its agents that are other programs: their games depend on the clock."""
        return list(dict.fromkeys(agent for agent in self.agents if is_engine(agent)))

    def parts(self) -> Sequence[Part]:
        """Return what it will play, in order."""
        raise NotImplementedError

    @property
    def at_most(self) -> bool:
        """Whether fewer games may be played than its parts say."""
        return False

    def scaled(self, size: float) -> "Task":
        """Return the same task with so many times the usual games, for `levels.budget`."""
        raise NotImplementedError

    def sizes(self, names: Sequence[str], given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings of these names that, with what was given, make it the size it is."""
        settings = msgspec.structs.asdict(self)["settings"]
        return {name: getattr(settings, name) for name in names}

    def estimate_values(self) -> dict[str, Any]:
        """Return further values that the JSON of `--dry-run` has."""
        return {}

    def run(self, context: RunContext) -> RunResult[ResultValues]:
        """Run to the end; at a resumed run do and return the same."""
        raise NotImplementedError

    @classmethod
    def from_form_1(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of a task that was stored before forms had a number."""
        return data


BESIDE: Final = ("keep", "software", "given")
"""What is stored beside a task: what its run keeps, what began it, and what it was asked for."""

T = TypeVar("T", bound=Task)


def check_games(task: Task) -> None:
    """Refuse a task of more games than a run can have, before anything is made for it."""
    check_size(sum(part.games for part in task.parts()))


def task_form(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the stored form of a task without what is stored beside it."""
    return {name: value for name, value in arguments.items() if name not in BESIDE}


def stored_form(task: Task) -> dict[str, Any]:
    """Return a task as plain JSON values."""
    return {"form": FORM} | msgspec.to_builtins(task)


def read_form(cls: type[T], stored: dict[str, Any]) -> T:
    """Return the task of a stored form."""
    data = dict(stored)
    form = data.pop("form", 1)
    if not isinstance(form, int) or form > FORM:
        raise ArenaError(f"the task was stored in form {form}; this version reads up to {FORM}")
    if form < cls.first_form:
        raise ArenaError(
            "the run was begun by an earlier version, which searched in another way; its results "
            "can be read and reported, and to search on begin a new run"
        )
    try:
        return msgspec.convert(cls.from_form_1(data) if form == 1 else data, cls)
    except msgspec.ValidationError as error:
        raise ArenaError(f"the stored task cannot be read: {error}") from None
    except KeyError as error:
        raise ArenaError(f"the stored task cannot be read: it has no {error}") from None
