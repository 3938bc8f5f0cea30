"""What may be typed in `conquest-opt play`, and what it answers."""

import re
from dataclasses import replace

import pytest
from conquest_opt.api.board.words import deed
from conquest_opt.cli.play.listing import list_text, moves, numbered, runs_of
from conquest_opt.cli.play.save import Seats
from conquest_opt.cli.play.talk import TableTalk
from conquest_opt.engine import ActionSpace, Game, Ruleset
from conquest_opt.setups import army

from tests.table import CHOOSE, QUICK, RICH, say, sit

# ---- typing actions ------------------------------------------------------------------------------


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
    text = say(talk, "k3", "board")
    assert " 3  . . . . . . . . . +[C]+ . . . . . . . .   3" in text
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
    text = say(talk, "legal")
    assert "select        1) " in text
    assert "\n  not now      scout i18: chastised, until your turn is over\n" in f"{text}\n"
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
