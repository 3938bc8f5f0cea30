"""Rows for tests of the results store, and a program that writes them from another process.

    python -m tests.stores DB RUN BATCHES    write batches 0, 1, ... and resume where RUN left off

RUN is `new` or a run's identifier. It says `run RUN` once it can be killed.
"""

import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
from conquest_opt.engine import COMMANDS, TROOPS, Ruleset
from conquest_opt.results import Store

ROOT = Path(__file__).parents[1]
ROWS = 2000
"""Rows a batch of the program below, of each of two tables."""

FPU = "fpu:iterations=1000,k=0.5"


STANDARD = Ruleset().digest()


def setups(*texts: str, ruleset: str = STANDARD, **values: object) -> pa.Table:
    """Return rows of `setups` for texts such as CC:charge; only the texts are meant to be true."""
    count = len(texts)
    columns: dict[str, object] = {"ruleset": [ruleset] * count, "setup": list(texts)}
    columns |= {t.replace("-", "_"): pa.array([1] * count, pa.uint8()) for t in TROOPS}
    columns |= {"troops": pa.array([7] * count, pa.uint8())}
    columns |= {c.replace("-", "_"): [f"{c}" in text for text in texts] for c in COMMANDS}
    columns |= {"commands": pa.array([1] * count, pa.uint8()), "points": [1000] * count}
    columns |= {name: [True] * count for name in ("legal", "maximal", "exact")}
    columns |= {"name": pa.nulls(count, pa.string())}
    return pa.table(columns | {k: [v] * count for k, v in values.items()})


def games(start: int, *results: tuple[str, str, str], **values: object) -> pa.Table:
    """Return rows of `games` for results (first setup, second setup, winner)."""
    rows = [
        {
            "game": start + i,
            "ruleset": "r",
            "seed": i,
            "first_setup": first,
            "second_setup": second,
            "first_agent": FPU,
            "second_agent": FPU,
            "winner": winner,
            "reason": "turn limit" if winner == "draw" else "elimination",
            "turns": 10 * (i + 1),
            "actions": 35 * (i + 1),
        }
        | values
        for i, (first, second, winner) in enumerate(results)
    ]
    return pa.Table.from_pylist(rows)


def events(game: int, *actions: dict[str, object]) -> pa.Table:
    """Return rows of `game_events`, everything not given being plain."""
    plain = {"turn": 1, "player": "first", "phase": "rally", "points": 0, "enemy_points": 25}
    names = ("command", "troop", "square", "target", "target_square", "readied")
    empty: dict[str, object] = {name: None for name in names}  # noqa: C420  (types)
    numbers = {"damage_dealt": 0, "damage_received": 0, "kill": False, "death": False}
    return pa.Table.from_pylist(
        [
            plain | empty | numbers | {"game": game, "action": number} | action
            for number, action in enumerate(actions, start=1)
        ]
    )


def batch_tables(number: int, run: str) -> dict[str, pa.Table]:
    """Return the rows of one of the program's batches."""
    texts = [f"{run}-{number}-{i}" for i in range(ROWS)]
    results = [(text, "C", "first") for text in texts]
    return {"setups": setups(*texts), "games": games(number * ROWS, *results, turns=1, actions=1)}


def start_writer(db: Path, run: str, batches: int) -> tuple[subprocess.Popen[str], str]:
    """Start the program; return it and its run once it is about to write."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.stores", str(db), run, str(batches)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    word, _, run = process.stdout.readline().strip().partition(" ")
    assert word == "run"
    return process, run


def hold(db: Path, *, read_only: bool) -> subprocess.Popen:
    """Start a process that has the database open until it is sent a line."""
    code = (
        "import duckdb, time\n"
        "while True:\n"
        "    try:\n"
        f"        kept = duckdb.connect({str(db)!r}, read_only={read_only})\n"
        "        break\n"
        "    except duckdb.IOException:\n"
        "        time.sleep(0.005)  # a writer has it just now\n"
        "print(1, flush=True); input()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdout and holder.stdout.readline()
    return holder


def command_line(*words: str, db: Path, timeout: float = 10) -> subprocess.CompletedProcess[str]:
    """Run conquest-opt as a process of its own; a timeout fails the test."""
    program = [sys.executable, "-c", "from conquest_opt.cli.main import main; main()"]
    return subprocess.run(
        [*program, *words],
        env={**os.environ, "CONQUEST_DB": str(db)},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def _write(db: str, run: str, batches: str) -> None:
    store = Store(db)
    if run == "new":
        run = store.begin_run(kind="test", ruleset=Ruleset())
    written = store.resume_run(run)
    sys.stdout.write(f"run {run}\n")
    sys.stdout.flush()
    for number in range(int(batches)):
        if str(number) not in written:
            assert store.write(run, batch=str(number), tables=batch_tables(number, run))
    store.end_run(run)


if __name__ == "__main__":
    _write(*sys.argv[1:])
