"""`conquest-opt evolve meta`: its JSON and text, its report, mistakes."""

import json
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner
from conquest_opt.cli.main import main
from conquest_opt.results import Store

from benchmarks.metagame import document
from tests.commands import Command, parsed, stored_rows, whole_run

pytestmark = pytest.mark.slow

SMALL = (
    "--start", "SSSSSS,FFFF,HH", "--rounds", "3", "--screen-games", "4", "--start-setups", "2",
    "--games", "2", "--settle-games", "24", "--population", "8", "--generations", "2",
    "--candidate-games", "2", "--race-games", "8", "--shortlist", "4", "--response-games", "40",
    "--named-games", "2", "--rival-games", "20", "--seed", "5", "--screen-agent",
    "random", "--race-agent", "weighted-random", "--judge", "greedy",
    "--rival-agent", "weighted-random", "--set", "max_turns=40",
    "--set", "archer.range=18", "--set", "archer.damage=3000",
)  # fmt: skip
"""Archers reach everybody, and what the search starts with has none: a response joins the set."""

TABLES = (
    "generations", "candidates", "setup_ratings", "metagame", "metagame_weights",
    "metagame_payoffs",
)  # fmt: skip

run = Command("evolve", "meta")


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> tuple[Store, str, dict]:
    """A search that was not disturbed."""
    db = tmp_path_factory.mktemp("whole") / "a.duckdb"
    return whole_run(run(*SMALL, "--json", "--threads", "2", db=db), db)


def test_a_search_ends_with_a_mixture_and_tells_its_story(whole):
    store, name, result = whole
    mixture = result["mixture"]
    assert sum(member["weight"] for member in mixture) == pytest.approx(1)
    for member in mixture:
        assert {"setup", "weight", "formation", "ci95", "certainty"} <= set(member)
        assert member["ci95"][0] <= member["weight"] <= member["ci95"][1]
        assert len("".join(member["formation"]).replace(" ", "")) == len(
            member["setup"].split(":")[0]
        )
    assert [one["round"] for one in result["rounds"]] == list(range(1, len(result["rounds"]) + 1))
    assert any(one["added"] for one in result["rounds"])
    assert not result["rounds"][-1]["added"]
    for one in result["rounds"]:
        assert one["ci95"][0] <= one["exploitability"] <= one["ci95"][1]
        assert one["games"] == 40
    assert len(result["named"]) == 31
    assert {"name", "setup", "score", "ci95", "games"} <= set(result["named"][0])
    assert sum(one["named_weight"] for one in result["named"]) == pytest.approx(1)
    assert result["named_mixture"]["games"] == 40
    assert len(result["usage"]["troops"]) == 7
    assert len(result["usage"]["commands"]) == 9
    assert result["judge"] == "greedy"
    assert result["rival"]["agent"] == "weighted-random"
    assert result["rival"]["games"] == result["rival"]["judge"]["games"] == 20
    low, high = result["rival"]["judge"]["ci95"]
    assert low <= result["rival"]["judge"]["gain"] <= high
    assert [one["kept"] for one in result["screen"]].count(True) <= 2
    assert {one["setup"] for one in result["screen"]} == {"SSSSSS", "FFFF", "HH"}
    assert store.find_run(name).status == "finished"


