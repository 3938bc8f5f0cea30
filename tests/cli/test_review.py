"""`conquest-opt review`: saves, records and stored games; errors before any search."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conquest_opt.arena.review import searches
from conquest_opt.cli.main import main
from conquest_opt.cli.play.save import SavedGame, Seats, write_save
from conquest_opt.engine import Game, GameRecord

from tests.positions import play, position
from tests.records import write_records

SMALL = ("--agent", "strategist:advances=2000")
BLUNDER = "select k9; move k8; end; select k11; move k9; attack k8"
"""The first player could win at once, steps back, and is killed."""


def run(*words: str | Path) -> Result:
    result = CliRunner().invoke(main, ["review", *map(str, words)])
    assert "Traceback" not in result.output
    return result


def answer(*words: str | Path) -> dict:
    result = run(*words, *SMALL, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def game(actions: str = BLUNDER) -> Game:
    return play(position("Ck9=300", "Ck11=300", turn=12), actions)


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A file of two games: in the first the win is taken, in the second it is missed."""
    path = tmp_path / "games.jsonl"
    taken = game("select k9; move k10; attack k11")
    write_records(path, [GameRecord.of(taken), GameRecord.of(game())])
    return path


def save(path: Path, actions: str, resigned: int | None = None) -> Path:
    seats = Seats("first", "random", "random", resigned)
    write_save(path, SavedGame(GameRecord.of(game(actions)), seats))
    return path


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        pytest.fail("a position was searched before the error")

    monkeypatch.setattr(searches, "work_on_threads", refuse)


# ---- what is reviewed ----------------------------------------------------------------------------


def test_a_game_of_a_file_by_its_number(records: Path):
    assert answer(records)["marked"] == []
    data = answer(records, "--game", "2")
    assert [turn["mark"] for turn in data["marked"]] == ["blunder"]
    assert data["agent"] == "strategist:advances=2000,weights=w2"


def test_the_text_fits_80_columns_and_names_the_next_commands(records: Path):
    result = run(records, "--game", "2", *SMALL)
    lines = result.stdout.splitlines()
    commands = [line for line in lines if line.startswith("  conquest-opt ")]
    assert [line for line in lines if len(line) > 80 and line not in commands] == []
    assert [line.split()[1] for line in commands] == ["replay", "analyse"]
    for line in commands:
        words = line.split()[1:]
        assert words[-2:] == ["--turn", "12"]
        again = CliRunner().invoke(main, words)
        assert again.exit_code == 0, again.output
        assert "turn 12, first player" in again.output


def test_the_same_for_any_number_of_threads(records: Path):
    one, two = (run(records, "--game", "2", *SMALL, "--threads", n).stdout for n in ("1", "2"))
    assert one == two


def test_a_saved_game_without_an_end_is_reviewed_up_to_where_it_stands(tmp_path: Path):
    path = save(tmp_path / "game.json", "select k9; move k8; end; select k11")
    result = run(path, *SMALL)
    assert result.exit_code == 0
    assert "The game has no end yet: it was left in turn 13." in " ".join(result.stdout.split())
    assert [turn["turn"] for turn in answer(path)["turns"]] == [12]


def test_a_saved_game_that_was_resigned_says_who_gave_up(tmp_path: Path):
    data = answer(save(tmp_path / "game.json", "select k9; move k8; end", resigned=0))
    assert data["ending"] == "The first player resigned in turn 13."
    assert data["winner"] == 1


def test_a_game_that_a_run_saved(tmp_path: Path):
    db = tmp_path / "results.duckdb"
    words = ("match", "C:charge", "KK", "--quick", "--games", "4", "--save-games", "--db", str(db))
    assert CliRunner().invoke(main, list(words)).exit_code == 0
    data = answer("--run", "latest", "--game", "2", "--db", db)
    assert data["setups"] == ["C:charge", "KK"]
    assert data["turns"]
    text = run("--run", "latest", "--game", "2", "--db", db, *SMALL).stdout
    if data["marked"]:
        turn = data["marked"][0]["turn"]
        assert f"replay --run latest --game 2 --turn {turn} --db {db}" in text


def test_rules_of_the_record_hold(tmp_path: Path):
    path = tmp_path / "games.jsonl"
    edited = position("Ck9=300", "Ck12=300", edits=("champion.movement=1",))
    write_records(path, [GameRecord.of(play(edited, "select k9; move k8; end"))])
    data = answer(path)
    assert data["rules"] == ["champion.movement=1"]
    assert data["turns"][0]["best_value"] < 0.9


