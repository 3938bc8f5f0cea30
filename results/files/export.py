"""Everything of a run as files: one for each table that has rows of it, and run.json."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from duckdb import DuckDBPyConnection as Connection

from ...engine.reading.files import read_json
from ...engine.reading.input_error import InputError
from ..database.atomic_files import whole_file
from ..database.errors import StoreError
from ..store import migrations
from ..store.document import relations
from ..store.merge import RUN_TABLES
from ..store.rows import fetch, spool
from ..store.runs import ENDED_WITH_LAST_BATCH, RUNS_QUERY, Run, find, read_runs
from ..store.spool import Spool
from ..store.store import Store
from ..store.writer import FACTS
from .streams import write_stream

FORMATS: Final = ("parquet", "csv")

_FACTS: Final = {
    "setups": """
        SELECT s.* FROM setups s JOIN runs r ON r.run = $1 AND s.ruleset = r.ruleset
        SEMI JOIN (
            SELECT setup FROM run_setups WHERE run = $1
            UNION ALL SELECT setup FROM game_sides WHERE run = $1
            UNION ALL SELECT setup FROM candidates WHERE run = $1
        ) AS used USING (setup)
        """,
    "rulesets": """
        SELECT * FROM rulesets SEMI JOIN (
            SELECT ruleset FROM runs WHERE run = $1
            UNION ALL SELECT ruleset FROM games WHERE run = $1
            UNION ALL SELECT ruleset FROM balance_candidates WHERE run = $1
            UNION ALL SELECT ruleset FROM whatif_variants WHERE run = $1
        ) AS used USING (ruleset)
        """,
    "agents": """
        SELECT * FROM agents SEMI JOIN (
            SELECT unnest(agents) AS agent FROM runs WHERE run = $1
            UNION ALL SELECT agent FROM game_sides WHERE run = $1
            UNION ALL SELECT agent FROM candidates WHERE run = $1
        ) AS used USING (agent)
        """,
}
"""The facts that a run wrote or used; the tables hold those of every run."""


_RUN: Final = f"""
    SELECT * REPLACE (
        if(status = 'running', 'interrupted', status::VARCHAR)::run_status AS status,
        if(status = 'running', {ENDED_WITH_LAST_BATCH}, ended) AS ended
    ) FROM runs WHERE run = $1
"""
"""A run's own row; for others one that is under way ended with the last batch they get."""


@dataclass(frozen=True)
class RunRows:
    """A run and its rows by table, all of the same moment; tables without rows are left out."""

    run: Run
    tables: dict[str, Spool]


@dataclass(frozen=True)
class Exported:
    """What an export wrote."""

    run: Run
    files: dict[str, int]
    """Rows by file name."""


def export_run(
    store: Store, run_name: str, directory: Path, *, form: str = "parquet", force: bool = False
) -> Exported:
    """Write a run's rows to a directory; `force` replaces files that are there."""
    run = store.find_run(run_name).run
    if directory.exists() and not directory.is_dir():
        raise StoreError(f"{directory} is a file; give a directory")
    if directory.is_dir() and any(directory.iterdir()) and not force:
        raise StoreError(f"{directory} is not empty; --force replaces the files of an export")
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{directory} cannot be made: {error.strerror}") from None
    earlier = _earlier(directory / "run.json")
    exported = run_rows(store, run)
    files: dict[str, int] = {}
    for name, rows in exported.tables.items():
        if name != "runs":  # run.json has it
            write_stream(directory / f"{name}.{form}", rows.tables())
            files[f"{name}.{form}"] = rows.num_rows
    with whole_file(directory / "run.json") as making:
        making.write_text(summary_text(exported.run, files), encoding="utf-8")
    for name in earlier - set(files):
        (directory / name).unlink(missing_ok=True)
    return Exported(exported.run, files)


def run_rows(store: Store, run_name: str) -> RunRows:
    """Return a run and its rows, read in one go: no batch comes between two tables."""

    def read(connection: Connection, sql: str, _: Sequence[object]) -> RunRows:
        run = find(read_runs(fetch(connection, RUNS_QUERY)), run_name)
        names = fetch(connection, sql)["table_name"].to_pylist()
        queries = {name: f"SELECT * FROM {name} WHERE run = $1" for name in names}
        queries |= {"runs": _RUN}
        for name, key in FACTS.items():  # in order: runs share them, and came one after the other
            queries[name] = f"FROM ({_FACTS[name]}) ORDER BY {', '.join(key)}"
        tables = {name: spool(connection, sql, [run.run]) for name, sql in queries.items()}
        return RunRows(run, {name: rows for name, rows in tables.items() if rows.num_rows})

    return store.query(RUN_TABLES, read=read)


def summary_text(run: Run, files: dict[str, int]) -> str:
    """Return run.json: how a run was made, and the files of its rows."""
    summary = run.to_dict() | {"schema": migrations.latest(), "files": files}
    return json.dumps(summary, indent=2) + "\n"


def _earlier(summary: Path) -> set[str]:
    """Return the files beside it that an earlier export says it wrote."""
    try:
        data = read_json(summary)
    except InputError:
        return set()  # none, or not one of ours
    files = data.get("files") if isinstance(data, dict) else None
    names = {f"{relation.name}.{form}" for relation in relations() for form in FORMATS}
    return names.intersection(files) if isinstance(files, dict) else set()
