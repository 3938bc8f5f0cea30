"""Lists of setups as they are asked for: names, texts, JSON, files, SQL queries."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...engine.reading.files import read_csv, read_json, read_text
from ...engine.reading.input_error import InputError, mention
from ...engine.reading.names import printable, shown
from ...setups.catalogue import catalogue, catalogue_setup
from ...setups.lookup import given_setup
from ...setups.setup import is_json
from .asked import Asked
from .errors import RequestError

if TYPE_CHECKING:
    import pyarrow as pa

QUERIES = ("select", "from", "with")
"""First words by which a query is known; no setup begins with one of them and a space."""


def read_setups(values: Sequence[str], asked: Asked) -> list[str]:
    """Return the setups that --setups names, each once, in a form that `Entrant.of` reads."""
    found: list[str] = []
    for value in values:
        found += read_parts(value.strip(), asked)
    once = dict.fromkeys(canonical(text) for text in found)
    if not once:
        raise RequestError(f"{mention('setups')} names no setup", field="setups")
    return list(once)


def canonical(text: str) -> str:
    """Return a setup's name, file or text as it is written in one way."""
    return given_setup(text).word


def read_parts(value: str, asked: Asked) -> list[str]:
    """Return what one value names, as written."""
    first, _, rest = value.partition(" ")
    if is_json(value):
        return [value]
    if rest and first.lower() in QUERIES:
        return _query(value, asked)
    if value.lower() in ("all", "catalogue"):
        return list(catalogue())
    if Path(value).suffix.lower() in (".txt", ".csv", ".json"):
        return _file(Path(value))
    if ":" in value:
        check_one(value)
        return [value]
    if catalogue_setup(value):
        return [value]
    return [part for part in (p.strip() for p in value.split(",")) if part]


def check_one(text: str) -> None:
    """Refuse several setups of which one has commands: commas part these already."""
    try:
        given_setup(text)
    except ValueError as error:
        if "," not in text:
            raise
        raise RequestError(
            f"{shown(text)}: {error}. If these are several setups, repeat the option for each: a "
            "text with commands has commas of its own"
        ) from None


def _query(sql: str, asked: Asked) -> list[str]:
    rows = asked.query(sql)
    names = rows.column_names
    column = "setup" if "setup" in names else names[0] if len(names) == 1 else None
    if column is None:
        raise RequestError(
            f"the query must give a column setup, not {printable(', '.join(names))[:200]}"
        )
    return [text for text in texts(rows, column) if text is not None]


def texts(rows: "pa.Table", column: str) -> list[str | None]:
    """Return a column of setups; it may hold anything, of which some has no value in Python."""
    from pyarrow import types  # noqa: PLC0415  (queries only)

    kind = rows.schema.field(column).type
    if not (types.is_string(kind) or types.is_large_string(kind) or types.is_dictionary(kind)):
        raise RequestError(f"the column of setups must hold texts, not {kind}")
    return rows[column].to_pylist()


def _file(path: Path) -> list[str]:
    """Return the setups of a file.

    A JSON file is one setup, or a list of texts or of objects with a `setup`. Others have a setup a
    line, after a heading if any; a CSV of several columns has one that is called setup.
    """
    try:
        if path.suffix.lower() == ".json":
            return _entries(read_json(path), path)
        text = read_text(path)
        first = text.partition("\n")[0]
        if path.suffix.lower() == ".csv" and "," in first and ":" not in first:
            return _column(read_csv(path), path)
    except InputError as error:
        raise RequestError(str(error)) from None
    lines = [line.split("#")[0].strip().strip('"') for line in text.splitlines()]
    return [line for line in lines if line and line.lower() != "setup"]


def _entries(entries: object, path: Path) -> list[str]:
    """Return the setups of a JSON file's values."""
    if not isinstance(entries, list):
        return [str(path)]  # one setup, as an object
    found: list[str] = []
    for number, entry in enumerate(entries, start=1):
        setup = entry.get("setup") if isinstance(entry, dict) else entry
        if not isinstance(setup, str):
            raise RequestError(
                f"{printable(str(path))}: entry {number} is neither a setup's text nor an object "
                "with a setup"
            )
        found.append(setup)
    return found


def _column(table: list[list[str]], path: Path) -> list[str]:
    """Return the column setup of a CSV of several columns."""
    heads, *rows = table
    names = [head.strip().lower() for head in heads]
    if "setup" not in names:
        raise RequestError(
            f"{printable(str(path))} has several columns, {printable(', '.join(heads))[:200]}; "
            "the one to take must be called setup"
        )
    at = names.index("setup")
    return [row[at].strip() for row in rows if len(row) > at and row[at].strip()]
