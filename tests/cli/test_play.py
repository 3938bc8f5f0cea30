"""`conquest-opt play`: whole games by lines, saves, wrong input, Ctrl-C on a terminal."""

import json
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from conquest_opt.api.board.words import deed
from conquest_opt.cli.main import main
from conquest_opt.cli.play.listing import list_text, moves, numbered, runs_of
from conquest_opt.cli.play.save import SavedGame, Seats, read_save, write_save
from conquest_opt.cli.play.talk import TableTalk
from conquest_opt.engine import ActionSpace, Game, RecordError, Ruleset
from conquest_opt.setups import army
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.table import CHOOSE, FAR, QUICK, play, say, sit
from tests.terminal import Terminal

# ---- whole games ---------------------------------------------------------------------------------


def test_a_won_game_through_a_pipe_is_kept_for_replay(tmp_path):
    file = tmp_path / "won.json"
    lines = f"k3\nk17\n1\nboard\nsave {file}\nquit\nnever\n"
    shown = play("C", "S", "--set", FAR, lines=lines).stdout
    assert shown.startswith("first   C, upper case, played by you\nsecond  S, lower case, played")
    assert "first, turn 1, selection> k3\n  select k3       champion, health 500\n" in shown
    assert "attack        1) j18 champion kills scout j18 (+25 points)\n" in shown
    assert "\nYou, the first player, won after 1 turn: the second player has no troop left.\n" in (
        shown
    )
    assert shown.endswith("game over> quit\ngoodbye\n")
    assert CliRunner().invoke(main, ["replay", str(file), "--verify"]).output == "1 game verified\n"
    again = play("--resume", str(file)).stdout
    assert "won after 1 turn" in again


def test_a_lost_game_against_an_agent():
    shown = play("S", "C", "--you", "first", "--agent", QUICK, "--set", FAR, lines="k3; end\n")
    out = shown.stdout
    assert "turn 2, second (fpu:advances=300)\n  select j18      champion, health 500\n" in out
    assert re.search(r"  attack k3 +champion kills scout k3 \(\+25 points\)\n", out)
    assert re.search(r"\(thought for [0-9]+\.[0-9] s\)", out)
    assert "fpu:advances=300, the second player, won after 2 turns: the first player has" in out
    assert out.endswith("game over> \n")


def test_an_agent_begins_where_you_are_second():
    shown = play("C", "S", "--you", "second", "--agent", "random", lines="legal\n").stdout
    assert shown.index("turn 1, first (random)") < shown.index("second, turn 2, selection> legal")
    assert "the lines ended before the game did; save FILE would keep it" in shown


def test_two_agents_and_a_draw():
    shown = play("C", "S", "--you", "none", "--agent", "random", "--set", "max_turns=4")
    assert "A draw after 4 turns: that is the limit, and both sides" in shown.stdout
    assert shown.stdout.count("played by random\n") == 2
    shown = play("CC", "S", "--you", "none", "--agent", QUICK, "--agent-2", "random")
    assert "fpu:advances=300, the first player, won after" in shown.stdout


def test_two_people_share_a_keyboard():
    talk = sit("C", "S", FAR)
    assert say(talk, "k3; e").endswith("You can\n  select        1) j18 scout")
    assert talk.prompt == "second, turn 2, selection> "
    say(talk, "resign")
    assert "The first player won after 2 turns: the second player resigned." in say(talk, "legal")


# ---- typing actions ------------------------------------------------------------------------------

RICH = ("SC:battle-cry,stoicism,charge,chastise", "SS", "economy.start=500")


