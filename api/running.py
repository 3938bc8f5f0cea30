"""The one way to run what is asked for: from Python, on the command line, in the service.

    result = run("counter", read_options("counter", ("Rush",), {"budget": "3m"}), Follower())

A run is new or resumed; its task is made of what is asked for or read from the database, fills its
budget of time, plays on threads or a cluster, and is written. Whoever follows it is told what
happens, and may stop it. The interfaces differ in that alone.
"""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..agents.spec.engine_spec import EngineSpec
from ..arena.inputs.errors import RequestError
from ..arena.levels.budget import filled
from ..arena.play.errors import Interrupted
from ..arena.play.play_schedule import Executor
from ..arena.play.player import Keep
from ..arena.run.estimate import TaskEstimate, estimate_task, plan_text
from ..arena.run.progress import Progress
from ..arena.run.runner import StoredTask, run_task, stored_task
from ..arena.run.task import Task, check_games
from ..balance.kinds import KINDS
from ..engine.reading.input_error import mention
from ..results import Store
from .options import ReadOptions
from .progress import Display, RunProgress, display_of
from .results import Result, Table
from .stopping import Stopping, stoppable


@dataclass(frozen=True, kw_only=True)
class Follower:
    """What follows a run, and may stop it."""

    display: Display = field(default_factory=display_of)
    """Shows what a person should know."""
    note: Callable[[str], object] | None = None
    """Shows what was noticed about what is asked for; None: as a line of the display."""
    progress: Callable[[Executor, Display], Progress] = RunProgress
    """Makes what follows how far it is."""
    on_plan: Callable[[int, float | None], object] = lambda _games, _seconds: None
    """Is given how many games are planned, and the seconds they take if those were estimated."""
    on_name: Callable[[str], object] = lambda _: None
    """Is given a new run's identifier, just before the run is stored."""
    on_begin: Callable[[str], object] = lambda _: None
    """Is given the identifier of a run that is stored, as it begins or goes on."""
    on_break: Callable[[BaseException], object] = lambda _: None
    """Is given what ended a run that did not come to its end."""
    stopping: Stopping = field(default_factory=Stopping)
    """Once it is asked to stop, what was played is written and the run ends."""
    signals: Sequence[int] = (signal.SIGINT,)
    """What asks it to stop, beside whoever has it."""


class RunStopped(KeyboardInterrupt):
    """A run that was stopped; what was played is written."""


@dataclass(frozen=True, kw_only=True)
class _Ready:
    """What could begin now."""

    task: Task
    executor: Executor
    store: Store | None
    stored: StoredTask | None
    estimate: TaskEstimate | None
    """How long it takes, where a budget of time set its size."""


def run(kind: str, options: ReadOptions, follower: Follower | None = None) -> Result[Any]:
    """Run a kind of run to its end, new or resumed.

    A stopped one raises `RunStopped`, which says how to resume it.
    """
    follower = follower or Follower()
    with _ready(kind, options, follower) as ready:
        follower.on_plan(*_stated(ready, follower.display))
        # Before this nothing is kept: signals end the process as they do by default.
        with stoppable(follower.stopping, follower.signals):
            return _run(ready, options, follower)


def estimate(
    kind: str, options: ReadOptions, follower: Follower | None = None
) -> tuple[Task, TaskEstimate]:
    """Return the task of a run, how many games it would play and how long they take.

    Games like them are played for some seconds and not kept.
    """
    with _ready(kind, options, follower or Follower()) as ready:
        known = ready.stored.games if ready.stored else 0
        return ready.task, ready.estimate or estimate_task(ready.task, ready.executor, known=known)


