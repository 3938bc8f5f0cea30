"""`conquest-opt actionspace`: its tables and its JSON."""

import json

from click.testing import CliRunner, Result
from conquest_opt.cli.main import main

QUICK = ("--agent", "fpu:advances=40", "--set", "max_turns=24", "--setups", "Rush", "--games", "2")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["actionspace", *words], env={"COLUMNS": "80"})


def test_the_tables_fit_a_terminal_and_name_every_reduction():
    shown = run(*QUICK, "--positions", "8")
    assert shown.exit_code == 0, shown.output
    lines = shown.stdout.splitlines()
    assert all(len(line) <= 80 for line in lines)
    first = [line.split()[0] for line in lines if line]
    for off in ("single_move", "trim", "command_window", "all"):
        assert first.count(off) == 3
    assert first.count("merge") == first.count("late") == 1
    assert any("4.79e8" in line for line in lines)
    assert lines[-1].startswith("14 games in ")


def test_json_has_the_thesis_beside_it():
    words = (*QUICK, "--positions", "4", "--json", "--seed", "9")
    found = json.loads(run(*words).stdout)["switched_off"]
    assert set(found) == {"none", "single_move", "trim", "command_window", "all", "merge", "late"}
    assert found["trim"]["thesis"]["factor"] == 2
    assert found["all"]["strength"]["games"] == 2
    assert found["none"]["sequences"]["interval"] is None  # one game has no interval
    assert found["all"]["growth_log10"] > found["single_move"]["growth_log10"] > 0


def test_a_dry_run_only_estimates():
    shown = run(*QUICK, "--positions", "8", "--dry-run")
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.startswith("2 games for positions and 12 for 6 comparisons: about ")
