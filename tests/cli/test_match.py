"""`conquest-opt match`: the contract of its JSON, its text, sequential stopping, mistakes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conquest_opt.cli.main import main
from conquest_opt.results import Store

from tests.arenas import rows
from tests.commands import Command

QUICK = ("--set", "max_turns=200")


run = Command("match")


def test_a_match_is_told_as_json_and_stored(tmp_path):
    db = tmp_path / "a.duckdb"
    words = (
        "IAmWarrior",
        "SSFFHHAMKC:charge",
        "--agent",
        "fpu:advances=60",
        "--games",
        "19",
        *QUICK,
    )
    result = json.loads(run(*words, "--save-games", "--json", db=db).stdout)
    assert result["games"] == result["wins"] + result["draws"] + result["losses"] == 20
    assert result["score"] == (result["wins"] + result["draws"] / 2) / 20
    low, high = result["ci95"]
    assert 0 <= low < result["score"] < high <= 1
    assert result["as_first"]["games"] == result["as_second"]["games"] == 10
    assert result["as_first"]["wins"] + result["as_second"]["wins"] == result["wins"]
    assert (result["a"]["name"], result["b"]["setup"]) == ("IAmWarrior", "SSFFHHAMKC:charge")
    store = Store(db)
    assert store.find_run(result["run"]).status == "finished"
    [matchup] = store.query("SELECT * FROM matchups").to_pylist()
    names = ("games", "wins", "draws", "losses", "turns_mean")
    assert {name: matchup[name] for name in names} == {name: result[name] for name in names}
    assert [matchup[f"pairs_{n}"] for n in range(5)] == result["pairs"]
    [first] = store.query("SELECT * FROM first_player_advantage").to_pylist()
    assert first["first_score"] == result["first_player"]["score"]
    assert replay("--run", result["run"], "--verify", db=db).stdout == "20 games verified\n"
    lines = replay("--run", "latest", "--game", "3", db=db).stdout.splitlines()
    [game] = store.query("SELECT * FROM games WHERE game = 3").to_pylist()
    assert lines[0] == f"SSFFHHAMKC:charge against IAmWarrior, seed {game['seed']}"
    assert "has saved 20 games, but not game 99" in (
        replay("--run", "latest", "--game", "99", db=db).output
    )


def replay(*words: str, db: Path) -> Result:
    return CliRunner().invoke(main, ["replay", *words, "--db", str(db)])


def test_only_saved_games_are_replayed(tmp_path):
    db = tmp_path / "a.duckdb"
    run("C", "CC", "--agent", "random", "--games", "2", db=db)
    assert "has saved no games; --save-games" in replay("--run", "latest", db=db).output
    assert "give a file of games, or --run" in replay(db=db).output


def test_different_agents_may_play_the_same_setup(tmp_path):
    agents = ("--agent-a", "fpu:advances=60", "--agent-b", "random")
    result = run("Rush", "Rush", *agents, "--games", "10", *QUICK, "--no-db", db=tmp_path / "a")
    lines = result.stdout.splitlines()
    assert lines[0] == "Rush (fpu:advances=60) against Rush (random)"
    assert all(len(line) <= 80 for line in lines)
    assert [line.split()[0] for line in lines[2:9]] == [
        "score", "won", "Elo", "playing", "playing", "turns", "first",
    ]  # fmt: skip
    assert not list(tmp_path.iterdir())


def test_a_test_stops_at_the_same_game_for_any_number_of_threads(tmp_path):
    db = tmp_path / "a.duckdb"
    words = ("Rush", "Rush", "--agent-a", "fpu:advances=60", "--agent-b", "random", *QUICK)
    one, two = (
        json.loads(run(*words, "--sprt", "0,100", "--json", "--threads", n, db=db).stdout)
        for n in "13"
    )
    assert one | {"run": ""} == two | {"run": ""}
    assert one["sprt"]["verdict"] == "H1"
    assert one["sprt"]["llr"] >= one["sprt"]["upper"]
    assert one["games"] < 200
    store = Store(db)
    assert rows(store, one["run"]).equals(rows(store, two["run"]))
    assert rows(store, one["run"]).num_rows == one["games"]
    again = run("--resume", one["run"], "--json", db=db)
    assert json.loads(again.stdout) == one
    text = run("--resume", one["run"], db=db).stdout
    assert "accepted: A is better by 100 Elo at least" in text
    json.dumps(one, allow_nan=False)
    few = run(*words, "--sprt", "100", "--games", "2", db=db).stdout
    assert "test           undecided" in few


def test_one_that_no_player_could_buy_is_noted(tmp_path):
    result = run("CCCCCC", "MeleeMeltdown", "--agent", "random", "--games", "2", db=tmp_path / "a")
    assert "note: CCCCCC costs 1200, 200 over the limit of 1000\n" in result.stderr
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "give two setups"),
        (["Default"], "give two setups"),
        (["Default", "Rsh"], "did you mean Rush?"),
        (["Default", "Rush", "--games", "0"], "games must be at least 1, not 0"),
        (["Default", "Rush", "--quick", "--agent", "fpu"], "leave out --agent or --quick"),
        (["Default", "Rush", "--sprt", "20,0"], "is no two numbers such as 0,20"),
        (["Default", "Rush", "--sprt", "0,9", "--alpha", "2"], "shares of wrong decisions"),
        (["Default", "Rush", "--sprt", "0,1e300"], "from -1000 to 1000, not 0 and 1e+300"),
        (["Default", "Rush", "--sprt", "0,inf"], "is no two numbers such as 0,20"),
        (["Default", "Rush", "--seed", "-1"], "is not in the range"),
        (["Default", "Rush", "--threads", "0"], "is not in the range"),
        (["Default", "Rush", "--set", "board.home_rows=1"], "does not fit the board"),
        (["Default", "Rush", "--events", "--no-db"], "need the database"),
    ],
)
def test_mistakes_are_told_in_a_line(words: list[str], says: str, tmp_path):
    assert says in run.refusal(words, tmp_path / "a.duckdb")
    assert not list(tmp_path.iterdir())
