"""`conquest-opt actionspace`: its tables and its JSON."""

import json
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conquest_opt.cli.main import main
from conquest_opt.results import Store

from tests.arenas import end, start, wait_for_games

QUICK = ("--agent", "fpu:advances=40", "--set", "max_turns=24", "--setups", "Rush", "--games", "2")


def run(*words: str, db: Path | None = None) -> Result:
    where = ["--db", str(db)] if db else ["--no-db"]
    return CliRunner().invoke(main, ["actionspace", *words, *where], env={"COLUMNS": "80"})


def test_the_tables_fit_a_terminal_and_name_every_reduction():
    result = run(*QUICK, "--positions", "8")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert all(len(line) <= 80 for line in lines)
    first = [line.split()[0] for line in lines if line]
    for off in ("single_move", "trim", "command_window", "all"):
        assert first.count(off) == 3
    assert first.count("merge") == first.count("late") == 1
    assert any("4.79e8" in line for line in lines)
    assert lines[-1].startswith("14 games in ")


def test_json_has_the_thesis_beside_it():
    words = (*QUICK, "--positions", "4", "--json", "--seed", "9")
    by_space = json.loads(run(*words).stdout)["switched_off"]
    assert set(by_space) == {
        "none",
        "single_move",
        "trim",
        "command_window",
        "all",
        "merge",
        "late",
    }
    assert by_space["trim"]["thesis"]["factor"] == 2
    assert by_space["all"]["strength"]["games"] == 2
    assert by_space["none"]["sequences"]["interval"] is None  # one game has no interval
    assert by_space["all"]["growth_log10"] > by_space["single_move"]["growth_log10"] > 0


def test_a_dry_run_only_estimates():
    result = run(*QUICK, "--positions", "8", "--dry-run")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("14 games on ")
    lines = [line.split()[:2] for line in result.stdout.splitlines()[1:]]
    assert lines == [["positions", "2"], ["comparisons", "12"]]
    facts = json.loads(run(*QUICK, "--positions", "8", "--dry-run", "--json").stdout)
    assert (facts["games_for_positions"], facts["games"]) == (2, 14)
    assert facts["seconds"] > 0


@pytest.mark.slow
def test_a_killed_run_is_resumed_and_ends_with_the_same_json(tmp_path):
    killed, whole = tmp_path / "killed.duckdb", tmp_path / "whole.duckdb"
    words = (*QUICK[:-1], "60", "--positions", "8", "--seed", "3")
    process = start("actionspace", *words, db=killed)
    wait_for_games(killed, table="action_space_duels")
    end(process, signal.SIGKILL)
    store = Store(killed)
    [run_row] = store.runs()
    assert run_row.status == "interrupted"
    before = store.query("SELECT count(*) AS n FROM action_space_duels")["n"][0].as_py()
    assert 0 < before < 360
    resumed = run("--resume", run_row.run, "--json", db=killed)
    assert resumed.exit_code == 0, resumed.output
    uninterrupted = json.loads(run(*words, "--json", db=whole).stdout)
    assert json.loads(resumed.stdout) | {"run": ""} == uninterrupted | {"run": ""}
    assert store.find_run(run_row.run).status == "finished"
    again = run("--resume", run_row.run, "--json", db=killed)
    assert again.stdout == resumed.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--cluster", "tcp://127.0.0.1:9"], "leave out --cluster"),
        (["--events"], "leave out --events"),
        (["--save-games"], "leave out --save-games"),
        (["--games", "0"], "0 is not in the range 1<=x<=1000000"),
        (["--resume", "latest"], "there is no database"),
    ],
)
def test_mistakes_are_told_in_a_line(words: list[str], says: str, tmp_path):
    result = run(*words, db=tmp_path / "a.duckdb")
    assert result.exit_code in (1, 2)
    assert says in result.output
    assert "Traceback" not in result.output
    assert not list(tmp_path.iterdir())
