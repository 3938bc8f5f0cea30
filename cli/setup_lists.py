"""`--setups`: setups by name, as text, from a file, or by an SQL query."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from ..setups.catalogue import catalogue, catalogue_setup
from ..setups.setup import Setup
from .database import opened

QUERIES = ("select", "from", "with")
"""First words by which a query is known; no setup begins with one of them and a space."""


def setups_option(what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add --setups, which may be repeated; `what` says which setups there are without it."""
    return click.option(
        "--setups",
        multiple=True,
        metavar="SETUPS",
        help="Names or texts, a file with one a line, or an SQL query with a column setup. "
        f"May be repeated. Default: {what}.",
    )


def read_setups(values: Sequence[str], db: Path | None) -> list[str]:
    """Return the setups that --setups names, each once, in a form that `Entrant.of` reads."""
    found: list[str] = []
    for value in values:
        found += read_parts(value.strip(), db)
    once = dict.fromkeys(canonical(text) for text in found)
    if not once:
        raise click.UsageError("--setups names no setup")
    return list(once)


def canonical(text: str) -> str:
    """Return a setup's name, file or text as it is written in one way."""
    named = catalogue_setup(text)
    if named:
        return named.name
    given = Setup.parse(text)  # raises if it is none
    return text if text.lower().endswith(".json") else str(given)


def read_parts(value: str, db: Path | None) -> list[str]:
    """Return what one value names, as written."""
    first, _, rest = value.partition(" ")
    if rest and first.lower() in QUERIES:
        return _query(value, db)
    if value.lower() in ("all", "catalogue"):
        return list(catalogue())
    if Path(value).suffix.lower() in (".txt", ".csv", ".json"):
        return _file(Path(value))
    if ":" in value or catalogue_setup(value):
        return [value]
    return [part for part in (p.strip() for p in value.split(",")) if part]


def _query(sql: str, db: Path | None) -> list[str]:
    if db is None:
        raise click.UsageError("--setups with a query needs the database; leave out --no-db")
    with opened(db) as store:
        rows = store.query(sql)
    names = rows.column_names
    column = "setup" if "setup" in names else names[0] if len(names) == 1 else None
    if column is None:
        raise click.UsageError(f"the query must give a column setup, not {', '.join(names)}")
    return [str(text) for text in rows[column].to_pylist() if text is not None]


def _file(path: Path) -> list[str]:
    """Return the setups of a file: a JSON setup, or text with one a line after a heading if any."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise click.UsageError(f"{path} is no text") from None
    if path.suffix.lower() == ".json":
        data = json.loads(text) if text.lstrip().startswith("[") else None
        if data is None:
            return [str(path)]
        return [entry if isinstance(entry, str) else str(entry["setup"]) for entry in data]
    lines = [line.split("#")[0].strip().strip('"') for line in text.splitlines()]
    return [line for line in lines if line and line.lower() != "setup"]
