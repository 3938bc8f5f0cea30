"""`conquest-opt runs`: what was run, and how it stands."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...results.page.text_table import text_table
from ...results.page.words import duration
from ..options.database import database_option, opened, screen_width

if TYPE_CHECKING:
    from ...results.store.runs import Run

HEAD = ("run", "status", "time", "rows", "seed", "rules")
"""When a run began is the beginning of its name (UTC); so the list fits 80 columns."""


@click.command()
@database_option
@click.option("--kind", help="Only runs of this kind, such as enumerate.")
@click.option("--json", "as_json", is_flag=True, help="A list of objects with every detail.")
def command(db: Path, kind: str | None, as_json: bool) -> None:
    """List the runs of the results database, oldest first.

    A run's name begins with when it began (UTC). One whose process was killed is shown as
    interrupted; what it wrote are whole batches.

    \b
    conquest-opt runs
    conquest-opt runs --kind enumerate --json
    """
    with opened(db) as store:
        every = store.runs()
    runs = [run for run in every if kind in (None, run.kind)]
    if as_json:
        click.echo(json.dumps([run.to_dict() for run in runs], indent=1))
    elif not runs:
        kinds = ", ".join(sorted({run.kind for run in every}))
        click.echo(f"no run of kind {kind!r}; there are: {kinds}" if every else "no runs yet")
    else:
        lines, _ = text_table(HEAD, [_row(run) for run in runs], screen_width(), keep=1)
        click.echo("\n".join(lines))


def _row(run: "Run") -> tuple[object, ...]:
    rules = ", ".join(run.edits) or "standard"
    return run.run, run.status, duration(run.seconds), run.rows, run.seed, rules
