"""`conquest-opt runs`: what was run, and how it stands."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...agents.spec.spec import called
from ...balance.kinds import KINDS
from ...results.page.text_table import cell_text, text_table
from ...results.page.words import duration, listed, wrapped
from ..options.database import database_option, opened, screen_width
from ..options.grouped import refuse_before
from ..parameters.completing import Named
from ..parameters.numbers import Whole
from ..terminal.groups import LazyGroup

if TYPE_CHECKING:
    from ...results.store.runs import Run

COMMANDS = {
    "show": ("stored.show", "Show everything about a run, or write its experiment as a file."),
    "delete": ("stored.delete", "Delete runs, and give the space back."),
}
"""Each command's module and one-line help, so that `--help` imports none of them."""

HEAD = ("run", "status", "played", "games", "time", "rules", "rows", "seed")
"""When a run began is the beginning of its name (UTC). Columns at the end give way first."""

LEGIBLE = 14
"""Columns that a wide column keeps before others are left out."""

TERMINAL = 80
"""Columns of the list where no terminal says how many there are."""

SHOWN = 30
"""Runs that a terminal shows if no number is asked for."""


@click.group(cls=LazyGroup, commands=COMMANDS, invoke_without_command=True)
@database_option
@click.option(
    "--kind",
    type=Named("TEXT", lambda: (*KINDS, "enumerate")),
    help="Only runs of this kind, such as enumerate.",
)
@click.option(
    "--limit",
    type=Whole(1, 10**9),
    metavar="N",
    help=f"Only the latest N; default: {SHOWN} on a terminal, all otherwise.",
)
@click.option("--json", "as_json", is_flag=True, help="A list of objects with every detail.")
@click.pass_context
def command(
    context: click.Context, db: Path, kind: str | None, limit: int | None, as_json: bool
) -> None:
    """List the runs of the results database, oldest first; show one, or delete some.

    \b
    $ conquest-opt runs
    run                         status    played                      games  time
    --------------------------  --------  --------------------------  -----  -----
    20261118-003148-match-fa62  finished  Default, IAmWarrior by gr…    200  2.4 s
    20261118-003153-match-05ce  finished  Default, IAmWarrior by gr…    200  1.8 s
    ...

    A run's name begins with when it began (UTC). Who played are its setups and agents. One whose
    process was killed is shown as interrupted; what it wrote are whole batches. Games of other
    programs (engine:COMMAND) depend on the clock; such runs are named below the list.

    \b
    conquest-opt runs --kind match --limit 5
    conquest-opt runs show latest
    conquest-opt runs delete 3f9a
    """
    if context.invoked_subcommand:
        refuse_before(context)
        return
    with opened(db) as store:
        every, tables = store.runs(), store.rows_by_table()
    runs = [run for run in every if kind in (None, run.kind)]
    if limit is None and not as_json and sys.stdout.isatty():
        limit = SHOWN
    shown = runs[-limit:] if limit else runs
    games = {run.run: games_of(run, tables) for run in shown}
    if as_json:
        documents = [run.to_dict() | {"games": games[run.run]} for run in shown]
        click.echo(json.dumps(documents, indent=1))
    elif not runs:
        kinds = ", ".join(sorted({run.kind for run in every}))
        click.echo(f"no run of kind {kind!r}; there are: {kinds}" if every else "no runs yet")
    else:
        lines = listed_runs(shown, games, screen_width(TERMINAL))
        if len(shown) < len(runs):
            lines.append(
                f"(the latest {len(shown)} of {len(runs):,} runs; --limit {len(runs)} shows all)"
            )
        click.echo("\n".join(lines))


def games_of(run: "Run", tables: Mapping[str, Mapping[str, int]]) -> int:
    """Return how many games a run has stored, by the rows that it handed over."""
    own = tables.get(run.run, {})
    return sum(own.get(name, 0) for name in (KINDS[run.kind].games if run.kind in KINDS else ()))


def listed_runs(runs: "Sequence[Run]", games: Mapping[str, int], width: int) -> list[str]:
    """Return a list of runs; what has no room is named below it."""
    rows = [tuple(map(cell_text, _row(run, games[run.run]))) for run in runs]
    wide = [max(map(len, column)) for column in zip(HEAD, *rows, strict=True)]
    needed = [wide[0], *(min(columns, LEGIBLE) for columns in wide[1:])]
    shown = len(HEAD)
    while shown > 3 and sum(needed[:shown]) + 2 * (shown - 1) > width:
        shown -= 1
    right = [name in ("games", "rows", "seed") for name in HEAD[:shown]]
    lines, hidden = text_table(HEAD[:shown], [row[:shown] for row in rows], width, 1, right)
    lacking = HEAD[shown - hidden :]
    clock = [run.run for run in runs if run.clock_dependent]
    return [
        *lines,
        *wrapped(
            f"(by the clock, as other programs played: {listed(clock)})" if clock else "", width
        ),
        *([f"(--json has {', '.join(lacking)} too)"] if lacking else []),
    ]


def _row(run: "Run", games: int) -> tuple[object, ...]:
    rules = ", ".join(run.edits) or "standard"
    played, time = f"{games:,}" if games else "", duration(run.seconds)
    return run.run, run.status, run.players(called), played, time, rules, run.rows, run.seed
