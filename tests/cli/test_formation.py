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
    shown = run("formation", "venom", "--against", "Rush=2,SSC", *SMALL, "--json", folder=folder)
    assert shown.exit_code == 0, shown.output
    return folder, json.loads(shown.stdout)


def test_the_result_has_the_formations_their_gains_and_the_features(searched):
    _, found = searched
    assert found["name"] == "Venom"
    assert [one["role"] for one in found["formations"]] == ["found", "published", "made"]
    assert [(one["formation"], one["reference"]) for one in found["gains"]] == [
        ("found", "made"),
        ("published", "made"),
        ("found", "published"),
    ]
    for gain in found["gains"]:
        assert -1 <= gain["ci95"][0] <= gain["gain"] <= gain["ci95"][1] <= 1
        assert gain["verdict"] in ("better", "worse", "no difference shown")
        assert gain["pairs"] == 4
    changes = {effect["change"] for effect in found["effects"]}
    assert {"ranged troops behind others", "knights a row further back"} <= changes
    assert found["field"] == "Rush (67 %), SSC (33 %)"


def test_gains_are_the_differences_of_the_scores(searched):
    _, found = searched
    score = {one["role"]: one["score"]["score"] for one in found["formations"]}
    for gain in found["gains"]:
        apart = score[gain["formation"]] - score[gain["reference"]]
        assert gain["gain"] == pytest.approx(apart)


def test_other_commands_take_the_formation_that_was_found(searched):
    folder, found = searched
    best = json.dumps(found["best"])
    shown = run("match", best, "Rush", "--agent", "random", "--games", "2", folder=folder)
    assert shown.exit_code == 0, shown.output
    file = str(folder / "own.toml")
    saved = run("setups", "save", "Better", best, "--setups-file", file, folder=folder)
    assert saved.exit_code == 0, saved.output
    shown = run("setups", "show", "Better", "--json", "--setups-file", file, folder=folder)
    rows = json.loads(shown.stdout)["formation"]
    assert [row.rstrip() for row in rows] == found["best"]["formation"]


def test_tables_have_what_the_document_has(searched):
    folder, found = searched
    store = Store(folder / "a.duckdb")
    gains = store.query("SELECT * FROM formation_gains").to_pylist()
    assert [row["gain"] for row in gains] == [gain["gain"] for gain in found["gains"]]
    effects = store.query("SELECT * FROM formation_effects").to_pylist()
    assert len(effects) == len(found["effects"])
    tried = store.query("SELECT formation FROM candidates").to_pylist()
    assert len(tried) == found["tried"]
    assert all(row["formation"].replace("/", "").strip() for row in tried)


def test_the_terminal_draws_before_and_after(searched):
    folder, found = searched
    shown = run("formation", "--resume", found["run"], folder=folder)
    assert shown.exit_code == 0, shown.output
    lines = shown.stdout.splitlines()
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
    shown = run("formation", *words, folder=folder)
    assert shown.exit_code in (1, 2)
    assert said in shown.stderr
    assert "Traceback" not in shown.stderr
    assert len(Store(folder / "a.duckdb").runs()) <= 2  # the search, and a match
