"""What games of several levels say about setups, against plain ways of working it out."""

from random import Random

import numpy as np
import pytest
from conquest_opt.arena.stats.score import Score
from conquest_opt.engine import Ruleset
from conquest_opt.evolve.judging.book import Book
from conquest_opt.evolve.judging.dispersion import Dispersion
from conquest_opt.evolve.judging.evidence import Evidence
from conquest_opt.evolve.judging.levels import LevelGames, bias_terms, fit_levels
from conquest_opt.evolve.judging.model import COMPONENTS, Basis, genes, rate_of
from conquest_opt.evolve.judging.rating import Beta, gain, judge, without_own
from conquest_opt.evolve.proposals.population import Population
from conquest_opt.evolve.proposals.space import Space
from conquest_opt.evolve.rank.roster import Roster
from conquest_opt.setups import Setup
from conquest_opt.setups.enumerate import Query

SPACE = Space(Ruleset())


@pytest.fixture(scope="module")
def composition() -> np.ndarray:
    return Roster.of(Space(Ruleset(), Query(troops=(3, 5)))).composition.astype(float)


def planted(composition: np.ndarray, **raw: float) -> np.ndarray:
    """Return log-odds with effects of one more of a thing."""
    centred = composition - composition.mean(axis=0)
    columns = [COMPONENTS.index(name.replace("_", "-")) for name in raw]
    return centred[:, columns] @ np.array(list(raw.values()))


# ---- the book ------------------------------------------------------------------------------------


def test_a_book_knows_how_far_pairs_of_a_setup_differ():
    rng = np.random.default_rng(1)
    for link in (0.0, 0.5, 1.0):
        rates = rng.uniform(0.2, 0.8, 3000)
        first = rng.random((3000, 4)) < rates[:, None]
        second = np.where(
            rng.random((3000, 4)) < link, first, rng.random((3000, 4)) < rates[:, None]
        )
        book = Book.empty(1, 3000)
        book.add(0, np.arange(3000), 1.0 * first + second)
        within = book.within(0)
        assert within is not None
        assert within == pytest.approx(1 + link, abs=0.06)
    assert Book.empty(1, 5).within(0) is None


def test_a_book_grows_and_shows_one_setup_alone():
    book = Book.empty(2, 2)
    book.add(1, np.array([1]), np.array([[2.0, 0.5]]))
    book.grow(3)
    assert book.games.tolist() == [[0, 0, 0], [0, 4, 0]]
    one = book.only(1)
    one.games[1] += 5
    assert book.games[1, 1] == 4
    assert one.shares[1, 0] == pytest.approx(2.5 / 9)


# ---- the model of several levels -----------------------------------------------------------------


def test_the_bias_of_a_cheap_agent_is_found_by_composition(composition):
    rng = np.random.default_rng(2)
    truth, bias = planted(composition, K=0.4, charge=0.5), planted(composition, A=0.6, bombard=-0.8)
    many, few = np.arange(len(composition)), rng.permutation(len(composition))[:400]
    levels = []
    for numbers, logit, games in ((many, truth + bias + 0.3, 8), (few, truth, 12)):
        points = rng.binomial(games, rate_of(logit[numbers])).astype(float)
        levels.append(LevelGames(composition[numbers], points, np.full(len(numbers), float(games))))
    basis = Basis.of(composition)
    model = fit_levels(levels, pairs=0.03, basis=basis)
    logits, _ = model.predict(composition)
    apart = [np.corrcoef(logits[:, n], t)[0, 1] for n, t in ((0, truth + bias), (1, truth))]
    assert min(apart) > 0.93
    # The judge's few games alone say less than both levels together.
    alone = fit_levels(levels[1:], pairs=0.03, basis=basis)
    errors = [
        float(np.sqrt(np.mean((fit.judge.predict(composition)[0] - truth) ** 2)))
        for fit in (model, alone)
    ]
    assert errors[0] < 0.8 * errors[1]
    assert len(model.weights) == len(alone.weights) + bias_terms(basis)


def test_what_a_setup_did_itself_is_taken_out_of_what_is_expected_of_it(composition):
    rng = np.random.default_rng(5)
    some = composition[rng.permutation(len(composition))[:300]]
    truth, basis = planted(some, K=0.5), Basis.of(composition)
    games = np.array([np.full(300, 6.0), np.where(np.arange(300) < 120, 8.0, 0.0)])
    points = rng.binomial(games.astype(int), rate_of(truth)).astype(float)

    def fitted(kept: np.ndarray):
        rows = [kept & (games[n] > 0) for n in (0, 1)]
        played = [LevelGames(some[r], points[n][r], games[n][r]) for n, r in enumerate(rows)]
        return fit_levels(played, pairs=0.1, basis=basis)

    shares = np.divide(points, games, out=np.zeros_like(points), where=games > 0)
    logits, covariance = without_own(*fitted(np.ones(300, bool)).predict(some), shares.T, games.T)
    for one in (7, 119, 250):
        expected, doubt = fitted(np.arange(300) != one).predict(some[[one]])
        assert logits[one] == pytest.approx(expected[0], abs=0.06)
        assert covariance[one] == pytest.approx(doubt[0], rel=0.1, abs=0.005)


