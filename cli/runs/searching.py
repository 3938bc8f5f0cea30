"""Running a search from the terminal: begun or resumed, stopped by Ctrl-C, with progress."""

import json
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

import click

from ..commands.runs import duration
from ..options.bulk import Bulk, resume_command
from ..options.database import opened
from ..options.rules import known_errors
from ..terminal.progress import ESTIMATE_AFTER, ProgressLine
from ..terminal.stopping import stoppable
from .running import executor_for, note_failure

if TYPE_CHECKING:
    from ...arena.run.play_schedule import Executor
    from ...arena.run.player import Keep, Result
    from ...arena.run.task import Part, Search
    from ...results import Store


S = TypeVar("S", bound="Search[Any]")


@dataclass(frozen=True, kw_only=True)
class Found(Generic[S]):
    """A search that has come to its end."""

    search: S
    result: Any
    """What it found."""
    run: str | None
    """Its identifier; None if nothing was stored."""
    games: int
    seconds: float

    def closing(self, bulk: Bulk) -> str:
        """Return the line that says what it took and where it is kept."""
        stored = f"; stored in {bulk.db} (run {self.run})" if self.run else ""
        return f"{self.games:,} games in {duration(self.seconds)}{stored}"


class Watch:
    """Shows on standard error how far a search is: each part of it has a progress of its own."""

    def __init__(self, executor: "Executor") -> None:
        self._executor = executor
        self._progress: ProgressLine | None = None
        self.seconds = 0.0

    def stage(self, name: str, games: int) -> None:
        """Begin with a part of the search."""
        self.close()
        place = f"{self._executor} ({name})"
        self._progress = ProgressLine(games, 0, place, self._executor.width, quiet=False)

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


def run_search(
    name: str, bulk: Bulk, make: Callable[[], S], kind: Callable[[], type[S]]
) -> Found[S] | None:
    """Run a search, new or resumed, to its end; None after a dry run.

    `make` makes a new one of the options, `kind` gives the class that reads a stored one.
    Interrupted, it says how to go on and exits with 130.
    """
    with ExitStack() as stack:
        stop = stack.enter_context(stoppable())
        try:
            store = None
            if bulk.resume and bulk.db:
                store = stack.enter_context(opened(bulk.db, stop=stop))
            search, keep, run = _prepared(bulk, make, kind, store)
            executor = executor_for(bulk)
            stack.callback(executor.close)
            if bulk.dry_run:
                _dry_run(search, executor, bulk, stop)
                return None
            if bulk.db is not None:
                store = store or stack.enter_context(opened(bulk.db, create=True, stop=stop))
                run = _begun(search, keep, store, run)
            return _Searching(name, bulk, search, keep, store, run).to_the_end(executor, stop)
        except (ValueError, OSError) as error:
            raise known_errors(error) from None


def _prepared(
    bulk: Bulk, make: Callable[[], S], kind: Callable[[], type[S]], store: "Store | None"
) -> tuple[S, "Keep", str | None]:
    """Return the search, what is kept of its games, and its run if it is resumed."""
    from ...arena.run.campaign import Campaign, check_resumable  # noqa: PLC0415  (brings numba)
    from ...arena.run.player import Keep  # noqa: PLC0415

    if store is None or bulk.resume is None:
        return make(), Keep(bulk.events, bulk.records), None
    run = store.find_run(bulk.resume)
    check_resumable(run, kind().kind)
    doubt = Campaign.doubt(run)
    if doubt and run.status != "finished":
        click.echo(f"warning: {doubt}", err=True)
    return kind().from_dict(run.arguments), Keep(**run.arguments["keep"]), run.run


def _begun(search: "Search[Any]", keep: "Keep", store: "Store", run: str | None) -> str:
    """Note that a run begins or goes on; return its identifier."""
    from ...arena.run.task import begin  # noqa: PLC0415

    if run is None:
        return begin(search, store, keep)
    if store.find_run(run).status != "finished":
        store.resume_run(run)
    return run


@dataclass(frozen=True)
class _Searching(Generic[S]):
    """A search under way."""

    name: str
    bulk: Bulk
    search: S
    keep: "Keep"
    store: "Store | None"
    run: str | None

    def to_the_end(self, executor: "Executor", stop: threading.Event) -> Found[S]:
        """Search until something is found. Errors are noted with the run."""
        from ...arena.run.evaluator import Evaluator  # noqa: PLC0415
        from ...arena.run.task import RunContext  # noqa: PLC0415
        from ...evolve.proposals.errors import Interrupted  # noqa: PLC0415

        watch, store, run, search = Watch(executor), self.store, self.run, self.search
        place: Any = {"store": store, "run": run, "watcher": watch}
        referee = Evaluator(executor, search.rules, stop=stop, keep=self.keep, **place)
        try:
            result = search.run(RunContext(referee=referee, **place))
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
        return Found(search=search, result=result, run=run, games=games, seconds=seconds)

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


def _dry_run(
    search: "Search[Any]", executor: "Executor", bulk: Bulk, stop: threading.Event
) -> None:
    """Play games of each part for two seconds, keep none, and say how long all would take."""
    parts = search.parts()
    seconds = [part.games * seconds_a_game(part, executor, stop) / executor.width for part in parts]
    games = sum(part.games for part in parts)
    if bulk.as_json:
        told = {"games": games, "seconds": sum(seconds), "at_a_time": executor.width}
        told |= {f"{part.name}_games": part.games for part in parts}
        told |= {f"{part.name}_seconds": s for part, s in zip(parts, seconds, strict=True)}
        click.echo(json.dumps(told))
        return
    click.echo(f"{games:,} games on {executor}: about {duration(sum(seconds))}")
    width = max(len(part.name) for part in parts)
    for part, time in zip(parts, seconds, strict=True):
        line = f"  {part.name:<{width}}{part.games:>10,} games by {part.agent}"
        click.echo(f"{line}: about {duration(time)}")


def seconds_a_game(part: "Part", executor: "Executor", stop: threading.Event) -> float:
    """Return the mean time of games like those of a part."""
    from ...arena.run.play_schedule import play_schedule  # noqa: PLC0415
    from ...arena.run.player import Keep  # noqa: PLC0415
    from ...arena.run.result_board import ResultBoard  # noqa: PLC0415

    board = ResultBoard(part.sample())
    progress = ProgressLine(len(board.winner), 0, "", executor.width, quiet=True)
    enough = threading.Event()

    def told(results: Sequence["Result"]) -> None:
        progress(len(results), sum(result.duration for result in results))
        if stop.is_set() or (progress.played and progress.elapsed >= ESTIMATE_AFTER):
            enough.set()

    play_schedule(board, executor, keep=Keep(), stop=enough, told=told)
    progress.close()
    return progress.seconds / max(progress.played, 1)