@pytest.mark.parametrize(
    ("lines", "actions"),
    [
        (["1"], ["select k2"]),
        (["K2"], ["select k2"]),
        (["  SELECT   k3 "], ["select k3"]),
        (["s k2", "m j6", "e"], ["select k2", "move j6", "end"]),
        (["k2;j5;done"], ["select k2", "move j5", "end"]),
        (["k2;j5;0"], ["select k2", "move j5", "end"]),
        (["k3", "move to k5", "pass"], ["select k3", "move k5", "end"]),
        (["k3", "charge"], ["select k3", "charge k3"]),
        (["k3", "cry k2"], ["select k3", "battle-cry k2"]),
        (["k3", "battle cry on k2"], ["select k3", "battle-cry k2"]),
        (["k3", "ba k2; sto k2"], ["select k3", "battle-cry k2", "stoicism k2"]),
        (["k3", "i18"], ["select k3", "chastise i18"]),
        (["champion", "cry scout"], ["select k3", "battle-cry k2"]),
        (["k3", "3"], ["select k3", "charge k3"]),
    ],
)
def test_actions_may_be_short(lines: list[str], actions: list[str]):
    talk = sit(*RICH)
    say(talk, *lines)
    assert talk.game.history == actions


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["end"], "end: select a troop first"),
        (["move k7"], "move k7: select a troop first"),
        (["k4"], "k4: no troop of yours is there; near it: select k3, select k2"),
        (["i18"], "the scout i18 is the other side's"),
        (["select z"], "'z' is not a square from a1 to t20"),
        (["selct k3"], "'selct k3' is no action; did you mean select k3?"),
        (["udno"], "did you mean undo?"),
        (["select"], "select needs a square: k2 k3"),
        (["0"], "no action 0 now; the list has 1 to 2"),
        (["k3", "99"], "no action 99 now; the list has 1 to 7"),
        (["99999999999"], "the list has 1 to 2, moves go by their square"),
        (["dance"], "'dance' is no action; legal lists them"),
        (["select archer"], "'archer' is not a square from a1 to t20"),
        (["k3", "attack scout"], "the champion k3 reaches 1, it is 15 away"),
        (["k3", "k3"], "'k3' could be battle-cry k3, charge k3, stoicism k3"),
        (["k3", "select k2"], "this turn's troop is selected; undo takes it back"),
        (
            ["k3", "move k9"],
            "out of reach: the champion on k3 moves 4 along free squares; near it:",
        ),
        (["k3", "k9"], "near it: move k7, move i7, move j7"),
        (["k3", "move k2"], "the scout k2 is in the way"),
        (["k3", "move k3"], "it stands there"),
        (["k3", "move"], "move needs a square: g1-o1"),
        (["k3", "attack"], "no enemy within 1 of the champion k3"),
        (["k3", "attack i18"], "the champion k3 reaches 1, it is 15 away"),
        (["k3", "attack k5"], "no enemy is there"),
        (["k3", "bombard i18"], "bombard is not among your commands (battle-cry, stoicism, charge"),
        (["k3", "cry i18"], "battle-cry is for a troop of your own; near it: battle-cry"),
        (["k3", "cry k2", "cry k2"], "battle-cry rests for 5 more turns"),
        (["k3", "charge k2"], "charge would do nothing for the scout k2"),
        (["k3", "k7", "chastise i18"], "chastise has no use in the combat phase now"),
        (["k3", "k7", "move k8"], "moving is over in the combat phase"),
        (["k3", "k7", "k8"], "k8: moving is over in the combat phase"),
        (["k3; 1"], "1: a number stands first in its line"),
        (
            ["k3; move k7; jump"],
            "'jump' is no action; legal lists them; nothing was",
        ),
        (["k3; undo"], "'undo' stands in a line of its own"),
        (["k3; end; k2"], "your turn is over before 'k2'"),
        (["undo all"], "undo takes back one action"),
        (["save"], "save needs a file's name"),
        (["save \0"], "null"),
        (["save /nowhere/at/all.json"], "No such file or directory"),
    ],
)
def test_a_wrong_line_changes_nothing_and_says_what_would_be_right(lines: list[str], says: str):
    talk = sit(*RICH)
    say(talk, *lines[:-1])
    before = talk.game.position
    assert says in " ".join(say(talk, lines[-1]).split())
    assert talk.game.position == before


def test_a_troop_alone_is_selected_where_commands_fit_too():
    talk = sit(*RICH, "actions.command_window=any")
    say(talk, "k2")
    assert talk.game.history == ["select k2"]


def test_points_that_are_missing_are_told():
    talk = sit("C:charge", "S")
    assert "charge costs 75 points and you have 0" in say(talk, "k3", "charge")


def test_the_list_is_complete_and_narrow():
    rules = replace(Ruleset().edit("economy.start=900"), actions=ActionSpace.full())
    game = Game.new(army("Default"), army("Rush"), rules=rules)
    for action in ("select h2", "move k5", "end"):
        count, text = len(numbered(game)), list_text(game)
        assert count + len(moves(game)) == len(game.legal_actions())
        assert [int(n) for n in re.findall(r"([0-9]+)\)", text)] == [*range(1, count), 0]
        assert all(len(line) <= 79 for line in text.splitlines())
        game.apply(action)
    assert runs_of(["a1", "b1", "d1", "e2"]) == ["a1-b1", "d1", "e2"]


def test_the_board_marks_where_the_selected_troop_can_go():
    talk = sit("C", "S", "champion.movement=1")
    shown = say(talk, "k3", "board")
    assert " 3  . . . . . . . . . +[C]+ . . . . . . . .   3" in shown
    assert "+" not in say(sit("C", "S"), "board")


