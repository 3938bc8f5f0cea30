"""`conquest-opt report`: what a run's games say, as a page, figures and tables."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...balance.kinds import KINDS
from ..options.database import database_option, opened, screen_width
from ..options.setups_file import note_unread_names, setups_file_option
from ..parameters.completing import RUN
from ..terminal.output import show_step
from ..terminal.pages import check_page, page_options, write

if TYPE_CHECKING:
    from fractions import Fraction

    from ...arena.reports.reproduction import Reproduction
    from ...results import Store
    from ...results.page.page import Page


@click.command()
@click.argument("run", required=False, type=RUN)
@page_options("report")
@database_option
@setups_file_option
@click.option(
    "--threshold",
    default="29/50",
    show_default=True,
    help="Share of the points from which one setup dominates another.",
)
@click.option(
    "--reproduction",
    is_flag=True,
    help="State for each claim of the thesis whether these games confirm it.",
)
@click.option("--json", "as_json", is_flag=True, help="With --reproduction: print JSON.")
def command(
    run: str | None, db: Path, threshold: str, reproduction: bool, as_json: bool, **output: Any
) -> None:
    """Report on the games of RUN, beside the figures of the thesis.

    \b
    $ conquest-opt report match -o out/
    out/index.html and 11 other files

    RUN is a run's identifier, a part of it that no other run has, latest, or a
    kind, such as match, for the latest of that kind. DIR gets index.html, which
    opens offline, report.md, and figures/ and tables/ with every figure as PNG and
    SVG and every table as CSV and Markdown. With --reproduction RUN may be left
    out: the latest tournament is taken; the claims are printed, and written if -o
    is given.

    \b
    conquest-opt report latest -o out/
    conquest-opt report 3f9a -o out/ --threshold 60%
    conquest-opt report --reproduction -o docs/reproduction/
    """
    directory, force = output["directory"], output["force"]
    _check(run, directory, reproduction, as_json)
    note_unread_names()
    with opened(db) as store:
        share = _share(threshold)
        check_page(directory, force)
        if reproduction:
            page = _reproduced(store, run, share, as_json)
        else:
            page = _reported(store, run or "", share)
        if directory is not None:
            write(page, directory, force, err=as_json)


def _check(run: str | None, directory: str | None, reproduction: bool, as_json: bool) -> None:
    """Refuse what does not go together."""
    if not reproduction and run is None:
        raise click.UsageError("which run? Give its identifier, a part of it, latest, or a kind")
    if not reproduction and directory is None:
        raise click.UsageError("where to? Give a directory, such as -o out/")
    if as_json and not reproduction:
        raise click.UsageError("--json goes with --reproduction; a report's tables are CSV files")


def _share(threshold: str) -> "Fraction":
    from ...arena.stats.cycles import parse_threshold  # noqa: PLC0415

    try:
        return parse_threshold(threshold)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--threshold") from None


def _reproduced(store: "Store", run: str | None, share: "Fraction", as_json: bool) -> "Page":
    """Print what these games say of the thesis's claims; return the page that has it too."""
    from ...arena.reports.reproduction import examine  # noqa: PLC0415

    comparison = examine(store, run, threshold=share)
    text = _as_json(comparison) if as_json else comparison.text(screen_width())
    click.echo(text, nl=False)
    return comparison.page()


def _reported(store: "Store", run: str, share: "Fraction") -> "Page":
    from ...arena.run.report import build_page  # noqa: PLC0415

    try:
        return build_page(store, run, KINDS, threshold=share, on_section=show_step)
    finally:
        show_step("")


def _as_json(comparison: "Reproduction") -> str:
    return json.dumps(comparison.to_dict(), indent=2, ensure_ascii=False) + "\n"