def test_top_limits_what_is_shown(records: Path):
    blunders = game("select k9; move k8; end; select k11; move k12; end; select k8; move k9; end")
    write_records(records, [GameRecord.of(blunders)])
    every = answer(records, "--game", "3")["marked"]
    assert len(every) > 1
    assert answer(records, "--game", "3", "--top", "1")["marked"] == every[:1]
    text = run(records, "--game", "3", "--top", "1", *SMALL).stdout
    assert re.findall(r"^(\d)\. Turn", text, re.MULTILINE) == ["1"]


def test_a_page(records: Path, tmp_path: Path):
    out = tmp_path / "out"
    result = run(records, "--game", "2", *SMALL, "-o", out)
    assert f"{out / 'index.html'} and " in result.stdout
    assert "a blunder" in (out / "index.html").read_text()
    assert (out / "figures" / "turn-1.png").exists()
    assert (out / "tables" / "turns.csv").read_text().startswith("turn,side,played")


# ---- what is refused, before any search ----------------------------------------------------------


@pytest.mark.usefixtures("no_search")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no game in it"),
        ("hello\n", "line 1"),
        ('{"actions": []}\n', "lacks 'setups'"),
    ],
)
def test_a_file_without_games_is_refused(tmp_path: Path, text: str, message: str):
    path = tmp_path / "wrong.txt"
    path.write_text(text)
    result = run(path, *SMALL)
    assert result.exit_code == 1
    assert message in result.output


@pytest.mark.usefixtures("no_search")
def test_a_game_without_a_finished_turn_is_refused(tmp_path: Path):
    path = tmp_path / "games.jsonl"
    write_records(path, [GameRecord.of(position("Ck9=300", "Ck11=300"))])
    result = run(path, *SMALL)
    assert result.exit_code == 1
    assert "the game has no finished turn yet" in result.output


@pytest.mark.usefixtures("no_search")
def test_illegal_actions_are_refused(records: Path):
    records.write_text(records.read_text().replace("attack k8", "attack a1"))
    result = run(records, "--game", "2", *SMALL)
    assert result.exit_code == 1
    assert "action 6: illegal action 'attack a1'" in result.output


@pytest.mark.usefixtures("no_search")
def test_a_wrong_outcome_is_refused(records: Path):
    records.write_text(records.read_text().replace('"winner":1', '"winner":0'))
    result = run(records, "--game", "2", *SMALL)
    assert result.exit_code == 1
    assert "the record says" in result.output


@pytest.mark.usefixtures("no_search")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "give a file of games, or --run"),
        (("--game", "1"), "give a file of games, or --run"),
        (("--run", "match", "FILE"), "give a file of games, or --run"),
        (("FILE", "--game", "3"), "has 2 games, so --game is from 1 to 2"),
        (("FILE", "--agent", "greedy"), "greedy does not search whole turns"),
        (("FILE", "--agent", "gredy"), "did you mean greedy?"),
        (("FILE", "--agent", "strong", "--quick"), "leave out --agent or --quick"),
        (("FILE", "-o", "FILE"), "is a file; give a directory"),
        (("nothing.jsonl",), "does not exist"),
    ],
)
def test_what_does_not_go_together_is_refused(records: Path, words: tuple, message: str):
    result = run(*(records if word == "FILE" else word for word in words))
    assert result.exit_code in (1, 2)
    assert message in " ".join(result.output.split())


@pytest.mark.usefixtures("no_search")
def test_a_run_that_saved_no_games_is_refused(tmp_path: Path):
    db = tmp_path / "results.duckdb"
    words = ("match", "C", "K", "--quick", "--games", "2", "--db", str(db))
    assert CliRunner().invoke(main, list(words)).exit_code == 0
    result = run("--run", "latest", "--game", "0", "--db", db)
    assert result.exit_code == 1
    assert "has saved no games; --save-games makes a run do so" in result.output


# ---- replay --turn -------------------------------------------------------------------------------


def test_replay_begins_with_a_turn(records: Path):
    result = CliRunner().invoke(main, ["replay", str(records), "--game", "2", "--turn", "13"])
    lines = result.stdout.splitlines()
    assert "turn 13, second player, selection phase" in lines
    assert [line for line in lines if re.match(r" *1[23] (first|second)", line)] == [
        " 13 second select k11; move k9; attack k8"
    ]
    wrong = CliRunner().invoke(main, ["replay", str(records), "--game", "2", "--turn", "40"])
    assert "the game has no turn 40: --turn is from 12 to 13" in wrong.output
