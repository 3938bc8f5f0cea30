"""`conquest-opt sql`: ask the results database."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ...engine.reading.files import read_text
from ...engine.reading.input_error import InputError
from ...results.page.words import plural
from ...results.text.command_lines import command_line
from ...results.text.escape import printable
from ..options.database import database_option, opened, shown
from ..terminal.paging import say_paged

if TYPE_CHECKING:
    from ...results import Store
    from ...results.store.document import Relation
    from ...results.store.spool import Spool

LONGEST_LINE: Final = 300
MOST_LINES: Final = 12
"""How much of DuckDB's message for an error is shown; it may quote a whole query or value."""

_REFUSALS: Final = (
    "read-only mode",
    "LocalFileSystem has been disabled",
    "disabled through configuration",
    "the configuration has been locked",
)
"""What DuckDB says when the guard of queries refuses (results/connection.py)."""


@click.command()
@click.argument("query", required=False)
@click.option(
    "--file",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Read the query from a file.",
)
@database_option
@click.option("--table", "as_table", is_flag=True, help="Aligned columns (a terminal's default).")
@click.option("--csv", "as_csv", is_flag=True, help="CSV with a header (a pipe's default).")
@click.option("--json", "as_json", is_flag=True, help="A list of objects.")
@click.option(
    "--parquet",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the result to a Parquet file.",
)
@click.option("--all", "every_row", is_flag=True, help="Every row in a table, not the first 40.")
@click.option("--write", is_flag=True, help="Let the query change the database and use files.")
@click.option("--tables", is_flag=True, help="Explain every table and view.")
def command(
    query: str | None, file: Path | None, db: Path, write: bool, tables: bool, **output: Any
) -> None:
    """Ask the results database in SQL (DuckDB's dialect).

    \b
    $ conquest-opt sql --table "SELECT entrant, wins, games, score FROM standings"
    entrant     wins  games  score
    ----------  ----  -----  -----
    IAmWarrior   130    200   0.65
    Default       70    200   0.35

    \b
    $ conquest-opt sql --tables
    run_summary (view)  Runs with their rules and how much they wrote.
      run      the run
      kind     what it did
    ...

    QUERY is the query, or - to read it from standard input, as a pipe does without
    it. On a terminal and without a query there is a prompt with history. Several
    statements are separated by ";"; the last one's result is shown. Without
    --write a query can change neither the database nor any file; with it all
    statements count, or none.

    \b
    conquest-opt sql "FROM standings WHERE rank <= 3" --json
    conquest-opt sql --file report.sql --csv > report.csv
    conquest-opt sql "FROM maximal_setups" --parquet setups.parquet
    """
    every_row, parquet = output.pop("every_row"), output["parquet"]
    forms = {form: output[f"as_{form}"] for form in ("table", "csv", "json")}
    form = _form(forms | {"parquet": parquet})
    if parquet and not parquet.name:
        raise click.UsageError("--parquet: an empty text names no file")
    if tables:
        if query is not None or file or write or form in ("csv", "parquet"):
            raise click.UsageError("--tables stands alone, or with --json")
        say_paged(explain(form))
        return
    text = _query_text(query, file)
    if text is None and parquet:
        raise click.UsageError("--parquet needs a query")
    form = form or ("table" if sys.stdout.isatty() else "csv")
    if text is None:
        _prompt(db, form, every_row, write)
        return
    with opened(db, create=write) as store:
        if parquet:
            _write_parquet(_run(store, text, write), parquet)
            return
        parts = answer(store, text, form, every_row, write)
        if form == "table":
            say_paged("".join(parts))
            return
        for part in parts:
            click.echo(part, nl=False)


def _prompt(db: Path, form: str, every_row: bool, write: bool) -> None:
    """Answer one query after the other."""
    from ..terminal.prompt import load_libraries, prompt  # noqa: PLC0415

    load_libraries()
    with opened(db, create=write) as store:
        prompt(lambda sql: answer(store, sql, form, every_row, write), explain_briefly)


def _write_parquet(result: "Spool", file: Path) -> None:
    from ...results.files.streams import write_parquet  # noqa: PLC0415

    if not result.num_columns:
        raise click.ClickException(f"the query has no result to write to {file}")
    write_parquet(file, result.tables())
    click.echo(f"{plural(result.num_rows, 'row')} written to {printable(str(file))}", err=True)


