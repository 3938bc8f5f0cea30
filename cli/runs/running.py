"""How every command runs its task: new or resumed, stopped by Ctrl-C, with progress, printed.

    run_command("counter", rules, options, values, budget)

The request of the kind (`api.requests`) makes a new task of the values; a budget of time sets its
size. The library's runner does the rest; here are only the terminal's part of it: the plan,
progress, what is said when a run stops, and the result as text or JSON.
"""

import json
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from ...api.progress import RunProgress, display_of
from ...api.stopping import INTERRUPTED, Stopping, stoppable
from ...balance.kinds import KINDS
from ...results.page.words import closing_text, wrapped
from ..options.agents import refuse_unnamed
from ..options.database import opened, screen_width, store_errors
from ..options.rules import RuleOptions, known_errors
from ..options.run_options import RunOptions
from ..options.setups_file import note_unread_names
from ..terminal.output import say

if TYPE_CHECKING:
    from ...arena.play.play_schedule import Executor
    from ...arena.run.estimate import TaskEstimate
    from ...arena.run.runner import RunOutcome, StoredTask
    from ...arena.run.task import Task
    from ...results import Store


def run_command(
    kind: str,
    rules: RuleOptions,
    options: RunOptions,
    values: dict[str, Any],
    budget: float | None = None,
) -> None:
    """Run a task, new or resumed, to its end and print its result; or estimate what it takes.

    A task of several parts states its plan before it begins.

    Interrupted, it says how to resume and exits with 130. Until the run begins there is nothing to
    keep, so that signals end the process as they do by default.
    """
    stopping = Stopping(busy=_writing)
    with ExitStack() as stack:
        try:
            store, stored = None, None
            stack.enter_context(store_errors())
            if options.resume and options.db:
                store = stack.enter_context(opened(options.db, stop=stopping.event))
                stored = _stored(store, options.resume, kind)
            task = stored.task if stored else _asked_for(kind, rules, options, values)
            _check_games(task)
            if not (stored and stored.finished):
                refuse_unnamed(task, options.engines, options.cluster)
            executor = executor_for(options)
            stack.callback(executor.close)
            estimate = None
            if budget is not None and not stored:
                task, estimate = _filled(task, budget, executor)
            if options.dry_run:
                _estimate(task, stored.games if stored else 0, executor, options, estimate)
                return
            _state(task, estimate)
            stack.enter_context(stoppable(stopping))
            if options.db and not store:
                store = stack.enter_context(opened(options.db, create=True, stop=stopping.event))
            outcome = _run(kind, options, task, executor, stopping, store, stored)
        except (ValueError, OSError) as error:
            raise known_errors(error) from None
    _print(outcome, options)


def _asked_for(
    kind: str, rules: RuleOptions, options: RunOptions, values: dict[str, Any]
) -> "Task":
    """Return the task of a request."""
    from ...api.inputs.asked import Asked  # noqa: PLC0415
    from ...api.requests import request_of  # noqa: PLC0415

    asked = Asked(rules=rules, seed=options.seed, db=options.db, note=_note)
    return request_of(kind).make(asked, **values)


def _note(text: str) -> None:
    say("\n".join(wrapped(text, 80)), err=True)


def _writing() -> bool:
    from ...results.database.connection import writes_under_way  # noqa: PLC0415

    return writes_under_way()


def executor_for(options: RunOptions) -> "Executor":
    """Return what plays: threads of this process, or a cluster."""
    if options.cluster:
        from ...arena.play.cluster import Cluster  # noqa: PLC0415

        return Cluster(options.cluster)
    from ...arena.play.threads import Threads  # noqa: PLC0415  (brings numba)

    return Threads(options.threads, options.engines)


def _check_games(task: "Task") -> None:
    from ...arena.run.task import check_games  # noqa: PLC0415  (brings numba)

    check_games(task)


def _stored(store: "Store", wanted: str, kind: str) -> "StoredTask":
    from ...arena.run.runner import stored_task  # noqa: PLC0415

    stored = stored_task(store, wanted, KINDS, kind)
    if stored.doubt:
        say(f"warning: {stored.doubt}", err=True)
    return stored


def _run(
    kind: str,
    options: RunOptions,
    task: "Task",
    executor: "Executor",
    stopping: Stopping,
    store: "Store | None",
    resumed: "StoredTask | None",
) -> "RunOutcome":
    """Run the task; say how to resume it if it does not come to its end."""
    from ...arena.play.player import Keep  # noqa: PLC0415
    from ...arena.run.runner import run_task  # noqa: PLC0415

    progress, again = RunProgress(executor, display_of()), ""

    def begun(run: str) -> None:
        nonlocal again
        again = options.resume_command(KINDS[kind].command, run)
        stopping.last_words = _to_resume(again) + "\n"

    try:
        return run_task(
            task,
            executor,
            keep=Keep(options.events, options.records),
            store=store,
            resumed=resumed,
            progress=progress,
            stop=stopping.event,
            on_begin=begun,
        )
    except BaseException as error:
        progress.close()
        _say_stopped(error, progress.text, again, options)
        raise
    finally:
        progress.close()


def _say_stopped(error: BaseException, played: str, again: str, options: RunOptions) -> None:
    """Say what is stored of a run that did not end, and how to resume it; exit if interrupted."""
    from ...arena.play.errors import Interrupted, OtherGamesError  # noqa: PLC0415

    stopped = isinstance(error, Interrupted)
    if stopped and not again:
        click.echo(f"stopped after {played}; nothing was stored (--no-db)", err=True)
    elif stopped:
        say(f"stopped: {played} are in {options.db}.", err=True)
    if again and not isinstance(error, OtherGamesError):
        click.echo(_to_resume(again), err=True)
    if stopped:
        sys.exit(INTERRUPTED)


def _to_resume(again: str) -> str:
    return f"To resume:\n  {again}"


def _print(outcome: "RunOutcome", options: RunOptions) -> None:
    note_unread_names()
    if options.as_json:
        click.echo(json.dumps(outcome.values.document(outcome.run, outcome.task.rules)))
        return
    from ...results.page.terminal import terminal_text  # noqa: PLC0415

    stored = f"{options.db} (run {outcome.run})" if outcome.run else ""
    click.echo(terminal_text(outcome.values.full_summary(), screen_width()))
    say("\n" + closing_text(outcome.games, outcome.seconds, stored))


def _filled(task: "Task", budget: float, executor: "Executor") -> "tuple[Task, TaskEstimate]":
    """Return the task at the size that fills a budget of time, and what it takes."""
    from ...arena.levels.budget import filled  # noqa: PLC0415
    from ...arena.run.task import check_games  # noqa: PLC0415

    found = filled(task, budget, executor)
    check_games(found[0])
    return found


def _state(task: "Task", estimate: "TaskEstimate | None") -> None:
    """State how many games will be played for what, by which agent, and how long they take."""
    from ...arena.run.estimate import plan_text  # noqa: PLC0415

    if estimate:
        say("\n".join(estimate.lines()), err=True)
    elif len(task.parts()) > 1:
        say(plan_text(task), err=True)


def _estimate(
    task: "Task",
    known: int,
    executor: "Executor",
    options: RunOptions,
    estimate: "TaskEstimate | None",
) -> None:
    """Say how many games there are and how long they take."""
    from ...arena.run.estimate import estimate_task  # noqa: PLC0415

    estimate = estimate or estimate_task(task, executor, known=known)
    if options.as_json:
        click.echo(json.dumps(estimate.json() | task.estimate_values()))
    else:
        say("\n".join(estimate.lines()))
