"""`conquest-opt report`."""

import json
from pathlib import Path

import pyarrow as pa
import pytest
from click.testing import CliRunner, Result
from conquest_opt.cli.main import main
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store

from tests.stores import command_line
from tests.terminal import Terminal
from tests.tournaments import NAMES, event_rows, game_rows, store_run


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "r.duckdb"
    store = Store(path)
    store.end_run(store.begin_run(kind="enumerate", ruleset=Ruleset()))
    games = game_rows(NAMES[:3], pairs=2)
    store_run(store, games, event_rows(games))
    return path


def run(db: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["report", "--db", str(db), *words])


def test_a_report_is_written_without_importing_numba(db: Path, tmp_path: Path):
    code = (
        "import sys; from conquest_opt.cli.main import main\n"
        "main(sys.argv[1:], standalone_mode=False)\n"
        "assert 'numba' not in sys.modules, 'numba'"
    )
    out = tmp_path / "out"
    import subprocess
    import sys

    process = subprocess.run(
        [sys.executable, "-c", code, "report", "tournament", "-o", str(out), "--db", str(db)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    assert process.stdout == f"{out / 'index.html'} and {len(_files(out)) - 1} other files\n"
    assert {"index.html", "report.md", "figures/win-matrix.png", "tables/matchups.csv"} <= _files(
        out
    )
    again = run(db, "tournament", "-o", str(out))
    assert again.exit_code == 1
    assert "--force" in again.output


def _files(directory: Path) -> set[str]:
    return {f.relative_to(directory).as_posix() for f in directory.rglob("*") if f.is_file()}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "which run?"),
        (["latest"], "where to?"),
        (["latest", "-o", ""], "which directory?"),
        (["latest", "-o", "x", "--json"], "--reproduction"),
        (["latest", "-o", "x", "--threshold", "29"], "29/50"),
        (["latest", "-o", "x", "--threshold", "much"], "29/50"),
        (["nobody", "-o", "x"], "there is no run 'nobody'"),
        (["enumerate", "-o", "x"], "has no games"),
    ],
)
def test_mistakes_are_told(db: Path, words: list[str], told: str, tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(db, *words)
    assert result.exit_code != 0
    assert told in result.output
    assert "Traceback" not in result.output
    assert not list(tmp_path.iterdir())


def test_what_reports_are_made_of_is_told_whole(db: Path, tmp_path: Path):
    output = run(db, "enumerate", "-o", str(tmp_path / "out")).output
    for command in ("match", "tournament", "evolve counter", "tune", "balance costs"):
        assert command in output.partition("reports are made of: ")[2]


def test_a_kind_is_its_latest_run(db: Path, tmp_path: Path):
    copied = tmp_path / "r.duckdb"
    copied.write_bytes(db.read_bytes())
    store = Store(copied)
    latest = store_run(store, game_rows(NAMES[:2], pairs=1))
    assert run(copied, "tournament", "-o", str(tmp_path / "out")).exit_code == 0
    assert latest in (tmp_path / "out" / "report.md").read_text(encoding="utf-8")


def test_no_database(tmp_path: Path):
    result = run(tmp_path / "none.duckdb", "latest", "-o", str(tmp_path / "out"))
    assert result.exit_code == 1
    assert "none.duckdb" in result.output


def test_a_directory_that_is_a_file(db: Path, tmp_path: Path):
    (tmp_path / "out").write_text("mine")
    result = run(db, "latest", "-o", str(tmp_path / "out"))
    assert result.exit_code == 1
    assert "is a file" in result.output
    assert (tmp_path / "out").read_text() == "mine"


def test_the_claims_of_the_thesis(db: Path, tmp_path: Path):
    result = run(db, "--reproduction", "-o", str(tmp_path / "out"))
    assert result.exit_code == 0, result.output
    for words in ("IAmWarrior", "80 turns", "3.6 actions", "Of 16 claims"):
        assert words in result.output
    assert _files(tmp_path / "out") == {
        "index.html",
        "report.md",
        "tables/claims.csv",
        "tables/claims.md",
    }
    listed = run(db, "tournament", "--reproduction", "--json")
    data = json.loads(listed.output)
    assert sum(data["verdicts"].values()) == len(data["claims"]) == 16
    assert {claim["verdict"] for claim in data["claims"]} <= set(data["verdicts"])


def test_claims_without_a_tournament(tmp_path: Path):
    path = tmp_path / "r.duckdb"
    store = Store(path)
    assert "no tournament" in run(path, "--reproduction").output
    rows = pa.Table.from_pylist(game_rows(NAMES[:2], pairs=1))
    number = store.begin_run(kind="match", ruleset=Ruleset())
    store.write(number, batch="all", tables={"games": rows})
    store.end_run(number)
    assert "no tournament" in run(path, "--reproduction").output
    by_name = run(path, "match", "--reproduction")
    assert by_name.exit_code == 0
    assert "NOT MEASURED: Knights and Champions" in by_name.output


def test_a_terminal_is_left_with_a_clean_line(tmp_path: Path):
    """Also where the last section is another one: these games have no events."""
    db = tmp_path / "r.duckdb"
    store_run(Store(db), game_rows(NAMES[:2], pairs=1))
    words = ("report", "latest", "-o", str(tmp_path / "out"), "--db", str(db))
    terminal = Terminal(*words, prompt="", env={})
    text = terminal.until("other files", 60)
    assert terminal.close() == 0
    assert "game lengths ..." in text
    assert "..." not in text.rpartition("\x1b[K")[2]


def test_columns_of_the_terminal_are_kept(db: Path):
    process = command_line("report", "--reproduction", db=db, timeout=60)
    assert process.returncode == 0, process.stderr
    assert max(len(line) for line in process.stdout.splitlines()) <= 100