@contextmanager
def _ready(kind: str, options: ReadOptions, follower: Follower) -> Iterator[_Ready]:
    where, display = options.where, follower.display
    store, stored = None, None
    if where["resume"] is not None:
        store = _store(options, follower)
        stored = stored_task(store, where["resume"], KINDS, kind)
        if stored.doubt:
            display.line(f"warning: {stored.doubt}")
    asked = replace(options.asked, note=follower.note or display.line)
    task = stored.task if stored else KINDS[kind].make(asked, **options.values)
    check_games(task)
    engines = task.engines if options.engines is None else options.engines
    if not (stored and stored.finished):
        _refuse_unnamed(task, engines, where["cluster"])
    executor = _executor(where, engines)
    try:
        found = None
        if options.budget is not None and not stored:
            task, found = filled(task, options.budget, executor)
            check_games(task)
        yield _Ready(task=task, executor=executor, store=store, stored=stored, estimate=found)
    finally:
        executor.close()
        display.clean()


def _store(options: ReadOptions, follower: Follower) -> Store:
    where = options.where
    return Store(
        Path(where["db"]),
        create=where["resume"] is None,
        stop=follower.stopping.event,
        on_wait=follower.display.line,
    )


def _refuse_unnamed(task: Task, named: Sequence[str], cluster: str | None) -> None:
    """Refuse programs that the user did not name, and programs on a cluster."""
    if task.engines and cluster:
        said = f"{task.engines[0]} is started on this machine: leave out {mention('cluster')}"
        raise RequestError(said, field="cluster")
    known = [EngineSpec.parse(engine).command_line for engine in named]
    for engine in task.engines:
        command = EngineSpec.parse(engine).command_line
        if command not in known:
            raise RequestError(
                f"the run would start a program that you have not named: {command}\n"
                f"If you trust it, add: {mention('start_engine', command)}",
                field="start_engine",
            )


def _executor(where: dict[str, Any], engines: Sequence[str]) -> Executor:
    """Return what plays: threads of this process, or a cluster."""
    if where["cluster"]:
        from ..arena.play.cluster import Cluster  # noqa: PLC0415  (brings Dask)

        return Cluster(where["cluster"])
    from ..arena.play.threads import Threads  # noqa: PLC0415

    return Threads(where["threads"], engines)


def _stated(ready: _Ready, display: Display) -> tuple[int, float | None]:
    """Say what will be played; return its games, and the seconds where they are known."""
    if ready.estimate:
        display.line("\n".join(ready.estimate.lines()))
    elif len(ready.task.parts()) > 1:
        display.line(plan_text(ready.task))
    games = sum(part.games for part in ready.task.parts())
    return games, ready.estimate.seconds if ready.estimate else None


def _run(ready: _Ready, options: ReadOptions, follower: Follower) -> Result[Any]:
    where, task, begun = options.where, ready.task, ""

    def on_begin(run: str) -> None:
        nonlocal begun
        begun = run
        follower.on_begin(run)

    try:
        outcome = run_task(
            task,
            ready.executor,
            keep=Keep(where["events"], where["save_games"]),
            store=_store(options, follower) if where["db"] and not ready.store else ready.store,
            resumed=ready.stored,
            given=_given(ready, options),
            progress=follower.progress(ready.executor, follower.display),
            stop=follower.stopping.event,
            on_name=follower.on_name,
            on_begin=on_begin,
        )
    except BaseException as error:
        follower.on_break(error)
        if not isinstance(error, Interrupted):
            raise
        how = f"resume={begun!r}, db={str(where['db'])!r}" if begun else ""
        said = f"to resume it: {task.kind}({how})" if begun else "nothing was stored"
        raise RunStopped(f"the run was stopped; {said}") from None
    return Result(
        task=task,
        values=outcome.values,
        run=outcome.run,
        games=outcome.games,
        seconds=outcome.seconds,
        tables={name: Table(rows) for name, rows in outcome.tables.items()},
    )


def _given(ready: _Ready, options: ReadOptions) -> dict[str, Any]:
    """Return what was given, in place of a budget of time the sizes that it came to."""
    if ready.estimate is None:
        return options.given
    sizes = ready.task.sizes(KINDS[ready.task.kind].sizes, options.given)
    return options.given | {n: value for n, value in sizes.items() if value is not None}
