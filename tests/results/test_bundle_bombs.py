"""Small files that would take all memory are refused; no import, refused or not, takes 1 GB."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from conquest_opt.results import Store
from conquest_opt.results.files.bundle_export import export_bundle

from tests.bombs import BOMBS, CHUNK, ZIPS, equal, padded, put, written
from tests.bundles import Bundle, write_run
from tests.stores import ROOT

pytestmark = pytest.mark.slow

MOST = 1000
"""Megabytes of a process that imports."""


@pytest.fixture(scope="module")
def kept(tmp_path_factory) -> Path:
    """A bundle of one run."""
    folder = tmp_path_factory.mktemp("kept")
    store = Store(folder / "a.duckdb")
    store.end_run(write_run(store, 1))
    export_bundle(store, ["latest"], folder / "run.zip")
    return folder / "run.zip"


def imported(folder: Path, *files: Path) -> list[dict[str, Any]]:
    """Import files in a process of its own; return what came of each, and its memory so far."""
    there = folder / "there"
    there.mkdir()
    process = subprocess.run(
        [sys.executable, "-m", "tests.bombs", str(there / "b.duckdb"), *map(str, files)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert process.returncode == 0, process.stderr[-2000:]
    return [json.loads(line) for line in process.stdout.splitlines() if line.startswith("{")]


@pytest.mark.parametrize("case", [*BOMBS, *ZIPS])
def test_a_bomb_is_refused_within_its_memory(case: str, kept, tmp_path):
    file = tmp_path / "bomb.zip"
    if case in BOMBS:
        fill, says = BOMBS[case]
        content = Bundle(kept)
        fill(content)
        content.write(file)
    else:
        change, says = ZIPS[case]
        shutil.copy(kept, file)
        change(file)
    [outcome] = imported(tmp_path, file)
    assert re.search(says, outcome["said"]), outcome
    assert outcome["said"].endswith("; nothing was imported")
    assert "\n" not in outcome["said"]
    assert outcome["left"] == []
    assert outcome["megabytes"] < MOST


def many_games(content: Bundle, games: int, records: int) -> None:
    """Let a run have many games as they are played: seeds, setups and lengths differ."""
    random = np.random.default_rng(7)
    row = content.table("games").slice(0, 1)
    setups = pa.array([f"{'S' * (i % 7)}{'K' * (i % 3)}C:charge,x{i}" for i in range(60_000)])

    def chunk(start: int) -> pa.Table:
        rows = row.take(pa.array([0] * CHUNK))
        drawn = {
            "game": np.arange(start, start + CHUNK),
            "seed": random.integers(0, 1 << 63, CHUNK),
            "turns": random.integers(5, 60, CHUNK),
            "actions": random.integers(50, 600, CHUNK),
        }
        columns: dict[str, Any] = {
            n: pa.array(v, row.schema.field(n).type) for n, v in drawn.items()
        }
        columns["first_setup"] = setups.take(pa.array(random.integers(0, 60_000, CHUNK)))
        for name, values in columns.items():
            rows = rows.set_column(rows.column_names.index(name), name, values)
        return rows

    put(content, "games", written(map(chunk, range(0, games, CHUNK))), games)
    texts = [random.bytes(1500).hex() for _ in range(records)]
    record = {
        "run": pa.array([content.run] * records),
        "game": pa.array(range(records), pa.uint32()),
        "record": pa.array([json.dumps(text) for text in texts]),
    }
    table = pa.table(record)
    put(
        content,
        "game_records",
        written([table.slice(i, 20_000) for i in range(0, records, 20_000)]),
        records,
    )


def test_many_honest_games_are_imported_within_the_same_memory(kept, tmp_path):
    content = Bundle(kept)
    many_games(content, 600_000, 40_000)
    [outcome] = imported(tmp_path, content.write(tmp_path / "many.zip"))
    assert outcome["said"] == "imported"
    assert outcome["megabytes"] < MOST


def test_rows_without_a_key_take_no_more_memory_however_many(kept, tmp_path):
    content = Bundle(kept)
    equal(content, "setup_ratings", 4_000_000)
    padded(content, "setup_ratings", 4_000_000)
    [outcome] = imported(tmp_path, content.write(tmp_path / "many.zip"))
    assert outcome["megabytes"] < MOST
