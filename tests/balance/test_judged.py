"""Match-ups by several levels of games: estimates for the judge, whose intervals hold."""

import numpy as np
import pytest
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.result_board import ResultBoard
from conquest_opt.arena.play.schedule import Schedule, round_robin
from conquest_opt.balance.measures.judged import Estimates, judged
from conquest_opt.balance.rules.fielding import diverse
from conquest_opt.balance.search.objectives import deviation
from conquest_opt.engine.rules.ruleset import Ruleset

from tests.balance.plain_deviation import plain_deviation

RULES = Ruleset()
COUNT = 8
MATCHUPS = COUNT * (COUNT - 1) // 2
ENTRANTS = tuple(Entrant.of(name, "random") for name in diverse(RULES, COUNT))


def board(rates: np.ndarray, pairs: int, generator: np.random.Generator) -> ResultBoard:
    """Return games in which entrant a of each match-up wins as often as is said."""
    schedule = Schedule(entrants=ENTRANTS, matchups=round_robin(COUNT), pairs=pairs, rules=RULES)
    made = ResultBoard(schedule)
    won = generator.random((pairs, len(rates), 2)) < rates[None, :, None]
    swapped = np.array([0, 1])
    made.winner[:] = np.where(won, swapped, 1 - swapped).reshape(-1)
    return made


def drawn(seed: int, spread: float, error: float, slope: float) -> tuple[list, list[np.ndarray]]:
    """Return candidates that two levels have played, and the judge's true rates."""
    generator = np.random.default_rng(seed)
    records, truth = [], []
    for share in np.linspace(0.4, 1.0, 7):
        cheap = np.clip(0.5 + share * spread * generator.standard_normal(MATCHUPS), 0.02, 0.98)
        own = error * generator.standard_normal(MATCHUPS)
        truth.append(np.clip(0.5 + slope * (cheap - 0.5) + own, 0, 1))
        records.append([board(cheap, 10, generator), board(truth[-1], 2, generator)])
    return records, truth


@pytest.mark.parametrize(
    ("spread", "error", "slope"), [(0.3, 0.07, 1.07), (0.15, 0.07, 1.0), (0.3, 0.15, 1.0)]
)
def test_intervals_of_unevenness_and_of_match_ups_hold(spread, error, slope):
    held, within, off, judge_off = [], [], [], []
    for seed in range(40):
        records, truth = drawn(seed, spread, error, slope)
        alone = judged([record[1:] for record in records])
        for one, own, rates in zip(judged(records), alone, truth, strict=True):
            true = float(((rates - 0.5) ** 2).mean())
            estimate = deviation(one)
            held.append(estimate.low <= true <= estimate.high)
            off.append(estimate.value - true)
            judge_off.append(deviation(own).value - true)
            within.append(np.mean(np.abs(one.values - rates) <= 1.96 * np.sqrt(one.variances)))
    assert 0.91 <= np.mean(held) <= 0.98
    assert 0.93 <= np.mean(within) <= 0.97
    assert abs(np.mean(off)) < 0.004
    assert np.std(off) < 0.85 * np.std(judge_off)  # cheap games are worth something


def test_an_agent_that_knows_nothing_counts_for_little():
    generator = np.random.default_rng(3)
    cheap, truth = (np.clip(generator.normal(0.5, 0.3, MATCHUPS), 0, 1) for _ in range(2))
    [judgement] = judged([[board(cheap, 40, generator), board(truth, 10, generator)]])
    assert np.abs(judgement.values - truth).mean() < 0.5 * np.abs(judgement.values - cheap).mean()


def test_one_level_is_the_plain_figure():
    generator = np.random.default_rng(4)
    for pairs in (1, 2, 12):
        made = board(np.clip(generator.normal(0.5, 0.25, MATCHUPS), 0, 1), pairs, generator)
        [judgement] = judged([[made]])
        assert judgement.doubt == 0
        assert deviation(judgement).value == pytest.approx(plain_deviation(made).value, abs=1e-12)
        assert judgement.values == pytest.approx(made.scores().reshape(pairs, -1, 2).mean((0, 2)))


def test_a_slope_is_found_and_told_to_candidates_that_the_judge_has_not_played():
    generator = np.random.default_rng(5)
    cheap = [np.clip(generator.normal(0.5, 0.15, MATCHUPS), 0.2, 0.8) for _ in range(8)]
    records: list[list[ResultBoard | None]] = [
        [board(rates, 50, generator), board(0.5 + 1.4 * (rates - 0.5), 50, generator)]
        for rates in cheap[:7]
    ]
    records.append([board(cheap[7], 50, generator), None])
    last: Estimates = judged(records)[7]
    expected = 0.5 + 1.4 * (cheap[7] - 0.5)
    slope = (last.values - 0.5) @ (expected - 0.5) / ((expected - 0.5) @ (expected - 0.5))
    assert slope == pytest.approx(1.0, abs=0.1)
    assert np.isfinite(last.variances).all()


def test_until_the_judge_has_played_the_level_before_stands_for_it():
    generator = np.random.default_rng(6)
    rates = np.full(MATCHUPS, 0.7)
    screened, raced = board(rates, 4, generator), board(rates, 4, generator)
    two = judged([[screened, raced]])
    three = judged([[screened, raced, None]])
    assert np.array_equal(two[0].values, three[0].values)
    [alone] = judged([[screened, None, None]])
    assert np.array_equal(alone.values, judged([[screened]])[0].values)
