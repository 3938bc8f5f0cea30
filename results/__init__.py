"""Results: one DuckDB file that keeps every run, for SQL.

    schema/*.sql   the tables and views, in numbered steps, every column with a comment
    errors         what can go wrong, said in one sentence
    connection     opening the file: locks, timeout, and a guard for queries
    schema         creating the file, checking its version, taking the steps it lacks
    processes      whether the process that writes a run is still alive
    runs           run identifiers, listing and finding runs
    rows           values and queries as rows and tables
    writer         a batch of Arrow tables -> rows, each fact once
    store          `Store`: the room's door
    making         files that appear whole or not at all
    files          Arrow tables -> CSV, JSON, Parquet
    streams        tables that come one by one -> one file
    export         everything of a run as files
    document       the schema explained, for the terminal and for docs/reference/schema.md
    grids          tables made for reading: CSV, Markdown, cells of a page
    figures        a drawn figure as PNG, SVG and for a page
    charts         the kinds of figures there are
    timelines      those of searches that go from round to round
    page           one HTML page that needs nothing else (assets/)

Experiments hand rows to this room; it imports none of them. Names are loaded when first used, so
that nothing pays for DuckDB and Arrow before it needs them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .store.errors import StoreError
    from .store.store import Store

_HOMES = {"Store": "store.store", "StoreError": "store.errors"}

__all__ = ["Store", "StoreError"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
