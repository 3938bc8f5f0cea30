"""Arrangements: every one is a legal formation of all troops, and stands as it says."""

import pytest
from conquest_opt.engine.rules.army import Army
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.engine.rules.stats import LETTERS
from conquest_opt.evolve.formation.arrangements import Arrangement, arrangements
from conquest_opt.setups.notation import SetupError
from conquest_opt.setups.setup import Setup
from hypothesis import given, settings
from hypothesis import strategies as st

STANDARD = Ruleset()


def rows(troops: str, rules: Ruleset = STANDARD, **values) -> tuple[str, ...]:
    counts = Setup.from_text(troops).counts
    return Army(Arrangement(**values).place(counts, rules)).formation


@st.composite
def boards(draw) -> Ruleset:
    width, home = draw(st.integers(2, 20)), draw(st.integers(1, 4))
    height = draw(st.integers(2 * home + 1, 20))
    return Ruleset().edit(
        f"board.height={height}", f"board.home_rows={home}", f"board.width={width}"
    )


@settings(max_examples=60, deadline=None)
@given(rules=boards(), letters=st.text(LETTERS, min_size=1, max_size=16))
def test_every_arrangement_places_every_troop_on_a_square_of_its_own(rules, letters):
    counts = tuple(letters.count(letter) for letter in LETTERS)
    room = rules.board.width * rules.board.home_rows
    for arrangement in arrangements(rules):
        if len(letters) > room:
            with pytest.raises(SetupError, match="have no room"):
                arrangement.place(counts, rules)
            continue
        army = Army(arrangement.place(counts, rules))
        army.check(rules)
        assert sorted(troop.letter for troop in army.troops) == sorted(letters)


def test_who_stands_in_front():
    assert rows("SAC", order="sturdy", rows=3) == (" " * 9 + "C", " " * 9 + "S", " " * 9 + "A")
    assert [row.strip() for row in rows("SAC", order="ranged", rows=3)] == ["A", "C", "S"]
    assert [row.strip() for row in rows("SAC", order="cheap", rows=3)] == ["S", "A", "C"]
    assert [row.strip() for row in rows("SAC", order="fast", rows=3)] == ["S", "C", "A"]


def test_where_and_how_wide():
    assert rows("CCC", rows=1, side="left", spacing=1) == ("CCC",)
    assert rows("CCC", rows=1, side="right", spacing=2) == (" " * 15 + "C C C",)
    assert rows("CC", rows=1, side="wings") == ("C" + " " * 18 + "C",)
    assert rows("CC", rows=1, spacing=0) == ("C" + " " * 18 + "C",)
    assert rows("CC", rows=1, back=2, side="left", spacing=3) == ("", "", "C  C")
    assert rows("CC", rows=3, back=2, side="left") == ("C", "C")


def test_too_little_room_closes_up():
    narrow = Ruleset().edit("board.width=4")
    assert rows("CCCC", narrow, rows=1, spacing=3) == ("CCCC",)
    assert rows("CCCCC", narrow, rows=1, spacing=3) == ("CCC", "C  C")
