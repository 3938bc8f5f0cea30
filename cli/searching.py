"""Running a search from the terminal: begun or resumed, stopped by Ctrl-C, with progress."""

import json
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

import click

from .bulk import Bulk, resume_command
from .database import opened
from .options import known_errors
from .progress import ESTIMATE_AFTER, Progress
from .running import executor_for, note_failure
from .runs import duration
from .stopping import stoppable

if TYPE_CHECKING:
    from ..arena.conduct import Executor
    from ..arena.play import Keep, Result
    from ..evolve.counter import Counter
    from ..evolve.settings import Task
    from ..results import Store


@dataclass(frozen=True, kw_only=True)
class Found:
    """A search that has come to its end."""

    task: "Task"
    counters: "list[Counter]"
    run: str | None
    """Its identifier; None if nothing was stored."""
    games: int
    seconds: float


class Watch:
    """Shows on standard error how far a search is: each part of it has a progress of its own."""

    def __init__(self, executor: "Executor") -> None:
        self._executor = executor
        self._progress: Progress | None = None
        self.seconds = 0.0

    def stage(self, name: str, games: int) -> None:
        """Begin with a part of the search."""
        self.close()
        place = f"{self._executor} ({name})"
        self._progress = Progress(games, 0, place, self._executor.width, quiet=False)

    def known(self, games: int) -> None:
        """Count games that had been played before."""
        if self._progress:
            self._progress.known(games)

    def played(self, results: Sequence["Result"]) -> None:
        """Count games."""
        if self._progress:
            self._progress(len(results), sum(result.duration for result in results))

    def told(self, sentence: str) -> None:
        """Say what the search has found out."""
        if self._progress:
            self._progress.close()
        click.echo(sentence, err=True)

    def close(self) -> None:
        """Leave the terminal with a clean line."""
        if self._progress:
            self._progress.close()
            self.seconds += self._progress.elapsed


def run_search(name: str, bulk: Bulk, make: Callable[[], "Task"]) -> Found | None:
    """Run a search, new or resumed, to its end; None after a dry run.

    Interrupted, it says how to go on and exits with 130.
    """
    with ExitStack() as stack:
        stop = stack.enter_context(stoppable())
        try:
            store = stack.enter_context(opened(bulk.db)) if bulk.resume and bulk.db else None
            task, keep, run = _prepared(bulk, make, store)
            executor = executor_for(bulk)
            stack.callback(executor.close)
            if bulk.dry_run:
                _dry_run(task, executor, bulk, stop)
                return None
            if bulk.db is not None:
                store = store or stack.enter_context(opened(bulk.db, create=True))
                run = _begun(task, keep, store, run)
            return _Searching(name, bulk, task, keep, store, run).to_the_end(executor, stop)
        except (ValueError, OSError) as error:
            raise known_errors(error) from None


def _prepared(
    bulk: Bulk, make: Callable[[], "Task"], store: "Store | None"
) -> tuple["Task", "Keep", str | None]:
    """Return the search, what is kept of its games, and its run if it is resumed."""
    from ..arena.campaign import check_resumable  # noqa: PLC0415  (brings numba)
    from ..arena.play import Keep  # noqa: PLC0415
    from ..evolve.counter import KIND  # noqa: PLC0415
    from ..evolve.settings import Task  # noqa: PLC0415

    if store is None or bulk.resume is None:
        return make(), Keep(bulk.events, bulk.records), None
    run = store.find_run(bulk.resume)
    check_resumable(run, KIND)
    return Task.from_dict(run.arguments), Keep(**run.arguments["keep"]), run.run


def _begun(task: "Task", keep: "Keep", store: "Store", run: str | None) -> str:
    """Note that a run begins or goes on; return its identifier."""
    from ..evolve.counter import begin  # noqa: PLC0415

    if run is None:
        return begin(task, store, keep={"events": keep.events, "records": keep.records})
    if store.find_run(run).status != "finished":
        store.resume_run(run)
    return run