def test_help_is_for_this_game():
    talk = sit("C:charge", "S", "champion.damage=450")
    assert "undo turn" in say(talk, "help")
    rules = say(talk, "help rules")
    assert "C champion         4      1     500     450    200" in rules
    assert "charge            75     5  first    moves 2 times as far this turn" in rules
    assert "archer" not in rules


# ---- what actions did ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "action", "says"),
    [
        ("Kk9=300/Cl10=500", "attack l10", "knight hits champion l10 for 300 (200 left); "
         "knight dies of the counter-attack (+100 points for the other side)"),
        ("Ck9=500/Kl10=300+400!stoicism", "attack l10",
         "champion hits knight l10 for 400 (300 left); takes 300 back (200 left)"),
        ("Ak9=100/Cl12=500", "attack l12", "archer hits champion l12 for 100 (400 left)"),
        ("Sk9=100/Cl10=500!vigilance", "attack l10",
         "scout dies of the counter-attack (+25 points for the other side)"),
        ("Sk9=100/Cl10=500", "bombard l10", "hits champion l10 for 100 (400 left), for 200 points"),
        ("Sk9=100/Cl10=100,Sa1=100", "bombard l10", "kills champion l10, for 200 points"),
        ("Sk9=100,Ca2=10/Cl10=100", "regenerate a2",
         "champion a2 has health 500 (it had 10), for 150 points"),
        ("Sk9=100/Cl10=100", "winds-of-fate", "charge is ready again, for 150 points"),
        ("Sk9=100/Cl10=100,Sa1=100", "chastise a1",
         "scout a1: cannot be selected in its next turn, for 50 points"),
        ("Sk9=100/Cl10=100", "end", ""),
    ],
)  # fmt: skip
def test_deeds_in_words(line: str, action: str, says: str):
    commands = "regenerate,bombard,winds-of-fate,charge=2,chastise"
    position = f"9 0 movement k9 900/0 {commands}/- {line} - -"
    game = Game.from_position(position, actions=ActionSpace.full())
    before = game.to_dict()
    assert deed(action, before, game.apply(action).to_dict(), game.rules) == says


def test_the_list_says_which_troops_are_chastised_and_cannot_be_selected():
    talk = sit("SC:chastise", "SS", "economy.start=500")
    say(talk, "k3; chastise i18; end")
    shown = say(talk, "legal")
    assert "select        1) " in shown
    assert "\n  not now      scout i18: chastised, until your turn is over\n" in f"{shown}\n"
    assert "not now" not in say(talk, "1")


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("strong:ms=500", "strong:ms=500"),
        ("quick", "quick"),
        ("strategist:ms=500,mix=0.5", "strategist:ms=500,mix=0.5,weights=w2"),
    ],
)
def test_agents_are_called_by_the_names_they_are_given_by(agent: str, name: str):
    assert Seats("first", agent, agent).name(1) == name


# ---- hint, resign --------------------------------------------------------------------------


def test_a_hint_can_be_typed_and_changes_nothing():
    talk = sit("Rush", "Venom", you="first", agent=QUICK)
    before = talk.game.position
    hint = say(talk, "hint")
    assert hint == say(talk, "hint")
    assert talk.game.position == before
    actions = " ".join(hint.split()).partition("would play: ")[2]
    assert talk.answer(actions).startswith(f"  {actions.partition(';')[0]}")
    assert talk.game.turn == 2


def test_resigning_can_be_taken_back():
    talk = sit("C", "S", you="first")
    assert "random, the second player, won after 1 turn: the first player" in say(talk, "resign")
    assert "the game is over" in say(talk, "k3")
    assert TableTalk(talk.saved, CHOOSE).prompt == "game over> "
    assert say(talk, "undo").startswith("You play on.\nYou can")
    assert talk.game.position == sit("C", "S").game.position


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
        shown = play("--resume", str(file))
        assert shown.exit_code == 1
        assert says in shown.output
    for text in ("", "[]", "[" * 100_000, "\xff"):
        file.write_text(text, encoding="latin-1")
        assert play("--resume", str(file)).exit_code == 1
        with pytest.raises(RecordError, match=re.escape(str(file))):
            read_save(file)


def test_quit_offers_to_save(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = "k3\nquit\nkept.json\n"
    shown = play("C", "S", lines=lines).stdout
    assert (
        "save to which file (Enter: do not save)? kept.json\nSaved. To resume it later:\n" in shown
    )
    assert read_save(tmp_path / "kept.json").record.actions == ("select k3",)
    assert play("C", "S", lines="k3\nq\n\nnever\n").stdout.endswith("? \ngoodbye\n")
    shown = play("C", "S", lines="k3\nq\nno/where.json\nq\nn\n").stdout
    assert "The game is still open; quit leaves it.\nfirst, turn 1, movement> q\n" in shown
    assert [p.name for p in tmp_path.iterdir()] == ["kept.json"]
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "kept.json"))
    assert "not done: " in play("C", "S", lines="k3\nq\nyes\n").stdout
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert "Saved. To resume it later:" in play("C", "S", lines="k3\nq\nyes\n").stdout


