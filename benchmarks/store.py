"""Several processes and one file: three writers beside one after another, a reader's wait, the log.

    python -m benchmarks.store

Writers do nothing but write: batches of 2,000 games, made beforehand. What the log costs is seen
beside DuckDB's own way, which writes blocks of the file in place each time that it is closed: one
writer each way, in turn.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from conquest_opt.engine import Ruleset
from conquest_opt.results import Store
from conquest_opt.results.database import connection
from conquest_opt.results.store import store as stores

from tests.stores import ROWS, games

WRITERS, BATCHES, TURNS = 3, 30, 4
IN_PLACE = "in-place"


def write(db: str) -> None:
    """Write the batches of a run, and end it; print the seconds."""
    store = Store(db)
    run = store.begin_run(kind="test", ruleset=Ruleset())
    results = [("CC", "SSC", "first")] * ROWS
    made = [games(number * ROWS, *results, turns=1, actions=1) for number in range(BATCHES)]
    began = time.perf_counter()
    for number, rows in enumerate(made):
        store.write(run, batch=str(number), tables={"games": rows})
    store.end_run(run)
    print(time.perf_counter() - began)


def write_in_place(db: str) -> None:
    """Write as DuckDB does by itself."""
    with (
        patch.object(connection, "_LOGGED", ()),
        patch.object(stores, "is_due", return_value=False),
    ):
        write(db)


def start(db: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "benchmarks.store", str(db), *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def seconds(writer: subprocess.Popen[str]) -> float:
    return float(writer.communicate()[0])


def cost_of_the_log(folder: Path) -> None:
    """Write with the log and in place, in turn; print the ratios."""
    times: dict[str, list[float]] = {"": [], IN_PLACE: []}
    sizes = dict.fromkeys(times, 0)
    for turn in range(TURNS):
        for way, samples in times.items():
            db = folder / f"{way or 'log'}-{turn}.duckdb"
            samples.append(seconds(start(db, *filter(None, [way]))))
            sizes[way] = Store(db).size_on_disk()
    logged, in_place = (statistics.median(samples) for samples in times.values())
    print(f"rows a second, with the log / in place       {in_place / logged:.2f}")
    print(f"bytes in the end, with the log / in place    {sizes[''] / sizes[IN_PLACE]:.2f}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder, "alone.duckdb")
        alone = sum(seconds(start(db)) for _ in range(WRITERS))
        db = Path(folder, "together.duckdb")
        writers = [start(db) for _ in range(WRITERS)]
        together = max([seconds(writer) for writer in writers])
        print(f"{WRITERS} writers together / one after another    {together / alone:.2f}")
        writers, waits = [start(db) for _ in range(WRITERS)], []
        while any(writer.poll() is None for writer in writers):
            began = time.perf_counter()
            Store(db, create=False).query("SELECT count(*) FROM games")
            waits.append(time.perf_counter() - began)
            time.sleep(0.2)
        one_write = alone / WRITERS / BATCHES
        wait = statistics.median(waits) / one_write
        print(f"a reader's median wait / one write           {wait:.1f}")
        cost_of_the_log(Path(folder))


WAYS: dict[tuple[str, ...], Callable[[str], None]] = {(): write, (IN_PLACE,): write_in_place}

if __name__ == "__main__":
    if len(sys.argv) > 1:
        WAYS[tuple(sys.argv[2:])](sys.argv[1])
    else:
        main()
