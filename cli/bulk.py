"""What the commands that play games in bulk share: options, running, stopping, resuming."""

import functools
import json
import shlex
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .database import DEFAULT_DATABASE, database_option, opened
from .options import known_errors
from .progress import ESTIMATE_AFTER, Progress
from .stopping import stoppable

if TYPE_CHECKING:
    from ..arena.board import Board
    from ..arena.campaign import Campaign
    from ..arena.conduct import Executor, Rule
    from ..arena.play import Result
    from ..results import Store


@dataclass(frozen=True, kw_only=True)
class Bulk:
    """The options of a command that plays games in bulk."""

    seed: int
    threads: int | None
    cluster: str | None
    db: Path | None
    """The database; None to store nothing."""
    as_json: bool
    dry_run: bool
    resume: str | None
    events: bool
    records: bool


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """A run that has played all its games."""

    campaign: "Campaign"
    board: "Board"
    run: str | None
    """Its identifier; None if nothing was stored."""
    seconds: float


def bulk_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a run; the command receives `bulk`."""

    @click.option(
        "--seed",
        type=click.IntRange(0, (1 << 64) - 1),
        default=1,
        show_default=True,
        help="The same seed gives the same games.",
    )
    @click.option(
        "--threads", type=click.IntRange(1, 1024), help="Games at a time; default: all cores."
    )
    @click.option(
        "--cluster", metavar="ADDRESS", help="Play on a Dask cluster: tcp://... or scheduler file."
    )
    @click.option("--events", is_flag=True, help="Store every action of every game.")
    @click.option("--save-games", "records", is_flag=True, help="Store whole games, for replay.")
    @click.option("--dry-run", is_flag=True, help="Only estimate how many games and how long.")
    @click.option("--resume", metavar="RUN", help="Go on with a run that was interrupted.")
    @click.option("--no-db", is_flag=True, help="Store nothing in the database.")
    @click.option("--json", "as_json", is_flag=True, help="The result as JSON.")
    @database_option
    @functools.wraps(command)
    def wrapped(*args: object, db: Path, no_db: bool, **kwargs: Any) -> object:
        names = ("seed", "threads", "cluster", "as_json", "dry_run", "resume", "events", "records")
        given = {name: kwargs.pop(name) for name in names}
        if given["cluster"] and given["threads"]:
            raise click.UsageError("a cluster has its own threads: leave out --threads")
        if no_db and (given["resume"] or given["events"] or given["records"]):
            raise click.UsageError("--resume, --events and --save-games need the database")
        return command(*args, bulk=Bulk(db=None if no_db else db, **given), **kwargs)

    return wrapped


def refuse_with_resume(context: click.Context, *allowed: str) -> None:
    """Refuse options that a resumed run has decided already."""
    own = {"resume", "db", "threads", "as_json", "dry_run", "cluster", *allowed}
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if source is click.core.ParameterSource.COMMANDLINE and parameter.name not in own:
            name = parameter.opts[0] if isinstance(parameter, click.Option) else "the arguments"
            raise click.UsageError(f"--resume takes everything from the run: leave out {name}")


def run_campaign(
    kind: str,
    bulk: Bulk,
    make: Callable[[], "Campaign"],
    rule: Callable[["Campaign"], "Rule | None"] = lambda _: None,
) -> Outcome | None:
    """Play a campaign, new or resumed, to its end; None after a dry run.

    Interrupted, it says how to go on and exits with 130.
    """
    from ..arena.board import Board  # noqa: PLC0415  (brings numba)
    from ..arena.campaign import Campaign  # noqa: PLC0415
    from ..arena.conduct import Recorder, conduct  # noqa: PLC0415

    with ExitStack() as stack:
        stop = stack.enter_context(stoppable())
        try:
            store = recorder = run = None
            finished = False
            if bulk.resume:
                assert bulk.db is not None
                store = stack.enter_context(opened(bulk.db))
                found = store.find_run(bulk.resume)
                campaign, run = Campaign.of_run(found, kind), found.run
                finished = found.status == "finished"
                board = campaign.board(store, run)
            else:
                campaign = make()
                board = Board(campaign.schedule)
            executor = _executor(bulk)
            stack.callback(executor.close)
            if bulk.dry_run:
                _dry_run(campaign, board, executor, bulk, stop)
                return None
            if bulk.db is not None:
                store = store or stack.enter_context(opened(bulk.db, create=True))
                if run is None:
                    run = campaign.begin(store)
                elif not finished:
                    store.resume_run(run)
                recorder = Recorder(store, run, campaign.schedule)
            progress = Progress(
                len(board.winner), board.played, str(executor), executor.width, quiet=False
            )
            try:
                whole = conduct(
                    board,
                    executor,
                    keep=campaign.keep,
                    stop=stop,
                    recorder=recorder,
                    told=_teller(progress),
                    rule=rule(campaign),
                )
            except BaseException as error:
                if store is not None and run is not None:
                    _failed(store, run, error)
                    click.echo(f"To go on:\n  {resume_command(kind, bulk, run)}", err=True)
                raise
            finally:
                progress.close()
            if not whole:
                _interrupted(kind, bulk, store, run, board)
            return Outcome(campaign=campaign, board=board, run=run, seconds=progress.elapsed)
        except (ValueError, OSError) as error:
            raise known_errors(error) from None


def finish(bulk: Bulk, run: str | None, tables: dict[str, Any]) -> None:
    """Store what a finished run adds up to, and note that it is finished."""
    if run is None or bulk.db is None:
        return
    with opened(bulk.db) as store:
        store.write(run, batch="summary", tables=tables)
        if store.find_run(run).status != "finished":
            store.end_run(run)


def _executor(bulk: Bulk) -> "Executor":
    if bulk.cluster:
        from ..arena.cluster import Cluster  # noqa: PLC0415

        return Cluster(bulk.cluster)
    from ..arena.threads import Threads  # noqa: PLC0415

    return Threads(bulk.threads)


def _teller(progress: Progress) -> Callable[[Sequence["Result"]], None]:
    def told(results: Sequence["Result"]) -> None:
        progress(len(results), sum(result.duration for result in results))

    return told


def _dry_run(
    campaign: "Campaign", board: "Board", executor: "Executor", bulk: Bulk, stop: threading.Event
) -> None:
    """Play for two seconds, keep nothing, and say how long everything would take."""
    from ..arena.conduct import conduct  # noqa: PLC0415

    games, missing = len(board.winner), len(board.missing())
    progress = Progress(games, games - missing, str(executor), executor.width, quiet=True)
    tell, enough = _teller(progress), threading.Event()

    def told(results: Sequence["Result"]) -> None:
        tell(results)
        if stop.is_set() or (progress.played and progress.elapsed >= ESTIMATE_AFTER):
            enough.set()

    conduct(board, executor, keep=campaign.keep, stop=enough, told=told)
    progress.close()
    seconds = progress.seconds / max(progress.played, 1) * missing / executor.width
    if bulk.as_json:
        facts = {"games": games, "missing": missing, "sampled": progress.played}
        click.echo(json.dumps(facts | {"seconds": seconds, "at_a_time": executor.width}))
        return
    from .runs import duration  # noqa: PLC0415

    matchups = len(campaign.schedule.matchups)
    click.echo(
        f"{missing:,} games ({matchups:,} matchups, {campaign.schedule.pairs:,} side-swapped pairs "
        f"each) on {executor}: about {duration(seconds)}"
    )


def _failed(store: "Store", run: str, error: BaseException) -> None:
    """Note that a run failed, if that can be noted."""
    from ..results import StoreError  # noqa: PLC0415

    status = "interrupted" if isinstance(error, KeyboardInterrupt) else "failed"
    message = None if status == "interrupted" else f"{type(error).__name__}: {error}"
    try:
        store.end_run(run, status, message)
    except StoreError:
        return  # the disk is full, say; what is wrong is told anyway


def _interrupted(
    kind: str, bulk: Bulk, store: "Store | None", run: str | None, board: "Board"
) -> None:
    """Say what is kept and how to go on; exit."""
    games = f"{board.played:,} of {len(board.winner):,} games"
    if store is None or run is None:
        click.echo(f"stopped after {games}; nothing was stored (--no-db)", err=True)
    else:
        store.end_run(run, "interrupted")
        click.echo(f"stopped: {games} are in {bulk.db}. To go on:", err=True)
        click.echo(f"  {resume_command(kind, bulk, run)}", err=True)
    sys.exit(130)


def resume_command(kind: str, bulk: Bulk, run: str) -> str:
    """Return the command that goes on with a run."""
    words = ["conquest-opt", kind, "--resume", run]
    if bulk.db is not None and str(bulk.db) != DEFAULT_DATABASE:
        words += ["--db", str(bulk.db)]
    if bulk.threads:
        words += ["--threads", str(bulk.threads)]
    if bulk.cluster:
        words += ["--cluster", bulk.cluster]
    if bulk.as_json:
        words.append("--json")
    return shlex.join(words)
