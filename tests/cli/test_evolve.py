"""`conquest-opt evolve counter`: its JSON and text, saved games, its report, mistakes."""

import csv
import json
import shutil

import pytest
from click.testing import CliRunner, Result
from conquest_opt.cli.main import main
from conquest_opt.results import Store

from tests.commands import Command, stored_rows

SMALL = (
    "--target", "Rush", "--population", "8", "--generations", "2", "--games", "4",
    "--shortlist", "4", "--shortlist-games", "4", "--best", "2", "--check-games", "12",
    "--race-games", "16", "--agent", "weighted-random", "--screen-agent", "random",
    "--set", "max_turns=60",
)  # fmt: skip


AGENTS = "random", "weighted-random"


run = Command("evolve", "counter")


def document(result: Result) -> list[dict]:
    assert result.exit_code == 0, result.output
    return [entry | {"run": ""} for entry in json.loads(result.stdout)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> tuple[Store, str, list[dict]]:
    """A search that was not disturbed."""
    db = tmp_path_factory.mktemp("whole") / "a.duckdb"
    counters = document(run(*SMALL, "--json", "--threads", "2", db=db))
    store = Store(db)
    return store, store.runs()[0].run, counters


def test_a_search_ends_with_counters_and_stores_its_rows(whole):
    store, name, counters = whole
    assert len(counters) == 2
    for counter in counters:
        assert {"setup", "score", "ci95", "games", "points"} <= set(counter)
        low, high = counter["ci95"]
        assert 0 <= low <= counter["score"] <= high <= 1
        assert counter["games"] == 12
        assert 900 < counter["points"] <= 1000
    rows = stored_rows(store, name, "candidates", "generations")
    assert store.find_run(name).status == "finished"
    games = rows["games"]
    assert [game["game"] for game in games] == list(range(len(games)))
    assert sum(g["games"] for g in rows["generations"]) < len(games)
    elite = {c["setup"] for c in rows["candidates"] if c["elite"]}
    assert elite == {counter["setup"] for counter in counters}
    assert sum(c["games"] for c in rows["candidates"]) == len(games) - 24
    played = {agent: sum(game["first_agent"] == agent for game in games) for agent in AGENTS}
    assert played == {"random": 160, "weighted-random": 32 + 32 + 24}
    assert [g["generation"] for g in rows["generations"]] == [0, 1]
    check = {game["seed"] for game in games[-24:]}
    assert not check & {game["seed"] for game in games[:-24]}
    assert len(check) == 6
    for counter in counters:
        wins = [
            game
            for game in games[-24:]
            if counter["setup"] in (game["first_setup"], game["second_setup"])
            and game["winner"] != "draw"
            and game[f"{game['winner']}_setup"] == counter["setup"]
        ]
        assert len(wins) == counter["wins"]


def test_games_of_a_search_are_kept_and_replayed(tmp_path):
    db = tmp_path / "a.duckdb"
    assert run(*SMALL, "--save-games", "--events", db=db).exit_code == 0
    store = Store(db)
    replay = ["replay", "--run", "latest", "--verify", "--db", str(db)]
    games = len(stored_rows(store, store.runs()[0].run)["games"])
    assert CliRunner().invoke(main, replay).stdout == f"{games} games verified\n"
    traced = "SELECT count(DISTINCT game) AS n, max(game) AS last FROM game_events"
    assert store.query(traced).to_pylist() == [{"n": games, "last": games - 1}]


def test_games_of_another_program_are_not_resumed(whole, tmp_path):
    db = shutil.copy(whole[0].path, tmp_path / "a.duckdb")
    assert document(run("--resume", "latest", "--json", db=db)) == whole[2]
    store = Store(db)
    store.change("UPDATE runs SET status = 'interrupted'")
    # Each stands before the one that was changed last.
    changes = {40: "first_setup = 'CCCCC'", 30: "second_setup = 'CCCCC'", 20: "ruleset = 'others'"}
    for game, change in changes.items():
        store.change(f"UPDATE games SET {change} WHERE game = {game}")
        result = run("--resume", "latest", db=db)
        assert result.exit_code == 1
        assert f"has other games than this program would play, from game {game} on" in result.output


def test_the_text_draws_formations_and_fits(tmp_path):
    words = (*SMALL[2:], "--opponents", "Rush=3,Venom", "--formations", "--require", "A>=2")
    result = run(*words, "--no-db", db=tmp_path / "a")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    first = lines.index("")
    headline, lists = " ".join(lines[:first]), lines[first + 1 :]
    assert "shown to beat Rush (75 %), Venom (25 %), played by weighted-random" in headline
    lows = [float(line.split("[")[1].split(",")[0]) for line in lists if "of 12 games" in line]
    assert headline.startswith("None") == (max(lows) <= 50)
    assert "against Rush" in lists[2]
    drawn = [line.split() for line in lists[3:6]]
    assert all(len(row) == 20 for row in drawn)
    assert sum(row.count("A") for row in drawn) >= 2
    assert lists[0].startswith("1. ")
    assert "of 12 games" in lists[1]
    assert "generation 2 of 2: best " in result.stderr
    assert not list(tmp_path.iterdir())


def test_the_report_shows_counters_and_course(whole, tmp_path):
    store, name, counters = whole
    out = tmp_path / "out"
    words = ["report", name, "-o", str(out), "--db", str(store.path)]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    rows = list(csv.DictReader((out / "tables/counters.csv").read_text().splitlines()))
    best_first = sorted(counters, key=lambda counter: -counter["score"])
    assert {row["setup"] for row in rows} == {counter["setup"] for counter in counters}
    assert float(rows[0]["score"]) == pytest.approx(best_first[0]["score"])
    page = (out / "index.html").read_text()
    shown_to = [counter for counter in counters if counter["ci95"][0] > 0.5]
    assert "shown to beat Rush" in page
    assert ("None was shown to beat Rush" in page) == (not shown_to)
    for figure in ("counters", "formations", "course", "troops", "commands"):
        assert (out / f"figures/{figure}.png").stat().st_size > 5000
    generations = (out / "tables/generations.csv").read_text().splitlines()
    assert len(generations) == 1 + 2


def test_generations_have_the_same_scores_on_the_terminal_and_on_the_page(tmp_path):
    db = tmp_path / "a.duckdb"
    result = run(*SMALL, db=db)
    assert result.exit_code == 0, result.output
    rows = Store(db).query("SELECT * FROM generations ORDER BY generation").to_pylist()
    assert len(rows) == 2
    for number, row in enumerate(rows, start=1):
        best, mean = (100 * row[name] for name in ("fitness_best", "fitness_mean"))
        text = f"generation {number} of 2: best rating {best:.1f} %, mean {mean:.1f} %; "
        assert text in result.stderr


def test_a_mistyped_command_is_told():
    other = CliRunner().invoke(main, ["evolve", "conter"])
    assert other.exit_code == 2
    assert "did you mean 'counter'?" in other.output


def test_a_query_may_give_the_mixture(whole, tmp_path):
    store, _, _ = whole
    sql = "SELECT setup, fitness AS weight FROM candidates WHERE elite"
    words = (*SMALL[2:], "--opponents", sql, "--dry-run", "--json")
    result = run(*words, db=store.path)
    assert result.exit_code == 0, result.output
    estimate = json.loads(result.stdout)
    parts = [estimate[f"{part}_games"] for part in ("screen", "race", "shortlist", "check")]
    assert sum(parts) == estimate["games"]
    assert estimate["seconds"] > 0
    assert len(store.runs()) == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "which setup should be beaten? Give --target"),
        (["--target", "Rsh"], "did you mean Rush?"),
        (["--opponents", "Rush=much"], "a weight is a number"),
        (["--opponents", "Rush=-1"], "a weight is above 0"),
        (["--target", "Rush", "--judge", "tactician:ms=5"], "thinks by the clock"),
        (["--target", "Rush", "--require", "C>=9"], "no maximal setup that answers"),
        (["--target", "Rush", "--population", "1"], "population must be at least 4"),
        (["--target", "Rush", "--with", "charge", "--without", "charge"], "both with and without"),
    ],
)
def test_mistakes_are_explained_in_a_line(words: list[str], says: str, tmp_path):
    store = Store(tmp_path / "a.duckdb")
    assert says in run.refusal(words, store.path)
