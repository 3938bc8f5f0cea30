"""Runs as plain values: all, one with what it found, its tables, two compared."""

from collections.abc import Iterator
from typing import Any, Final

from ...api.titles import run_title
from ...arena.comparison.runs import compare_runs
from ...arena.run.report import StoredRun, stored_run
from ...arena.run.runner import stored_task
from ...balance.kinds import KINDS
from ...results import Store, StoreError
from ...results.files.tables import rows_of
from ...results.page.blocks import Block, Facts, Text
from ...results.store.runs import Run
from ..common.problems import Refusal

_TABLES: Final = """
    SELECT table_name AS name, list(column_name ORDER BY column_index) AS columns
    FROM duckdb_columns() SEMI JOIN duckdb_tables() USING (table_oid)
    WHERE database_name = current_database()
    GROUP BY table_name HAVING list_contains(columns, 'run') ORDER BY table_name
"""


def found_run(store: Store, wanted: str) -> Run:
    """Return a run by its identifier, a part of it, its kind, or latest."""
    try:
        return store.find_run(wanted)
    except StoreError as error:
        if type(error) is StoreError:  # and none of its kinds: the file was read
            raise Refusal(404, str(error)) from None
        raise


def resumable_run(store: Store, wanted: str) -> Run:
    """Return a run that can be resumed, or say why it cannot."""
    run = found_run(store, wanted)
    if run.status in ("finished", "running"):
        raise Refusal(409, f"run {run.run} is {run.status}: there is nothing to resume")
    stored_task(store, run.run, KINDS)
    return run


def listed_runs(
    store: Store,
    *,
    kind: str | None,
    status: str | None,
    text: str,
    said: bool,
    offset: int,
    limit: int,
) -> dict[str, Any]:
    """Return some of the runs, the latest first: those that have every word of a text.

    If wanted with what they found, in sentences.
    """
    runs = [
        run
        for run in reversed(store.runs())
        if kind in (None, run.kind)
        and status in (None, run.status)
        and all(run.mentions(word) for word in text.split())
    ]
    rows = store.rows_by_table()
    shown = [
        _listed(run)
        | {"games": rows.get(run.run, {}).get("games", 0)}
        | ({"said": said_by(_stored(store, run))} if said else {})
        for run in runs[offset : offset + limit]
    ]
    return {"matching": len(runs), "offset": offset, "runs": shown}


def _listed(run: Run) -> dict[str, Any]:
    title = run_title(run.kind, run.arguments, run.agents)
    return run.to_dict() | {"played": run.players(), "title": title}


def _stored(store: Store, run: Run) -> StoredRun | None:
    """Return a run as reports read it; None if its kind is not known here."""
    return stored_run(store, run, KINDS[run.kind]) if run.kind in KINDS else None


def said_by(stored: StoredRun | None) -> list[str]:
    """Return what a run found, in the sentences of its report; nothing before it has ended.

    Facts are in it with the first of them.
    """
    if stored is None or stored.values is None:
        return []
    return [line for block in stored.summary() for line in _line(block)]


def _line(block: Block) -> Iterator[str]:
    if isinstance(block, Text):
        yield block.text
    elif isinstance(block, Facts):
        yield ": ".join(block.facts[0])


def run_values(store: Store, wanted: str) -> dict[str, Any]:
    """Return all about a run: how it was run, its rows by table, and what it found."""
    run = found_run(store, wanted)
    stored = _stored(store, run)
    return _listed(run) | {
        "command": KINDS[run.kind].command if run.kind in KINDS else run.kind,
        "games": stored.games if stored else 0,
        "rows_by_table": store.rows_by_table().get(run.run, {}),
        "said": said_by(stored),
        "result": stored.values.document(run.run) if stored and stored.values else None,
    }


def table_rows(store: Store, wanted: str, name: str, offset: int, limit: int) -> dict[str, Any]:
    """Return rows of one of a run's tables."""
    run = found_run(store, wanted)
    tables = {row["name"] for row in store.query(_TABLES).to_pylist()}
    if name not in tables:
        raise Refusal(
            404, f"no table {name!r} has rows of runs; there are {', '.join(sorted(tables))}"
        )
    counted = store.query(f"SELECT count(*) AS n FROM {name} WHERE run = ?", [run.run])
    rows = store.query(
        f"SELECT * EXCLUDE (run) FROM {name} WHERE run = ? LIMIT {limit} OFFSET {offset}", [run.run]
    )
    return {
        "run": run.run,
        "table": name,
        "total": counted["n"][0].as_py(),
        "offset": offset,
        "columns": [{"name": one.name, "type": str(one.type)} for one in rows.schema],
        "rows": [list(row.values()) for row in rows_of(rows)],
    }


def compared_values(store: Store, one: str, other: str) -> dict[str, Any]:
    """Return two finished runs of one kind side by side."""
    return compare_runs(store, found_run(store, one).run, found_run(store, other).run, KINDS).json()
