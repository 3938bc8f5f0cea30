"""Enumeration: the facts of the thesis, the same set as a plain recursion, exact constraints."""

import numpy as np
import pytest
from conquest_opt.engine import COMMANDS, LETTERS, Ruleset
from conquest_opt.setups import Setup, SetupError
from conquest_opt.setups.enumerate import Enumeration, Query, enumerate_setups
from conquest_opt.setups.require import parse_requirement

from tests.reference.recursion import all_setups

SMALL = ("limits.points=300", "limits.troops=4", "limits.commands=2")


def keys(enumeration: Enumeration) -> np.ndarray:
    """Return (key, cost, maximal) rows of an enumeration, sorted, as the recursion gives them."""
    digits = enumeration.troops @ (17 ** np.arange(len(LETTERS) - 1, -1, -1))
    bits = enumeration.commands @ (1 << np.arange(len(COMMANDS)))
    rows = [
        np.column_stack([(digits[b.troop_rows] << 9) + bits[b.command_rows], b.points, b.maximal])
        for b in enumeration.blocks()
    ]
    together = np.concatenate(rows)
    return together[together[:, 0].argsort()]


def plain(rules: Ruleset) -> np.ndarray:
    rows = np.array(list(all_setups(rules)), np.int64).reshape(-1, 3)
    return rows[rows[:, 0].argsort()]


def setups_of(rules: Ruleset, query: Query | None = None) -> list[Setup]:
    enumeration = enumerate_setups(rules, query)
    return [s for block in enumeration.blocks() for s in enumeration.setups(block)]


@pytest.fixture(scope="module")
def standard() -> Enumeration:
    return enumerate_setups(Ruleset())


def test_the_facts_of_the_thesis(standard: Enumeration):
    assert standard.counts() == {"all": 1_714_865, "maximal": 283_717, "exact": 171_496}


@pytest.mark.slow
def test_the_standard_set_is_that_of_a_plain_recursion(standard: Enumeration):
    assert np.array_equal(keys(standard), plain(Ruleset()))


@pytest.mark.parametrize(
    "edits",
    [
        SMALL,
        (*SMALL, "champion.cost=60", "scout.cost=110", "bombard.cost=10"),
        ("limits.points=130", "limits.troops=16", "limits.commands=9", "charge.cost=1"),
        ("limits.points=70", "limits.commands=0"),
        ("limits.points=10",),
    ],
)
def test_any_rules_give_the_set_of_a_plain_recursion(edits: tuple[str, ...]):
    rules = Ruleset().edit(*edits)
    assert np.array_equal(keys(enumerate_setups(rules)), plain(rules))


def test_every_enumerated_setup_passes_check():
    rules = Ruleset().edit(*SMALL)
    enumeration = enumerate_setups(rules)
    checked = 0
    for block in enumeration.blocks():
        rows = zip(
            enumeration.setups(block),
            block.points.tolist(),
            block.maximal.tolist(),
            block.exact.tolist(),
            strict=True,
        )
        for setup, points, maximal, exact in rows:
            assert not setup.faults(rules)
            assert (setup.cost(rules), setup.is_maximal(rules)) == (points, maximal)
            assert exact == (points == 300)
            checked += 1
    assert checked > 1000


VALUES = {
    "C>=2": lambda s: s.counts[6] >= 2,
    "S+F<=1": lambda s: s.counts[0] + s.counts[1] <= 1,
    "2*S - 3 < K": lambda s: 2 * s.counts[0] - 3 < s.counts[5],
    "charge + stoicism = 1": lambda s: len({"charge", "stoicism"} & set(s.commands)) == 1,
    "M>=2*charge": lambda s: s.counts[4] >= 2 * ("charge" in s.commands),
    "points>200": lambda s: s.cost(Ruleset()) > 200,
    "troops!=commands": lambda s: sum(s.counts) != len(s.commands),
    "1<=0": lambda s: False,
    "0<=1": lambda s: True,
    "H!=1": lambda s: s.counts[2] != 1,
}


@pytest.mark.parametrize("text", VALUES)
def test_requirements_answer_exactly(text: str):
    rules = Ruleset().edit(*SMALL)
    setups = setups_of(rules, Query(requirements=(parse_requirement(text),)))
    assert set(setups) == {s for s in setups_of(rules) if VALUES[text](s)}
    assert len(setups) == len(set(setups))


def test_queries_combine():
    rules = Ruleset().edit(*SMALL)
    query = Query(
        requirements=(parse_requirement("C>=1"), parse_requirement("S<=1")),
        with_commands=("charge",),
        without_commands=("bombard", "chastise"),
        points=(275, 300),
        troops=(1, 2),
    )
    expected = {
        s
        for s in setups_of(rules)
        if s.counts[6] >= 1
        and s.counts[0] <= 1
        and "charge" in s.commands
        and not {"bombard", "chastise"} & set(s.commands)
        and 275 <= s.cost(rules) <= 300
        and 1 <= sum(s.counts) <= 2
    }
    assert set(setups_of(rules, query)) == expected
    assert expected


def test_points_beyond_the_limit_and_impossible_queries_give_nothing():
    rules = Ruleset().edit(*SMALL)
    assert setups_of(rules, Query(points=(301, 900))) == []
    assert setups_of(rules, Query(troops=(5, 9))) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("C>=", "something is missing after >="),
        ("C>>2", "compares two sums once"),
        ("2<C<4", "compares two sums once"),
        ("X<3", "unknown term 'X'; terms are S, F, H"),
        ("chargee<1", "did you mean charge?"),
        ("S++F<2", "not understood at '++F'"),
        ("S F<2", "not understood at 'F'"),
        ("C", "such as C>=2"),
        ("1.5*C>2", "not understood at '.5*C'"),
        ("C>=99999999999999999999", "not understood"),
    ],
)
def test_wrong_requirements_are_explained(text: str, says: str):
    with pytest.raises(SetupError) as error:
        parse_requirement(text)
    assert says in str(error.value)


def test_with_and_without_the_same_is_refused():
    with pytest.raises(SetupError, match="both with and without"):
        Query(with_commands=("charge",), without_commands=("charge",))


def test_tables_have_one_row_a_setup_in_canonical_text(standard: Enumeration):
    from conquest_opt.setups.table import to_arrow

    block = next(standard.blocks())
    some = block.where(block.maximal)
    table = to_arrow(standard, some)
    texts = table["setup"].to_pylist()
    assert len(set(texts)) == len(texts) == len(some)
    for row in table.slice(0, 200).to_pylist():
        setup = Setup.from_text(row["setup"])
        assert str(setup) == row["setup"]
        assert row["points"] == setup.cost(Ruleset())
        assert row["troops"] == sum(setup.counts)
        assert [row[c.replace("-", "_")] for c in COMMANDS] == [
            c in setup.commands for c in COMMANDS
        ]
        assert row["maximal"] == setup.is_maximal(Ruleset())
