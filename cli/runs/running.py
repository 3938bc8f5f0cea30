"""Playing a campaign from the terminal: begun or resumed, stopped by Ctrl-C, with progress."""

import json
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from ..commands.runs import duration
from ..options.bulk import Bulk, resume_command
from ..options.database import opened
from ..options.rules import known_errors
from ..terminal.progress import ESTIMATE_AFTER, ProgressLine
from ..terminal.stopping import stoppable

if TYPE_CHECKING:
    from ...arena.run.campaign import Campaign
    from ...arena.run.play_schedule import Executor, Rule
    from ...arena.run.player import Result
    from ...arena.run.result_board import ResultBoard
    from ...results import Store
    from ...results.store.store import Status


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """A run that has played all its games."""

    campaign: "Campaign"
    board: "ResultBoard"
    run: str | None
    """Its identifier; None if nothing was stored."""
    seconds: float


def run_campaign(
    kind: str,
    bulk: Bulk,
    make: Callable[[], "Campaign"],
    rule: Callable[["Campaign"], "Rule | None"] = lambda _: None,
) -> Outcome | None:
    """Play a campaign, new or resumed, to its end; None after a dry run.

    Interrupted, it says how to go on and exits with 130.
    """
    with ExitStack() as stack:
        stop = stack.enter_context(stoppable())
        try:
            store = None
            if bulk.resume and bulk.db:
                store = stack.enter_context(opened(bulk.db, stop=stop))
            campaign, board, run = _prepared(kind, bulk, make, store)
            executor = executor_for(bulk)
            stack.callback(executor.close)
            if bulk.dry_run:
                _dry_run(campaign, board, executor, bulk, stop)
                return None
            if bulk.db is not None:
                store = store or stack.enter_context(opened(bulk.db, create=True, stop=stop))
                run = _begun(campaign, store, run)
            progress = ProgressLine(
                len(board.winner), board.played, str(executor), executor.width, quiet=False
            )
            playing = _Playing(kind, bulk, campaign, board, store, run)
            if not playing.to_the_end(executor, stop, progress, rule(campaign)):
                playing.interrupted()
            return Outcome(campaign=campaign, board=board, run=run, seconds=progress.elapsed)
        except (ValueError, OSError) as error:
            raise known_errors(error) from None


def _prepared(
    kind: str, bulk: Bulk, make: Callable[[], "Campaign"], store: "Store | None"
) -> tuple["Campaign", "ResultBoard", str | None]:
    """Return the campaign, the games known of it, and its run if it is resumed."""
    from ...arena.run.campaign import Campaign  # noqa: PLC0415
    from ...arena.run.result_board import ResultBoard  # noqa: PLC0415  (brings numba)

    if store is None or bulk.resume is None:
        campaign = make()
        return campaign, ResultBoard(campaign.schedule), None
    found = store.find_run(bulk.resume)
    campaign = Campaign.of_run(found, kind)
    doubt = Campaign.doubt(found)
    if doubt and found.status != "finished":
        click.echo(f"warning: {doubt}", err=True)
    return campaign, campaign.board(store, found.run), found.run


def _begun(campaign: "Campaign", store: "Store", run: str | None) -> str:
    """Note that a run begins or goes on; return its identifier."""
    if run is None:
        return campaign.begin(store)
    if store.find_run(run).status != "finished":
        store.resume_run(run)
    return run


