"""Positions as dicts and lines: what they look like, and what is refused."""

from typing import Any

import pytest
from conquest_opt.engine import ActionSpace, Game, PositionError, RulesError, Ruleset
from conquest_opt.setups import army

LINE = "12 0 movement k3:2 50/75 charge=3,stoicism/- Ck3=400+400!stoicism,Sa1=100/Sk18=100 e9,p12 -"


def test_a_line_says_everything():
    game = Game.from_position(LINE, actions=ActionSpace.full())
    data = game.to_dict()
    assert (data["turn"], data["player"], data["phase"], data["selected"]) == (
        12,
        0,
        "movement",
        "k3",
    )
    assert (data["points"], data["obstacles"]) == ([50, 75], ["e9", "p12"])
    assert data["commands"] == [{"stoicism": 0, "charge": 3}, {}]
    assert data["troops"][0] == {
        **{"type": "C", "owner": 0, "square": "k3", "health": 400, "boost": 400, "moved": 2},
        "effects": ["stoicism"],
    }
    assert data["rules"] == [
        "actions.single_move=false",
        "actions.trim=false",
        "actions.command_window=any",
    ]


def test_rules_travel_with_the_line_unless_given():
    rules = Ruleset().edit("champion.movement=6", "board.width=18")
    game = Game.new(army("C"), army("S"), rules=rules, actions=ActionSpace.full())
    again = Game.from_position(game.position)
    assert again.rules == game.rules
    assert again.legal_actions() == game.legal_actions()
    assert Game.from_position(game.position, rules=Ruleset()).rules == Ruleset()


def test_finished_games_keep_their_winner():
    game = Game.from_position("9x1 0 rally - 0/0 -/- -/Ck3=500 - -")
    assert (game.winner, game.legal_actions()) == (1, [])
    assert game.position == "9x1 0 rally - 0/0 -/- -/Ck3=500 - -"
    draw = Game.from_position("500xdraw 0 rally - 0/0 -/- Ck3=500/Ck5=500 - -")
    assert (draw.winner, str(draw).count("draw after 500 turns")) == ("draw", 1)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("12 0", "0 0", "turn"),
        ("12 0", "zwölf 0", "turn must be a number"),
        ("12 0", "12 2", "player"),
        ("movement", "moving", "selection, movement, combat, rally"),
        ("movement k3:2", "selection k3", "nothing is selected yet"),
        ("movement k3:2", "movement -", "needs a selected troop"),
        ("k3:2", "k4", "no troop"),
        ("k3:2", "k3:x", "whole number"),
        ("k3:2", "k18", "no troop"),
        ("50/75", "50", "two sides"),
        ("50/75", "50/-75", "whole number"),
        ("charge=3", "charg=3", "battle-cry"),
        ("charge=3", "charge=300", "cooldown of charge"),
        ("Sa1=100", "Za1=100", "S, F, H, A, M, K, C"),
        ("Sa1=100", "Sa1", "one looks like"),
        ("Sa1=100", "Sa1=101", "health of S on a1 must be a whole number from 1 to 100"),
        ("Sa1=100", "Sa1=0", "from 1 to 100"),
        ("Sa1=100", "Sa21=100", "not a square from a1 to t20"),
        ("Sa1=100", "Sk3=100", "two things on k3"),
        ("Sa1=100", "Sa1=100!winds-of-fate", "effect"),
        ("e9,p12", "e9,e9", "two things"),
        ("charge=3", "charge=3,charge", "charge is there twice"),
        ("charge=3", "charge=6", "cooldown of charge must be a whole number from 0 to 5"),
        ("k3:2", "k3:5", "moved on k3 must be a whole number from 0 to 4"),
        ("+400!stoicism", "+401!stoicism", "boost on k3 must be a whole number from 0 to 400"),
        ("50/75", "50/9999999999", "points"),
        ("12 0", "12x0 0", "player 1 has troops, so the winner is not 0"),
        ("12 0", "12xdraw 0", "a draw is in turn 500"),
        ("/Sk18=100", "/-", "player 1 has no troop"),
        (" e9,p12 -", "", "fields"),
        (" -", " champion.cost=x", "whole number"),
    ],
)
def test_impossible_lines_say_why(old: str, new: str, says: str):
    assert LINE.count(old)
    wrong = LINE[: LINE.rindex(old)] + new + LINE[LINE.rindex(old) + len(old) :]
    with pytest.raises((PositionError, RulesError)) as error:
        Game.from_position(wrong)
    assert says in str(error.value)


@pytest.mark.parametrize(
    "change",
    [
        {"player": "0"},
        {"turn": True},
        {"points": [1]},
        {"points": None},
        {"troops": [{}]},
        {"troops": 3},
        {"commands": [[], []]},
        {"winner": "first"},
        {"obstacles": [3]},
        {"selected": "a1"},
        {"phase": None},
    ],
)
def test_malformed_dicts_are_refused(change: dict):
    data = Game.from_position(LINE).to_dict() | change
    with pytest.raises(PositionError):
        Game.from_dict(data)


