"""The search itself: fields, races, ask and tell, and a counter that has to be found."""

import pickle
from random import Random
from typing import Any

import msgspec
import pytest
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.context import RunContext
from conquest_opt.arena.run.evaluator import Evaluator, stage_schedule
from conquest_opt.arena.run.task import read_form, stored_form
from conquest_opt.arena.stats.score import Score
from conquest_opt.engine import Ruleset
from conquest_opt.evolve.counter.result import CounterResult, CounterValues
from conquest_opt.evolve.counter.settings import CounterSettings
from conquest_opt.evolve.counter.task import CounterSearch, CounterTask
from conquest_opt.evolve.proposals.errors import EvolveError
from conquest_opt.evolve.proposals.field import Field
from conquest_opt.evolve.proposals.population import Population
from conquest_opt.evolve.proposals.racing import Race
from conquest_opt.evolve.proposals.space import Space
from conquest_opt.setups import Setup, catalogue
from conquest_opt.setups.query_text import QueryText


def points(wins: int, losses: int) -> Score:
    return Score(wins, 0, losses)


def test_pairs_are_dealt_by_weight():
    field = Field.of([("Rush", 3), ("Venom", 1), ("CC", 4)], "random")
    assert field.deal(8, 0.5) == [0, 0, 0, 1, 2, 2, 2, 2]
    assert field.deal(1, 0.0) == [0]
    assert field.deal(1, 0.99) == [2]
    counts = [field.deal(5, Random(n).random()).count(0) for n in range(50)]
    assert set(counts) == {1, 2}
    assert msgspec.convert(msgspec.to_builtins(field), Field) == field
    assert field.label == "Rush (38 %), Venom (12 %), CC (50 %)"
    assert {e.agent for e in field.played_by("greedy").opponents} == {"greedy"}


def test_weights_are_above_nought():
    for weight in (0, -1, float("nan"), float("inf")):
        with pytest.raises(EvolveError, match="a weight is above 0"):
            Field.of([("Rush", weight)], "random")


def test_a_race_spends_its_games_on_the_leaders():
    race = Race(pairs=2, rounds=4)
    assert race.sizes(16) == [(16, 2), (8, 2), (4, 4), (2, 8)]
    assert race.sizes(3) == [(3, 2), (1, 2)]
    spent = []

    def play(runners, pairs, number):
        spent.append((len(runners), pairs))
        wins = [round(2 * pairs * n / 15) for n in runners]
        return [points(won, 2 * pairs - won) for won in wins]

    scored = race.run(range(16), play, lambda _, score: score.rate)
    assert spent == race.sizes(16)
    assert sum(score.games for score in scored.values()) == race.games(16)
    assert list(scored)[:2] == [15, 14]
    assert [scored[n].games for n in (0, 14, 15)] == [4, 32, 32]


def test_all_candidates_of_a_stage_have_the_same_luck():
    field = Field.of([("Rush", 1), ("Venom", 1)], "random")
    candidates = Field.of([("C", 1), ("CC", 1), ("CCC", 1)], "random").opponents
    schedule = stage_schedule(candidates, field.opponents, Ruleset(), 7)
    fixtures = [schedule.fixture(game) for game in range(len(schedule))]
    met = {(f.seed, f.agent_seed, min(f.first, f.second), max(f.first, f.second)) for f in fixtures}
    assert len(schedule) == len(met) == 12
    by_candidate = [
        {(seed, agent, other) for seed, agent, one, other in met if one == candidate}
        for candidate in range(3)
    ]
    assert by_candidate[0] == by_candidate[1] == by_candidate[2]
    assert len({seed for seed, _, _ in by_candidate[0]}) == 2
    assert pickle.loads(pickle.dumps(schedule)) == schedule


def population(**values: Any) -> Population:
    given: dict[str, Any] = {"size": 16, "seed": 3} | values
    return Population(Space(Ruleset()), **given)


def test_asking_depends_on_the_seed_and_what_was_told():
    one, two, three = population(), population(), population(seed=4)
    for _ in range(4):
        proposals = [p.ask() for p in (one, two, three)]
        for p, numbers in zip((one, two, three), proposals, strict=True):
            p.tell({n: points(p.candidates[n].setup.counts[6], 5) for n in numbers})
    setups = [[c.setup for c in p.candidates] for p in (one, two, three)]
    assert setups[0] == setups[1] != setups[2]
    assert len(set(setups[0])) == len(setups[0])
    origins = {c.origin for c in one.candidates}
    assert origins == {"random", "mutation", "crossover"}
    children = [c for c in one.candidates if c.parents]
    assert all(parent < c.number for c in children for parent in c.parents)


