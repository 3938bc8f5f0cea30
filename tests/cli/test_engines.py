"""Other programs as agents of match, tournament and ladder; and what may start them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conquest_opt.cli.main import main
from conquest_opt.results import Store

from tests.arenas import end, start, wait_for_games
from tests.run_kinds import KINDS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
COMMAND = f"{sys.executable} {ROOT / 'examples/engine.py'}"
ENGINE = f"engine[ms=500]:{COMMAND}"
BAD = f"{sys.executable} {ROOT / 'tests/misbehaving_engine.py'}"
QUICK = ("--set", "max_turns=30", "--games", "4")


def run(*words: str, db: Path) -> Result:
    env = {"CONQUEST_DB": str(db), "COLUMNS": "100"}
    return CliRunner().invoke(main, list(words), env=env)


def match(db: Path, *words: str, agent: str = ENGINE) -> Result:
    return run("match", "SSC", "KK", "--agent-a", agent, "--agent-b", "random", *words, db=db)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a match by the clock and one that is seeded."""
    db = tmp_path_factory.mktemp("engines") / "a.duckdb"
    assert match(db, *QUICK, agent="random").exit_code == 0
    assert match(db, *QUICK).exit_code == 0
    return db


def test_runs_by_the_clock_are_marked_everywhere(played: Path):
    seeded, clock = json.loads(run("runs", "--json", db=played).stdout)
    assert (seeded["clock_dependent"], clock["clock_dependent"]) == (False, True)
    listed = run("runs", db=played).stdout
    assert f"(by the clock, as other programs played: {clock['run']})" in listed
    text = run("runs", "show", "latest", db=played).stdout
    assert "depend on the clock" in text
    result = json.loads(run("runs", "show", "latest", "--json", db=played).stdout)
    assert result["clock_dependent"]
    assert result["result"]["clock_dependent"]
    assert result["result"]["forfeits"] == []
    assert (
        "clock_dependent"
        not in json.loads(run("runs", "show", seeded["run"], "--json", db=played).stdout)["result"]
    )


def test_the_report_says_so(played: Path, tmp_path: Path):
    assert run("report", "latest", "-o", str(tmp_path / "r"), db=played).exit_code == 0
    assert "depend on the clock" in (tmp_path / "r/index.html").read_text()


def test_a_run_by_the_clock_is_not_compared_with_a_seeded_one(played: Path):
    refused = run(
        "compare",
        "latest",
        json.loads(run("runs", "--json", db=played).stdout)[0]["run"],
        db=played,
    )
    assert refused.exit_code == 1
    assert "such runs are not compared" in refused.output


def test_two_runs_by_the_clock_are_compared(tmp_path: Path):
    db = tmp_path / "a.duckdb"
    runs = [json.loads(match(db, *QUICK, "--json").stdout)["run"] for _ in range(2)]
    result = json.loads(run("compare", *runs, "--json", db=db).stdout)
    assert result["clock_dependent"]
    text = " ".join(run("compare", *runs, db=db).stdout.split())
    assert text.count("by the clock") == 2


def test_the_thesis_is_examined_by_seeded_runs_alone(tmp_path: Path):
    from conquest_opt.arena.reports.reproduction import latest_tournament
    from conquest_opt.results import StoreError

    db = tmp_path / "a.duckdb"
    words = ("tournament", "--setups", "SSC,KK", *QUICK)
    assert run(*words, "--agent", ENGINE, db=db).exit_code == 0
    with pytest.raises(StoreError, match="no tournament"):
        latest_tournament(Store(db))
    assert run(*words, "--agent", "random", db=db).exit_code == 0
    assert run(*words, "--agent", ENGINE, db=db).exit_code == 0
    assert latest_tournament(Store(db)) == Store(db).runs()[1].run


def test_a_ladder_rates_an_engine(tmp_path: Path):
    words = ("ladder", "random", ENGINE, "--setups", "SSC,KK", *QUICK, "--advances", "50")
    result = json.loads(run(*words, "--json", db=tmp_path / "a.duckdb").stdout)
    assert {rung["agent"] for rung in result["agents"]} == {"random", ENGINE}
    assert result["clock_dependent"]
    [row] = (
        Store(tmp_path / "a.duckdb")
        .query(
            "SELECT clock_dependent FROM agent_ratings JOIN runs USING (run) WHERE agent = $1",
            [ENGINE],
        )
        .to_pylist()
    )
    assert row["clock_dependent"]


