"""Maximal setups in memory: the same as the enumeration gives for each query."""

import pytest
from conquest_opt.api.setup_data.selection import SetupSelection
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.setups.enumerate import enumerate_setups
from conquest_opt.setups.notation import SetupError
from conquest_opt.setups.query_text import QueryText

QUERIES = [
    QueryText(),
    QueryText(require=("C>=2", "S+F<=4")),
    QueryText(require=("2*charge + M < K + 3", "points=600")),
    QueryText(with_commands=("charge",), without_commands=("bombard",), troops=(2, 5)),
    QueryText(points=(580, 592)),
]


@pytest.fixture(scope="module")
def every() -> SetupSelection:
    return SetupSelection.of(Ruleset().edit("limits.points=600", "scout.cost=37"))


@pytest.mark.parametrize("text", QUERIES)
def test_a_query_selects_what_the_enumeration_lists(every: SetupSelection, text: QueryText):
    listed = enumerate_setups(every.rules, text.read())
    expected = [str(setup) for b in listed.blocks() for setup in listed.setups(b.where(b.maximal))]
    assert expected
    assert sorted(map(str, every.setups(every.rows(text.read())))) == sorted(expected)


def test_rows_are_sorted_either_way(every: SetupSelection):
    query = QueryText(require=("C>=1",)).read()
    for sort in ("points", "troops", "C", "charge"):
        column = every._column(sort)
        up = column[every.rows(query, sort)].tolist()
        assert up == sorted(up)
        down = column[every.rows(query, sort, descending=True)].tolist()
        assert down == sorted(up, reverse=True)


def test_rules_that_allow_too_many_are_refused_before_they_are_listed():
    with pytest.raises(SetupError, match="too many to list at once"):
        SetupSelection.of(Ruleset().edit("limits.points=1000000", "limits.troops=16"))


def test_an_unknown_column_is_refused(every: SetupSelection):
    with pytest.raises(SetupError, match="sorted by points"):
        every.rows(QueryText().read(), "colour")
