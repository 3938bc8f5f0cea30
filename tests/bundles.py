"""Bundles for tests: comparing databases, and files that were tampered with."""

import hashlib
import json
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store
from conquest_opt.results.files.bundle_import import staged
from conquest_opt.results.store.merge import Merged

from tests.stores import FPU, events, games, setups

Members = dict[str, bytes]

RULES = Ruleset().edit("champion.cost=225")
RATINGS = pa.table(
    {"method": ["elo"], "entrant": ["C:"], "setup": ["C:"], "rating": [1.5], "formation": ["x"]}
)


def write_run(store: Store, number: int) -> str:
    """Write a run with rows of several kinds of tables; return it."""
    run = store.begin_run(kind="test", seed=2**64 - 1, ruleset=RULES, agents=[FPU])
    tables = {
        "setups": setups("C:", f"{'C' * number}C:", ruleset=RULES.digest()),
        "games": games(0, ("C:", "CC:", "draw"), ("C:", "CC:", "first"), duration=float("nan")),
        "game_events": events(0, {"kind": "end"}, {"kind": "command", "command": "charge"}),
        "setup_ratings": RATINGS,
    }
    store.write(run, batch="0", tables=tables)
    return run


def import_bundle(file: Path, db: Path) -> list[Merged]:
    """Take over the runs of a file, as the command does."""
    with staged(file, beside=db) as rows:
        return Store(db).merge(rows)


def differing(one: Path, other: Path) -> list[str]:
    """Return the tables in which two databases have other rows."""
    with duckdb.connect() as connection:
        for name, path in (("one", one), ("other", other)):
            connection.execute(f"ATTACH '{path}' AS {name} (READ_ONLY)")
        tables = [
            name
            for (name,) in connection.execute(
                "SELECT table_name FROM duckdb_tables() WHERE database_name = 'one'"
            ).fetchall()
            if name != "schema_versions"
        ]
        assert len(tables) > 40
        return [name for name in tables if _lacking(connection, name)]


def _lacking(connection: duckdb.DuckDBPyConnection, table: str) -> int:
    """Return how many rows of a table one of the databases lacks."""
    lacking = 0
    for here, there in (("one", "other"), ("other", "one")):
        query = f"SELECT * FROM {here}.{table} EXCEPT ALL SELECT * FROM {there}.{table}"
        lacking += len(connection.execute(query).fetchall())
    return lacking


class Bundle:
    """The content of a bundle, to be changed and written again; its digests stay right."""

    def __init__(self, file: Path) -> None:
        with zipfile.ZipFile(file) as archive:
            self.members: Members = {name: archive.read(name) for name in archive.namelist()}
        self.manifest: dict[str, Any] = json.loads(self.members.pop("manifest.json"))
        [self.run] = self.manifest["runs"]
        self.methods: dict[str, int] = {}

    def table(self, name: str) -> pa.Table:
        """Return the rows of a table."""
        return pq.read_table(BytesIO(self.members[f"{self.run}/{name}.parquet"]))

    def change(self, name: str, change: Callable[[pa.Table], pa.Table]) -> None:
        """Change the rows of a table."""
        self.put(name, change(self.table(name)))

    def set(self, name: str, column: str, values: pa.Array | list[Any]) -> None:
        """Give a column other values."""
        rows = self.table(name)
        at = rows.column_names.index(column)
        self.put(name, rows.set_column(at, column, [values]))

    def put(self, name: str, rows: pa.Table) -> None:
        """Put rows into the place of a table."""
        out = BytesIO()
        pq.write_table(rows, out)
        member = f"{self.run}/{name}.parquet"
        self.members[member] = out.getvalue()
        self.manifest["members"][member] = {"rows": rows.num_rows}

    def write(self, file: Path) -> Path:
        """Write the bundle with a manifest that fits."""
        with zipfile.ZipFile(file, "w") as archive:
            for name, content in self.members.items():
                entry = self.manifest["members"].setdefault(name, {})
                entry |= {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
                archive.writestr(name, content, self.methods.get(name, zipfile.ZIP_STORED))
            archive.writestr("manifest.json", json.dumps(self.manifest))
        return file
