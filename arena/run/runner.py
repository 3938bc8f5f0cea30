"""The one way to run a task: begin or resume, verify, stop, note failures, finish.

    executor = Threads()
    outcome = run_task(task, executor, store=store)              # a new run
    stored = stored_task(store, "latest", KINDS)                 # or one that was interrupted
    outcome = run_task(stored.task, executor, store=store, resumed=stored)

The command line, Python programs and a service all call these. A run is resumed by its identifier
alone: its task, what it keeps and the software that began it are stored with it.
"""

import contextlib
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any

import msgspec
import pyarrow as pa

from ...results import Store, StoreError
from ...results.store.runs import Run
from ...results.store.store import Status
from ...results.text.command_lines import command_line
from ..foreign.engines import Engines
from ..play.errors import ArenaError, Interrupted
from ..play.fingerprint import fingerprint
from ..play.play_schedule import Executor
from ..play.player import Keep
from .context import RunContext
from .evaluator import Evaluator
from .kinds import Kinds
from .progress import NoProgress, Progress
from .result import ResultValues, RunResult
from .task import BESIDE, Task, check_games, read_form, stored_form, task_form


@dataclass(frozen=True, kw_only=True)
class RunOutcome:
    """A task that has come to its end."""

    task: Task
    values: Any
    """The values of its result."""
    run: str | None
    """Its identifier; None if nothing was stored."""
    games: int
    seconds: float
    """Of play, since the first game that was not stored before."""
    tables: Mapping[str, pa.Table]
    """The rows of its result, by table of the database."""


@dataclass(frozen=True, kw_only=True)
class StoredTask:
    """The task of a run that is stored, to be resumed."""

    task: Task
    keep: Keep
    run: str
    finished: bool
    games: int
    """How many are stored."""
    doubt: str | None
    """Why its games may differ from those that are stored, if they may."""


def run_task(
    task: Task,
    executor: Executor,
    *,
    keep: Keep | None = None,
    store: Store | None = None,
    resumed: StoredTask | None = None,
    progress: Progress | None = None,
    given: Mapping[str, Any] | None = None,
    stop: threading.Event | None = None,
    on_name: Callable[[str], object] = lambda _: None,
    on_begin: Callable[[str], object] = lambda _: None,
) -> RunOutcome:
    """Run a task to its end, as a new run of the store or the one that is resumed.

    `given` is what a new run was asked for, which is kept with it. Once `stop` is set, what was
    played is written and `Interrupted` raised. `on_begin` is called with the run's identifier,
    `on_name` with that of a new run before it is stored. How a run ended is noted with it, whatever
    happens.
    """
    check_games(task)
    if not (resumed and resumed.finished):
        check_engines(task, executor)
    keep = resumed.keep if resumed else keep or Keep()
    run = _begun(task, keep, given, store, resumed, on_name) if store else None
    if run:
        on_begin(run)
    progress = progress or NoProgress()
    evaluator = Evaluator(
        executor, task.rules, stop=stop, keep=keep, store=store, run=run, progress=progress
    )
    context = RunContext(evaluator=evaluator, progress=progress, store=store, run=run)
    finished = resumed is not None and resumed.finished
    try:
        result = task.run(context)
        values = msgspec.structs.replace(
            result.values, turn_limit=evaluator.turn_limit, engine_games=evaluator.engine_games
        )
        result = replace(result, values=values)
        _write(context, result)
        if store and run and not finished:
            store.end_run(run)
    except BaseException as error:
        if store and run and not finished:
            _note_end(store, run, error)
        raise
    return RunOutcome(
        task=task,
        values=result.values,
        run=run,
        games=evaluator.played,
        seconds=evaluator.seconds,
        tables=result.tables,
    )


