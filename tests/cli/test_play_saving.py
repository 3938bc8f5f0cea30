"""Games of `conquest-opt play` are saved and go on, also after Ctrl-C on a terminal."""

import json
import re
import shlex
from pathlib import Path

import pytest
from conquest_opt.cli.play.save import read_save, write_save
from conquest_opt.cli.play.talk import TableTalk
from conquest_opt.engine import RecordError

from tests.table import CHOOSE, QUICK, RICH, play, say, sit
from tests.terminal import Terminal

# ---- saving --------------------------------------------------------------------------------------


@pytest.mark.parametrize("agent", [QUICK, "random"])
def test_a_resumed_game_goes_on_as_the_same_game(tmp_path, agent: str):
    first, then = ["e3; e", "h2; e"], ["l3; e", "e3; e", "hint"]
    whole = sit("Default", "Rush", you="first", agent=agent, seed=7)
    say(whole, *first, *then)
    broken = sit("Default", "Rush", you="first", agent=agent, seed=7)
    assert "--resume" in say(broken, *first, f"save {tmp_path / 'a game.json'}")
    resumed = TableTalk(read_save(tmp_path / "a game.json"), CHOOSE)
    hint = say(resumed, *then)
    assert resumed.game.history == whole.game.history
    assert hint == say(whole, "hint")


def test_a_save_knows_the_turns_beginning_and_may_be_made_again(tmp_path):
    talk = sit("C", "S")
    say(talk, "k3; e", "j18", f"save {tmp_path / 'a'}", "j16", "save")
    again = TableTalk(read_save(tmp_path / "a"), CHOOSE)
    assert say(again, "undo turn").startswith("taken back: select j18; move j16\n")
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_another_action_in_place_of_a_saved_one_is_not_saved(tmp_path):
    talk = sit(*RICH)
    say(talk, "k3", f"save {tmp_path / 'a'}", "undo", "k2", "quit")
    assert talk.prompt.startswith("save to which file")


def test_a_file_that_is_no_save_is_left_alone(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("mine")
    assert "is there and is no saved game" in " ".join(say(sit(), "k3", f"save {file}").split())
    assert file.read_text() == "mine"


def test_a_name_may_begin_with_a_tilde(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    say(sit(), "k3", "save ~/home.json", "save ~nobody-at-all")
    assert {p.name for p in tmp_path.iterdir()} == {"home.json", "~nobody-at-all"}


def test_a_save_is_checked(tmp_path):
    file = tmp_path / "game.json"
    talk = sit("C", "S", you="first")
    say(talk, "k3")
    write_save(file, talk.saved)
    good = json.loads(file.read_text())
    for bad, says in (
        ({"actions": ["select k9"]}, "action 1: illegal action 'select k9'"),
        ({"play": None}, "no saved game: it lacks 'play'"),
        ({"play": good["play"] | {"you": "me"}}, "you is one of first, second, both, none"),
        ({"play": good["play"] | {"agent": "fpuu"}}, "did you mean fpu?"),
        ({"play": good["play"] | {"agent": 3}}, "an agent is a text"),
        ({"play": good["play"] | {"resigned": 3}}, "resigned is 0, 1 or null"),
        ({"play": good["play"] | {"clock": 3}}, "clock"),
        ({"setups": [good["setups"][0] | {"name": "\x1b[2J"}] * 2}, "printable"),
        ({"seed": "x"}, "whole number"),
    ):
        file.write_text(json.dumps(good | bad))
        result = play("--resume", str(file))
        assert result.exit_code == 1
        assert says in result.output
    for text in ("", "[]", "[" * 100_000, "\xff"):
        file.write_text(text, encoding="latin-1")
        assert play("--resume", str(file)).exit_code == 1
        with pytest.raises(RecordError, match=re.escape(str(file))):
            read_save(file)


def test_quit_offers_to_save(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = "k3\nquit\nkept.json\n"
    text = play("C", "S", lines=lines).stdout
    assert (
        "save to which file (Enter: do not save)? kept.json\nSaved. To resume it later:\n" in text
    )
    assert read_save(tmp_path / "kept.json").record.actions == ("select k3",)
    assert play("C", "S", lines="k3\nq\n\nnever\n").stdout.endswith("? \ngoodbye\n")
    text = play("C", "S", lines="k3\nq\nno/where.json\nq\nn\n").stdout
    assert "The game is still open; quit leaves it.\nfirst, turn 1, movement> q\n" in text
    assert [p.name for p in tmp_path.iterdir()] == ["kept.json"]
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "kept.json"))
    assert "not done: " in play("C", "S", lines="k3\nq\nyes\n").stdout
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert "Saved. To resume it later:" in play("C", "S", lines="k3\nq\nyes\n").stdout


# ---- on a terminal -------------------------------------------------------------------------------

MOVEMENT = "first, turn 1, movement> "


def terminal(state: Path, *words: str) -> Terminal:
    return Terminal("play", *words, prompt=MOVEMENT, env={"XDG_STATE_HOME": str(state)})


def resume_line(text: str) -> list[str]:
    """Return the words of the command that a parting text says resumes the game."""
    [line] = [x for x in text.splitlines() if "play --resume" in x]
    return shlex.split(line)[2:]


def test_ctrl_c_drops_the_line_and_twice_leaves_with_a_save(tmp_path):
    table = terminal(tmp_path, "C", "S", "--agent", "random")
    table.until("selection> ", 60)
    table.type("k3\n")
    table.until(MOVEMENT)
    table.type("move k")
    table.until("move k")
    table.press("\x03", "once more leaves")
    table.until(MOVEMENT)
    table.type("legal\n")
    assert "  move         g1-o1" in table.until(MOVEMENT)
    table.type("quit\n")
    table.until("do not save)? ")
    table.press("\x03", "once more leaves")
    table.until(MOVEMENT)
    text = table.press("\x03", ".json")
    assert table.close() == 0
    again = terminal(tmp_path, *resume_line(text))
    again.until(MOVEMENT, 60)
    again.type("\x04")
    again.until("goodbye")
    assert again.close() == 0


def test_ctrl_d_saves_and_the_save_goes_on(tmp_path):
    table = terminal(tmp_path, "C", "S")
    table.until("selection> ", 60)
    table.type("k3\n")
    table.until(MOVEMENT)
    table.type("\x04")
    text = table.until(".json")
    assert "Saved. To resume it later:" in text
    assert table.close() == 0
    [file] = tmp_path.rglob("*.json")
    assert resume_line(text) == ["--resume", str(file)]
    assert read_save(file).record.actions == ("select k3",)


def test_ctrl_c_does_not_wait_for_a_thinking_agent(tmp_path):
    words = ("Default", "Default", "--you", "none", "--agent", "fpu:advances=1000000000")
    table = terminal(tmp_path, *words)
    table.until("turn 1, first (fpu", 60)
    table.press("\x03", "goodbye")
    assert table.close() == 0


def test_what_is_typed_or_named_does_not_steer_the_terminal():
    lines = "mov \x1b[2J\nsave /nope/\x1b[2J\n\x9b2J\nquit\n\n"
    text = play("Default", "Rush", "--agent", "random", lines=lines).output
    assert "\\x1b[2J" in text
    assert "\x1b[2J" not in text
    assert "\x9b" not in text