# ---- the command line ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["C"], "'C' alone: give two setups"),
        (["C", "Defalt"], "did you mean Default?"),
        (["C", "S", "--agent", "fpuu"], "did you mean fpu?"),
        (["C", "S", "--you", "me"], "is not one of 'first', 'second', 'both', 'none'"),
        (["C", "S", "--agent-2", "fpu"], "it needs --you none"),
        (["--resume", "nowhere.json"], "does not exist"),
        (["--resume", sys.executable], "not UTF-8"),
        (["--resume", __file__, "--seed", "0"], "a resumed game brings its setups, rules and seed"),
        (["C", "S", "--resume", __file__], "leave them out"),
        (["C", "S", "--set", "champon.cost=3"], "did you mean 'champion.cost'?"),
    ],
)
def test_wrong_options_are_told_in_a_line(words: list[str], says: str):
    shown = play(*words)
    assert shown.exit_code in (1, 2)
    assert says in " ".join(shown.output.replace("│", " ").split())


def test_who_plays_may_change_on_the_way(tmp_path):
    file = tmp_path / "game.json"
    talk = sit("C", "S", you="both")
    say(talk, "k3; e", f"save {file}")
    shown = play("--resume", str(file), "--you", "first", "--agent", "random").stdout
    assert "second  S, lower case, played by random\n" in shown
    assert "first, turn 3, selection> " in shown


def test_help_imports_no_numba():
    code = (
        "import sys; from click.testing import CliRunner; from conquest_opt.cli.main import main\n"
        "assert CliRunner().invoke(main, ['play', '--help']).exit_code == 0\n"
        "assert not {'numpy', 'numba'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# ---- anything at all -----------------------------------------------------------------------------

WORDS = """k3 1 2 end undo move hint help board legal ; attack resign quit save n charge 0 j18"""
LINES = [
    *WORDS.split(),
    "analyse random",
    "undo turn",
    "save game.json",
    "help rules",
    "k3; k7; end",
]


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.one_of(st.sampled_from(LINES), st.text(max_size=12)), max_size=25))
def test_no_line_crashes(tmp_path, monkeypatch, lines: list[str]):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    talk = sit("C:charge", "S", "economy.start=75", you="first")
    for line in lines:
        shown = say(talk, line.replace("/", ""))
        assert all(len(x) <= 80 for x in shown.splitlines() if "--resume" not in x)
        assert talk.prompt
        if talk.ended:
            break
    assert TableTalk(SavedGame.from_json(talk.saved.to_json()), CHOOSE).game.position == (
        talk.game.position
    )


# ---- on a terminal -------------------------------------------------------------------------------

MOVEMENT = "first, turn 1, movement> "


def terminal(state: Path, *words: str) -> Terminal:
    return Terminal("play", *words, prompt=MOVEMENT, env={"XDG_STATE_HOME": str(state)})


def resume_line(shown: str) -> list[str]:
    """Return the words of the command that a parting text says resumes the game."""
    [line] = [x for x in shown.splitlines() if "play --resume" in x]
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
    shown = table.press("\x03", ".json")
    assert table.close() == 0
    again = terminal(tmp_path, *resume_line(shown))
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
    shown = table.until(".json")
    assert "Saved. To resume it later:" in shown
    assert table.close() == 0
    [file] = tmp_path.rglob("*.json")
    assert resume_line(shown) == ["--resume", str(file)]
    assert read_save(file).record.actions == ("select k3",)


def test_ctrl_c_does_not_wait_for_a_thinking_agent(tmp_path):
    words = ("Default", "Default", "--you", "none", "--agent", "fpu:advances=1000000000")
    table = terminal(tmp_path, *words)
    table.until("turn 1, first (fpu", 60)
    table.press("\x03", "goodbye")
    assert table.close() == 0


def test_what_is_typed_or_named_does_not_steer_the_terminal():
    lines = "mov \x1b[2J\nsave /nope/\x1b[2J\n\x9b2J\nquit\n\n"
    shown = play("Default", "Rush", "--agent", "random", lines=lines).output
    assert "\\x1b[2J" in shown
    assert "\x1b[2J" not in shown
    assert "\x9b" not in shown
