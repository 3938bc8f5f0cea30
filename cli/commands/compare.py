"""`conquest-opt compare`: two runs of one kind side by side, what differs beyond noise first."""

import json
from pathlib import Path

import click

from ...balance.kinds import KINDS
from ..options.database import database_option, opened, screen_width
from ..parameters.completing import RUN
from ..terminal.output import show_step
from ..terminal.pages import check_page, page_options, write


@click.command()
@click.argument("one", type=RUN, metavar="RUN")
@click.argument("other", type=RUN, metavar="RUN")
@page_options("page")
@database_option
@click.option("--json", "as_json", is_flag=True, help="Everything as one JSON document.")
def command(
    one: str, other: str, directory: str | None, force: bool, db: Path, as_json: bool
) -> None:
    """Compare two finished runs of one kind: first what differs beyond noise.

    \b
    $ conquest-opt compare fa62 05ce
    ...
    scores: beyond noise
    ...
    figure      run 1   run 2  difference [95 %]
    ---------  ------  ------  --------------------
    A's score  17.5 %  93.5 %  +76.0 [+68.9, +81.3]
    ...

    Each RUN is a run's identifier, a part of it that no other run has, latest, or a kind, such as
    match, for the latest of that kind. Shown are the settings in which the two differ, the figures
    that both have with the difference (the second run less the first) and its 95 % interval, and
    what only one of them has. Beyond noise is what leaves out 0 with all figures asked at once.

    \b
    conquest-opt compare 3f9a latest
    conquest-opt compare 3f9a 71c2 -o out/
    conquest-opt compare 3f9a 71c2 --json
    """
    with opened(db) as store:
        from ...arena.comparison.page import comparison_page  # noqa: PLC0415
        from ...arena.comparison.runs import compare_runs  # noqa: PLC0415
        from ...arena.comparison.words import summary  # noqa: PLC0415
        from ...results.page.terminal import terminal_text  # noqa: PLC0415

        check_page(directory, force)
        found = compare_runs(store, one, other, KINDS)
        if as_json:
            click.echo(json.dumps(found.json()))
        else:
            click.echo(terminal_text(summary(found), screen_width()))
        if directory is not None:
            try:
                page = comparison_page(found, show_step)
            finally:
                show_step("")
            write(page, directory, force, err=as_json)
