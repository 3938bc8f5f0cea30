"""Small changes of a setup: all of them, in words, and what must stay."""

import numpy as np
import pytest
from conquest_opt.engine import Ruleset
from conquest_opt.engine.rules.stats import COMMANDS
from conquest_opt.setups import Setup, SetupError
from conquest_opt.setups.enumerate import enumerate_setups
from conquest_opt.setups.keeping import kept
from conquest_opt.setups.setup import COMPONENTS
from conquest_opt.setups.swaps import Swap, component_text, gap, small_swaps

RULES = Ruleset()


@pytest.fixture(scope="module")
def every_maximal() -> np.ndarray:
    """What all maximal setups are made of, as `enumerate` finds them."""
    enumeration = enumerate_setups(RULES)
    blocks = [block.where(block.maximal) for block in enumeration.blocks()]
    parts = [
        np.hstack([enumeration.troops[b.troop_rows], enumeration.commands[b.command_rows]])
        for b in blocks
    ]
    return np.vstack(parts)


def near(every: np.ndarray, setup: Setup, swaps: int, room: int = 0) -> set[str]:
    """Return by brute force the texts of maximal setups of so many swaps."""
    apart = every - np.array(setup.amounts)
    out, come = np.maximum(-apart, 0).sum(axis=1), np.maximum(apart, 0).sum(axis=1)
    some = every[(out <= swaps) & (come <= swaps + room) & (out + come > 0)]
    return {str(Setup.of_amounts(row)) for row in some.tolist()}


MAXIMAL = (
    "SSSSSFHHCC:battle-cry,stoicism,charge,chastise",
    "SSCCC:battle-cry,regenerate,charge,shield-wall",
    "SSFFHHAMKC:battle-cry,charge,chastise",
    "SSHAAMMKK:battle-cry,stoicism,charge,shield-wall",
    "CCCCC",
)


@pytest.mark.parametrize("text", MAXIMAL)
@pytest.mark.parametrize("swaps", [1, 2, 3])
def test_changes_are_those_of_brute_force(every_maximal: np.ndarray, text: str, swaps: int):
    setup = Setup.from_text(text)
    assert setup.is_maximal(RULES)
    changes = small_swaps(setup, RULES, swaps)
    assert len(changes) == len({str(change.after) for change in changes})
    assert {str(change.after) for change in changes} == near(every_maximal, setup, swaps)
    assert all(1 <= change.size <= swaps for change in changes)


@pytest.mark.parametrize(
    ("text", "room"),
    [
        ("CCC:battle-cry,stoicism,regenerate,charge", 1),
        ("SSSSSSSSSS:charge", 3),
        ("SSSSSSSSSS:charge,stoicism,vigilance,chastise", 0),
        ("KKKKKKKK:charge", 2),
    ],
)
def test_a_setup_with_room_may_be_filled_up_beside(every_maximal: np.ndarray, text: str, room: int):
    setup = Setup.from_text(text)
    assert gap(setup, RULES) == room
    changes = small_swaps(setup, RULES, 2)
    assert {str(change.after) for change in changes} == near(every_maximal, setup, 2, room)
    if room:
        assert any(not change.taken_out for change in changes)


def test_the_distance_is_the_same_both_ways():
    setup = Setup.from_text(MAXIMAL[0])
    for change in small_swaps(setup, RULES, 1):
        assert setup in [back.after for back in small_swaps(change.after, RULES, 1)]


def test_an_illegal_setup_becomes_legal():
    setup = Setup.from_text("SSSSSFHHCC:battle-cry,stoicism,charge,regenerate")
    assert setup.faults(RULES)
    changes = small_swaps(setup, RULES, 2)
    assert changes
    assert all(change.after.is_maximal(RULES) for change in changes)


def test_other_rules_make_other_changes():
    rules = Ruleset().edit("champion.cost=225", "limits.troops=8")
    setup = Setup.from_text("SSSSHKCC:battle-cry,charge,chastise")
    changes = small_swaps(setup, rules, 2)
    assert changes
    assert all(change.after.is_maximal(rules) for change in changes)


