"""Results: one DuckDB file that keeps every run, and what is made of it.

    rows of a run  ->  store/   runs and batches of rows by a schema; `Store` is the door
                       database/   the file below it: processes in turns, a log, copies
                   ->  questions/  what pages ask the file again and again
                   ->  files/   tables and whole runs as CSV, JSON and Parquet
                   ->  page/    texts, tables and figures, for a page and for the terminal
                       text/    what makes texts safe for where they go, for all of these

`files/` and `page/` import `store/`, not each other. Experiments hand rows to this package; it
imports none of them. Names are loaded when first used, so that nothing pays for DuckDB and Arrow
before it needs them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .database.errors import StoreError
    from .store.store import Store

_HOMES = {"Store": "store.store", "StoreError": "database.errors"}

__all__ = ["Store", "StoreError"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
