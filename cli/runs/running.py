"""How every command runs its task: new or resumed, stopped by Ctrl-C, with progress, printed.

    run_command("counter", options, make)

`make` makes a new task of the options. The library's runner does the rest; here are only the
terminal's part of it: progress, what is said when a run stops, and the result as text or JSON.
"""

import json
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from ...balance.kinds import KINDS
from ...results.page.words import closing_text
from ..options.database import opened, screen_width
from ..options.rules import known_errors
from ..options.run_options import RunOptions
from ..terminal.progress import ProgressLine
from ..terminal.stopping import stoppable

if TYPE_CHECKING:
    from ...arena.play.play_schedule import Executor
    from ...arena.run.progress import Ended
    from ...arena.run.runner import RunOutcome, StoredTask
    from ...arena.run.task import Task
    from ...results import Store


def run_command(kind: str, options: RunOptions, make: Callable[[], "Task"]) -> None:
    """Run a task, new or resumed, to its end and print its result; or estimate what it takes.

    Interrupted, it says how to resume and exits with 130.
    """
    with ExitStack() as stack:
        stop = stack.enter_context(stoppable())
        try:
            store, stored = None, None
            if options.resume and options.db:
                store = stack.enter_context(opened(options.db, stop=stop))
                stored = _stored(store, options.resume, kind)
            task = stored.task if stored else make()
            executor = executor_for(options)
            stack.callback(executor.close)
            if options.dry_run:
                _estimate(task, stored.games if stored else 0, executor, options, stop)
                return
            if options.db and not store:
                store = stack.enter_context(opened(options.db, create=True, stop=stop))
            where = {"store": store, "resumed": stored, "stop": stop}
            outcome = _run(kind, options, task, executor, where)
        except (ValueError, OSError) as error:
            raise known_errors(error) from None
    _print(outcome, options)


def executor_for(options: RunOptions) -> "Executor":
    """Return what plays: threads of this process, or a cluster."""
    if options.cluster:
        from ...arena.play.cluster import Cluster  # noqa: PLC0415

        return Cluster(options.cluster)
    from ...arena.play.threads import Threads  # noqa: PLC0415  (brings numba)

    return Threads(options.threads)


class TerminalProgress:
    """Shows on standard error how far a task is: each part of it has a line of its own."""

    def __init__(self, executor: "Executor") -> None:
        self._executor = executor
        self._line: ProgressLine | None = None
        self._games = self._known = 0

    def stage(self, name: str, games: int) -> None:
        """Begin with a part of the task."""
        self.close()
        place = f"{self._executor} ({name})" if name else str(self._executor)
        self._line = ProgressLine(games, 0, place, self._executor.width, quiet=False)
        self._games += games

    def known(self, games: int) -> None:
        """Count games that had been played before."""
        self._known += games
        if self._line:
            self._line.known(games)

    def played(self, results: Sequence["Ended"]) -> None:
        """Count games."""
        self._known += len(results)
        if self._line:
            self._line(len(results), sum(result.duration for result in results))

    def say(self, sentence: str) -> None:
        """Say what the task has found out."""
        self.close()
        click.echo(sentence, err=True)

    def close(self) -> None:
        """Leave the terminal with a clean line."""
        if self._line:
            self._line.close()

    @property
    def text(self) -> str:
        """How many games are known, of those of the parts that have begun."""
        return f"{self._known:,} of {self._games:,} games"


def _stored(store: "Store", wanted: str, kind: str) -> "StoredTask":
    from ...arena.run.runner import stored_task  # noqa: PLC0415

    stored = stored_task(store, wanted, KINDS, kind)
    if stored.doubt:
        click.echo(f"warning: {stored.doubt}", err=True)
    return stored


def _run(
    kind: str,
    options: RunOptions,
    task: "Task",
    executor: "Executor",
    where: dict[str, Any],
) -> "RunOutcome":
    """Run the task; say how to resume it if it does not come to its end.

    `where` has the store, the run that is resumed, and what stops it.
    """
    from ...arena.play.player import Keep  # noqa: PLC0415
    from ...arena.run.runner import run_task  # noqa: PLC0415

    progress, begun = TerminalProgress(executor), []
    try:
        keep = Keep(options.events, options.records)
        return run_task(
            task, executor, keep=keep, progress=progress, on_begin=begun.append, **where
        )
    except BaseException as error:
        progress.close()
        again = options.resume_command(KINDS[kind].command, begun[0]) if begun else ""
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
        click.echo(f"stopped: {played} are in {options.db}.", err=True)
    if again and not isinstance(error, OtherGamesError):
        click.echo(f"To resume:\n  {again}", err=True)
    if stopped:
        sys.exit(130)


def _print(outcome: "RunOutcome", options: RunOptions) -> None:
    if options.as_json:
        click.echo(json.dumps(outcome.values.document(outcome.run)))
        return
    from ...results.page.terminal import terminal_text  # noqa: PLC0415

    stored = f"{options.db} (run {outcome.run})" if outcome.run else ""
    click.echo(terminal_text(outcome.values.told(), screen_width()))
    click.echo("\n" + closing_text(outcome.games, outcome.seconds, stored))


def _estimate(
    task: "Task", known: int, executor: "Executor", options: RunOptions, stop: threading.Event
) -> None:
    """Say how many games there are and how long they take."""
    from ...arena.run.estimate import estimate_task  # noqa: PLC0415

    estimate = estimate_task(task, executor, known=known, stop=stop)
    if options.as_json:
        click.echo(json.dumps(estimate.json() | task.estimate_values()))
    else:
        click.echo("\n".join(estimate.lines()))