@dataclass(frozen=True)
class _Searching:
    """A search under way."""

    name: str
    bulk: Bulk
    task: "Task"
    keep: "Keep"
    store: "Store | None"
    run: str | None

    def to_the_end(self, executor: "Executor", stop: threading.Event) -> Found:
        """Search until counters are found. Errors are noted with the run."""
        from ..evolve.counter import CounterSearch  # noqa: PLC0415
        from ..evolve.errors import Interrupted  # noqa: PLC0415
        from ..evolve.referee import Referee  # noqa: PLC0415
        from ..evolve.rows import Journal  # noqa: PLC0415

        watch, store, run = Watch(executor), self.store, self.run
        place = {"store": store, "run": run, "watcher": watch}
        referee = Referee(executor, self.task.space.rules, stop=stop, keep=self.keep, **place)
        try:
            counters = CounterSearch(self.task, referee, Journal(store, run), watch).run()
            if store and run and store.find_run(run).status != "finished":
                store.end_run(run)
        except Interrupted:
            watch.close()
            self._interrupted()
        except BaseException as error:
            watch.close()
            if store is not None and run is not None:
                note_failure(store, run, error)
                self._say_how_to_go_on()
            raise
        watch.close()
        games, seconds = referee.games, watch.seconds
        return Found(task=self.task, counters=counters, run=run, games=games, seconds=seconds)

    def _interrupted(self) -> NoReturn:
        """Say what is kept and how to go on; exit."""
        if self.store is None or self.run is None:
            click.echo("stopped; nothing was stored (--no-db)", err=True)
        else:
            self.store.end_run(self.run, "interrupted")
            count = "SELECT count(*) AS n FROM games WHERE run = ?"
            games = self.store.query(count, [self.run])["n"][0].as_py()
            click.echo(f"stopped: {games:,} games are in {self.bulk.db}.", err=True)
            self._say_how_to_go_on()
        sys.exit(130)

    def _say_how_to_go_on(self) -> None:
        command = resume_command(self.name, self.bulk, self.run or "")
        click.echo(f"To go on:\n  {command}", err=True)


def _dry_run(task: "Task", executor: "Executor", bulk: Bulk, stop: threading.Event) -> None:
    """Play both agents for two seconds, keep nothing, and say how long everything would take."""
    settings = task.settings
    parts = {"search": (settings.search_total, settings.agent)}
    parts["check"] = (settings.check_total, settings.check_agent)
    seconds = {
        name: games * _seconds_a_game(task, agent, executor, stop) / executor.width
        for name, (games, agent) in parts.items()
    }
    games = sum(number for number, _ in parts.values())
    if bulk.as_json:
        told = {"games": games, "seconds": sum(seconds.values()), "at_a_time": executor.width}
        told |= {f"{name}_games": number for name, (number, _) in parts.items()}
        click.echo(json.dumps(told | {f"{name}_seconds": s for name, s in seconds.items()}))
        return
    click.echo(f"{games:,} games on {executor}: about {duration(sum(seconds.values()))}")
    for name, (number, agent) in parts.items():
        click.echo(f"  {name:<7}{number:>8,} games by {agent}: about {duration(seconds[name])}")


def _seconds_a_game(task: "Task", agent: str, executor: "Executor", stop: threading.Event) -> float:
    """Return the mean time of games between the first candidates and the opponents."""
    from ..arena.board import Board  # noqa: PLC0415
    from ..arena.conduct import conduct  # noqa: PLC0415
    from ..arena.play import Keep  # noqa: PLC0415
    from ..evolve.counter import first_stage  # noqa: PLC0415

    board = Board(first_stage(task, agent))
    progress = Progress(len(board.winner), 0, "", executor.width, quiet=True)
    enough = threading.Event()

    def told(results: Sequence["Result"]) -> None:
        progress(len(results), sum(result.duration for result in results))
        if stop.is_set() or (progress.played and progress.elapsed >= ESTIMATE_AFTER):
            enough.set()

    conduct(board, executor, keep=Keep(), stop=enough, told=told)
    progress.close()
    return progress.seconds / max(progress.played, 1)