def test_faults_are_told(tmp_path: Path):
    db = tmp_path / "a.duckdb"
    output = match(db, *QUICK, agent=f"engine[ms=200]:{BAD} crash")
    flat = " ".join(output.stdout.split())
    assert "lost 4 games by a fault (crash 4)." in flat
    assert "Game 0, crash: it ended with exit code 3" in flat
    assert "out of ideas" in flat
    result = json.loads(
        match(db, *QUICK, "--json", "--no-db", agent=f"engine:{BAD} illegal").stdout
    )
    assert [lost["fault"] for lost in result["forfeits"]] == ["illegal move"] * 4
    query = "SELECT reason, fault, count(*) AS n FROM games JOIN game_forfeits USING (run, game) "
    query += "GROUP BY ALL"
    assert json.loads(run("sql", query, "--json", db=db).stdout) == [
        {"reason": "forfeit", "fault": "crash", "n": 4}
    ]
    assert run("report", "latest", "-o", str(tmp_path / "r"), db=db).exit_code == 0
    assert "by a fault" in (tmp_path / "r/index.html").read_text()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("evolve", "counter", "--target", "Rush", "--agent", ENGINE), "ladder only"),
        (("whatif", "--set", "champion.cost=225", "--agent", ENGINE), "ladder only"),
        (("tune", ENGINE), "ladder only"),
        (("play", "--agent", ENGINE), "ladder only"),
        (("match", "C", "S", "--agent", "engine:"), "needs a command"),
        (("match", "C", "S", "--agent", "engine:no-such-program"), "No such file or directory"),
        (("match", "C", "S", "--agent", f"engine:{BAD} version"), "speaks version '9'"),
        (("match", "C", "S", "--agent", ENGINE, "--cluster", "tcp://x:1"), "leave out --cluster"),
        (("match", "C", "S", "--start-engine", "'"), "no closing quotation"),
    ],
)
def test_what_cannot_be_is_refused_before_any_game(words, says: str, tmp_path: Path):
    refused = run(*words, db=tmp_path / "a.duckdb")
    assert refused.exit_code in (1, 2)
    assert says in " ".join(refused.output.split())
    assert not (tmp_path / "a.duckdb").exists() or Store(tmp_path / "a.duckdb").runs() == []


# ---- what may start a program --------------------------------------------------------------------


def test_a_file_starts_only_a_program_that_is_named_too(played: Path, tmp_path: Path):
    file, mark = tmp_path / "again.toml", tmp_path / "mark"
    file.write_text(run("runs", "show", "latest", "--config", db=played).stdout)
    words = ("match", "--config", str(file), "--no-db")
    refused = run(*words, db=played)
    assert refused.exit_code == 2
    assert "a program that you have not named" in refused.output
    assert f"--start-engine '{COMMAND}'" in refused.output
    other = run(*words, "--start-engine", f"touch {mark}", db=played)
    assert (other.exit_code, mark.exists()) == (2, False)
    assert run(*words, "--start-engine", COMMAND, db=played).exit_code == 0
    file.write_text(file.read_text() + f'start-engine = ["{COMMAND}"]\n')
    assert "for the command line only" in run(*words, db=played).output


def test_an_imported_run_starts_nothing_by_itself(tmp_path: Path):
    db, mark = tmp_path / "a.duckdb", tmp_path / "mark"
    result = json.loads(match(db, *QUICK, "--json").stdout)
    store = Store(db)
    form = json.dumps(store.find_run(result["run"]).arguments).replace(
        ENGINE, f"engine:touch {mark}"
    )
    store.change(f"UPDATE runs SET arguments = '{form}', status = 'interrupted'; DELETE FROM games")
    refused = run("match", "--resume", result["run"], db=db)
    assert refused.exit_code == 2
    assert f"--start-engine 'touch {mark}'" in refused.output
    assert not mark.exists()


