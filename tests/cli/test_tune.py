"""`conquest-opt tune`: its JSON and text, its report, mistakes."""

import json
import shutil

import pytest
from click.testing import CliRunner
from conquest_opt.cli.main import main
from conquest_opt.results import Store

from tests.commands import Command, stored_rows, whole_run

pytestmark = pytest.mark.slow

SMALL = (
    "greedy:noise=10", "--space", "noise=10,5,0.01 material=1,2 threat=0.5,1",
    "--opponent", "random", "--setups", "Rush,SSC", "--setups", "CC:charge",
    "--iterations", "24", "--games", "6", "--check-games", "20", "--set", "max_turns=60",
)  # fmt: skip


run = Command("tune")


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> tuple[Store, str, dict]:
    """A tuning that was not disturbed."""
    db = tmp_path_factory.mktemp("whole") / "a.duckdb"
    return whole_run(run(*SMALL, "--json", "--threads", "2", db=db), db)


def test_it_ends_with_a_configuration_and_stores_every_evaluation(whole):
    store, name, tuned = whole
    assert {"agent", "parameters", "score", "ci95", "games", "verdict", "space"} <= set(tuned)
    assert set(tuned["parameters"]) == {"noise", "material", "threat"}
    for score in (tuned, tuned["against_default"]):
        low, high = score["ci95"]
        assert 0 <= low <= score["score"] <= high <= 1
        assert score["games"] == 20
    rows = stored_rows(store, name, "candidates", "generations", "agent_ratings")
    assert len(rows["candidates"]) == len(rows["generations"]) == 24
    assert rows["candidates"][0]["agent"] == tuned["default"] == "greedy:noise=10"
    elite = [c for c in rows["candidates"] if c["elite"]]
    assert {c["agent"] for c in elite} == {tuned["agent"]}
    assert len(elite) == tuned["evaluations"]
    assert len({c["agent"] for c in rows["candidates"]}) == tuned["configurations"]
    ratings = {r["method"]: r["rating"] for r in rows["agent_ratings"]}
    assert ratings["score of the check"] == tuned["score"]
    assert ratings["score against the default"] == tuned["against_default"]["score"]


def test_the_games_are_those_of_the_evaluations(whole):
    store, name, tuned = whole
    rows = stored_rows(store, name, "candidates", "generations", "agent_ratings")
    games = rows["games"]
    assert len(games) == 24 * 6 + 40
    for candidate in rows["candidates"]:
        own = games[6 * candidate["candidate"] : 6 * candidate["candidate"] + 6]
        wins = 0
        for number, game in enumerate(own):
            side = "second" if number % 2 else "first"
            assert game["first_setup"] == game["second_setup"]
            assert game[f"{side}_agent"] == candidate["agent"]
            wins += game["winner"] == side
        assert wins == candidate["wins"]
        assert len({game["first_setup"] for game in own}) == 3
    fresh = {game["seed"] for game in games[-20:]}, {game["seed"] for game in games[-40:-20]}
    before = {game["seed"] for game in games[:-40]}
    assert not fresh[0] & fresh[1]
    assert not (fresh[0] | fresh[1]) & before
    first = [rows["candidates"].index(c) for c in rows["candidates"] if c["origin"] != "again"]
    assert len({tuple(g["seed"] for g in games[6 * n : 6 * n + 6]) for n in first}) == 1
    assert {games[-1]["first_agent"], games[-1]["second_agent"]} == {
        tuned["agent"],
        tuned["default"],
    }
    agents = store.query("SELECT agent FROM agents")["agent"].to_pylist()
    assert {c["agent"] for c in rows["candidates"]} <= set(agents)


def test_the_text_fits_and_the_default_may_stay(tmp_path):
    words = ("greedy", "--space", "noise=0.01,10", "--iterations", "6", "--check-games", "20")
    result = run(*words, "--no-db", "--set", "max_turns=60", db=tmp_path / "a")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "greedy tuned against itself"
    assert "  noise  0.01   of 0.01, 10" in lines
    assert "nothing better than the default was found" in result.stdout
    assert all(len(line) <= 80 for line in lines)
    assert not list(tmp_path.iterdir())


def test_the_report_shows_how_it_went(whole, tmp_path):
    store, name, tuned = whole
    words = ["report", name, "-o", str(tmp_path / "out"), "--db", str(store.path)]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    page = (tmp_path / "out/report.md").read_text()
    assert tuned["agent"] in page
    for figure in ("course", "values", "pair"):
        assert (tmp_path / f"out/figures/{figure}.png").stat().st_size > 5000
    values = (tmp_path / "out/tables/values.csv").read_text().splitlines()
    assert len(values) == 1 + 3 + 2 + 2
    counted = [line.split(",") for line in values[1:]]
    assert sum(int(line[2]) for line in counted if line[0] == "noise") == 24
    table = (tmp_path / "out/tables/configurations.csv").read_text().splitlines()
    assert len(table) == 1 + tuned["configurations"]
    assert "yes" in table[1]


def test_a_tuning_that_has_evaluated_nothing_has_a_report(whole, tmp_path):
    db = shutil.copy(whole[0].path, tmp_path / "a.duckdb")
    store = Store(db)
    for table in ("candidates", "generations", "agent_ratings", "run_results"):
        store.change(f"DELETE FROM {table}")
    store.change("UPDATE runs SET status = 'interrupted'")
    words = ["report", whole[1], "-o", str(tmp_path / "out"), "--db", str(db)]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    page = (tmp_path / "out/report.md").read_text()
    assert "The run is interrupted" in page
    assert "No configuration has been checked" in page


def test_a_dry_run_says_how_long(tmp_path):
    result = run(*SMALL, "--dry-run", "--json", db=tmp_path / "a.duckdb")
    assert result.exit_code == 0, result.output
    estimate = json.loads(result.stdout)
    assert estimate["games"] == 24 * 6 + 40
    assert estimate["search_games"] == 24 * 6


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "tune which agent?"),
        (["fpu", "--param", "advances=1,2"], "advances is what fpu may spend"),
        (["fpu", "--param", "kk=1,2"], "fpu has no parameter 'kk'"),
        (["fpu", "--space", "k"], "a parameter is NAME=V1,V2"),
        (["fpu", "--space", "k=1 k=2"], "k is there twice"),
        (["random"], "random has nothing to tune"),
        (["fpu", "--iterations", "0"], "iterations must be at least 1"),
        (["fpu", "--resume", "x"], "leave out AGENT"),
    ],
)
def test_mistakes_are_explained_in_a_line(words: list[str], says: str, tmp_path):
    store = Store(tmp_path / "a.duckdb")
    assert says in run.refusal(words, store.path)