def answer(store: "Store", sql: str, form: str, every_row: bool, write: bool) -> Iterator[str]:
    """Yield a query's result as text; that of a statement without one is a word on stderr."""
    result = _run(store, sql, write)
    if result.num_columns:
        yield from shown(result, form, every_row=every_row)
    else:
        click.echo("done", err=True)


def _run(store: "Store", sql: str, write: bool) -> "Spool":
    from ...results.database.errors import QueryError  # noqa: PLC0415
    from ...results.store.rows import spool  # noqa: PLC0415

    try:
        return store.rewrite(sql, spool) if write else store.query(sql, read=spool)
    except QueryError as error:
        raise QueryError(_error_text(str(error), write)) from None


def _error_text(message: str, write: bool) -> str:
    """Return DuckDB's message, cut to a readable length, with what would be right."""
    lines = [printable(line) for line in message.splitlines()]
    short = [line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "…" for line in lines]
    shortened = short[:MOST_LINES] + (["…"] if len(short) > MOST_LINES else [])
    if not write and any(words in message for words in _REFUSALS):
        shortened.append(
            "A query can neither change the database nor use files; --write allows both, "
            "--csv, --json and --parquet keep a result."
        )
    elif "Table with name" in message:
        shortened.append(f"{command_line('sql --tables')} lists the tables and views.")
    return "\n".join(shortened)


def _form(asked: dict[str, object]) -> str | None:
    """Return the form of output that was asked for; there is only one."""
    forms = [form for form, wanted in asked.items() if wanted]
    if len(forms) > 1:
        raise click.UsageError(f"give one of {' and '.join(f'--{form}' for form in forms)}")
    return forms[0] if forms else None


def _query_text(query: str | None, file: Path | None) -> str | None:
    """Return the query wherever it comes from; None means a prompt."""
    if query is not None and file is not None:
        raise click.UsageError("give a query or --file, not both")
    try:
        if file is not None:
            query = read_text(file, "SQL")
        elif query == "-" or (query is None and not (sys.stdin and sys.stdin.isatty())):
            query = sys.stdin.read() if sys.stdin else ""  # None if it is closed
    except InputError as error:
        raise click.ClickException(str(error)) from None
    except UnicodeDecodeError:
        raise click.ClickException("standard input is no SQL: not UTF-8") from None
    except OSError as error:
        raise click.ClickException(f"standard input: {error.strerror}") from None
    if query is not None and not query.strip(" \n\t;"):
        asked = command_line("sql", "FROM run_summary")
        raise click.UsageError(f"an empty query; try {asked}")
    return query


def explain(form: str | None = None) -> str:
    """Return every table and view with its columns, for a screen of 80 columns or as JSON."""
    import json  # noqa: PLC0415

    from ...results.store.document import relations  # noqa: PLC0415

    if form == "json":
        return json.dumps([r.to_dict() for r in relations()], indent=1) + "\n"
    return "\n".join(_explained(relation) for relation in _views_first())


def explain_briefly(name: str = "") -> str:
    """Return the tables and views with a line each, or one of them with its columns."""
    from difflib import get_close_matches  # noqa: PLC0415

    known = {relation.name: relation for relation in _views_first()}
    if name in known:
        return _explained(known[name])
    if name:
        near = get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]}?" if near else ".tables lists them"
        return f"no table or view {printable(name)!r}; {hint}\n"
    width = max(map(len, known)) + 2
    return "".join(_wrapped(r.comment, n.ljust(width), width) + "\n" for n, r in known.items())


def _views_first() -> "list[Relation]":
    from ...results.store.document import relations  # noqa: PLC0415

    return sorted(relations(), key=lambda r: r.kind != "view")


def _explained(relation: "Relation") -> str:
    width = max(len(c.name) for c in relation.columns) + 4
    lines = [_wrapped(f"{relation.name} ({relation.kind})  {relation.comment}", "", 2)]
    lines += [_wrapped(c.comment, f"  {c.name}".ljust(width), width) for c in relation.columns]
    return "\n".join(lines) + "\n"


def _wrapped(text: str, start: str, indent: int) -> str:
    return click.wrap_text(text, 80, initial_indent=start, subsequent_indent=" " * indent)
