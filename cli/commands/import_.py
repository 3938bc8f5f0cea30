"""`conquest-opt import`: runs that somebody else played, from one file."""

import json
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...balance.kinds import KINDS
from ...results.page.words import plural
from ...results.text.command_lines import command_line
from ..options.database import database_option, opened, store_errors
from ..parameters.numbers import Whole
from ..terminal.output import say, show_step

if TYPE_CHECKING:
    from ...results.store.merge import Merged
    from ...results.store.runs import Run


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@database_option
@click.option(
    "--most-rows",
    type=Whole(1),
    metavar="N",
    help="Refuse a file with more rows in all; default: 50,000,000.",
)
@click.option("--json", "as_json", is_flag=True, help="A list of the runs as JSON.")
def command(file: str, db: Path, most_rows: int | None, as_json: bool) -> None:
    """Take over the runs of FILE, which `export --bundle` wrote; - is standard input.

    \b
    $ conquest-opt import run.zip --db theirs.duckdb
    20261117-234353-match-af86 imported: finished, 407 rows

    All its runs are taken, or none. The database is made if there is none. Rows are as they were
    where the run was made, so it can be listed, reported, asked in SQL and, with the same version,
    resumed here. A run that is here already stays as it is. The file is checked before anything is
    written; whether its games were really played so, no check can say. However large
    it is, or claims to be, less than 1 GB of memory is taken.

    \b
    conquest-opt import run.zip
    conquest-opt import run.zip --db theirs.duckdb
    """
    if not file:
        raise click.UsageError("which file? An empty text names none")
    if file == "-" and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError("a bundle is no text to type; name a file, or use a pipe")
    with store_errors():
        from ...results.files.bundle_import import staged  # noqa: PLC0415
        from ...results.files.bundle_limits import STANDARD, BundleLimits  # noqa: PLC0415

        given = sys.stdin.buffer if file == "-" else Path(file)
        limits = BundleLimits(rows=most_rows) if most_rows else STANDARD
        try:
            with (
                staged(given, beside=db, limits=limits, on_progress=show_step) as rows,
                opened(db, create=True) as store,
            ):
                show_step("into the database")
                merged = store.merge(rows)
                runs = {run.run: run for run in store.runs()}
        finally:
            show_step("")
    if as_json:
        said = [{"run": m.run, "new": m.new, "rows": m.rows} for m in merged]
        click.echo(json.dumps(said, indent=1))
    else:
        for one in merged:
            _say(one, runs[one.run], db)


def _say(merged: "Merged", run: "Run", db: Path) -> None:
    """Say what became of a run, and how to resume one that is not finished."""
    if not merged.new:
        say(f"{run.run} is here already; nothing was changed")
        return
    say(f"{run.run} imported: {run.status}, {plural(merged.rows, 'row')}")
    if run.status != "finished" and run.kind in KINDS and run.software == version("conquest-opt"):
        again = command_line(KINDS[run.kind].command, "--resume", run.run, db=db)
        say(f"to resume it:\n{again}")
