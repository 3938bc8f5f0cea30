"""Archives of styles that luck does not hold, and the ratings of who holds a cell."""

import numpy as np
import pytest
from conquest_opt.arena.levels.settings import LevelSettings
from conquest_opt.arena.stats.score import Interval, Score
from conquest_opt.engine import Ruleset
from conquest_opt.evolve.proposals.space import Space
from conquest_opt.evolve.styles.archive import (
    Archive,
    FeatureMap,
    Rated,
    Record,
    StyleCandidate,
)
from conquest_opt.evolve.styles.features import (
    BEHAVIOUR,
    Cell,
    FeatureAxis,
)
from conquest_opt.evolve.styles.ratings import SetupRatings

from tests.behaviour_counts import counted

RULES = Ruleset()
SPACE = Space(RULES)
NOWHERE = (-1, -1)


# ---- the archive ---------------------------------------------------------------------------------

PLAN = FeatureMap(
    x=FeatureAxis.parse("attacks:0:1:2", BEHAVIOUR),
    y=FeatureAxis.parse("ranged:0:1:2", BEHAVIOUR),
    rules=RULES,
)


def record(rate: float, games: int = 40, attacks: float = 0.1, ranged: float = 0.1) -> Record:
    wins = round(rate * games)
    rows = counted(
        attacks=[attacks] * games, turns=[1] * games, ranged_damage=[ranged] * games,
        damage=[1] * games,
    )  # fmt: skip
    return Record(Score(wins, 0, games - wins), rows)


def candidate(
    number: int, counts: Record | None = None, trial: Record | None = None
) -> StyleCandidate:
    return StyleCandidate(
        number=number, text=str(number), generation=0, origin="random",
        counted={None: counts} if counts else {}, trial=trial or Record(),
    )  # fmt: skip


def test_few_lucky_games_hold_no_cell_against_many():
    archive = Archive(PLAN)
    archive.place([candidate(0, record(1.0, 4)), candidate(1, record(0.7, 100))])
    assert [one.number for one in archive.elites.values()] == [1]
    assert list(archive.elites) == [Cell(0, 0)]
    assert archive.coverage == 0.25
    assert archive.quality == pytest.approx(0.7)


def test_a_trial_holds_nothing_but_lets_one_challenge():
    archive = Archive(PLAN)
    archive.place([candidate(0, record(0.6)), candidate(1, trial=record(1.0))])
    assert archive.best().number == 0
    new = [
        candidate(2, trial=record(0.5)),
        candidate(3, trial=record(0.7)),
        candidate(4, trial=record(0.9)),
        candidate(5, trial=record(0.8)),
        candidate(6, trial=record(0.0, attacks=0.9)),
    ]
    assert [one.number for one in archive.challengers(new)] == [4, 5, 6]


def test_a_candidate_that_behaves_otherwise_moves_and_the_next_best_takes_the_cell():
    archive = Archive(PLAN)
    first, second = candidate(0, record(0.9)), candidate(1, record(0.5))
    archive.place([first, second])
    assert archive.elites == {Cell(0, 0): first}
    first.count(None, record(0.9, 200, attacks=0.95, ranged=0.95))
    archive.place([first, second])
    assert archive.elites == {Cell(0, 0): second, Cell(1, 1): first}
    assert archive.young(100) == [second]
    assert archive.map.corners(archive.elites) == [Cell(0, 0), Cell(1, 1)]


def test_scores_of_a_map_are_hardly_those_of_luck():
    """All are equally good; a candidate kept for a good day claims much more than that."""
    rng, archive = np.random.default_rng(2), Archive(PLAN)
    candidates: list[StyleCandidate] = []

    def day() -> Record:
        return record(rng.binomial(24, 0.5) / 24, 24)

    for _ in range(20):
        new = [candidate(len(candidates) + n, trial=day()) for n in range(20)]
        candidates += new
        for one in [*archive.challengers(new), *archive.young(96)]:
            one.count(None, day())
        archive.place(candidates)
    plain = max(one.trial.score.rate for one in candidates)
    assert plain > 0.75
    assert archive.best().record.score.rate < 0.65
    assert archive.best().record.games >= 48


def test_features_are_those_of_the_best_agent_and_results_of_all():
    one = candidate(0)
    one.count("quick", record(0.5, 10, attacks=0.1))
    one.count("strong", record(0.75, 20, attacks=0.9))
    one.count("strong", record(0.75, 20, attacks=0.9))
    assert BEHAVIOUR["attacks"].value(one.record.counts) == pytest.approx(0.9)
    assert (one.score.games, one.score.wins) == (50, 35)
    assert [one.played(agent) for agent in ("quick", "strong", "medium")] == [10, 40, 0]
    archive = Archive(PLAN)
    archive.place([one])
    assert archive.young(20, "quick") == [one]
    assert archive.young(40, "strong") == []
    one.rated = Rated(0.6, Interval(0.5, 0.7))
    assert (one.rate, one.interval.low, archive.quality) == (0.6, 0.5, 0.6)


# ---- ratings -------------------------------------------------------------------------------------


def wins(number: int, games: int) -> Score:
    lost = (games - number) // 2
    return Score(number, 0, games - number, (lost, 0, 0, 0, number // 2))


def test_a_trial_is_in_no_rating_of_its_own():
    """Two maps that differ in the luck of one trial: the rating of that setup is the same."""
    texts = ["CCCC", "SSSSSSSS", "KKKK", "HHHH", "AAAA"]

    def rated(lucky: int) -> tuple[list[Rated], np.ndarray]:
        ratings = SetupRatings(LevelSettings().levels)
        quick, medium, strong = LevelSettings().levels
        ratings.add(texts)
        for number in range(len(texts)):
            points = lucky if number == 0 else 10
            ratings.note(quick, number, wins(points, 20), counts=False)
        for number in range(len(texts)):
            ratings.note(medium, number, wins(10, 20), counts=True)
            ratings.note(strong, number, wins(10, 20), counts=True)
        ratings.learn()
        return ratings.rated(), ratings.hopes()

    (dull, dull_hopes), (lucky, lucky_hopes) = rated(10), rated(20)
    assert lucky_hopes[0] > dull_hopes[0] + 0.02
    assert lucky == dull
    assert lucky[0].interval.low <= lucky[0].rate <= lucky[0].interval.high


def test_games_of_the_judge_make_a_rating_more_certain_than_those_of_others():
    levels = LevelSettings().levels
    widths = []
    for agent in levels:
        ratings = SetupRatings(levels)
        ratings.add(["CCCC", "SSSSSSSS"])
        for number in (0, 1):
            ratings.note(agent, number, wins(60, 100), counts=True)
        ratings.learn()
        low, high = ratings.rated()[0].interval
        widths.append(high - low)
    assert widths[0] > widths[1] > widths[2]


def test_one_agent_for_everything_is_one_level():
    ratings = SetupRatings(LevelSettings(agent="greedy").levels)
    ratings.add(["CC"])
    ratings.note("greedy", 0, wins(18, 20), counts=False)
    assert ratings.rated()[0].rate == 0.5
    assert ratings.hopes()[0] > 0.7
