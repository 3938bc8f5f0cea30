"""`conquest-opt runs` and `conquest-opt export`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from conquest_opt.cli.main import main
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store
from conquest_opt.results.page.words import duration

from tests.stores import setups


@pytest.fixture
def store(tmp_path):
    """A finished and a failed run."""
    store = Store(tmp_path / "a.duckdb")
    run = store.begin_run(kind="enumerate", arguments={"all": True}, ruleset=Ruleset())
    store.write(run, batch="0", tables={"setups": setups("C:", "S:")})
    store.end_run(run)
    rules = Ruleset().edit("champion.cost=225")
    run = store.begin_run(kind="tournament", seed=7, ruleset=rules, agents=["random"])
    store.end_run(run, "failed", "out of luck")
    return store


def run(store: Store, *words: str, width: int = 120):
    env = {"CONQUEST_DB": str(store.path), "COLUMNS": str(width)}
    return CliRunner().invoke(main, list(words), env=env)


def test_runs_are_listed(store):
    head, rule, first, second = run(store, "runs").output.splitlines()
    assert head.split() == ["run", "status", "played", "time", "rules", "rows", "seed"]
    assert set(rule) == {"-", " "}
    one, two = store.runs()
    assert first.split()[:2] == [one.run, "finished"]
    assert one.run.startswith(f"{one.started:%Y%m%d-%H%M}")
    assert first.split()[-2:] == ["standard", "2"]
    assert second.split()[:2] == [two.run, "failed"]
    assert second.split()[2] == "random"
    assert second.split()[-4:] == ["s", "champion.cost=225", "0", "7"]


def entrant(setup: str, name: str | None = None) -> dict[str, str | None]:
    return {"setup": setup, "agent": "greedy", "name": name}


def test_a_list_of_80_columns_says_who_played(store):
    cases = {
        "match": {"a": entrant("SSC", "\x1b[2JRush"), "b": entrant("CC:charge")},
        "counter": {"field": {"opponents": [entrant("SSC", "IAmWarrior")], "weights": [1]}},
        "tournament": {"schedule": {"entrants": [entrant(f"S{'S' * n}") for n in range(31)]}},
    }
    for kind, arguments in cases.items():
        rules = Ruleset().edit("champion.cost=225", "max_turns=60", "obstacles=12")
        begun = store.begin_run(
            kind=kind, seed=2**64 - 1, ruleset=rules, agents=["greedy:noise=1"], arguments=arguments
        )
        store.end_run(begun, "interrupted")
    for columns in ("80", ""):
        env = {"COLUMNS": columns, "CONQUEST_DB": str(store.path)}
        lines = CliRunner().invoke(main, ["runs"], env=env).output.splitlines()
        assert all(len(line) <= 80 and line.isprintable() for line in lines)
        shown = "\n".join(lines)
        for who in ("\\x1b[2JRush, CC:ch", "IAmWarrior by greedy", "31 setups by greedy"):
            assert who in shown
        assert lines[-1] == "(--json has rules, rows, seed too)"


def test_a_runs_identifier_is_never_cut(store):
    lines = run(store, "runs", width=60).output.splitlines()
    assert all(len(line) <= 60 for line in lines)
    assert store.runs()[0].run in lines[2]


def test_runs_as_json_and_by_kind(store):
    [told] = json.loads(run(store, "runs", "--json", "--kind", "tournament").output)
    assert told["message"] == "out of luck"
    assert (told["seed"], told["agents"], told["edits"]) == (7, ["random"], ["champion.cost=225"])
    assert run(store, "runs", "--kind", "enum").output == (
        "no run of kind 'enum'; there are: enumerate, tournament\n"
    )


def test_no_runs_yet(tmp_path):
    assert run(Store(tmp_path / "a.duckdb"), "runs", "--kind", "enum").output == "no runs yet\n"


def test_export_writes_files_once(store, tmp_path):
    folder = tmp_path / "out"
    one = store.runs()[0].run
    shown = run(store, "export", one[-4:], str(folder), "--format", "csv")
    head, *files, last = shown.output.splitlines()
    assert head == f"{one} in {folder}:"
    assert [line.split() for line in files] == [
        ["batches.csv", "1", "row"],
        ["run_setups.csv", "2", "rows"],
        ["setups.csv", "2", "rows"],
        ["rulesets.csv", "1", "row"],
    ]
    assert last == "  run.json"
    assert all(len(line) <= 80 for line in files)
    assert json.loads((folder / "run.json").read_text())["arguments"] == {"all": True}
    again = run(store, "export", one, str(folder))
    assert again.exit_code == 1
    assert "is not empty; --force" in again.output
    assert run(store, "export", one, str(folder), "--force").exit_code == 0
    assert (folder / "batches.parquet").exists()
    assert not list(folder.glob("*.csv"))


def test_export_needs_a_run_and_a_directory(store, tmp_path, monkeypatch):
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    assert "which run?" in run(store, "export", "", "out").output
    assert "which directory?" in run(store, "export", "latest", "").output
    assert not list(Path.cwd().iterdir())


def test_export_of_an_unknown_run(store, tmp_path):
    shown = run(store, "export", "nothing", str(tmp_path / "out"))
    assert shown.exit_code == 1
    assert "there is no run 'nothing'; the last ones are" in shown.output
    assert not Path(tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.84, "0.8 s"), (42.4, "42 s"), (200, "3 min 20 s"), (7500, "2 h 5 min")],
)
def test_durations(seconds: float, text: str):
    assert duration(seconds) == text
