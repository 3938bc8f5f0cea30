"""Levels of games: one estimate for the judge whose interval holds, and budgets of time."""

import threading
from collections.abc import Iterator, Sequence
from math import inf

import msgspec
import numpy as np
import pytest
from conquest_opt.arena.levels.budget import USED, filled
from conquest_opt.arena.levels.combined import FEWEST, Combined, Figures, for_judge, own_error
from conquest_opt.arena.levels.settings import Levels, LevelSettings
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.errors import ArenaError
from conquest_opt.arena.play.player import GameResult, Keep
from conquest_opt.arena.play.schedule import Schedule, round_robin
from conquest_opt.arena.run.parts import Part
from conquest_opt.arena.run.task import Task
from conquest_opt.engine.rules.ruleset import Ruleset


class Simulated:
    """Figures of which the truth is known, measured by a cheap level that is off, and the judge."""

    def __init__(self, seed: int, count: int, bias: float, *, unplayed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.truth = rng.normal(size=count)
        cheap, judge = rng.uniform(0.05, 0.2, count), rng.uniform(0.3, 0.8, count)
        off = self.truth + bias * rng.standard_normal(count)
        self.cheap = Figures(off + cheap * rng.standard_normal(count), cheap**2)
        variances = judge**2
        variances[:unplayed] = inf
        values = self.truth + judge * rng.standard_normal(count)
        self.judge = Figures(np.where(np.isfinite(variances), values, np.nan), variances)

    @property
    def combined(self) -> Combined:
        return for_judge([self.cheap, self.judge])

    def held(self, figures: Figures) -> float:
        low, high = figures.interval()
        return float(((low <= self.truth) & (self.truth <= high)).mean())


@pytest.mark.parametrize("count", [20, 100])
@pytest.mark.parametrize("bias", [0.0, 0.2, 0.6, 2.0])
def test_intervals_hold_the_truth_whatever_a_cheap_level_is_off_by(bias: float, count: int):
    runs = [Simulated(seed, count, bias) for seed in range(200)]
    held = np.mean([run.held(run.combined) for run in runs])
    assert held >= 0.92
    assert held <= 0.98 or not bias  # that it is not off at all can only be shown so far
    apart = [np.mean((run.combined.values - run.truth) ** 2) for run in runs]
    alone = [np.mean((run.judge.values - run.truth) ** 2) for run in runs]
    assert np.mean(apart) < (0.9 if bias < 1 else 1.05) * np.mean(alone)


def test_the_cheap_level_alone_does_not_hold_the_truth():
    runs = [Simulated(seed, 40, 0.6) for seed in range(50)]
    assert np.mean([run.held(run.cheap) for run in runs]) < 0.5


def test_figures_that_the_judge_did_not_measure_rest_on_the_others_and_hold():
    runs = [Simulated(seed, 80, 0.5, unplayed=40) for seed in range(200)]
    for place in (slice(0, 40), slice(40, 80)):
        held = []
        for run in runs:
            low, high = run.combined.interval()
            held.append(((low <= run.truth) & (run.truth <= high))[place].mean())
        assert 0.91 <= np.mean(held) <= 0.98
    combined = runs[0].combined
    assert np.isfinite(combined.values).all()
    assert combined.shares[0, :40] == pytest.approx(np.ones(40))


def test_levels_are_weighed_by_precision_the_cheapest_first():
    rng = np.random.default_rng(1)
    levels = [Figures(rng.normal(size=9), rng.uniform(0.1, 2, 9)) for _ in range(3)]
    combined = for_judge(levels, [0.5, 0.2])
    for n in range(9):
        value, variance, own = levels[0].values[n], levels[0].variances[n], 0.0
        for level, step in ((levels[1], 0.5 - 0.2), (levels[2], 0.2)):
            mine, before = 1 / level.variances[n], 1 / (variance + step)
            value = (mine * level.values[n] + before * value) / (mine + before)
            own = (before / (mine + before)) ** 2 * (own + step)
            variance = 1 / (mine + before)
        assert combined.values[n] == pytest.approx(value)
        assert combined.variances[n] == pytest.approx(variance)
        assert combined.own[n] == pytest.approx(own)
    assert combined.shares.sum(axis=0) == pytest.approx(np.ones(9))
    assert combined.biases == (0.5, 0.2, 0.0)


@pytest.mark.parametrize("alike", [0.0, 0.9])
def test_two_cheap_agents_that_err_alike_are_no_better_than_one(alike: float):
    held = []
    for seed in range(60):
        rng = np.random.default_rng(seed)
        truth = rng.normal(0, 1, 31)
        shared = rng.normal(0, 0.4, 31)
        levels = []
        for noise, off in ((0.1, 0.4), (0.2, 0.4), (0.5, 0.0)):
            own = off / 0.4 * (alike * shared + (1 - alike**2) ** 0.5 * rng.normal(0, 0.4, 31))
            values = truth + own + rng.normal(0, noise, 31)
            levels.append(Figures(values, np.full(31, noise**2)))
        low, high = for_judge(levels).interval()
        held.append(((low <= truth) & (truth <= high)).mean())
    assert 0.92 <= np.mean(held) <= 0.99


def test_a_figure_without_games_is_refused():
    levels = [Figures(np.zeros(9), np.r_[np.inf, np.ones(8)]) for _ in range(2)]
    with pytest.raises(ValueError, match="games of no level"):
        for_judge(levels)


def test_too_few_figures_leave_the_judge_alone():
    run = Simulated(3, FEWEST - 1, 0.0)
    combined = run.combined
    assert combined.biases[0] == inf
    assert combined.values == pytest.approx(run.judge.values)
    assert combined.variances == pytest.approx(run.judge.variances)
    assert for_judge([run.judge]).values == pytest.approx(run.judge.values)


def test_the_own_error_is_found():
    errors = [
        own_error(run.cheap, run.judge) for run in (Simulated(s, 400, 0.6) for s in range(20))
    ]
    assert np.mean(errors) == pytest.approx(0.36 + 0.06, abs=0.05)  # with its standard error


class Ms(Task, frozen=True, kw_only=True):
    """A task of two agents whose games take known times."""

    games: int = 100

    def parts(self) -> list[Part]:
        return [
            Part(name=agent, games=self.games, agent=agent, sample=schedule)
            for agent in ("random", "greedy")
        ]

    def scaled(self, size: float) -> "Ms":
        return msgspec.structs.replace(self, games=max(10, round(size * self.games)))


def schedule() -> Schedule:
    entrants = tuple(Entrant.of(name, "random") for name in ("Default", "Rush"))
    return Schedule(entrants=entrants, matchups=round_robin(2), pairs=5, rules=Ruleset())


class Steady:
    """Two places, at each of which every game takes a quarter of a second."""

    width = 2

    def play(
        self, schedule: Schedule, games: Sequence[int], keep: Keep, stop: threading.Event
    ) -> Iterator[list[GameResult]]:
        for game in games:
            yield [
                GameResult(
                    game=game,
                    winner=0,
                    turns=1,
                    actions=1,
                    troops_left=(0, 0),
                    decisions=(0, 0),
                    advances=(0, 0),
                    duration=0.25,
                )
            ]

    def close(self) -> None:
        pass

    def __str__(self) -> str:
        return "two places"


@pytest.mark.parametrize("seconds", [60.0, 600.0])
def test_a_budget_is_filled_by_the_largest_task_that_fits(seconds: float):
    task, estimate = filled(Ms(), seconds, Steady())  # pyright: ignore[reportArgumentType]
    assert isinstance(task, Ms)
    most = USED * seconds * 2 / 0.25 / 2
    assert most - 1 <= task.games <= most
    assert estimate.seconds <= USED * seconds
    assert estimate.games == 2 * task.games


def test_too_little_time_is_refused_with_what_it_takes():
    with pytest.raises(ArenaError, match="the smallest run of this kind takes about"):
        filled(Ms(), 1.0, Steady())  # pyright: ignore[reportArgumentType]


def test_one_agent_plays_everything_or_each_its_level():
    usual = LevelSettings().levels
    assert len(usual.distinct) == 3
    assert LevelSettings(agent="greedy").levels.distinct == ("greedy",)
    some = LevelSettings(agent="greedy", judge="random").levels
    assert (some.distinct, some.number("random")) == (("greedy", "random"), 1)
    assert Levels("a", "b", "a").distinct == ("b", "a")