def test_nobody_to_select_is_not_a_position():
    with pytest.raises(PositionError, match="every troop is chastised"):
        Game.from_position("1 0 selection - 0/0 -/- Ck3=500!chastise/Ck18=500 - -")


@pytest.mark.parametrize("rules", [None, 5, [5], "champion.cost=3"])
def test_malformed_rules_of_a_dict_are_refused(rules: object):
    with pytest.raises((PositionError, RulesError)):
        Game.from_dict(Game.from_position(LINE).to_dict() | {"rules": rules})


@pytest.mark.parametrize("data", [[], None, "", 3, [{}], object(), ("player", 0)])
def test_what_is_no_dict_is_no_position(data: Any):
    with pytest.raises(PositionError, match="a position is a mapping"):
        Game.from_dict(data)


@pytest.mark.parametrize(
    "change",
    [
        {"points": [0, 0, 0]},
        {"points": {0: 1, 1: 1}},
        {"commands": [{}, {}, {}]},
        {"obstacles": {"a1": 1}},
        {"obstacles": "a1"},
        {"troops": {}},
        {"turn": 10**5000},
        {"phase": ["selection"] * 1000},
        {"stream": 5},
        {"stream": "zz"},
        {"stream": "1_0"},
        {"stream": "f" * 17},
    ],
)
def test_wrong_shapes_are_refused_in_one_short_line(change: dict):
    with pytest.raises(PositionError) as error:
        Game.from_dict(Game.from_position(LINE).to_dict() | change)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize(
    ("phase", "troops", "possible"),
    [
        ("selection -", "Ck3=500/Sa9=100!bombard", False),
        ("selection -", "Ck3=500!bombard/Sa9=100", False),
        ("movement k3", "Ck3=500!bombard/Sa9=100", False),
        ("movement k3", "Ck3=500/Sa9=100!regenerate", False),
        ("movement k3", "Ck3=500/Sa9=100!bombard", True),
        ("rally k3", "Ck3=500!regenerate/Sa9=100!bombard", True),
        ("movement k3", "Ck3=500!charge!charge/Sa9=100", False),
    ],
)
def test_bombard_and_regenerate_last_no_longer_than_their_turn(
    phase: str, troops: str, possible: bool
):
    line = f"3 0 {phase} 0/0 regenerate,bombard,charge/- {troops} - -"
    if possible:
        assert Game.from_position(line).position == line
    else:
        with pytest.raises(PositionError, match=r"bombard|twice"):
            Game.from_position(line)


def test_missing_keys_are_named():
    with pytest.raises(PositionError, match="lacks turn, troops"):
        data = Game.from_position(LINE).to_dict()
        Game.from_dict({k: v for k, v in data.items() if k not in ("turn", "troops")})


def test_the_drawing_fits_a_terminal():
    game = Game.new(army("Default"), army("Rush"), rules=Ruleset().edit("obstacles=20"), seed=4)
    game.apply("select p3")
    lines = str(game).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].split() == list("abcdefghijklmnopqrst")
    assert sum(line.count("#") for line in lines) == 20
    assert sum("[S]" in line for line in lines) == 1


def test_many_commands_and_effects_are_wrapped():
    every = (
        "battle-cry,stoicism,regenerate,bombard,winds-of-fate,charge,chastise,vigilance,shield-wall"
    )
    effects = "!battle-cry!stoicism!regenerate!charge!chastise!vigilance!shield-wall"
    line = f"9 0 selection - 0/0 {every}/{every} Ck3=400+600{effects},Sa1=100/Sk18=100 - -"
    assert max(map(len, str(Game.from_position(line)).splitlines())) <= 80


def test_the_hash_does_not_depend_on_the_order_of_troops():
    data = Game.from_position(LINE).to_dict()
    turned = data | {"troops": data["troops"][::-1]}
    assert Game.from_dict(turned).hash == Game.from_dict(data).hash


def test_the_hash_sees_every_part_of_a_position():
    base = Game.from_position(LINE)
    changes = [
        ("12 0", "13 0"),
        ("k3:2", "k3:1"),
        ("50/75", "51/75"),
        ("50/75", "50/76"),
        ("charge=3", "charge=2"),
        ("stoicism/-", "stoicism/charge"),
        ("=400+400", "=300+400"),
        ("+400", "+300"),
        ("!stoicism", "!stoicism!vigilance"),
        ("Sa1", "Sa2"),
        ("Sa1=100", "Fa1=100"),
        ("e9,p12", "e9,p13"),
        ("movement", "rally"),
        ("movement k3:2", "rally -"),
        ("k3:2", "k3"),
    ]
    hashes = {Game.from_position(LINE.replace(a, b, 1)).hash for a, b in changes}
    assert len(hashes | {base.hash}) == len(changes) + 1
