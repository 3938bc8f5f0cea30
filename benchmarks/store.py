"""Several processes and one file: three writers beside one after another, and a reader's wait.

    python -m benchmarks.store

Writers do nothing but write: batches of 2,000 games, made beforehand.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from conquest_opt.engine import Ruleset
from conquest_opt.results import Store

from tests.stores import ROWS, games

WRITERS, BATCHES = 3, 30


def write(db: str) -> None:
    store = Store(db)
    run = store.begin_run(kind="test", ruleset=Ruleset())
    results = [("CC", "SSC", "first")] * ROWS
    made = [games(number * ROWS, *results, turns=1, actions=1) for number in range(BATCHES)]
    began = time.perf_counter()
    for number, rows in enumerate(made):
        store.write(run, batch=str(number), tables={"games": rows})
    print(time.perf_counter() - began)


def start(db: Path) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "benchmarks.store", str(db)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def seconds(writer: subprocess.Popen[str]) -> float:
    return float(writer.communicate()[0])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder, "alone.duckdb")
        alone = sum(seconds(start(db)) for _ in range(WRITERS))
        db = Path(folder, "together.duckdb")
        writers = [start(db) for _ in range(WRITERS)]
        together = max([seconds(writer) for writer in writers])
        print(f"{WRITERS} writers together / one after another  {together / alone:.2f}")
        writers, waits = [start(db) for _ in range(WRITERS)], []
        while any(writer.poll() is None for writer in writers):
            began = time.perf_counter()
            Store(db, create=False).query("SELECT count(*) FROM games")
            waits.append(time.perf_counter() - began)
            time.sleep(0.2)
        one_write = alone / WRITERS / BATCHES
        print(
            f"a reader's median wait / one write         {statistics.median(waits) / one_write:.1f}"
        )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        write(sys.argv[1])
    else:
        main()
