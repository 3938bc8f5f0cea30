"""`conquest-opt evolve rank`: its JSON and text, the report, mistakes."""

import json
import shutil

import pytest
from click.testing import CliRunner
from conquest_opt.cli.main import main
from conquest_opt.results import Store

from tests.commands import Command, parsed, stored_rows

pytestmark = pytest.mark.slow

TABLES = "rank_field", "rank_effects", "rank_contents", "rank_held_out", "rank_figures"

SMALL = (
    "--troops", "3..4", "--field", "Rush=2,AntiRush", "--games", "500", "--rounds", "2",
    "--top", "6", "--spread", "5", "--confirm-games", "4", "--race-games", "40",
    "--judge-games", "40", "--calibrated", "10", "--held-out", "10", "--agent", "greedy",
    "--screen-agent", "quick", "--set", "max_turns=60",
)  # fmt: skip


run = Command("evolve", "rank")


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> tuple[Store, str, dict, str]:
    """A ranking that was not disturbed."""
    db = tmp_path_factory.mktemp("whole") / "a.duckdb"
    output = run(*SMALL, "--json", "--threads", "2", db=db)
    result, store = parsed(output), Store(db)
    return store, store.runs()[0].run, result, output.stderr


def test_every_setup_is_rated_and_the_top_confirmed(whole):
    store, name, result, stderr = whole
    assert store.find_run(name).status == "finished"
    assert result["setups"] == 573
    assert [entry["rank"] for entry in result["top"]] == [1, 2, 3, 4, 5, 6]
    for entry in result["top"]:
        low, high = entry["ci95"]
        assert 0 <= low < entry["rating"] < high <= 1
        low, high = entry["confirmed_ci95"]
        assert 0 <= low <= entry["confirmed"] <= high <= 1
        assert entry["confirmed_games"] == 4
    held = result["held_out"]
    assert set(held["log_loss"]) == {"constant", "without pairs", "with pairs"}
    assert held["covered_ci95"][0] <= held["covered"] <= held["covered_ci95"][1]
    assert [one["name"] for one in result["field"]] == ["Rush", "AntiRush"]
    assert len(result["main_effects"]) == 16
    assert all(effect["elo"] > 0 for effect in result["synergies"])
    assert result["games"] == len(stored_rows(store, name)["games"])
    assert stderr.startswith("games: 496 by quick (screen 200, screen rounds 296); ")
    assert [level["agent"] for level in result["levels"]][-1] == result["judge"] == "greedy"
    assert result["levels"][0]["most"] > 0
    assert result["levels"][1]["most"] is None


def test_the_database_holds_all_of_it(whole):
    store, name, result, _ = whole
    kept = stored_rows(store, name, "generations", "setup_ratings", "rank_effects", "rank_contents")
    rated = [row for row in kept["setup_ratings"] if row["method"] == "score against the field"]
    assert len(rated) == 573
    assert all(row["rating_low"] <= row["rating"] <= row["rating_high"] for row in rated)
    assert all(row["rating_low"] < row["rating_high"] for row in rated)
    games, top = kept["games"], result["top"]
    named = [row for row in kept["setup_ratings"] if row["method"] == "named setup"]
    fresh = 4 * (len(top) + 5 + len(named))
    assert sum(row["games"] for row in rated) == len(games) - fresh
    own = dict.fromkeys((row["setup"] for row in rated), 0)
    points = dict.fromkeys(own, 0.0)
    for game in games[: len(games) - fresh]:
        for side, other in (("first", "second"), ("second", "first")):
            setup = game[f"{side}_setup"]
            if setup in own and game[f"{side}_name"] is None:
                own[setup] += 1
                points[setup] += {side: 1.0, other: 0.0, "draw": 0.5}[game["winner"]]
    assert own == {row["setup"]: row["games"] for row in rated}
    often = sorted(rated, key=lambda row: -row["games"])[:40]
    worst = min(often, key=lambda row: points[row["setup"]] / own[row["setup"]])
    best = max(often, key=lambda row: points[row["setup"]] / own[row["setup"]])
    assert worst["rating"] < best["rating"]
    early = {game["seed"] for game in games[: len(games) - fresh]}
    assert not early & {game["seed"] for game in games[len(games) - fresh :]}
    assert len(kept["rank_effects"]) == 16 + 7 + 120
    assert [row["generation"] for row in kept["generations"]] == list(range(10))
    assert sum(row["setups"] for row in kept["rank_contents"] if row["thing"] == "S") == 573


