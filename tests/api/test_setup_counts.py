"""Setups are counted as they are enumerated."""

import pytest
from conquest_opt.api.setup_data.counts import counted_setups
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.setups.enumerate import enumerate_setups

EDITS = [
    (),
    ("limits.points=5",),  # nothing can be bought
    ("limits.points=60",),
    ("limits.points=400", "scout.cost=7", "champion.cost=390"),
    ("limits.points=700", "limits.commands=2", "limits.troops=4"),
    ("limits.points=900", "limits.troops=1", "limits.commands=0"),
    ("limits.points=1000000", "limits.troops=2"),
]


@pytest.mark.parametrize("edits", EDITS)
def test_counts_are_those_of_the_enumeration(edits: tuple[str, ...]):
    rules = Ruleset().edit(*edits)
    enumeration = enumerate_setups(rules)
    counted = counted_setups(rules)
    assert {name: getattr(counted, name) for name in ("all", "maximal", "exact")} == (
        enumeration.counts()
    )
    assert counted.troops == len(enumeration.troops)


def test_the_standard_rules_have_as_many_maximal_setups_as_ever():
    assert counted_setups(Ruleset()).maximal == 283_717
