"""`conquest-opt runs delete`: runs and all their rows, and the space that they took."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...results.page.words import plural, size_text
from ..options.database import database_option, opened, screen_width
from ..parameters.completing import RUN
from ..terminal.output import say
from ..terminal.progress import BusyLine
from .runs import TERMINAL, games_of, listed_runs

if TYPE_CHECKING:
    from ...results import Store
    from ...results.store.runs import Run


@click.command()
@click.argument("runs", nargs=-1, type=RUN, metavar="RUN...")
@database_option
@click.option("--yes", is_flag=True, help="Delete without a question.")
def command(runs: tuple[str, ...], db: Path, yes: bool) -> None:
    """Delete runs with all their rows, and give the space back.

    \b
    $ conquest-opt runs delete 05ce --yes
    1 run with 207 rows deleted; 1.3 MB given back, 4.2 MB are left

    RUN is a run's identifier, a part of it that no other run has, latest, or a kind, such as match,
    for the latest of that kind. What goes is shown, and asked for. Setups, rules and agents that
    other runs use stay. A run that is under way is refused. The database is copied to a smaller
    file, which needs room on the disk for what stays; others may read it meanwhile.

    \b
    conquest-opt runs delete latest
    conquest-opt runs delete 3f9a 07c1 --yes
    """
    if not runs:
        raise click.UsageError("which run? Give its identifier, a part of it, latest, or a kind")
    with opened(db) as store:
        gone = list({run.run: run for run in map(store.find_run, runs)}.values())
        _check_ended(gone)
        if not yes:
            _ask(store, gone)
        _delete(store, gone)


def _check_ended(runs: "Sequence[Run]") -> None:
    """Refuse runs that are under way before anything is asked; the store checks it once more."""
    for run in runs:
        if run.status == "running":
            raise click.ClickException(
                f"run {run.run} is still under way in another process; stop it before it is deleted"
            )


def _ask(store: "Store", runs: "Sequence[Run]") -> None:
    """Show what would go, and go on only if that is wanted."""
    if not sys.stdin.isatty():
        raise click.UsageError(
            "without a terminal nothing can be asked: --yes deletes all the same"
        )
    tables = store.rows_by_table()
    games = {run.run: games_of(run, tables) for run in runs}
    click.echo("\n".join(listed_runs(runs, games, screen_width(TERMINAL))))
    rows = sum(run.rows for run in runs)
    what = "this run" if len(runs) == 1 else f"these {len(runs)} runs"
    if not click.confirm(f"Delete {what} with {plural(rows, 'row')} for good?"):
        click.echo("nothing was deleted")
        sys.exit(1)


def _delete(store: "Store", runs: "Sequence[Run]") -> None:
    """Delete rows, then copy what stays; if only the copy fails, the rows are gone all the same."""
    from ...results import StoreError  # noqa: PLC0415

    before, line, said = store.size_on_disk(), BusyLine(), ""
    try:
        done = store.delete_runs([run.run for run in runs], lambda: line("deleting rows"))
        rows = plural(sum(done.rows.values()), "row")
        said = f"{plural(len(done.runs), 'run')} with {rows} deleted"
        store.compact(lambda size: line(f"copying what stays: {size_text(size)}"))
    except (StoreError, KeyboardInterrupt) as error:
        line.close()
        if not said:
            raise
        why = f": {error}" if isinstance(error, StoreError) else ""
        raise click.ClickException(f"{said}, but the file is as large as it was{why}") from None
    finally:
        line.close()
    after = store.size_on_disk()
    say(f"{said}; {size_text(max(before - after, 0))} given back, {size_text(after)} are left")