# ---- ratings -------------------------------------------------------------------------------------


def test_a_rating_is_the_mean_of_what_was_expected_and_what_was_played():
    beta = Beta.of(np.array([0.5, 0.8]), np.array([0.25 / 11, 0.16 / 21]))
    assert np.allclose(beta.size, [10, 20])
    after = beta.after(np.array([9.0, 0.0]), np.array([10.0, 0.0]))
    assert np.allclose(after.mean, [14 / 20, 0.8])
    low, high = after.interval()
    drawn = np.random.default_rng(7).beta(14, 6, 40_000)
    assert np.allclose([low[0], high[0]], np.quantile(drawn, [0.025, 0.975]), atol=0.01)


def test_an_interval_holds_its_mean_however_skewed():
    rates = np.array([0.001, 0.0077, 0.3, 0.9923, 0.999])
    low, high = Beta(rates, np.full(5, 1.3)).interval()
    assert (low <= rates).all()
    assert (rates <= high).all()
    assert (low < high).all()


def test_games_go_where_a_place_is_uncertain():
    mean = np.concatenate([np.linspace(0.9, 0.6, 40), np.full(960, 0.3)])
    rating = Beta(mean, np.full(1000, 30.0))
    value = gain(rating, (10,))
    assert 7 <= int(np.argmax(value)) <= 12
    assert value[500] < value[30] < value[9]
    played = Beta(mean, np.where(np.arange(1000) == 9, 3000.0, 30.0))
    assert gain(played, (10,))[9] < value[20]


def test_cheap_games_are_worth_what_their_judge_is():
    dispersion = Dispersion(between=0.04, bias=(0.05, 0.0), within=(1.0, 1.0))
    games = np.array([[0, 10, 1_000_000, 10], [0, 0, 0, 7]])
    counted = dispersion.worths(games)
    assert counted[0] == pytest.approx([0, 1 / 0.15, 20, 1 / 0.15], rel=1e-3)
    assert counted[1] == pytest.approx([0, 0, 0, 7])
    doubted = dispersion.worths(games, np.tile([0.05, 0.0], (4, 1)))
    assert doubted[0] == pytest.approx([0, 5, 10, 5], rel=1e-3)
    assert dispersion.most == (20.0, np.inf)
    assert Dispersion.usual(1).bias == (0.0,)
    # For the model, whatever was played: no more than 1 / between.
    assert dispersion.effective(games).sum(axis=0).max() < 25
    assert dispersion.effective(np.full((2, 1), 10**9)).sum() == pytest.approx(25, rel=1e-3)


def test_two_cheap_agents_count_for_no_more_than_the_better_of_them_can():
    dispersion = Dispersion(between=0.04, bias=(0.06, 0.02, 0.0), within=(1.0, 1.0, 1.0))
    both = dispersion.worths(np.array([[10**9], [10**9], [0]]))
    assert both.sum() == pytest.approx(50, rel=1e-3)
    first = dispersion.worths(np.array([[10**9], [0], [0]]))
    assert first.sum() == pytest.approx(1 / 0.06, rel=1e-3)
    mixed = dispersion.worths(np.array([[20], [30], [5]]))[:, 0]
    screened = 1 / (1 / 20 + 0.04)
    together = 1 / (1 / (screened + 30) + 0.02)
    assert mixed.sum() == pytest.approx(together + 5)