def test_a_cell_of_a_map_names_no_program(tmp_path: Path):
    db = tmp_path / "a.duckdb"
    styles = next(kind for kind in KINDS if kind.stored_as == "styles")
    assert run(*styles.words, db=db).exit_code == 0
    Store(db).change("UPDATE candidates SET agent = 'engine:touch x', setup = NULL")
    [row] = Store(db).query("SELECT row, col FROM archive_cells LIMIT 1").to_pylist()
    refused = run("match", "C", "S", "--agent", f"style:latest:{row['row']}:{row['col']}", db=db)
    assert "names a program" in refused.output


# ---- stopping ------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_is_stopped_leaves_no_process(number: signal.Signals, tmp_path: Path):
    db, pids = tmp_path / "a.duckdb", tmp_path / "pids"
    script = tmp_path / "noted.py"
    noting = f"import os\nopen({str(pids)!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
    script.write_text(noting + (ROOT / "examples/engine.py").read_text())
    agent = f"engine:{sys.executable} {script}"
    words = ("match", "SSC", "KK", "--agent-a", agent, "--agent-b", "random", "--games", "100000")
    process = start(*words, "--set", "max_turns=30", db=db)
    wait_for_games(db)
    _, err = end(process, number)
    started = [int(line) for line in pids.read_text().split()]
    assert len(started) >= 2
    for pid in started:
        wait_until_gone(pid)
    if number == signal.SIGKILL:
        return
    assert process.returncode == 130
    [one] = Store(db).runs()
    assert one.status == "interrupted"
    again = f"match --resume {one.run}"
    assert again in err
    assert f"--start-engine '{sys.executable} {script}'" in err
    lost = Store(db).query("SELECT count(*) AS n FROM game_forfeits")["n"][0].as_py()
    assert lost == 0  # the engine is not at fault for a run that was stopped


def wait_until_gone(pid: int) -> None:
    """Wait until a process has ended."""
    for _ in range(200):
        state = Path(f"/proc/{pid}/stat")
        try:
            os.kill(pid, 0)
            if ") Z " in state.read_text():
                return
        except (ProcessLookupError, FileNotFoundError):
            return
        time.sleep(0.05)
    raise AssertionError(f"process {pid} is still there")


# ---- engine-check --------------------------------------------------------------------------------


def test_engine_check_of_a_good_engine(tmp_path: Path):
    good = run("engine-check", COMMAND, "--games", "2", db=tmp_path / "a.duckdb")
    assert good.exit_code == 0
    assert "failed" not in good.stdout
    assert good.stdout.splitlines()[-1].endswith(" keeps to the protocol")


def test_engine_check_of_a_bad_engine(tmp_path: Path):
    words = ("engine-check", f"{BAD} illegal", "--games", "1", "--ms", "100")
    bad = run(*words, db=tmp_path / "a.duckdb")
    assert bad.exit_code == 1
    assert "failed  plays" in bad.stdout
    assert "expected: only legal actions" in bad.stdout
    result = run(*words, "--json", db=tmp_path / "a.duckdb")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert not document["ok"]
    assert [check["name"] for check in document["checks"] if not check["ok"]] == [
        "plays",
        "new game",
    ]
    assert document["not_asked"] == []


def test_engine_check_ends_in_time_with_a_program_that_is_no_engine(tmp_path: Path):
    began = time.monotonic()
    bad = run("engine-check", "cat", "--start", "1", db=tmp_path / "a.duckdb")
    assert bad.exit_code == 1
    assert "no answer within 1 s after cqi" in bad.stdout
    assert time.monotonic() - began < 60


def test_interrupted_engine_check_leaves_no_process(tmp_path: Path):
    pids = tmp_path / "pid"
    script = tmp_path / "silent.py"
    script.write_text(
        f"import os, time\nopen({str(pids)!r}, 'w').write(str(os.getpid()))\ntime.sleep(100)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "conquest_opt.cli", "engine-check", f"{sys.executable} {script}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not (pids.exists() and pids.read_text()):
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    wait_until_gone(int(pids.read_text()))