def test_the_report_has_its_figures(whole, tmp_path):
    store, name, result, _ = whole
    words = ["report", name, "-o", str(tmp_path / "out"), "--db", str(store.path)]
    output = CliRunner().invoke(main, words)
    assert output.exit_code == 0, output.output
    figures = {file.stem for file in (tmp_path / "out" / "figures").glob("*.png")}
    assert figures == {
        "top", "ratings", "contents", "effects", "synergies", "named", "calibration",
        "carried-over", "field", "course",
    }  # fmt: skip
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert result["top"][0]["setup"] in page
    assert "How far this can be trusted" in page


def test_runs_stored_before_and_interrupted_ones_have_a_report(whole, tmp_path):
    db = shutil.copy(whole[0].path, tmp_path / "a.duckdb")
    store = Store(db)
    store.change("DELETE FROM run_results")
    store.change("DELETE FROM batches WHERE batch = 'result'")

    def page(out: str) -> str:
        words = ["report", whole[1], "-o", str(tmp_path / out), "--db", str(db)]
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 0, result.output
        return (tmp_path / out / "report.md").read_text(encoding="utf-8")

    before = page("before")
    assert "stored by an earlier version" in before
    assert "How the games were spent" in before
    assert parsed(run("--resume", whole[1], "--json", db=db)) == whole[2]
    again = page("again")
    assert "is rated highest" in again
    assert whole[2]["top"][0]["setup"] in again
    for table in (*TABLES, "setup_ratings", "run_results"):
        store.change(f"DELETE FROM {table}")
    store.change("UPDATE runs SET status = 'interrupted'")
    assert "The run is interrupted" in page("interrupted")


def test_the_text_says_what_was_found_and_how_sure_it_is(whole, tmp_path):
    result = run("--resume", whole[1], db=whole[0].path)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "573 setups against Rush (67 %), AntiRush (33 %), rated for greedy"
    heading = next(n for n, line in enumerate(lines) if line.split()[:2] == ["rating", "games"])
    assert lines[heading + 2].strip() == whole[2]["top"][0]["setup"]
    assert lines[2].startswith(f"{whole[2]['top'][0]['setup']} is rated highest, ")
    assert "shown to be worse" in " ".join(lines[:heading])
    assert any(line.startswith("held out: ") for line in lines)
    assert any("log loss" in line for line in lines)
    assert any("the best named setups" in line for line in lines)
    assert all(len(line) <= 80 for line in lines[:-1])


def test_a_budget_is_turned_into_games_and_stated(tmp_path):
    db = tmp_path / "a.duckdb"
    words = ("--troops", "3..4", "--field", "Rush", "--agent", "greedy", "--top", "8")
    result = run(*words, "--budget", "1h", "--dry-run", "--json", "--threads", "1", db=db)
    assert result.exit_code == 0, result.output
    plan = json.loads(result.stdout)
    names = (
        "screen",
        "screen_rounds",
        "race_rounds",
        "judge_rounds",
        "held_out",
        "finals",
        "confirm",
    )
    assert sum(plan[f"{name}_games"] for name in names) == plan["games"] > 10_000
    assert 0.6 * 3600 < plan["seconds"] < 3600
    assert plan["seconds"] > 0
    assert not db.exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--budget", "soon"], "is no time such as 15m, 8h or 1h30m"),
        (["--budget", "15m", "--games", "5000"], "leave out --games"),
        (["--games", "7"], "games must be at least 500, not 7"),
        (["--field", "Rsh"], "did you mean Rush?"),
        (["--field", "Rush=0"], "a weight is above 0"),
        (["--require", "C>=9"], "these constraints leave 0 setups"),
    ],
)
def test_mistakes_are_explained_in_a_line(words: list[str], says: str, tmp_path):
    store = Store(tmp_path / "a.duckdb")
    assert says in run.refusal(words, store.path)
