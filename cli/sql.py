"""`conquest-opt sql`: ask the results database."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .database import database_option, opened, shown

if TYPE_CHECKING:
    from ..results import Store


@click.command()
@click.argument("query", required=False)
@click.option(
    "--file",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Read the query from a file.",
)
@database_option
@click.option(
    "--table", "form", flag_value="table", help="Aligned columns (default on a terminal)."
)
@click.option("--csv", "form", flag_value="csv", help="CSV with a header (a pipe's default).")
@click.option("--json", "form", flag_value="json", help="A list of objects.")
@click.option(
    "--parquet",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the result to a Parquet file.",
)
@click.option("--all", "every_row", is_flag=True, help="Every row in a table, not the first 40.")
@click.option("--write", is_flag=True, help="Let the query change the database and use files.")
@click.option("--tables", is_flag=True, help="Explain every table and view.")
def command(
    query: str | None,
    file: Path | None,
    db: Path,
    form: str | None,
    parquet: Path | None,
    every_row: bool,
    write: bool,
    tables: bool,
) -> None:
    """Ask the results database in SQL (DuckDB's dialect).

    QUERY is the query, or - to read it from standard input, as a pipe does without it. On a
    terminal and without a query there is a prompt with history. Several statements are separated by
    ";"; the last one's result is shown. Without --write a query can change neither the database nor
    any file; with it all statements count, or none.

    \b
    conquest-opt sql --tables
    conquest-opt sql "SELECT * FROM setup_counts"
    conquest-opt sql "FROM standings WHERE rank <= 3" --json
    conquest-opt sql --file report.sql --csv > report.csv
    conquest-opt sql "FROM maximal_setups" --parquet setups.parquet
    """
    if tables:
        click.echo(explain(form), nl=False)
        return
    text = _query_text(query, file)
    form = form or ("table" if sys.stdout.isatty() else "csv")
    if text is None:
        from .prompt import load_libraries, prompt  # noqa: PLC0415

        load_libraries()
        with opened(db, create=write) as store:
            prompt(lambda sql: answer(store, sql, form, every_row, write), explain)
        return
    with opened(db, create=write) as store:
        if parquet:
            from ..results.files import write_parquet  # noqa: PLC0415

            result = _run(store, text, write)
            write_parquet(result, parquet)
            noun = "row" if result.num_rows == 1 else "rows"
            click.echo(f"{result.num_rows:,} {noun} written to {parquet}", err=True)
        else:
            click.echo(answer(store, text, form, every_row, write), nl=False)


def answer(store: "Store", sql: str, form: str, every_row: bool, write: bool) -> str:
    """Return a query's result as text."""
    return shown(_run(store, sql, write), form, every_row=every_row)


def _run(store: "Store", sql: str, write: bool):
    return store.change(sql) if write else store.query(sql)


def _query_text(query: str | None, file: Path | None) -> str | None:
    """Return the query wherever it comes from; None means a prompt."""
    if query is not None and file is not None:
        raise click.UsageError("give a query or --file, not both")
    if file is not None:
        return file.read_text(encoding="utf-8")
    if query == "-" or (query is None and not sys.stdin.isatty()):
        query = sys.stdin.read()
    if query is not None and not query.strip(" \n\t;"):
        raise click.UsageError('an empty query; try conquest-opt sql "FROM run_summary"')
    return query


def explain(form: str | None = None) -> str:
    """Return every table and view with its columns, for a screen of 80 columns or as JSON."""
    import json  # noqa: PLC0415

    from ..results.document import relations  # noqa: PLC0415

    if form == "json":
        return json.dumps([r.to_dict() for r in relations()], indent=1) + "\n"
    ordered = sorted(relations(), key=lambda r: r.kind != "view")
    parts = []
    for relation in ordered:
        width = max(len(c.name) for c in relation.columns) + 4
        lines = [_wrapped(f"{relation.name} ({relation.kind})  {relation.comment}", "", 2)]
        lines += [_wrapped(c.comment, f"  {c.name}".ljust(width), width) for c in relation.columns]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _wrapped(text: str, start: str, indent: int) -> str:
    return click.wrap_text(text, 80, initial_indent=start, subsequent_indent=" " * indent)