def stored_task(store: Store, wanted: str, kinds: Kinds, kind: str | None = None) -> StoredTask:
    """Return the task of a stored run, which must be of the kind, if one is given.

    A run that is under way or was begun by another version is refused.
    """
    run = store.find_run(wanted)
    _check(run, store, kinds, kind)
    beside = {name: run.arguments[name] for name in BESIDE if name in run.arguments}
    keep, begun = _kept(beside.get("keep")), beside.get("software", fingerprint())
    task = read_form(kinds[run.kind].task_class(), task_form(run.arguments))
    if task.rules.digest() != run.ruleset:
        raise ArenaError(f"run {run.run} was played by rules that this version does not know")
    finished = run.status == "finished"
    doubt = None
    if begun != fingerprint() and not finished:
        doubt = (
            f"run {run.run} was begun by {begun}; this is {fingerprint()}. Its games may differ "
            "from those that are stored: begin a new run unless you know better"
        )
    games = kinds[run.kind].count_games(store, run.run)
    return StoredTask(
        task=task, keep=keep, run=run.run, finished=finished, games=games, doubt=doubt
    )


def check_engines(task: Task, executor: Executor) -> None:
    """Refuse engines that may not or cannot play in a task, before its first game."""
    if task.engines and not task.takes_engines:
        raise ArenaError(
            f"{task.engines[0]} is another program; such take part in match, tournament and "
            "ladder only"
        )
    with contextlib.closing(Engines(executor.engines)) as engines:
        for agent in task.engines:
            engines.try_out(agent, task.rules)


def _kept(stored: Any) -> Keep:
    """Return what a stored run keeps of its games."""
    try:
        return Keep(**stored)
    except TypeError:
        raise ArenaError(f"the stored task cannot be read: it keeps {stored}") from None


def _check(run: Run, store: Store, kinds: Kinds, kind: str | None) -> None:
    """Refuse a run that is of another kind, under way, or of another version."""
    if run.kind != kind if kind else run.kind not in kinds:
        known = kinds.get(run.kind)
        other = ""
        if known:
            again = command_line(known.command, "--resume", run.run, db=store.path)
            other = f"; {again} resumes it"
        raise ArenaError(f"run {run.run} is no {kind or 'run of games'}{other}")
    if run.status == "running":
        raise ArenaError(f"run {run.run} is still under way in another process")
    if run.software != version("conquest-opt"):
        raise ArenaError(
            f"run {run.run} was begun by conquest-opt {run.software}, this is "
            f"{version('conquest-opt')}, whose games may differ: begin a new run"
        )


def _begun(
    task: Task,
    keep: Keep,
    given: Mapping[str, Any] | None,
    store: Store,
    resumed: StoredTask | None,
    on_name: Callable[[str], object],
) -> str:
    """Note that a run begins or is resumed; return its identifier."""
    if resumed is None:
        kept = {"events": keep.events, "records": keep.records}
        return store.begin_run(
            kind=task.kind,
            arguments=stored_form(task)
            | {"keep": kept, "software": fingerprint()}
            | ({} if given is None else {"given": list(map(list, given.items()))}),
            seed=task.seed,
            ruleset=task.rules,
            agents=list(dict.fromkeys(task.agents)),
            clock_dependent=bool(task.engines),
            on_name=on_name,
        )
    if not resumed.finished:
        store.resume_run(resumed.run)
    return resumed.run


def _write(context: RunContext, result: RunResult[ResultValues]) -> None:
    """Write the tables and the values of a result, each once."""
    context.write(result.batch, result.tables)
    values = msgspec.json.encode(result.values).decode()
    row = {"version": pa.array([result.values.version], pa.uint32()), "result": pa.array([values])}
    context.write("result", {"run_results": pa.table(row)})


def _note_end(store: Store, run: str, error: BaseException) -> None:
    """Note that a run was stopped or failed; if that cannot be noted, it counts as interrupted."""
    status: Status = "failed"
    message: str | None = f"{type(error).__name__}: {error}"
    if isinstance(error, KeyboardInterrupt | Interrupted):
        status, message = "interrupted", None
    with contextlib.suppress(StoreError):  # the disk is full, or the file held by another process
        store.end_run(run, status, message)
