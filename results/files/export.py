"""Everything of a run as files: one for each table that has rows of it, and run.json."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ...engine.reading.files import read_json
from ...engine.reading.input_error import InputError
from ..store import migrations
from ..store.atomic_files import whole_file
from ..store.errors import StoreError
from ..store.rows import spool
from ..store.runs import Run
from ..store.store import Store
from .streams import write_stream

FORMATS: Final = ("parquet", "csv")

_OWN_TABLES: Final = """
    SELECT table_name FROM duckdb_columns() SEMI JOIN duckdb_tables() USING (table_oid)
    WHERE column_name = 'run' AND table_name <> 'runs' ORDER BY table_name
"""

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


@dataclass(frozen=True)
class Exported:
    """What an export wrote."""

    run: Run
    files: dict[str, int]
    """Rows by file name."""


def export_run(
    store: Store, wanted: str, directory: Path, *, form: str = "parquet", force: bool = False
) -> Exported:
    """Write a run's rows to a directory; `force` replaces files that are there."""
    run = store.find_run(wanted)
    if directory.exists() and not directory.is_dir():
        raise StoreError(f"{directory} is a file; give a directory")
    if directory.is_dir() and any(directory.iterdir()) and not force:
        raise StoreError(f"{directory} is not empty; --force replaces the files of an export")
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{directory} cannot be made: {error.strerror}") from None
    queries = _queries(store)
    earlier = _earlier(directory / "run.json") & {f"{n}.{f}" for n in queries for f in FORMATS}
    files: dict[str, int] = {}
    for name, sql in queries.items():
        rows = store.query(sql, [run.run], spool)
        if rows.num_rows:
            write_stream(directory / f"{name}.{form}", rows.tables())
            files[f"{name}.{form}"] = rows.num_rows
    _write_summary(run, files, directory / "run.json")
    for name in earlier - set(files):
        (directory / name).unlink(missing_ok=True)
    return Exported(run, files)


def _queries(store: Store) -> dict[str, str]:
    """Return the query for each table's rows of a run."""
    names = store.query(_OWN_TABLES)["table_name"].to_pylist()
    return {name: f"SELECT * FROM {name} WHERE run = $1" for name in names} | _FACTS


def _earlier(summary: Path) -> set[str]:
    """Return the files beside it that an earlier export says it wrote."""
    try:
        said = read_json(summary)
    except InputError:
        return set()  # none, or not one of ours
    files = said.get("files") if isinstance(said, dict) else None
    return set(files) if isinstance(files, dict) else set()


def _write_summary(run: Run, files: dict[str, int], path: Path) -> None:
    summary = run.to_dict() | {"schema": migrations.latest(), "files": files}
    with whole_file(path) as making:
        making.write_text(json.dumps(summary, indent=2) + "\n", encoding="utf-8")
