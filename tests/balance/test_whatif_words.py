"""The headline of a comparison names its largest change, and claims none that was not shown."""

import pytest
from conquest_opt.balance.measures.change import FAMILIES, Change
from conquest_opt.balance.measures.measured import MeasuredValues
from conquest_opt.balance.whatif.result import (
    AdaptedValues,
    RulesValues,
    VariantValues,
    WinMatrix,
)
from conquest_opt.balance.whatif.wording import change_blocks, headline
from conquest_opt.evolve.counter.result import CounterValues
from conquest_opt.results.page.terminal import terminal_text

FIGURES = (
    "first player", "turns", "draws", "deviation", "entropy", "effective", "support", "triples"
)  # fmt: skip


def change(name: str, before: float, after: float, p_value: float, other: str = "") -> Change:
    risen = after - before
    made = Change.of(name, (before, after), (risen - 0.1, risen + 0.1), p_value)
    return Change(
        name=made.name,
        opponent=other or None,
        before=made.before,
        after=made.after,
        change=made.change,
        ci95=made.ci95,
        p_value=made.p_value,
        beyond=made.beyond,
    )


def rules(score: float | None = None) -> RulesValues:
    """Return rules; with a score, those to which players adapted by a counter that has it."""
    counter = CounterValues(
        setup="CCC:charge",
        score=score or 0.0,
        ci95=((score or 0.0) - 0.1, (score or 0.0) + 0.1),
        games=100,
        points=675,
        wins=1,
        draws=0,
        losses=0,
        formation=("CCC",),
        opponents={},
        search_score=0.9,
        search_games=10,
    )
    adapted = AdaptedValues(
        counters=(counter,), entropy=0, effective=1, support=1, new_share=1, mixture=()
    )
    return RulesValues(
        ruleset="",
        rules=(),
        games=10,
        setups={"legal": 1, "maximal": 1, "exact": 1},
        measures={name: MeasuredValues(value=0.5, ci95=(0.4, 0.6)) for name in FIGURES},
        cycles=0,
        certain_cycles=0,
        nash=(),
        win_matrix=WinMatrix(setups=(), rates=()),
        adapted=adapted if score else None,
    )


def variant(
    families: dict[str, Change] | None = None,
    edit: str = "champion.cost=225",
    after: RulesValues | None = None,
) -> VariantValues:
    figures = [change(name, 0.5, 0.5, 1.0) for name in FIGURES if name != "effective"]
    given: dict[str, tuple[Change, ...]] = dict.fromkeys(FAMILIES, ())
    given |= {"games": tuple(figures)}
    given |= {family: (one,) for family, one in (families or {}).items()}
    return VariantValues(
        edits=(edit,),
        words=("Champion costs 225 instead of 200",),
        fates=(),
        after=after or rules(),
        changes=given,
        beyond_noise=sum(c.beyond for some in given.values() for c in some),
    )


@pytest.mark.parametrize(
    ("families", "says"),
    [
        (
            {
                "setups": change("Rush", 0.70, 0.40, 0.01),
                "matchups": change("A", 0.1, 0.9, 0.01, "B"),
            },
            "Largest change beyond noise: Rush: score 40.0 % instead of 70.0 %, "
            "-30.0 [-40.0, -20.0].",
        ),
        (
            {
                "setups": change("Rush", 0.70, 0.40, 0.3),
                "matchups": change("A", 0.1, 0.9, 0.01, "B"),
            },
            "Largest change beyond noise: A against B: score 90.0 % instead of 10.0 %, "
            "+80.0 [+70.0, +90.0].",
        ),
        (
            {"usage": change("charge", 1.5, 0.25, 0.01)},
            "Largest change beyond noise: charge: 0.25 instead of 1.50, -1.25 [-1.35, -1.15].",
        ),
        (
            {"setups": change("Rush", 0.70, 0.65, 0.9)},
            "No change was shown to be beyond noise; the largest measured is Rush: score 65.0 % "
            "instead of 70.0 %, -5.0 [-15.0, +5.0].",
        ),
    ],
)
def test_the_largest_change_is_named(families: dict[str, Change], says: str):
    assert headline([variant(families)]) == says


def test_a_sweep_names_the_value_at_which_it_is_largest():
    some = [
        variant({"setups": change("Rush", 0.7, 0.6, 0.01)}),
        variant({"setups": change("Rush", 0.7, 0.4, 0.01)}, "champion.cost=250"),
    ]
    assert headline(some).startswith("Largest change beyond noise: Rush at champion.cost=250: ")


@pytest.mark.parametrize(("score", "says"), [(0.7, "shown"), (0.51, "not shown")])
def test_what_players_adapt_by_is_said_to_beat_what_it_was_shown_to_beat(score: float, says: str):
    one = variant(after=rules(score))
    text = " ".join(terminal_text(change_blocks(rules(score), one), 80).split())
    assert f"against the mixture: {says} to beat it" in text
