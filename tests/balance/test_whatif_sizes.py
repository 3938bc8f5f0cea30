"""How many games each level of a comparison plays, and who meets whom in them."""

from collections import Counter

import pytest
from conquest_opt.balance.whatif.settings import WhatifSettings
from conquest_opt.balance.whatif.sizes import LEAST_OPPONENTS, LevelPlan, fitted


def test_everyone_meets_as_many_others_and_fewer_are_some_of_more():
    for count in (8, 31):
        fewer, more = (LevelPlan(agent="a", games=2, opponents=n).met(count, 5) for n in (4, 6))
        assert set(fewer) < set(more) < set(LevelPlan(agent="a", games=2).met(count, 5))
        for met, opponents in ((fewer, 4), (more, 6)):
            assert set(Counter(n for pair in met for n in pair).values()) == {opponents}
            assert len(met) == len(set(met)) == count * opponents // 2
            assert all(one < other for one, other in met)
    assert LevelPlan(agent="a", games=3).total(5) == 40


def test_usual_sizes_fit_the_time_and_few_setups_are_left_to_the_judge():
    settings = WhatifSettings()
    quick, medium, strong = settings.plan(31, 2, quick=False)
    assert (quick.games, medium.games, strong.games) == (16, 4, 2)
    assert {level.opponents for level in (quick, medium, strong)} == {None}
    short = settings.plan(31, 2, quick=True)
    assert short[-1].opponents == 8
    assert sum(level.total(31) for level in short) < 0.3 * sum(
        level.total(31) for level in (quick, medium, strong)
    )
    [alone] = settings.plan(5, 2, quick=False)
    assert alone.agent == settings.levels.judge
    assert alone.games > 100
    long = settings.plan(31, 40, quick=True)
    assert [level.opponents for level in long] == [None, LEAST_OPPONENTS, LEAST_OPPONENTS]
    plan = WhatifSettings(games=6, screen_games=8, race_games=10).plan(3, 2, quick=True)
    assert [level.games for level in plan] == [8, 10, 6]
    [single] = WhatifSettings(agent="greedy").plan(31, 2, quick=False)
    assert (single.games, single.opponents) == (10, None)
    with pytest.raises(ValueError, match="race_games= counts for nothing"):
        WhatifSettings(agent="greedy", race_games=4).plan(31, 2, quick=False)


def test_a_level_grows_with_its_size():
    level = LevelPlan(agent="a", games=2, opponents=6)
    assert level.scaled(1, 31, everyone=False) == level
    sizes = [0.01, 0.5, 1, 2, 4, 5, 6, 50]
    totals = [level.scaled(size, 31, everyone=False).total(31) for size in sizes]
    assert totals == sorted(totals)
    assert level.scaled(5, 31, everyone=False) == LevelPlan(agent="a", games=2)
    assert level.scaled(50, 31, everyone=False) == LevelPlan(agent="a", games=20)
    assert fitted("a", 0.1, 31, everyone=True) == LevelPlan(agent="a", games=2)
    assert fitted("a", 0.1, 3, everyone=False) == LevelPlan(agent="a", games=4)
