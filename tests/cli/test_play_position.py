"""`play --position`: a line or a file, either side, in the middle of a turn, saved, replayed."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from conquest_opt.cli.main import main
from conquest_opt.cli.play.save import read_save
from conquest_opt.cli.play.talk import TableTalk
from conquest_opt.engine import Game

from tests.table import CHOOSE, play, say

LINE = "12 0 selection - 50/75 charge/- Ck9=500/Sk14=100,Fk16=200 - -"
SECOND = LINE.replace("12 0", "12 1")
MIDDLE = "12 1 movement k14:2 50/75 charge/- Ck9=500/Sk14=100,Fk16=200 - -"


def test_you_play_the_side_to_move_unless_you_say_otherwise():
    text = play("--position", LINE, "--agent", "random").stdout
    assert text.startswith("first   upper case, played by you\nsecond  lower case, played by rand")
    assert "first, turn 12, selection> " in text
    text = play("--position", SECOND, "--agent", "random").stdout
    assert "second  lower case, played by you\n" in text
    assert "second, turn 12, selection> " in text
    text = play("--position", SECOND, "--you", "first", "--agent", "random").stdout
    assert text.index("turn 12, second (random)") < text.index("first, turn 13, selection> ")


def test_a_turn_that_has_begun_is_finished():
    text = play("--position", MIDDLE, "--agent", "random", lines="legal\nundo\n").stdout
    assert "second, turn 12, movement> legal\n" in text
    assert "nothing to take back: you have not done anything yet" in text
    text = play("--position", MIDDLE, "--you", "first", "--agent", "greedy").stdout
    assert "turn 12, second (greedy)\n" in text
    assert "select" not in text.partition("(greedy)\n")[2].partition("(thought")[0]


def test_a_file_or_the_output_of_position_is_taken_too(tmp_path):
    printed = CliRunner().invoke(main, ["position", LINE]).stdout
    for text in (LINE, printed):
        (tmp_path / "p").write_text(text)
        assert "turn 12, first player" in play("--position", str(tmp_path / "p")).stdout


def test_such_a_game_is_saved_resumed_replayed_and_taken_back(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = Path("game.json")
    lines = f"k9; k13; attack; end\nsave {file}\nquit\n"
    play("--position", LINE, "--agent", "random", "--seed", "4", lines=lines)
    saved = read_save(file)
    assert (saved.record.position, saved.record.armies, saved.record.seed) == (LINE, None, 4)
    assert CliRunner().invoke(main, ["replay", str(file), "--verify"]).output == "1 game verified\n"
    text = CliRunner().invoke(main, ["replay", str(file)]).output
    assert text.startswith("From a position, seed 4\n 12 first  select k9; move k13; attack k14; ")
    assert "\n 13 second select " in text
    again = TableTalk(saved, CHOOSE)
    assert again.prompt == "first, turn 14, selection> "
    say(again, "undo turn")
    assert again.game.position == LINE
    assert "you have not done anything yet" in say(again, "undo")


def test_the_same_seed_plays_the_same_game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = [Path("a"), Path("b")]
    for file in files:
        play("--position", LINE, "--agent", "random", lines=f"k9; end\nk9; end\nsave {file}\n")
    assert files[0].read_text() == files[1].read_text()


def test_rules_of_the_line_hold_with_options_on_top():
    line = LINE.removesuffix("-") + "max_turns=40"
    text = play(
        "--position", line, "--set", "champion.movement=1", "--agent", "random", lines="k9\n"
    ).stdout
    assert "  move         j8-l8 j9 l9 j10-l10\n" in text
    assert Game.from_position(line).rules.max_turns == 40


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--position", "nowhere"], "'nowhere' is no file"),
        (["--position", "-"], "'-' is no file"),
        (["--position", "1 2 3"], "a position has the fields"),
        (["--position", LINE, "C", "S"], "a position brings its troops"),
        (["--position", LINE, "--resume", __file__], "leave them out"),
        (["--position", "83x0 1 selection - 0/0 -/- Ck3=500/- - -"], "nothing left to play"),
        (["--position", LINE, "--agent-2", "fpu"], "it needs --you none"),
    ],
)
def test_wrong_positions_are_one_sentence(words: list[str], says: str):
    result = play(*words)
    assert result.exit_code in (1, 2)
    assert says in " ".join(result.output.replace("│", " ").split())
