"""`conquest-opt runs`: what was run, and how it stands."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...balance.kinds import KINDS
from ...results.page.text_table import cell_text, text_table
from ...results.page.words import duration
from ..options.completing import Named
from ..options.database import database_option, opened, screen_width

if TYPE_CHECKING:
    from ...results.store.runs import Run

HEAD = ("run", "status", "played", "time", "rules", "rows", "seed")
"""When a run began is the beginning of its name (UTC). Columns at the end give way first."""

LEGIBLE = 22
"""Columns that a wide column keeps before others are left out."""

TERMINAL = 80
"""Columns of the list where no terminal says how many there are."""


@click.command()
@database_option
@click.option(
    "--kind",
    type=Named("TEXT", lambda: (*KINDS, "enumerate")),
    help="Only runs of this kind, such as enumerate.",
)
@click.option("--json", "as_json", is_flag=True, help="A list of objects with every detail.")
def command(db: Path, kind: str | None, as_json: bool) -> None:
    """List the runs of the results database, oldest first.

    \b
    $ conquest-opt runs
    run                         status    played                   time   rules
    --------------------------  --------  -----------------------  -----  --------
    20261118-000535-match-47c7  finished  Default, IAmWarrior by…  8.6 s  standard
    ...

    A run's name begins with when it began (UTC). Who played are its setups and
    agents. One whose process was killed is shown as interrupted; what it wrote are
    whole batches.

    \b
    conquest-opt runs --kind match
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
        click.echo("\n".join(_listed(runs, screen_width(TERMINAL))))


def _listed(runs: "Sequence[Run]", width: int) -> list[str]:
    """Return the list; what has no room is named below it."""
    rows = [tuple(map(cell_text, _row(run))) for run in runs]
    wide = [max(map(len, column)) for column in zip(HEAD, *rows, strict=True)]
    needed = [wide[0], *(min(columns, LEGIBLE) for columns in wide[1:])]
    shown = len(HEAD)
    while shown > 3 and sum(needed[:shown]) + 2 * (shown - 1) > width:
        shown -= 1
    right = [name in ("rows", "seed") for name in HEAD[:shown]]
    lines, hidden = text_table(HEAD[:shown], [row[:shown] for row in rows], width, 1, right)
    lacking = HEAD[shown - hidden :]
    return lines + ([f"(--json has {', '.join(lacking)} too)"] if lacking else [])


def _row(run: "Run") -> tuple[object, ...]:
    rules = ", ".join(run.edits) or "standard"
    return run.run, run.status, run.players, duration(run.seconds), rules, run.rows, run.seed