def test_the_best_play_again_and_luck_fades():
    people = population()
    numbers = people.ask()
    people.tell({n: points(6, 0) if n == 3 else points(2, 4) for n in numbers})
    assert people.fitness(3) < 0.8
    again = people.ask()
    assert 3 in again
    assert len(again) == 16
    people.tell({n: points(0, 20) if n == 3 else points(3, 3) for n in again})
    assert people.ranking()[0] != 3


def test_named_setups_are_among_the_first_if_they_belong_to_the_space():
    seeds = [named.setup for named in catalogue().values()]
    people = population(seeds=seeds)
    people.ask()
    named = [c for c in people.candidates if c.origin == "seed"]
    assert len(named) == 8
    assert all(c.setup.is_maximal(Ruleset()) and c.setup.formation is None for c in named)
    with_formations = population(seeds=seeds, formations=True)
    with_formations.ask()
    assert all(c.setup.formation for c in with_formations.candidates)


def test_a_space_of_few_setups_is_enough():
    few = Space(Ruleset(), QueryText(require=("C=5",)).read())
    people = Population(few, size=8, seed=1)
    for _ in range(2):
        numbers = people.ask()
        people.tell({n: points(1, 1) for n in numbers})
    assert [str(c.setup) for c in people.candidates] == ["CCCCC"]


def test_a_strong_counter_is_found():
    """Mages are made to beat everybody, and dear: few setups of the first generation have one."""
    edits = "mage.cost=400", "mage.health=3000", "mage.damage=3000", "max_turns=100"
    settings = CounterSettings(
        population=12, generations=3, games=2, shortlist=4, shortlist_games=4, best=2,
        check_games=20, race_games=24, agent="greedy", screen_agent="weighted-random",
        catalogue=False,
    )  # fmt: skip
    target = Field.of([("SSSSFFFFC:battle-cry,stoicism,charge", 1)], "greedy")
    task = CounterTask(settings=settings, field=target, edits=edits, seed=2)
    rules = task.rules
    search = CounterSearch(task, RunContext(evaluator=Evaluator(Threads(2), rules)))
    best, other = search.run()
    first = [c.setup.counts[4] for c in search.population.candidates if c.generation == 0]
    assert sum(first) / len(first) <= 0.5
    assert best.setup.counts[4] >= 1
    assert best.score.interval().low > 0.5
    assert best.score.rate >= other.score.rate
    assert best.score.games == 20
    assert best.points == best.setup.cost(rules)
    assert best.values().beats
    assert read_form(CounterTask, stored_form(task)) == task
    assert Setup(best.setup.counts, (), best.formation).army(rules)


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"population": 3}, "population= must be at least 4, not 3"),
        ({"generations": 0}, "generations= must be at least 1"),
        ({"check_games": 0}, "check_games= must be at least 2"),
        ({"agent": "gredy"}, "did you mean greedy"),
    ],
)
def test_settings_that_cannot_be_are_refused(values, says):
    with pytest.raises(ValueError, match=says):
        CounterSettings(**values)


@pytest.mark.parametrize(
    ("intervals", "says"),
    [
        (
            [(0.50, 0.338, 0.662), (0.338, 0.2, 0.5)],
            "None was shown to beat IAmWarrior, played by greedy on held-out seeds; the best "
            "reached 50.0 % [33.8, 66.2]: CCC.",
        ),
        (
            [(0.7, 0.6, 0.8), (0.5, 0.4, 0.6)],
            "1 setup of 2 was shown to beat IAmWarrior, played by greedy on held-out seeds; the "
            "best scored 70.0 % [60.0, 80.0].",
        ),
    ],
)
def test_what_beats_the_target_is_what_was_shown_to(intervals: list, says: str):
    counters = [
        CounterValues(
            setup="CCC",
            score=score,
            ci95=(low, high),
            games=40,
            points=600,
            wins=20,
            draws=0,
            losses=20,
            formation=("CCC",),
            opponents={"IAmWarrior": score},
            search_score=0.9,
            search_games=8,
        )
        for score, low, high in intervals
    ]
    values = CounterResult(
        target="IAmWarrior", check_agent="greedy", counters=tuple(counters), edits=()
    )
    assert values.headline() == says