@pytest.mark.parametrize("seed", [1, 2])
def test_ratings_for_the_judge_hold_what_their_intervals_say(composition, seed):
    """A cheap agent is biased by composition and by setup; few setups play by the judge."""
    rng, size = np.random.default_rng(seed), len(composition)
    own = planted(composition, K=0.3, charge=0.5, S=-0.3)
    bias = planted(composition, A=0.4, bombard=-0.6)
    unit = rate_of(own) * (1 - rate_of(own))
    odd = rng.normal(0, 1, size) * np.sqrt(0.04 / unit)  # between: 0.04 of m (1 - m)
    error = rng.normal(0, 1, size) * np.sqrt(0.06 / unit)
    rates = rate_of(np.array([own + odd + bias + error, own + odd]))

    def play(level: int, numbers: np.ndarray, pairs: int) -> np.ndarray:
        return rng.binomial(2, np.repeat(rates[level, numbers, None], pairs, axis=1)).astype(float)

    order, book = rng.permutation(size), Book.empty(2, size)
    screened, calibrated = order[:2000], order[:150]
    book.add(0, screened, play(0, screened, 2), drawn=True)
    book.add(1, calibrated, play(1, calibrated, 4), drawn=True)
    basis, dispersion = Basis.of(composition), Dispersion.usual(2)
    for level, width, pairs in ((0, 300, 6), (0, 200, 10), (1, 60, 6)):
        judgement = judge(composition, book, basis, 0.03, dispersion)
        dispersion = judgement.dispersion
        chosen = np.argsort(-gain(judgement.rating, (5, 20, 100)), kind="stable")[:width]
        book.add(level, chosen, play(level, chosen, pairs))
    judgement = judge(composition, book, basis, 0.03, dispersion)
    low, high = judgement.rating.interval()
    held = (low <= rates[1]) & (rates[1] <= high)
    cheap_only = (book.games[0] > 4) & (book.games[1] == 0)
    assert 0.92 <= held.mean() <= 0.985
    assert 0.89 <= held[cheap_only].mean() <= 1.0
    assert 0.02 < judgement.dispersion.between < 0.08
    assert 0.03 < judgement.dispersion.bias[0] < 0.12
    # Taken for the judge's own, the cheap games would be believed too much.
    one = Book.empty(1, size)
    for name in ("games", "points", "squares"):
        setattr(one, name, getattr(book, name).sum(axis=0, keepdims=True))
    naive = judge(composition, one, basis, 0.03, Dispersion.usual(1)).rating.interval()
    believed = (naive[0] <= rates[1]) & (rates[1] <= naive[1])
    assert believed[cheap_only].mean() < held[cheap_only].mean() - 0.1
    top = np.argsort(-judgement.rating.mean)[:20]
    assert abs(judgement.rating.mean[top].mean() - rates[1, top].mean()) < 0.08


# ---- setups that are proposed one after the other ------------------------------------------------


def chance(setup: Setup) -> float:
    """Knights win, and win more with Charge; archers lose."""
    knights, archers, charge = setup.counts[5], setup.counts[3], "charge" in setup.commands
    return 1 / (1 + np.exp(2 - 0.5 * knights * (1 + charge) + 0.5 * archers))


def scored(setup: Setup, games: int, rng: np.random.Generator) -> Score:
    wins = int(rng.binomial(games, chance(setup)))
    return Score(wins, 0, games - wins)


@pytest.fixture(scope="module")
def evidence() -> Evidence:
    generator, rng = Random(5), np.random.default_rng(5)
    setups = [SPACE.random(generator) for _ in range(150)]
    model = Evidence(levels=1)
    model.add(setups)
    for number, setup in enumerate(setups):
        model.note(0, number, scored(setup, 12, rng))
    model.learn()
    return model


def test_those_chosen_are_better_than_those_left(evidence):
    generator = Random(6)
    pool = [SPACE.random(generator) for _ in range(100)]
    chosen = evidence.promising(pool, 20, seed=1)
    assert len(set(chosen)) == len(chosen) == 20
    left = set(range(100)) - set(chosen)
    hopes = [float(np.mean([chance(pool[n]) for n in some])) for some in (chosen, left)]
    assert hopes[0] > hopes[1] + 0.2


def test_choices_follow_from_the_seed_and_differ_between_seeds(evidence):
    pool = [SPACE.random(Random(n)) for n in range(60)]
    assert evidence.promising(pool, 8, seed=1) == evidence.promising(pool, 8, seed=1)
    assert evidence.promising(pool, 8, seed=1) != evidence.promising(pool, 8, seed=2)
    assert sorted(evidence.promising(pool[:3], 10, seed=1)) == [0, 1, 2]
    assert evidence.promising([], 10, seed=1) == []


def test_a_setup_that_is_new_is_expected_by_the_model(evidence):
    before = len(evidence.composition)
    good, bad = "KKKKKKKK:battle-cry,charge", "AAAAAAAA:battle-cry,charge"
    evidence.add([Setup.from_text(good), Setup.from_text(bad)])
    rating = evidence.rating.mean
    assert rating[before] > 0.7
    assert rating[before + 1] < 0.3
    more = Score(0, 0, 40)
    assert evidence.rate(before, 0, more) < 0.3
    assert evidence.rate(before, 0, Score()) == pytest.approx(rating[before])
    assert (genes([Setup.from_text(good)])[0] == evidence.composition[before]).all()


def test_evolution_finds_more_with_a_model_than_chance_does():
    """Both see the same number of noisy games; the best of each is judged by its true chance."""
    evolved, drawn = [], []
    for seed in range(3):
        people, rng = Population(SPACE, size=24, seed=seed), np.random.default_rng(seed)
        for _ in range(6):
            numbers = people.ask()
            people.tell({n: scored(people.candidates[n].setup, 8, rng) for n in numbers})
        evolved.append(chance(people.candidates[people.ranking()[0]].setup))
        lucky = [SPACE.random(Random(1000 * seed + n)) for n in range(6 * 24)]
        drawn.append(max(lucky, key=lambda setup: scored(setup, 8, rng).rate))
    assert np.mean(evolved) > np.mean([chance(setup) for setup in drawn])
    assert min(evolved) > 0.9
