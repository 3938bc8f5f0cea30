"""Setups: text, JSON, cost, legality, what fits, formations."""

import json
import re
from itertools import pairwise

import pytest
from conquest_opt.engine import COMMANDS, LETTERS, Ruleset
from conquest_opt.setups import Setup, SetupError, army, catalogue, legal_catalogue
from conquest_opt.setups.query_text import QueryText, read_filter
from conquest_opt.setups.require import parse_requirement
from hypothesis import given
from hypothesis import strategies as st

RULES = Ruleset()

setups = st.builds(
    Setup,
    st.tuples(*[st.integers(0, 4)] * 7).filter(any),
    st.lists(st.sampled_from(COMMANDS), unique=True, max_size=9).map(tuple),
)


@given(setups)
def test_text_round_trips(setup: Setup):
    assert Setup.from_text(str(setup)) == setup
    assert str(Setup.from_text(str(setup))) == str(setup)


@given(setups, st.randoms(use_true_random=False))
def test_any_order_case_and_spaces_are_read(setup: Setup, random):
    letters, commands = list(setup.letters), list(setup.commands)
    random.shuffle(letters)
    random.shuffle(commands)
    text = "  ".join(c.lower() if random.random() < 0.5 else c for c in letters)
    text += " : " + " ,  ".join(c.replace("-", "  ").title() for c in commands)
    assert Setup.from_text(text) == setup


@given(setups)
def test_json_round_trips(setup: Setup):
    assert Setup.from_dict(json.loads(json.dumps(setup.to_dict()))) == setup


def test_json_files_hold_formations(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"formation": ["C  C", " s"], "commands": ["Charge"]}))
    setup = Setup.parse(str(path))
    assert str(setup) == "SCC:charge"
    assert setup.formation == ("C  C", " S")
    assert setup.army().formation == ("C  C", " S")
    assert Setup.from_dict(setup.to_dict()) == setup


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("SSSX:charge", "unknown troop 'X' at position 4; troops are S F H A M K C"),
        ("SS FX", "unknown troop 'X' at position 5"),
        (
            "SSC charge",
            "'charge' at position 5 is a command",
        ),
        ("S  battle cry", "'battle cry' at position 4 is a command"),
        ("SSC regen", "such as SSC:regenerate"),
        ("\u017fSC", "unknown troop '\u017f' at position 1"),
        ("SS\u00a0C", "unknown troop '\\xa0' at position 3"),
        ("SSC:\u212a", "unknown command"),
        ("SS:chargee", "chargee: did you mean charge?"),
        ("SS:charge,Charge", "charge is there twice"),
        ("SS:zzz", "commands are battle-cry"),
        ("IAmWarier", "did you mean IAmWarrior?"),
        ("", "at least one troop or command"),
        ("nowhere.json", "No such file"),
    ],
)
def test_errors_point_at_the_offending_part(text: str, says: str):
    with pytest.raises(SetupError) as error:
        Setup.parse(text)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"troops": "SS", "formation": ["S"]}, "the formation has S, the troops are SS"),
        ({"troops": "SS", "colour": 1}, "unknown key 'colour'"),
        ({"troops": 3}, "troops must be letters"),
        ({"troops": "S", "commands": "charge"}, "commands must be a list of texts"),
        ({"formation": 3}, "formation must be a list of texts"),
        ({}, "at least one troop or command"),
        ({"formation": ["SX"]}, "unknown troop 'X'"),
    ],
)
def test_wrong_json_is_explained(data: dict, says: str):
    with pytest.raises(SetupError, match=says):
        Setup.from_dict(data)


def test_cost_and_faults():
    setup = Setup.parse("CCCCCC:charge")
    assert setup.cost(RULES) == 1275
    assert setup.faults(RULES) == ["costs 1275, 275 over the limit of 1000"]
    assert Setup.parse("S" * 11).faults(RULES) == ["has 11 troops, the limit is 10"]
    five = "S:" + ",".join(COMMANDS[:5])
    assert Setup.parse(five).faults(RULES) == ["has 5 commands, the limit is 4"]
    assert not setup.faults(RULES.edit("limits.points=1300"))


def test_what_fits_and_maximal():
    setup = Setup.parse("CCCC:battle-cry,charge")
    assert setup.additions(RULES) == ["S", "F", "chastise", "vigilance", "shield-wall"]
    assert not setup.is_maximal(RULES)
    assert Setup.parse("CCCCF:battle-cry,charge").is_maximal(RULES)
    assert not Setup.parse("C" * 6).is_maximal(RULES)