def test_a_setup_that_is_hardly_begun_is_refused():
    with pytest.raises(SetupError, match="has room for more than 4 further components"):
        small_swaps(Setup.from_text("S"), RULES, 2)


# ---- in words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("SSC", "KC", "swap two scouts for a knight"),
        ("C:charge", "KK:charge", "swap a champion for two knights"),
        ("SC:charge", "C:chastise,vigilance", "swap a scout and Charge for Chastise and Vigilance"),
        ("FFAH:battle-cry", "FAA:battle-cry", "swap a foot soldier and a halberdier for an archer"),
        ("FFH", "SSSFFF", "swap a halberdier for three scouts and a foot soldier"),
        ("C:winds-of-fate", "SFC", "swap Winds of Fate for a scout and a foot soldier"),
        ("C", "SSC:charge", "add two scouts and Charge"),
        ("SSC", "C", "take out two scouts"),
        ("C", "C", "change nothing"),
        ("C", "SSSSSSSSSSSC", "add 11 scouts"),
        ("S:charge", "FHA:charge", "swap a scout for a foot soldier, a halberdier and an archer"),
    ],
)
def test_a_change_in_words(before: str, after: str, words: str):
    assert Swap(Setup.from_text(before), Setup.from_text(after)).words == words


def test_every_component_has_words():
    assert [component_text(one) for one in COMPONENTS][:4] == [
        "a scout",
        "a foot soldier",
        "a halberdier",
        "an archer",
    ]
    assert component_text("battle-cry") == "Battle Cry"


# ---- what must stay ------------------------------------------------------------------------------

MINE = Setup.from_text("SSFFHHAMKC:battle-cry,charge,chastise")


@pytest.mark.parametrize(
    ("texts", "stays"),
    [
        (["C"], {"C": 1}),
        (["champions"], {"C": 1}),
        (["my champions, the scouts"], {"C": 1, "S": 2}),
        (["1 scout"], {"S": 1}),
        (["1S"], {"S": 1}),
        (["foot soldiers", "1 foot-soldier"], {"F": 2}),
        (["Charge", "Battle Cry"], {"charge": 1, "battle-cry": 1}),
        (["cry"], {"battle-cry": 1}),
        (["all commands"], {"battle-cry": 1, "charge": 1, "chastise": 1}),
        (["troops"], {"S": 2, "F": 2, "H": 2, "A": 1, "M": 1, "K": 1, "C": 1}),
        ([], {}),
    ],
)
def test_what_stays(texts: list[str], stays: dict[str, int]):
    least = dict(zip(COMPONENTS, kept(texts, MINE), strict=True))
    assert {component: n for component, n in least.items() if n} == stays


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("champoins", "did you mean champions"),
        ("chrage", "did you mean charge"),
        ("regenerate", "has no regenerate to keep"),
        ("2 champions", "has a champion; 2 cannot be kept"),
        ("", "is empty"),
        ("charge,", "is empty"),
        ("2", "nothing that could stay"),
        ("3 commands", "did you mean"),
        ("xyz", "such as C, 2 champions, charge or all commands"),
    ],
)
def test_what_cannot_stay(text: str, error: str):
    with pytest.raises(SetupError, match=error):
        kept([text], MINE)


def test_changes_leave_what_must_stay():
    least = kept(["champions", "all commands"], MINE)
    changes = small_swaps(MINE, RULES, 2, least)
    assert changes
    assert all(change.after.counts[6] >= 1 for change in changes)
    assert all(set(change.after.commands) >= set(MINE.commands) for change in changes)
    everything = {str(c.after) for c in small_swaps(MINE, RULES, 2)}
    allowed = {t for t in everything if _keeps(Setup.from_text(t))}
    assert {str(change.after) for change in changes} == allowed
    assert small_swaps(MINE, RULES, 2, MINE.amounts) == []


def _keeps(setup: Setup) -> bool:
    return setup.counts[6] >= 1 and {"battle-cry", "charge", "chastise"} <= set(setup.commands)


def test_commands_are_there_once():
    changes = small_swaps(MINE, RULES, 2)
    assert all(len(set(c.after.commands)) == len(c.after.commands) for c in changes)
    assert {slug for c in changes for slug in c.put_in} >= set(COMMANDS) - set(MINE.commands)
