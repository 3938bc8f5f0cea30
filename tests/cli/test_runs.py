"""`conquest-opt runs`, with its commands, and `conquest-opt export`."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from conquest_opt.cli.main import main
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store
from conquest_opt.results.page.words import duration

from tests.stores import setups
from tests.terminal import Terminal


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
    assert head.split() == ["run", "status", "played", "games", "time", "rules", "rows", "seed"]
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
        "improve": {
            "setup": {"setup": "CC:charge", "name": "MyOwn", "formation": None},
            "field": {"opponents": [entrant("SSC"), entrant("CC"), entrant("C")], "weights": []},
        },
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
        text = "\n".join(lines)
        for who in ("\\x1b[2JRush, CC:ch", "IAmWarrior by greedy", "MyOwn by greedy", "31 setups"):
            assert who in text
        assert lines[-1] == "(--json has rules, rows, seed too)"
        assert lines[0].split() == ["run", "status", "played", "games", "time"]


def test_a_runs_identifier_is_never_cut(store):
    lines = run(store, "runs", width=60).output.splitlines()
    assert all(len(line) <= 60 for line in lines)
    assert store.runs()[0].run in lines[2]


def test_runs_as_json_and_by_kind(store):
    [data] = json.loads(run(store, "runs", "--json", "--kind", "tournament").output)
    assert data["message"] == "out of luck"
    assert (data["seed"], data["agents"], data["edits"]) == (
        7,
        ["random"],
        ["champion.cost=225"],
    )
    assert run(store, "runs", "--kind", "enum").output == (
        "no run of kind 'enum'; there are: enumerate, tournament\n"
    )


def test_no_runs_yet(tmp_path):
    assert run(Store(tmp_path / "a.duckdb"), "runs", "--kind", "enum").output == "no runs yet\n"


def test_export_writes_files_once(store, tmp_path):
    folder = tmp_path / "out"
    one = store.runs()[0].run
    result = run(store, "export", one[-4:], str(folder), "--format", "csv")
    head, *files, last = result.output.splitlines()
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
    result = run(store, "export", "nothing", str(tmp_path / "out"))
    assert result.exit_code == 1
    assert "there is no run 'nothing'; the last ones are" in result.output
    assert not Path(tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.84, "0.8 s"), (42.4, "42 s"), (200, "3 min 20 s"), (7500, "2 h 5 min")],
)
def test_durations(seconds: float, text: str):
    assert duration(seconds) == text


# ---- how many are listed -------------------------------------------------------------------------


@pytest.fixture
def many(tmp_path) -> Store:
    """A database with more runs than a terminal shows."""
    store = Store(tmp_path / "a.duckdb")
    for number in range(33):
        begun = store.begin_run(kind="match", seed=number, ruleset=Ruleset())
        store.end_run(begun)
    return store


def test_the_latest_runs_are_listed_and_how_to_see_the_rest(many):
    lines = run(many, "runs", "--limit", "2").output.splitlines()
    assert [line.split()[0] for line in lines[2:4]] == [one.run for one in many.runs()[-2:]]
    assert lines[4] == "(the latest 2 of 33 runs; --limit 33 shows all)"
    assert len(run(many, "runs").output.splitlines()) == 2 + 33  # no terminal
    assert len(json.loads(run(many, "runs", "--json").output)) == 33
    assert [
        one["seed"] for one in json.loads(run(many, "runs", "--json", "--limit", "1").output)
    ] == [32]
    assert "0 is not in the range" in run(many, "runs", "--limit", "0").output


def test_a_terminal_shows_thirty(many):
    terminal = Terminal("runs", prompt="", env={"CONQUEST_DB": str(many.path)})
    lines = terminal.until("shows all)").splitlines()
    terminal.close()
    assert len(lines) == 2 + 30 + 1
    assert all(len(line) <= 80 for line in lines)


# ---- one run -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Store:
    """A database with a match that was played, and one that was interrupted."""
    path = tmp_path_factory.mktemp("played") / "a.duckdb"
    words = "match Rush SSC:charge --agent random --games 4 --set max_turns=20 --seed 5 --events"
    result = CliRunner().invoke(main, [*words.split(), "--db", str(path)])
    assert result.exit_code == 0, result.output
    store = Store(path)
    begun = store.begin_run(
        kind="match", arguments=store.runs()[0].arguments, seed=5, ruleset=Ruleset()
    )
    store.end_run(begun, "interrupted")
    return store


def test_a_run_is_shown_with_all_that_is_known(played):
    one = played.runs()[0].run
    result = run(played, "runs", "show", one[-4:], width=80)
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    facts = {line.split()[0]: " ".join(line.split()[1:]) for line in lines if line.startswith("  ")}
    assert lines[0] == one
    assert facts["command"] == "match"
    assert facts["status"] == "finished"
    assert facts["rules"] == "max_turns=20"
    assert facts["seed"].split()[0] == "5"
    assert facts["played"] == "Rush, SSC:charge by random"
    assert "games   4: 4 by random" in result.output
    assert re.search(r"games +4 \(usually 100\)", result.output)
    assert "Rush against SSC:charge, both played by random" in result.output
    assert f"conquest-opt report {one} -o out/ --db {played.path}" in result.output
    assert "--resume" not in result.output
    commands = lines[lines.index("What can be done") :]
    assert all(len(line) <= 80 for line in lines if line not in commands)
    assert (
        f"  resume  conquest-opt match --resume {played.runs()[1].run}"
        in run(played, "runs", "show", "latest").output
    )


def test_a_run_as_json(played):
    one = played.runs()[0].run
    data = json.loads(run(played, "runs", "show", one, "--json").output)
    assert (data["run"], data["command"], data["games"]) == (one, "match", 4)
    assert data["games_by_agents"] == [{"agent": "random", "other": "random", "games": 4}]
    assert data["rows_by_table"]["games"] == 4
    assert data["rows_by_table"]["game_events"] > 10
    assert data["options"] == {
        "a": "Rush",
        "b": "SSC:charge",
        "agent": "random",
        "games": 4,
        "events": True,
        "set": ["max_turns=20"],
        "seed": 5,
    }
    assert data["unusual"] == ["a", "b", "agent", "games"]
    assert data["result"]["games"] == 4
    assert data["commands"]["again"].endswith("> again.toml")


def test_a_run_without_games_and_one_that_failed(store):
    result = run(store, "runs", "show", "enumerate", width=80)
    assert result.exit_code == 0, result.output
    assert "rows    setups 2" in result.output
    assert "What it found" not in result.output
    message = run(store, "runs", "show", "enumerate", "--config").stderr
    assert "(enumerate) has no games; experiments are of: match, " in message
    failed = run(store, "runs", "show", "tournament", width=80).output
    assert "status  failed: out of luck" in failed
    assert "conquest-opt tournament --resume" in failed


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["show"], "Missing argument 'RUN'"),
        (["show", "nothing"], "there is no run 'nothing'; the last ones are"),
        (["show", "latest", "--json", "--config"], "--config prints TOML: leave out --json"),
        (["shwo", "latest"], "no command 'shwo'; did you mean 'show'?"),
        (["--json", "show", "latest"], "--json before show would count for nothing"),
        (["delete"], "which run?"),
        (["delete", "nothing", "--yes"], "there is no run 'nothing'"),
    ],
)
def test_wrong_words(store, words: list[str], error: str):
    result = run(store, "runs", *words)
    assert result.exit_code in (1, 2)
    assert error in result.stderr


def test_no_kernel_is_imported_to_show_a_run(played):
    code = (
        "import sys\nfrom click.testing import CliRunner\nfrom conquest_opt.cli.main import main\n"
        "for more in ([], ['--config'], ['--json']):\n"
        "    words = ['runs', 'show', 'latest', *more, '--db', sys.argv[1]]\n"
        "    shown = CliRunner().invoke(main, words)\n"
        "    assert shown.exit_code == 0, shown.output\n"
        "assert not {'numba', 'ortools'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code, str(played.path)], check=True)


# ---- runs that go --------------------------------------------------------------------------------


def test_runs_are_deleted_and_space_given_back(store):
    one, two = store.runs()
    before = store.path.stat().st_size
    result = run(store, "runs", "delete", one.run, one.run[-4:], "--yes")
    assert result.exit_code == 0, result.output
    [line] = result.output.splitlines()
    assert line.startswith("1 run with 7 rows deleted; ")
    assert line.endswith(" are left")
    assert [left.run for left in store.runs()] == [two.run]
    assert store.path.stat().st_size <= before


def test_without_a_terminal_nothing_is_deleted_unasked(store):
    result = run(store, "runs", "delete", "latest")
    assert result.exit_code == 2
    assert "without a terminal nothing can be asked: --yes deletes all the same" in result.stderr
    assert len(store.runs()) == 2


@pytest.mark.parametrize(("answer", "left"), [("n", 2), ("", 2), ("y", 0)])
def test_the_question_names_what_goes(store, answer: str, left: int):
    one, two = store.runs()
    env = {"CONQUEST_DB": str(store.path)}
    terminal = Terminal("runs", "delete", one.run, two.run, prompt="", env=env)
    question = terminal.until("[y/N]: ")
    assert one.run in question
    assert two.run in question
    assert "Delete these 2 runs with 2 rows for good?" in question
    terminal.type(f"{answer}\n")
    terminal.until("nothing was deleted" if left else "given back")
    assert terminal.close() == (1 if left else 0)
    assert len(store.runs()) == left


def test_a_run_under_way_is_not_deleted(store):
    begun = store.begin_run(kind="match", ruleset=Ruleset())  # by this very process
    result = run(store, "runs", "delete", "latest", "--yes")
    assert result.exit_code == 1
    assert f"run {begun} is still under way in another process" in result.stderr
    assert len(store.runs()) == 3
    assert "running" in run(store, "runs", "show", "latest").output


def test_rows_that_are_gone_are_named_where_the_space_stays(store, monkeypatch):
    def full(_: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("conquest_opt.results.database.replacing.force", full)
    result = run(store, "runs", "delete", "latest", "--yes")
    assert result.exit_code == 1
    assert "deleted, but the file is as large as it was: " in result.stderr
    assert "No space left on device" in result.stderr
    assert len(store.runs()) == 1