@dataclass(frozen=True)
class _Playing:
    """A run while its games are played."""

    kind: str
    bulk: Bulk
    campaign: "Campaign"
    board: "ResultBoard"
    store: "Store | None"
    run: str | None

    def to_the_end(
        self,
        executor: "Executor",
        stop: threading.Event,
        progress: ProgressLine,
        rule: "Rule | None",
    ) -> bool:
        """Play what is missing; return whether nothing is left. Errors are noted with the run."""
        from ...arena.run.play_schedule import Recorder, play_schedule  # noqa: PLC0415

        store, run = self.store, self.run
        try:
            return play_schedule(
                self.board,
                executor,
                keep=self.campaign.keep,
                stop=stop,
                recorder=Recorder(store, run, self.campaign.schedule) if store and run else None,
                told=teller(progress),
                rule=rule,
            )
        except BaseException as error:
            progress.close()
            if store is not None and run is not None:
                note_failure(store, run, error)
                self._say_how_to_go_on()
            raise
        finally:
            progress.close()

    def interrupted(self) -> None:
        """Say what is kept and how to go on; exit."""
        games = f"{self.board.played:,} of {len(self.board.winner):,} games"
        if self.store is None or self.run is None:
            click.echo(f"stopped after {games}; nothing was stored (--no-db)", err=True)
        else:
            _note(self.store, self.run, "interrupted")
            click.echo(f"stopped: {games} are in {self.bulk.db}.", err=True)
            self._say_how_to_go_on()
        sys.exit(130)

    def _say_how_to_go_on(self) -> None:
        command = resume_command(self.kind, self.bulk, self.run or "")
        click.echo(f"To go on:\n  {command}", err=True)


def finish(bulk: Bulk, run: str | None, tables: dict[str, Any]) -> None:
    """Store what a finished run adds up to, and note that it is finished."""
    if run is None or bulk.db is None:
        return
    with opened(bulk.db) as store:
        store.write(run, batch="summary", tables=tables)
        if store.find_run(run).status != "finished":
            store.end_run(run)


def executor_for(bulk: Bulk) -> "Executor":
    """Return who plays: threads of this process, or a cluster."""
    if bulk.cluster:
        from ...arena.run.cluster import Cluster  # noqa: PLC0415

        return Cluster(bulk.cluster)
    from ...arena.run.threads import Threads  # noqa: PLC0415

    return Threads(bulk.threads)


def teller(progress: ProgressLine) -> Callable[[Sequence["Result"]], None]:
    """Return what tells a progress of results."""

    def told(results: Sequence["Result"]) -> None:
        progress(len(results), sum(result.duration for result in results))

    return told


def _dry_run(
    campaign: "Campaign",
    board: "ResultBoard",
    executor: "Executor",
    bulk: Bulk,
    stop: threading.Event,
) -> None:
    """Play for two seconds, keep nothing, and say how long everything would take."""
    from ...arena.run.play_schedule import play_schedule  # noqa: PLC0415

    games, missing = len(board.winner), len(board.missing())
    progress = ProgressLine(games, games - missing, str(executor), executor.width, quiet=True)
    tell, enough = teller(progress), threading.Event()

    def told(results: Sequence["Result"]) -> None:
        tell(results)
        if stop.is_set() or (progress.played and progress.elapsed >= ESTIMATE_AFTER):
            enough.set()

    play_schedule(board, executor, keep=campaign.keep, stop=enough, told=told)
    progress.close()
    seconds = progress.seconds / max(progress.played, 1) * missing / executor.width
    if bulk.as_json:
        facts = {"games": games, "missing": missing, "sampled": progress.played}
        click.echo(json.dumps(facts | {"seconds": seconds, "at_a_time": executor.width}))
        return
    matchups = len(campaign.schedule.matchups)
    click.echo(
        f"{missing:,} games ({matchups:,} matchups, {campaign.schedule.pairs:,} side-swapped pairs "
        f"each) on {executor}: about {duration(seconds)}"
    )


def note_failure(store: "Store", run: str, error: BaseException) -> None:
    """Note that a run failed, if that can be noted."""
    if isinstance(error, KeyboardInterrupt):
        _note(store, run, "interrupted")
    else:
        _note(store, run, "failed", f"{type(error).__name__}: {error}")


def _note(store: "Store", run: str, status: "Status", message: str | None = None) -> None:
    """Note how a run ended, if that can be; if not, it counts as interrupted."""
    from ...results import StoreError  # noqa: PLC0415

    try:
        store.end_run(run, status, message)
    except StoreError:
        return  # the disk is full, or the file held; what is wrong is told anyway
