"""`conquest-opt export`: a run as files."""

from pathlib import Path

import click

from ...results.page.words import plural
from ..options.completing import RUN
from ..options.database import database_option, opened
from ..terminal.output import say


@click.command()
@click.argument("run", type=RUN)
@click.argument("directory", type=click.Path())
@database_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["parquet", "csv"]),
    default="parquet",
    show_default=True,
    help="Form of the tables.",
)
@click.option("--force", is_flag=True, help="Replace files that are there already.")
def command(run: str, directory: str, db: Path, form: str, force: bool) -> None:
    """Write everything of a run to DIRECTORY.

    \b
    $ conquest-opt export match files/ --format csv
    20261116-053007-match-2407 in files/:
    ...
      games.csv                             200 rows
    ...
      run.json

    RUN is a run's identifier, a part of it that no other run has, latest, or a
    kind, such as match, for the latest of that kind. There will be one file for
    each table with rows of the run, and run.json, which says how it was made.

    \b
    conquest-opt export latest out/
    conquest-opt export 3f9a out/ --format csv
    """
    if not directory:
        raise click.UsageError("which directory? An empty text names none")
    with opened(db) as store:
        from ...results.files.export import export_run  # noqa: PLC0415

        done = export_run(store, run, Path(directory), form=form, force=force)
    say(f"{done.run.run} in {directory}:")
    for name, rows in done.files.items():
        click.echo(f"  {name:<28} {plural(rows, 'row'):>17}")
    click.echo("  run.json")
