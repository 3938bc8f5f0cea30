"""`conquest-opt play`: whole games by lines, options, and anything at all."""

import re
import subprocess
import sys

import pytest
from click.testing import CliRunner
from conquest_opt.cli.main import main
from conquest_opt.cli.play.save import SavedGame
from conquest_opt.cli.play.talk import TableTalk
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.table import CHOOSE, FAR, QUICK, play, say, sit

# ---- whole games ---------------------------------------------------------------------------------


def test_a_won_game_through_a_pipe_is_kept_for_replay(tmp_path):
    file = tmp_path / "won.json"
    lines = f"k3\nk17\n1\nboard\nsave {file}\nquit\nnever\n"
    text = play("C", "S", "--set", FAR, lines=lines).stdout
    assert text.startswith("first   C, upper case, played by you\nsecond  S, lower case, played")
    assert "first, turn 1, selection> k3\n  select k3       champion, health 500\n" in text
    assert "attack        1) j18 champion kills scout j18 (+25 points)\n" in text
    assert "\nYou, the first player, won after 1 turn: the second player has no troop left.\n" in (
        text
    )
    assert text.endswith("game over> quit\ngoodbye\n")
    assert CliRunner().invoke(main, ["replay", str(file), "--verify"]).output == "1 game verified\n"
    again = play("--resume", str(file)).stdout
    assert "won after 1 turn" in again


def test_a_lost_game_against_an_agent():
    result = play("S", "C", "--you", "first", "--agent", QUICK, "--set", FAR, lines="k3; end\n")
    out = result.stdout
    assert "turn 2, second (fpu:advances=300)\n  select j18      champion, health 500\n" in out
    assert re.search(r"  attack k3 +champion kills scout k3 \(\+25 points\)\n", out)
    assert re.search(r"\(thought for [0-9]+\.[0-9] s\)", out)
    assert "fpu:advances=300, the second player, won after 2 turns: the first player has" in out
    assert out.endswith("game over> \n")


def test_an_agent_begins_where_you_are_second():
    text = play("C", "S", "--you", "second", "--agent", "random", lines="legal\n").stdout
    assert text.index("turn 1, first (random)") < text.index("second, turn 2, selection> legal")
    assert "the lines ended before the game did; save FILE would keep it" in text


def test_two_agents_and_a_draw():
    result = play("C", "S", "--you", "none", "--agent", "random", "--set", "max_turns=4")
    assert "A draw after 4 turns: that is the limit, and both sides" in result.stdout
    assert result.stdout.count("played by random\n") == 2
    result = play("CC", "S", "--you", "none", "--agent", QUICK, "--agent-2", "random")
    assert "fpu:advances=300, the first player, won after" in result.stdout


def test_two_people_share_a_keyboard():
    talk = sit("C", "S", FAR)
    assert say(talk, "k3; e").endswith("You can\n  select        1) j18 scout")
    assert talk.prompt == "second, turn 2, selection> "
    say(talk, "resign")
    assert "The first player won after 2 turns: the second player resigned." in say(talk, "legal")


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
    result = play(*words)
    assert result.exit_code in (1, 2)
    assert says in " ".join(result.output.replace("│", " ").split())


def test_who_plays_may_change_on_the_way(tmp_path):
    file = tmp_path / "game.json"
    talk = sit("C", "S", you="both")
    say(talk, "k3; e", f"save {file}")
    text = play("--resume", str(file), "--you", "first", "--agent", "random").stdout
    assert "second  S, lower case, played by random\n" in text
    assert "first, turn 3, selection> " in text


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
        text = say(talk, line.replace("/", ""))
        assert all(len(x) <= 80 for x in text.splitlines() if "--resume" not in x)
        assert talk.prompt
        if talk.ended:
            break
    assert TableTalk(SavedGame.from_json(talk.saved.to_json()), CHOOSE).game.position == (
        talk.game.position
    )
