"""`conquest-opt export`: a run as files, or runs as one file for others."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ...balance.kinds import KINDS
from ...results.page.words import plural
from ..options.database import database_option, opened
from ..parameters.completing import RUN
from ..terminal.output import say, show_step

if TYPE_CHECKING:
    from ...results import Store
    from ...results.store.runs import Run


@click.command()
@click.argument("words", nargs=-1, type=RUN, metavar="RUN... [DIRECTORY]")
@database_option
@click.option(
    "--bundle",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="Write the runs, with their reports, to one file for import; - is standard output.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["parquet", "csv"]),
    default="parquet",
    show_default=True,
    help="Form of the tables in a directory.",
)
@click.option("--force", is_flag=True, help="Replace files that are there already.")
@click.pass_context
def command(ctx: click.Context, words: Sequence[str], db: Path, **given: Any) -> None:
    """Write everything of a run to DIRECTORY, or runs to one FILE for others.

    \b
    $ conquest-opt export match files/ --format csv
    20261116-053007-match-2407 in files/:
    ...
      games.csv                             200 rows
    ...
      run.json

    RUN is a run's identifier, a part of it that no other run has, latest, or a kind, such as match,
    for the latest of that kind. A directory gets one file for each table with rows of the run, and
    run.json, which says how it was made.

    With --bundle, FILE is a zip with the rows, settings, rules and report of one or more runs.
    `import` takes them over into another database, where they can be listed, reported, asked in SQL
    and, with the same version, resumed. A run that is under way is written as interrupted, with its
    batches so far.

    \b
    conquest-opt export latest out/
    conquest-opt export 3f9a out/ --format csv
    conquest-opt export latest --bundle run.zip
    """
    file, form, force = given["bundle"], given["form"], given["force"]
    if file is None:
        _to_directory(words, db, form, force)
        return
    if ctx.get_parameter_source("form") is not ParameterSource.DEFAULT:
        raise click.UsageError("--format goes with a directory; the tables of a bundle are Parquet")
    if not words:
        raise click.UsageError("which run? Give its identifier, a part of it, latest, or a kind")
    _to_bundle(words, db, file, force)


def _to_directory(words: Sequence[str], db: Path, form: str, force: bool) -> None:
    if not words:
        raise click.UsageError("which run? Give its identifier, a part of it, latest, or a kind")
    if len(words) == 1:
        raise click.UsageError("where to? Give a directory, such as out/, or --bundle run.zip")
    if len(words) > 2:
        raise click.UsageError("a directory takes one run; --bundle FILE takes several")
    run, directory = words
    if not directory:
        raise click.UsageError("which directory? An empty text names none")
    with opened(db) as store:
        from ...results.files.export import export_run  # noqa: PLC0415

        done = export_run(store, run, Path(directory), form=form, force=force)
    say(f"{done.run.run} in {directory}:")
    for name, rows in done.files.items():
        click.echo(f"  {name:<28} {plural(rows, 'row'):>17}")
    click.echo("  run.json")


def _to_bundle(words: Sequence[str], db: Path, file: str, force: bool) -> None:
    if not file:
        raise click.UsageError("which file? An empty text names none")
    if file == "-" and sys.stdout.isatty():
        raise click.UsageError("a bundle is no text for a terminal; name a file, or use a pipe")
    with opened(db) as store:
        from ...results.files import bundle_export  # noqa: PLC0415

        if file != "-":
            bundle_export.check_destination(Path(file), force=force)
        runs = [store.find_run(word) for word in words]
        try:
            done = bundle_export.export_bundle(
                store,
                [run.run for run in runs],
                sys.stdout.buffer if file == "-" else Path(file),
                reports={run.run: _report(store, run) for run in runs},
                force=force,
                on_progress=show_step,
            )
        finally:
            show_step("")
    place = "standard output" if file == "-" else f"{file} ({_size(Path(file))})"
    for run, before in zip(done, runs, strict=True):
        note = ", as interrupted: it is still under way" if before.status == "running" else ""
        say(f"{run.run} in {place}{note}", err=file == "-")


def _report(store: "Store", run: "Run") -> dict[str, bytes]:
    """Return the files of a run's report; none where its kind has no report, or it has no games."""
    if run.kind not in KINDS:
        return {}
    from ...arena.run.report import build_page  # noqa: PLC0415
    from ...results.database.errors import StoreError  # noqa: PLC0415
    from ...results.page.write import page_files  # noqa: PLC0415

    try:
        return page_files(build_page(store, run.run, KINDS, elsewhere=True, on_section=show_step))
    except StoreError as error:
        show_step("")
        say(f"{run.run} goes without a report: {error}", err=True)
        return {}


def _size(file: Path) -> str:
    return f"{max(0.1, file.stat().st_size / 1e6):,.1f} MB"