def test_rows_are_numbered_on_and_fit_each_other(whole):
    store, name, result = whole
    kept = stored_rows(store, name, *TABLES)
    games = kept["games"]
    assert [game["game"] for game in games] == list(range(len(games)))
    count = len(result["rounds"])
    assert sorted(row["generation"] for row in kept["generations"]) == list(range(2 * count + 2))
    candidates = sorted(row["candidate"] for row in kept["candidates"])
    assert candidates == list(range(len(candidates)))
    by = {row["candidate"]: row for row in kept["candidates"]}
    for row in kept["candidates"]:
        parents = [by[parent]["generation"] // 2 for parent in row["parents"]]
        assert set(parents) <= {row["generation"] // 2}
    elite = [row["setup"] for row in kept["candidates"] if row["elite"]]
    responses = [one["response"] for one in result["rounds"]]
    assert elite == [*responses, result["rival"]["setup"]]
    members = {row["number"]: row for row in kept["metagame"]}
    assert {m["setup"]: m["weight"] for m in members.values() if m["weight"]} == {
        m["setup"]: m["weight"] for m in result["mixture"]
    }
    last = [row for row in kept["metagame_weights"] if row["round"] == count]
    assert {row["number"]: row["weight"] for row in last} == {
        number: row["weight"] for number, row in members.items() if row["weight"]
    }
    screen = {
        row["entrant"]: row["method"].endswith("left out")
        for row in kept["setup_ratings"]
        if row["method"].startswith("share of screened")
    }
    assert screen == {one["setup"]: not one["kept"] for one in result["screen"]}
    rivals = {row["method"]: row for row in kept["setup_ratings"] if "rival" in row["method"]}
    assert [method.rpartition(" by ")[2] for method in sorted(rivals)] == [
        "greedy", "weighted-random",
    ]  # fmt: skip
    assert {row["setup"] for row in rivals.values()} == {result["rival"]["setup"]}
    pairs = {(row["a"], row["b"]) for row in kept["metagame_payoffs"]}
    assert len(pairs) == len(members) * (len(members) - 1) // 2


def test_no_score_that_is_told_shares_a_seed_with_a_game_that_chose(whole):
    store, name, result = whole
    played = stored_rows(store, name)["games"]
    for one in result["rounds"]:
        with_it = [
            game for game in played
            if one["response"] in (game["first_setup"], game["second_setup"])
        ]  # fmt: skip
        seeds = [game["seed"] for game in with_it if game["first_agent"] == "greedy"]
        assert len(set(seeds)) >= 20


def test_the_mixture_is_a_field_for_other_searches(whole):
    store, name, _ = whole
    sql = f"SELECT coalesce(name, setup) AS setup, weight FROM metagame WHERE run = '{name}'"
    words = ["evolve", "counter", "--opponents", sql, "--dry-run", "--agent", "random"]
    words += ["--population", "4", "--generations", "1"]
    result = CliRunner().invoke(main, [*words, "--db", str(store.path)])
    assert result.exit_code == 0, result.output


def test_a_finished_run_is_written_as_the_data_that_ship(whole, tmp_path):
    db = tmp_path / "a.duckdb"
    words = (
        "--start", "SSSSSS,CCCCC", "--agent", "random", "--rounds", "1", "--games", "2",
        "--settle-games", "0", "--population", "4", "--generations", "1", "--candidate-games", "2",
        "--race-games", "0", "--shortlist", "1", "--response-games", "4", "--named-games", "0",
        "--rival-games", "4", "--rival-agent", "weighted-random", "--seed", "7", "--json",
    )  # fmt: skip
    result = parsed(run(*words, db=db))
    ships = document(Store(db), "meta", "a note")
    assert [one["setup"] for one in ships["mixture"]] == [one["setup"] for one in result["mixture"]]
    assert (ships["judge"], ships["seed"], ships["note"]) == ("random", 7, "a note")
    assert ships["gain"]["rival"]["gain"] == pytest.approx(result["rival"]["gain"], abs=1e-4)
    again = tmp_path / "again.duckdb"
    typed = ships["command"].removeprefix("conquest-opt evolve meta ").split()
    assert parsed(run(*typed, "--json", db=again)) == result
    store, name, _ = whole
    with pytest.raises(SystemExit, match="other rules"):
        document(store, name)


def test_the_report_has_its_figures_and_plays_nothing(whole, tmp_path):
    store, name, result = whole
    code = (
        "import sys; from click.testing import CliRunner; from conquest_opt.cli.main import main\n"
        f"shown = CliRunner().invoke(main, ['report', '{name}', '-o', '{tmp_path / 'out'}', "
        f"'--db', '{store.path}'])\n"
        "assert shown.exit_code == 0, shown.output\n"
        "assert not {'numba', 'ortools', 'deap'} & set(sys.modules)"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True
    )
    assert process.returncode == 0, process.stderr
    drawn = {file.stem for file in (tmp_path / "out" / "figures").glob("*.png")}
    wanted = {"convergence", "mixture", "mixtures", "formations", "matchups", "named", "rival"}
    assert wanted | {"troop-usage", "command-usage", "points-usage"} <= drawn
    text = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert result["mixture"][0]["setup"] in text
    assert "lower bound" in text
    assert "A response by another agent" in text
    assert "The screen of the start" in text
    assert "The metagame as greedy plays it" in text


def test_the_text_draws_formations_and_fits(whole):
    store, name, result = whole
    output = run("--resume", name, db=store.path)
    assert output.exit_code == 0, output.output
    lines = output.stdout.splitlines()
    assert lines[0].startswith(f"A mixture of {len(result['mixture'])} setup")
    long = [line for line in lines if len(line) > 80 and str(store.path) not in line]
    assert not long
    drawn = [line for line in lines if line.split().count(".") > 8]
    assert len(drawn) == 3 * len(result["mixture"])
    words = r"The Nash mixture \(.*?\) of the 31 named setups scores"
    assert re.search(words, " ".join(output.stdout.split()))
    assert sum(line.strip().startswith("champion") for line in lines) == 1


def test_a_dry_run_estimates_and_a_quick_one_is_smaller(tmp_path, monkeypatch):
    monkeypatch.setattr("conquest_opt.arena.run.parts.SAMPLE_SECONDS", 0.02)
    words = ("--agent", "random", "--start", "CCCCC", "--named-games", "0", "--rival-games", "0")
    totals = []
    for quick in ((), ("--quick",)):
        result = run(*words, *quick, "--dry-run", "--json", db=tmp_path / "a.duckdb")
        assert result.exit_code == 0, result.output
        estimate = json.loads(result.stdout)
        assert estimate["seconds"] > 0
        totals.append(estimate["games"])
    assert totals[1] < totals[0] / 2
    assert not (tmp_path / "a.duckdb").exists()


def test_a_budget_decides_the_sizes(tmp_path, monkeypatch):
    monkeypatch.setattr("conquest_opt.arena.run.parts.SAMPLE_SECONDS", 0.02)
    words = ("--agent", "random", "--rival-agent", "weighted-random", "--start", "CCCCC,SS")
    games = []
    for budget in ("1m", "1h"):
        result = run(*words, "--budget", budget, "--dry-run", "--json", db=tmp_path / "a")
        assert result.exit_code == 0, result.output
        games.append(json.loads(result.stdout)["games"])
    assert games[1] > 5 * games[0]
    refused = run(*words, "--budget", "1m", "--rounds", "3", db=tmp_path / "a")
    assert refused.exit_code == 2
    assert "leave out --rounds" in refused.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--start", "Rsh"], "did you mean Rush?"),
        (["--epsilon", "0.7"], "epsilon is above 0 and below 0.5"),
        (["--rounds", "0"], "rounds must be at least 1"),
        (["--judge", "tactician:ms=5"], "thinks by the clock"),
        (["--require", "C>=9"], "no maximal setup that answers"),
    ],
)
def test_mistakes_are_told_in_a_line(words: list[str], says: str, tmp_path):
    store = Store(tmp_path / "a.duckdb")
    assert says in run.refusal(words, store.path)
