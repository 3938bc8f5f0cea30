"""`conquest-opt balance costs`: its JSON and text, its report, mistakes."""

import json

import pytest
from click.testing import CliRunner
from conquest_opt.cli.main import main
from conquest_opt.results import Store

from tests.commands import Command, parsed, stored_rows, whole_run

SMALL = (
    "--setups-sampled", "60", "--games", "400", "--agent", "quick", "--set", "max_turns=60",
)  # fmt: skip


run = Command("balance", "costs")


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> tuple[Store, str, dict]:
    """A run that was not disturbed."""
    db = tmp_path_factory.mktemp("whole") / "a.duckdb"
    return whole_run(run(*SMALL, "--json", "--threads", "2", db=db), db)


def test_every_thing_has_a_worth_beside_its_price(whole):
    store, name, costs = whole
    assert len(costs["things"]) == 16
    for thing in costs["things"]:
        low, high = thing["ci95"]
        assert low < thing["worth"] < high
        assert thing["difference"] == thing["worth"] - thing["price"]
        outside = not low <= thing["price"] <= high
        assert thing["verdict"] == "not shown" or outside
    champion = next(t for t in costs["things"] if t["thing"] == "champion")
    assert champion["price"] == 200
    assert champion["worth"] > 75
    assert len(costs["copies"]) == 21
    assert [model["model"] for model in costs["models"]] == [
        "chance",
        "price",
        "worth",
        "worth by copy",
    ]
    assert costs["games"] == 400
    rows = stored_rows(store, name, "thing_worths")
    assert len(rows["thing_worths"]) == 16 + 21
    assert len(rows["games"]) == 400
    first, second = rows["games"][:2]
    assert first["first_setup"] == second["second_setup"] != first["second_setup"]
    assert len({g["first_setup"] for g in rows["games"]}) <= 60


def test_the_text_and_the_report(whole, tmp_path):
    store, name, costs = whole
    result = run("--resume", name, db=store.path)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert all(len(line) <= 80 for line in lines[:-1])  # the last one names the database
    assert lines[2].split()[:3] == ["thing", "price", "worth"]
    names = [line.split()[0] for line in lines if line and len(line.split()) > 3]
    assert all(thing["thing"] in names for thing in costs["things"])
    words = ["report", name, "-o", str(tmp_path / "out"), "--db", str(store.path)]
    made = CliRunner().invoke(main, words)
    assert made.exit_code == 0, made.output
    for figure in ("worth", "difference", "copies"):
        assert (tmp_path / f"out/figures/{figure}.png").stat().st_size > 5000
    table = (tmp_path / "out/tables/worths.csv").read_text().splitlines()
    assert len(table) == 17


def test_worths_by_levels_say_who_judged(tmp_path):
    words = (
        "--setups-sampled", "60", "--screen-agent", "greedy", "--race-agent", "greedy",
        "--judge", "quick", "--screen-games", "600", "--games", "300", "--set", "max_turns=60",
    )  # fmt: skip
    db = tmp_path / "a.duckdb"
    costs = parsed(run(*words, "--json", db=db))
    assert [level["games"] for level in costs["levels"]] == [600, 300]
    assert costs["levels"][0]["agent"] == "greedy"
    assert costs["agent"] == costs["levels"][-1]["agent"] != "greedy"
    assert sum(level["share"] for level in costs["levels"]) == pytest.approx(1)
    assert (costs["games"], costs["setups"]) == (900, 120)
    text = " ".join(run("--resume", "latest", db=db).stdout.split())
    assert text.startswith("point values for quick: 900 games of 120 setups, 600 by greedy ")
    assert "Log loss of games by quick not fitted to" in text
    plan = run(*words, "--dry-run", "--json", db=tmp_path / "b")
    assert {"screen_games": 600, "judge_games": 300}.items() <= json.loads(plan.stdout).items()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--games", "5"], "games must be at least 100, not 5"),
        (["--games", "500", "--budget", "5m"], "--budget decides how much is played"),
        (["--agent", "greedy", "--race-games", "500"], "--race-games counts for nothing"),
        (["--setups-sampled", "5"], "setups-sampled must be at least 20, not 5"),
        (["--set", "champion.movement=20"], "goes beyond the board"),
        (["--set", "limits.points=20"], "no setup is legal"),
    ],
)
def test_mistakes_are_told_in_a_line(words: list[str], says: str, tmp_path):
    store = Store(tmp_path / "a.duckdb")
    assert says in run.refusal(words, store.path)
