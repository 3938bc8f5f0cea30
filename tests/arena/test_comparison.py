"""What two results have in common, which of it differs, and what their tasks asked for."""

from dataclasses import replace
from datetime import datetime
from typing import Any

import numpy as np
import pytest
from conquest_opt.arena.comparison.asked import asked_differently
from conquest_opt.arena.comparison.figures import compared_figures, lone_figures
from conquest_opt.arena.stats.quantity import Quantity, score_quantity
from conquest_opt.results.store.runs import Run

from tests.arena.test_quantity import drawn


def plain(name: str, value: float, reach: float = 1.0, group: str = "g", **more: Any) -> Quantity:
    return Quantity(group, name, value, (value - reach, value + reach), **more)


def lower(ends: tuple[float, float] | None) -> float:
    assert ends is not None
    return ends[0]


def test_what_is_certain_comes_first_the_largest_before():
    one = [plain(name, 0.0) for name in ("small", "noise", "large", "down")]
    other = [plain("small", 4.0), plain("noise", 1.0), plain("large", 9.0), plain("down", -5.0)]
    figures = compared_figures(one, other)
    assert [f.name for f in figures] == ["large", "down", "small", "noise"]
    assert [f.verdict for f in figures] == ["higher", "lower", "higher", "not shown"]
    assert [f.beyond_noise for f in figures] == [True, True, True, False]
    assert figures[0].difference == 9
    assert figures[0].difference_ci95 == pytest.approx((9 - 2**0.5, 9 + 2**0.5))


def test_more_questions_need_more_certainty():
    pair = [plain("x", 0.0)], [plain("x", 1.6)]
    assert compared_figures(*pair)[0].verdict == "higher"
    others = [plain(str(number), 0.0) for number in range(20)]
    figures = {f.name: f for f in compared_figures(pair[0] + others, pair[1] + others)}
    assert figures["x"].verdict == "not shown"
    assert figures["x"].difference_ci95 == compared_figures(*pair)[0].difference_ci95
    assert lower(figures["x"].difference_ci95) > 0 > lower(figures["x"].difference_ci95_all)


def test_groups_share_the_level_equally():
    alone = compared_figures([plain("x", 0.0)], [plain("x", 1.0)])[0]
    beside = [plain(str(number), 0.0, group="many") for number in range(100)]
    both = compared_figures([plain("x", 0.0), *beside], [plain("x", 1.0), *beside])[0]
    halved = compared_figures(
        [plain("x", 0.0), plain("y", 0.0)], [plain("x", 1.0), plain("y", 0.0)]
    )[0]
    assert both.difference_ci95_all == halved.difference_ci95_all
    assert lower(both.difference_ci95_all) < lower(alone.difference_ci95_all)


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        (
            {"basis": {"other opponents": "A"}},
            {"basis": {"other opponents": "B"}},
            "other opponents",
        ),
        ({"interval": None}, {}, "no interval"),
        ({}, {"interval": (50.0, 50.0)}, "nothing varied"),
        ({"doubt": "ended by a test"}, {"doubt": "ended by a test"}, "ended by a test"),
    ],
)
def test_what_does_not_measure_the_same_is_shown_but_not_judged(one, other, reason):
    pair = [replace(plain("x", 0.0), **one)], [replace(plain("x", 50.0), **other)]
    [figure] = compared_figures(*pair)
    assert (figure.verdict, figure.reason) == ("not asked", reason)
    assert figure.difference == 50
    assert figure.difference_ci95 is figure.difference_ci95_all is None


def test_what_is_not_judged_costs_the_others_nothing():
    one, other = [plain("x", 0.0)], [plain("x", 1.6)]
    unknown = [Quantity("g", str(n), 0.0, None) for n in range(50)]
    assert compared_figures(one + unknown, other + unknown)[0].verdict == "higher"


def test_what_only_one_has():
    one, other = [plain("both", 1.0), plain("mine", 2.0)], [plain("its", 3.0), plain("both", 1.0)]
    assert [(f.run, f.name, f.value) for f in lone_figures(one, other)] == [
        (1, "mine", 2.0),
        (2, "its", 3.0),
    ]
    assert [f.name for f in compared_figures(one, other)] == ["both"]