def test_the_published_setups_that_break_the_limits_are_marked():
    assert set(catalogue()) - set(legal_catalogue(RULES)) == {"WindsOfStab", "MeleeMeltdown"}
    for named in catalogue().values():
        assert named.setup.cost(RULES) == named.points
        assert bool(named.note) == (named.points != 1000)
    assert sum(t.letter == "S" for t in army("WindsOfStab").troops) == 7


@given(setups)
def test_made_formations_are_sensible(setup: Setup):
    troops = sum(setup.counts)
    if troops > 16:
        with pytest.raises(SetupError):
            setup.army()
        return
    placed = setup.army()
    assert "".join(sorted(t.letter for t in placed.troops)) == "".join(sorted(setup.letters))
    depth = {letter: [t.row for t in placed.troops if t.letter == letter] for letter in LETTERS}
    for sturdy in "CKFH":
        for ranged in "AM":
            if depth[sturdy] and depth[ranged]:
                assert max(depth[sturdy]) <= min(depth[ranged])
    for row in range(3):
        taken = sorted(t.column for t in placed.troops if t.row == row)
        assert all(b - a > 1 for a, b in pairwise(taken))
    for row in range(3):  # types stand left and right of the middle alike
        for letter in LETTERS:
            there = [t.column for t in placed.troops if t.row == row and t.letter == letter]
            sides = sum(c < 9.5 for c in there) - sum(c > 9.5 for c in there)
            assert abs(sides) <= 1
    assert setup.army() == placed


def test_formations_fit_small_boards():
    rules = RULES.edit("board.width=8", "board.height=9", "board.home_rows=2")
    assert len(Setup.parse("SSSKKC").army(rules).troops) == 6
    with pytest.raises(SetupError, match="no room"):
        Setup.parse("S" * 16).army(rules)


@pytest.mark.parametrize("formation", [[" " * 22 + "C"], ["C", "C", "C", "C"]])
def test_a_formation_beyond_the_board_is_not_legal(formation: list[str]):
    setup = Setup.from_dict({"formation": formation, "commands": []})
    assert "does not fit the board" in setup.faults(RULES)[0]


def test_the_short_names_that_lists_print_are_read():
    short = "cry,stoicism,regen,bombard,winds,charge,chastise,vigil,shield"
    assert Setup.parse(f"C:{short}").commands == COMMANDS
    assert Setup.from_dict({"troops": "C", "commands": ["Cry"]}).commands == ("battle-cry",)
    assert parse_requirement("regen>=1").factors == {"regenerate": 1}
    with pytest.raises(SetupError, match="battle-cry is there twice"):
        Setup.parse("C:cry,battle-cry")


@pytest.mark.parametrize("rows", [0, False, {}, "", "S", 3.5, [1], [["S"]]])
def test_a_formation_is_a_list_of_rows(rows: object):
    with pytest.raises(SetupError, match="formation must be a list of texts"):
        Setup.from_dict({"troops": "S", "formation": rows})


@pytest.mark.parametrize("data", [[], None, "SSC", 3, {3: "S", "x": 1}])
def test_a_setup_is_an_object(data: object):
    with pytest.raises(SetupError):
        Setup.from_dict(data)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("", QueryText()),
        ("charge, -mage", QueryText(require=("M<1",), with_commands=("charge",))),
        ("C>=2 S + F <= 4", QueryText(require=("C>=2", "S+F<=4"))),
        ("Battle Cry", QueryText(with_commands=("battle-cry",))),
        ("!winds of fate", QueryText(without_commands=("winds-of-fate",))),
        ("batt foot soldiers", QueryText(require=("F>=1",), with_commands=("battle-cry",))),
        ("CCM -K", QueryText(require=("M>=1", "C>=2", "K<1"))),
    ],
)  # fmt: skip
def test_a_filter_is_read_as_it_is_typed(text: str, query: QueryText):
    assert read_filter(text) == query


@pytest.mark.parametrize("text", ["C>=", ">=2", "-", "ch", "charge zzz", "C>>2", "!"])
def test_a_filter_that_cannot_be_read_says_which_word(text: str):
    with pytest.raises(SetupError, match=re.escape(repr(text.rsplit(maxsplit=1)[-1]))):
        read_filter(text)
