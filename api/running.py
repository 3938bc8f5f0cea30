"""Runs what is asked for: threads or cluster, database, budget, progress, Ctrl-C."""

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..arena.levels.budget import filled
from ..arena.play.errors import Interrupted
from ..arena.play.play_schedule import Executor
from ..arena.play.player import Keep
from ..arena.run.estimate import TaskEstimate, estimate_task, plan_text
from ..arena.run.progress import Progress
from ..arena.run.runner import StoredTask, run_task, stored_task
from ..arena.run.task import Task, check_games
from ..balance.kinds import KINDS
from ..results import Store
from .inputs.errors import RequestError
from .options import ReadOptions
from .progress import Display, NoDisplay, RunProgress, display_of
from .requests import request_of
from .results import Result, Table


@dataclass(frozen=True, kw_only=True)
class Follower:
    """What follows a run, and may stop it."""

    display: Display
    """Shows what a person should know."""
    progress: Callable[[Executor, Display], Progress] = RunProgress
    """Makes what follows how far it is."""
    on_plan: Callable[[int, float | None], object] = lambda _games, _seconds: None
    """Is given how many games are planned, and the seconds they take if those were estimated."""
    on_name: Callable[[str], object] = lambda _: None
    """Is given a new run's identifier, just before the run is stored."""
    stop: threading.Event = field(default_factory=threading.Event)
    """Once it is set, what was played is written and the run ends."""


def run(kind: str, options: ReadOptions, follower: Follower | None = None) -> Result[Any]:
    """Run a kind of run to its end, new or resumed.

    Ctrl-C stops it: what was played is written, and KeyboardInterrupt says how to resume. A second
    one does not wait for that.
    """
    where = options.where
    shown = display_of() if where["progress"] else NoDisplay()
    follower = follower or Follower(display=shown)
    display, stop = follower.display, follower.stop
    store, stored = None, None
    if where["db"] is not None:
        new = where["resume"] is None
        store = Store(Path(where["db"]), create=new, stop=stop, on_wait=display.line)
    if where["resume"] is not None and store is not None:
        stored = stored_task(store, where["resume"], KINDS, kind)
    asked = replace(options.asked, note=display.line)
    task = stored.task if stored else request_of(kind).make(asked, **options.values)
    # A new run starts the programs that its caller has named; a stored one may be somebody else's.
    named = [f"engine:{command}" for command in where["start_engine"]] if stored else task.engines
    executor = _executor(where, named)
    try:
        seconds = None
        if not stored:
            task, seconds = _sized(task, options.budget, executor, display)
        follower.on_plan(sum(part.games for part in task.parts()), seconds)
        return _run(task, executor, store, stored, options, follower)
    finally:
        executor.close()
        display.clean()


def estimate(kind: str, options: ReadOptions) -> TaskEstimate:
    """Return how many games a new run would play and how long they take.

    Games like them are played for some seconds and not kept, as `--dry-run` does.
    """
    task = request_of(kind).make(options.asked, **options.values)
    executor = _executor(options.where, task.engines)
    try:
        if options.budget is None:
            check_games(task)
            return estimate_task(task, executor)
        task, found = filled(task, options.budget, executor)
        check_games(task)
        return found
    finally:
        executor.close()


def _executor(where: dict[str, Any], engines: Sequence[str]) -> Executor:
    if where["cluster"]:
        from ..arena.play.cluster import Cluster  # noqa: PLC0415  (brings Dask)

        if engines:
            raise RequestError(f"{engines[0]} is started on this machine: leave out --cluster")
        return Cluster(where["cluster"])
    from ..arena.play.threads import Threads  # noqa: PLC0415

    return Threads(where["threads"], engines)


def _sized(
    task: Task, budget: float | None, executor: Executor, display: Display
) -> tuple[Task, float | None]:
    """Return a task of the size that its budget allows, with its seconds; say how much it plays."""
    if budget is not None:
        task, estimate = filled(task, budget, executor)
        display.line("\n".join(estimate.lines()))
        return task, estimate.seconds
    if len(task.parts()) > 1:
        display.line(plan_text(task))
    return task, None


def _run(
    task: Task,
    executor: Executor,
    store: Store | None,
    resumed: StoredTask | None,
    options: ReadOptions,
    follower: Follower,
) -> Result[Any]:
    where, begun = options.where, ""

    def on_begin(run: str) -> None:
        nonlocal begun
        begun = run

    try:
        with _stopped_by_interrupt(follower.stop, follower.display):
            outcome = run_task(
                task,
                executor,
                keep=Keep(where["events"], where["save_games"]),
                store=store,
                resumed=resumed,
                progress=follower.progress(executor, follower.display),
                stop=follower.stop,
                on_name=follower.on_name,
                on_begin=on_begin,
            )
    except Interrupted:
        how = f"resume={begun!r}, db={str(where['db'])!r}" if begun else ""
        said = f"to resume it: {task.kind}({how})" if begun else "nothing was stored"
        raise KeyboardInterrupt(f"the run was stopped; {said}") from None
    return Result(
        task=task,
        values=outcome.values,
        run=outcome.run,
        games=outcome.games,
        seconds=outcome.seconds,
        tables={name: Table(rows) for name, rows in outcome.tables.items()},
    )


@contextmanager
def _stopped_by_interrupt(stop: threading.Event, display: Display) -> Iterator[None]:
    """Have the first Ctrl-C ask the run to stop; the second is raised as usual."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are the main thread's
        return

    def ask(*_: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()
        display.line("stopping; finished games are being written")

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