@pytest.mark.slow
def test_equal_tournaments_rarely_differ_and_a_planted_difference_is_found():
    """Scores of setups and of match-ups depend on each other; all are asked at once."""
    rng = np.random.default_rng(5)
    rates = {(a, b): 0.5 + 0.06 * (b - a) for a in range(6) for b in range(a)}

    def quantities(raised: float = 0.0) -> list[Quantity]:
        scores = {pair: drawn(rng, rate, 30, 0.3) for pair, rate in rates.items()}
        scores[1, 0] = drawn(rng, rates[1, 0] + raised, 30, 0.3)
        totals = [sum_of(scores, setup) for setup in range(6)]
        return [
            *(score_quantity("setups", str(n), total) for n, total in enumerate(totals)),
            *(score_quantity("match-ups", str(pair), score) for pair, score in scores.items()),
        ]

    comparisons = 300
    alarms = sum(
        any(f.beyond_noise for f in compared_figures(quantities(), quantities()))
        for _ in range(comparisons)
    )
    assert 0 < alarms / comparisons <= 0.07
    samples = [compared_figures(quantities(), quantities(0.5)) for _ in range(50)]
    named = [{f.name for f in figures if f.verdict == "higher"} for figures in samples]
    assert sum("(1, 0)" in names for names in named) >= 45


def sum_of(scores: dict, setup: int):
    own = [s for (a, _), s in scores.items() if a == setup]
    own += [~s for (_, b), s in scores.items() if b == setup]
    return sum(own[1:], own[0])


def run(**arguments: Any) -> Run:
    at = datetime(2026, 7, 1)
    return Run(
        run="r", kind="match", status="finished", started=at, ended=at, seconds=1.0, seed=1,
        ruleset="x", edits=[], agents=[], arguments={"form": 3, "software": "s"} | arguments,
        software="0.1.0", message=None, batches=1, rows=1,
    )  # fmt: skip


def entrant(setup: str, agent: str = "greedy", name: str | None = None) -> dict[str, Any]:
    return {"setup": setup, "agent": agent, "name": name, "formation": None}


def asked(one: dict[str, Any], other: dict[str, Any]) -> list[tuple[str, tuple[str, str]]]:
    return [(s.label, s.texts) for s in asked_differently(run(**one), run(**other))]


def test_only_settings_that_differ_are_named():
    same = {"rules": ["max_turns=60"], "settings": {"check_games": 4, "best": 2}}
    assert asked(same, same) == []
    other = same | {"settings": {"check_games": 8, "best": 2}}
    assert asked(same, other) == [("check games", ("4", "8"))]
    assert asked({"keep": {"events": True}}, {"keep": {"events": False}}) == []


def test_of_lists_only_what_the_other_has_not():
    one, other = {"rules": ["a=1", "b=2"]}, {"rules": ["b=2", "c=3"]}
    assert asked(one, other) == [("rules", ("a=1", "c=3"))]
    assert asked({"rules": ["a=1"]}, {"rules": []}) == [("rules", ("a=1", "–"))]  # noqa: RUF001
    assert asked({"axes": ["a", "b"]}, {"axes": ["b", "a"]}) == [
        ("axes", ("one order", "another order"))
    ]


def test_setups_and_their_agents_are_told_apart():
    one = {"entrants": [entrant("S", "greedy"), entrant("K", "greedy")]}
    other = {"entrants": [entrant("S", "random"), entrant("H", "random", "Hedge")]}
    assert asked(one, other) == [
        ("entrants", ("K", "Hedge")),
        ("agents of entrants", ("greedy", "random")),
    ]
    assert asked({"a": entrant("S")}, {"a": entrant("S", "random")}) == [
        ("agents of a", ("greedy", "random"))
    ]


def test_two_setups_of_one_name_are_shown_as_text_too():
    one, other = ({"a": entrant(setup, name="Mine")} for setup in ("SS:charge", "KK:charge"))
    assert asked(one, other) == [("a", ("Mine (SS:charge)", "Mine (KK:charge)"))]


def test_runs_of_another_form_are_compared_as_they_are_stored():
    older = {"schedule": {"pairs": 4}, "software": "older"}
    assert dict(asked(older, {"games": 8})) == {
        "schedule pairs": ("4", "–"),  # noqa: RUF001
        "software": ("older", "s"),
        "games": ("–", "8"),  # noqa: RUF001
    }
