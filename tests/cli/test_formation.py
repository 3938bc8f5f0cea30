"""`conquest-opt formation`: its JSON and text, what can be done with it, and mistakes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conquest_opt.cli.main import main
from conquest_opt.results import Store

SMALL = (
    "--population", "6", "--generations", "2", "--games", "2", "--race-games", "8",
    "--shortlist", "3", "--shortlist-games", "2", "--check-games", "8", "--agent", "greedy",
    "--screen-agent", "random", "--set", "max_turns=40", "--set", "board.height=8",
)  # fmt: skip


def run(*words: str, folder: Path) -> Result:
    env = {"CONQUEST_DB": str(folder / "a.duckdb"), "COLUMNS": "80"}
    return CliRunner().invoke(main, list(words), env=env)


@pytest.fixture(scope="module")
def searched(tmp_path_factory) -> tuple[Path, dict]:
    folder = tmp_path_factory.mktemp("formation")
    result = run("formation", "venom", "--against", "Rush=2,SSC", *SMALL, "--json", folder=folder)
    assert result.exit_code == 0, result.output
    return folder, json.loads(result.stdout)


def test_the_result_has_the_formations_their_gains_and_the_features(searched):
    _, result = searched
    assert result["name"] == "Venom"
    assert [one["role"] for one in result["formations"]] == ["found", "published", "made"]
    assert [(one["formation"], one["reference"]) for one in result["gains"]] == [
        ("found", "made"),
        ("published", "made"),
        ("found", "published"),
    ]
    for gain in result["gains"]:
        assert -1 <= gain["ci95"][0] <= gain["gain"] <= gain["ci95"][1] <= 1
        assert gain["verdict"] in ("better", "worse", "no difference shown")
        assert gain["pairs"] == 4
    changes = {effect["change"] for effect in result["effects"]}
    assert {"ranged troops behind others", "knights a row further back"} <= changes
    assert result["field"] == "Rush (67 %), SSC (33 %)"


def test_gains_are_the_differences_of_the_scores(searched):
    _, result = searched
    score = {one["role"]: one["score"]["score"] for one in result["formations"]}
    for gain in result["gains"]:
        apart = score[gain["formation"]] - score[gain["reference"]]
        assert gain["gain"] == pytest.approx(apart)


def test_other_commands_take_the_formation_that_was_found(searched):
    folder, result = searched
    best = json.dumps(result["best"])
    output = run("match", best, "Rush", "--agent", "random", "--games", "2", folder=folder)
    assert output.exit_code == 0, output.output
    file = str(folder / "own.toml")
    saved = run("setups", "save", "Better", best, "--setups-file", file, folder=folder)
    assert saved.exit_code == 0, saved.output
    output = run("setups", "show", "Better", "--json", "--setups-file", file, folder=folder)
    rows = json.loads(output.stdout)["formation"]
    assert [row.rstrip() for row in rows] == result["best"]["formation"]


def test_tables_have_what_the_document_has(searched):
    folder, result = searched
    store = Store(folder / "a.duckdb")
    gains = store.query("SELECT * FROM formation_gains").to_pylist()
    assert [row["gain"] for row in gains] == [gain["gain"] for gain in result["gains"]]
    effects = store.query("SELECT * FROM formation_effects").to_pylist()
    assert len(effects) == len(result["effects"])
    tried = store.query("SELECT formation FROM candidates").to_pylist()
    assert len(tried) == result["tried"]
    assert all(row["formation"].replace("/", "").strip() for row in tried)


def test_the_terminal_draws_before_and_after(searched):
    folder, result = searched
    output = run("formation", "--resume", result["run"], folder=folder)
    assert output.exit_code == 0, output.output
    lines = output.stdout.splitlines()
    starts = [line.split(":")[0] for line in lines if line.startswith(("made:", "found:"))]
    assert starts == ["made", "found"]
    at = next(n for n, line in enumerate(lines) if line.startswith("found:"))
    drawn = "".join(lines[at + 1 : at + 4]).replace(" ", "").replace(".", "")
    assert sorted(drawn) == sorted("SSHAAMMKK")
    assert max(map(len, lines[:-1])) <= 80  # the last names a file


MISTAKES = (
    (["Vnom"], "did you mean Venom?"),
    ([], "which setup?"),
    (["Venom", "--against", "Rsh"], "did you mean Rush?"),
    (["Venom", "--against", "Rush=0"], "a weight is above 0"),
    (["Venom", "--against", "SELECT 'Rush' AS setup WHERE false"], "names no setup"),
    (["Venom", "--population", "2"], "population must be at least 4"),
    (["SSSS:charge", "--set", "board.width=3", "--set", "board.home_rows=1"], "no room"),
    ([":charge"], "from 1 to 16 troops"),
    (["Venom", "--budget", "10m", "--generations", "3"], "--budget"),
)


@pytest.mark.parametrize(("words", "said"), MISTAKES)
def test_mistakes_are_said_before_any_game(words: list[str], said: str, searched):
    folder, _ = searched
    result = run("formation", *words, folder=folder)
    assert result.exit_code in (1, 2)
    assert said in result.stderr
    assert "Traceback" not in result.stderr
    assert len(Store(folder / "a.duckdb").runs()) <= 2  # the search, and a match
