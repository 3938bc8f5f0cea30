"""`conquest-opt enumerate`: every setup there is, counted, stored, summarised."""

import json
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import COMMANDS, TROOPS
from ...results.text.glossary import hint
from ...setups.query_text import QueryText
from ..options.database import database_option, opened
from ..options.queries import query_options
from ..options.rules import RuleOptions, known_errors, rules_options
from ..terminal.output import say

if TYPE_CHECKING:
    import pyarrow as pa

    from ...results import Store
    from ...setups.enumerate import Enumeration
    from ...setups.summary import Summary


@click.command()
@click.option("--all", "every", is_flag=True, help="Every setup.")
@click.option("--maximal", is_flag=True, help="Those to which nothing can be added (default).")
@click.option("--exact", is_flag=True, help="Those of exactly the limit's points.")
@click.option("--count", "only_count", is_flag=True, help="Only count: all, maximal, exact.")
@query_options
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write them to a .parquet, .csv or .json file too.",
)
@click.option("--no-db", is_flag=True, help="Do not store them in the database.")
@click.option("--json", "as_json", is_flag=True, help="The counts or the summary as JSON.")
@rules_options
@database_option
def command(rules: RuleOptions, query: QueryText, db: Path, **values: Any) -> None:
    """Enumerate setups: all that the rules allow, by CP-SAT, proven complete.

    \b
    $ conquest-opt enumerate --count
    all       1,714,865
    maximal     283,717
    exact       171,496

    \b
    $ conquest-opt enumerate --require "C>=3" --with charge --troops 6..7
    397 maximal setups (nothing can be added)
    ...
    troops     setups     points     setups     in             setups
         6        200       1000        397     champion      100.0 %
         7        197                           charge        100.0 %
    ...

    Stores them in the database and prints what they look like. Constraints choose
    among the setups; what is maximal is up to the rules alone.

    \b
    conquest-opt enumerate
    conquest-opt enumerate --exact --points 900..1000 --troops 3..6 --out few.csv
    conquest-opt enumerate --set champion.cost=225 --set limits.points=1100
    """
    from ...results.files.streams import check_ending  # noqa: PLC0415  (brings pyarrow)

    asked = {"all": values["every"], "maximal": values["maximal"], "exact": values["exact"]}
    kind, out, as_json = _kind(asked), values["out"], values["as_json"]
    try:
        if out:
            check_ending(out)
        enumeration = _enumerate(rules.ruleset, query)
        if values["only_count"]:
            _print_counts(enumeration.counts(), as_json)
            return
        summary, places = _keep(enumeration, kind, None if values["no_db"] else db, out)
    except (ValueError, OSError) as error:
        raise known_errors(error) from None
    if as_json:
        click.echo(json.dumps(summary.to_dict() | {"kind": kind, "stored": places}))
    else:
        click.echo(_summary_text(summary, kind))
        for place in places:
            say(f"stored in {place}")


def _kind(asked: dict[str, bool]) -> str:
    """Return which setups are wanted; there is only one answer."""
    kinds = [kind for kind, wanted in asked.items() if wanted]
    if len(kinds) > 1:
        raise click.UsageError(f"give one of {' and '.join(f'--{kind}' for kind in kinds)}")
    return kinds[0] if kinds else "maximal"


def _enumerate(rules: Ruleset, query: QueryText) -> "Enumeration":
    from ...setups.enumerate import enumerate_setups  # noqa: PLC0415  (brings OR-Tools)

    with Ticker("troop parts found") as ticker:
        return enumerate_setups(rules, query.read(), ticker)


class Ticker:
    """Progress on a terminal's standard error, on one line, once there is some."""

    def __init__(self, what: str) -> None:
        self._what, self._shown = what, False

    def __enter__(self) -> "Ticker":
        return self

    def __call__(self, number: int) -> None:
        """Show a number."""
        if sys.stderr.isatty():
            click.echo(f"\r{number:,} {self._what}", nl=False, err=True)
            self._shown = True

    def __exit__(self, *_: object) -> None:
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)


def _keep(
    enumeration: "Enumeration", kind: str, db: Path | None, out: Path | None
) -> tuple["Summary", list[str]]:
    """Store the setups where they are wanted; return their summary and the places."""
    from ...results.files.streams import write_stream  # noqa: PLC0415  (brings pyarrow)
    from ...setups.summary import Summary  # noqa: PLC0415

    summary, places = Summary(), []
    with ExitStack() as stack:
        ticker = stack.enter_context(Ticker("setups"))
        tables = _ticking(_tables(enumeration, kind, summary), summary, ticker)
        if db:
            store = stack.enter_context(opened(db, create=True))
            arguments = {"kind": kind, **enumeration.query.to_dict()}
            run = store.begin_run(kind="enumerate", arguments=arguments, ruleset=enumeration.rules)
            stack.enter_context(store.running(run))
            tables = _storing(tables, store, run)
            places.append(f"{db} (run {run})")
        if out:
            write_stream(out, tables)
            places.append(str(out))
        deque(tables, maxlen=0)  # plays out what no file has taken
    return summary, places


def _ticking(
    tables: Iterator["pa.Table"], summary: "Summary", ticker: Ticker
) -> Iterator["pa.Table"]:
    for table in tables:
        ticker(summary.setups)
        yield table


def _storing(tables: Iterator["pa.Table"], store: "Store", run: str) -> Iterator["pa.Table"]:
    for number, table in enumerate(tables):
        store.write(run, batch=f"setups-{number}", tables={"setups": table})
        yield table


def _tables(enumeration: "Enumeration", kind: str, summary: "Summary") -> Iterator["pa.Table"]:
    """Yield the setups of a kind as tables, counting them on the way."""
    from ...setups.table import to_arrow  # noqa: PLC0415

    for block in enumeration.blocks():
        chosen = block if kind == "all" else block.where(getattr(block, kind))
        summary.add(enumeration, chosen)
        yield to_arrow(enumeration, chosen)


def _print_counts(counts: dict[str, int], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(counts))
        return
    for name, number in counts.items():
        click.echo(f"{name:<8} {number:>10,}")


def _summary_text(summary: "Summary", kind: str) -> str:
    """Return the summary as a table: numbers of troops beside points, then what is in setups."""
    if not summary.setups:
        return "no setup answers this"
    troops = [f"{n:>6} {times:>10,}" for n, times in sorted(summary.by_troops.items())]
    top = sorted(summary.by_points.items(), reverse=True)[: max(len(troops), 8)]
    points = [f"{n:>6} {times:>10,}" for n, times in top]
    names = sorted((*TROOPS, *COMMANDS), key=lambda slug: -summary.having[slug])
    share = [f"{slug:<14}{100 * summary.having[slug] / summary.setups:5.1f} %" for slug in names]
    columns = [
        ["troops     setups", *troops],
        ["points     setups", *points],
        ["in             setups", *share],
    ]
    height = max(map(len, columns))
    padded = [column + [""] * (height - len(column)) for column in columns]
    lines = [f"{a:<22}{b:<22}{c}".rstrip() for a, b, c in zip(*padded, strict=True)]
    rest = len(summary.by_points) - len(points)
    note = [f"({rest} lower costs not shown)"] if rest else []
    noun = {
        "all": "setups",
        "maximal": f"maximal setups ({hint('maximal')})",
        "exact": "setups of exactly full points",
    }
    return "\n".join([f"{summary.setups:,} {noun[kind]}", "", *lines, *note, ""])
