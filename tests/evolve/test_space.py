"""Every setup that a search proposes is legal, maximal and within the user's constraints."""

import random
from concurrent.futures import ThreadPoolExecutor
from random import Random

import msgspec
import pytest
from conquest_opt.engine import Army, Ruleset
from conquest_opt.engine.rules.stats import COMMANDS, LETTERS, TROOPS
from conquest_opt.evolve.proposals import formations
from conquest_opt.evolve.proposals.errors import EvolveError
from conquest_opt.evolve.proposals.operators import Breeding, Individual, drawing_from
from conquest_opt.evolve.proposals.repair import nearest
from conquest_opt.evolve.proposals.space import Space
from conquest_opt.setups import Setup
from conquest_opt.setups.enumerate import Query, enumerate_setups
from conquest_opt.setups.query_text import QueryText
from deap import tools
from hypothesis import given, settings
from hypothesis import strategies as st

prices = st.integers(1, 400)

rulesets = st.builds(
    lambda troops, commands, limits, home_rows: Ruleset().edit(
        *(f"{slug}.cost={cost}" for slug, cost in troops.items()),
        *(f"{slug}.cost={cost}" for slug, cost in commands.items()),
        *(f"limits.{name}={number}" for name, number in limits.items()),
        f"board.home_rows={home_rows}",
    ),
    troops=st.dictionaries(st.sampled_from(TROOPS), prices, max_size=3),
    commands=st.dictionaries(st.sampled_from(COMMANDS), prices, max_size=3),
    limits=st.fixed_dictionaries(
        {},
        optional={
            "points": st.integers(400, 2500),
            "troops": st.integers(1, 16),
            "commands": st.integers(0, 9),
        },
    ),
    home_rows=st.integers(1, 4),
)

queries = st.fixed_dictionaries(
    {},
    optional={
        "require": st.lists(
            st.sampled_from(
                ["C>=2", "S+F<=4", "2*charge+M<K+3", "A=M", "points!=1000", "commands<=2", "H>=1"]
            ),
            max_size=2,
        ),
        "with": st.lists(st.sampled_from(COMMANDS[:4]), max_size=2, unique=True),
        "without": st.lists(st.sampled_from(COMMANDS[4:]), max_size=3, unique=True),
        "troops": st.sampled_from([(1, 6), (4, 9), (3, 3)]),
        "points": st.sampled_from([(1, 5000), (900, 1000)]),
    },
)


def query_of(values: dict) -> Query:
    return msgspec.convert(values, QueryText).read()


def answered(setup: Setup, rules: Ruleset, query: dict) -> bool:
    """Return whether the enumeration, narrowed to this very setup, has it."""
    exact = [f"{letter}={n}" for letter, n in zip(LETTERS, setup.counts, strict=True)]
    exact += [f"{slug}={int(slug in setup.commands)}" for slug in COMMANDS]
    exact_query = query_of(query | {"require": [*query.get("require", []), *exact]})
    return enumerate_setups(rules, exact_query).counts()["maximal"] == 1


@settings(max_examples=60, deadline=None)
@given(rulesets, queries, st.integers(0, 1 << 30), st.booleans())
def test_whatever_is_bred_is_legal_maximal_and_within_constraints(rules, query, seed, drawn):
    space, generator = Space(rules, query_of(query)), Random(seed)
    breeding = Breeding(space, generator, formations=drawn)
    try:
        family = [breeding.newcomer(), breeding.newcomer()]
    except EvolveError as error:
        assert "no maximal setup" in str(error)
        assert nearest(Setup((1,) * 7), rules, space.query, space.room, generator) is None
        return
    for _ in range(6):
        parents = [Individual(setup, generator.random()) for setup in family]
        setup, origin, used = breeding.child(parents)
        assert origin in ("mutation", "crossover")
        assert set(used) <= set(family)
        family.append(setup)
    for setup in family:
        assert setup.is_maximal(rules)
        assert (setup.formation is not None) == drawn
        assert len(setup.army(rules).troops) == sum(setup.counts) >= 1
    assert answered(family[-1], rules, query)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 30), min_size=7, max_size=7), st.sets(st.sampled_from(COMMANDS)))
def test_any_genes_are_repaired(counts, commands):
    setup = Space(Ruleset()).repaired(counts, sorted(commands), Random(1))
    assert setup.is_maximal(Ruleset())


def test_what_belongs_to_a_space_already_is_left_alone():
    for text in ("SSSSKCC:battle-cry,bombard,charge,shield-wall", "CCCCC"):
        setup = Setup.from_text(text)
        assert Space(Ruleset()).repaired(setup.counts, setup.commands, Random(3)) == setup


def test_the_nearest_setup_differs_as_little_as_can_be():
    query = query_of({"require": ["F=1"]})
    wanted = Setup.from_text("SSSSKCC:battle-cry,bombard,charge,shield-wall")
    setup = nearest(wanted, Ruleset(), query, 10, Random(1))
    assert setup is not None
    assert setup.counts[1] == 1
    assert sum(abs(a - b) for a, b in zip(setup.counts, wanted.counts, strict=True)) <= 3
    assert setup == nearest(wanted, Ruleset(), query, 10, Random(1))


@pytest.mark.parametrize(
    ("edits", "query", "says"),
    [
        ([], {"require": ["C>=9"]}, "no maximal setup that answers the constraints"),
        ([], {"require": ["2>3"]}, "no maximal setup that answers the constraints"),
        (["limits.points=10"], {}, "no maximal setup by these rules"),
        (["board.width=2"], {}, "3 rows of 2 columns have no room for a troop"),
    ],
)
def test_an_empty_space_is_told(edits, query, says):
    with pytest.raises(EvolveError, match=says):
        Space(Ruleset().edit(*edits), query_of(query)).random(Random(1))


def test_formations_are_inherited_and_changed_without_losing_anybody():
    rules, generator = Ruleset(), Random(5)
    rows = formations.standing((2, 0, 0, 1, 0, 1, 2), rules)
    counts = (1, 0, 3, 1, 0, 1, 2)
    child = formations.inherited(rows, counts, rules, generator)
    assert Setup(counts, (), child).army(rules)
    kept = set(Army.from_formation(rows).troops) & set(Army.from_formation(child).troops)
    assert len(kept) == 5
    for _ in range(50):
        before, child = child, formations.changed(child, rules, generator)
        assert child != before
        assert Setup(counts, (), child).army(rules)


def test_deap_draws_from_the_generator_alone():
    random.seed(1)
    before = random.getstate()
    choices = []
    for _ in range(2):
        generator = Random(7)
        select = drawing_from(generator, tools.selTournament)
        mate = drawing_from(generator, tools.cxUniform)
        people = [Individual(Setup((n, 0, 0, 0, 0, 0, 1)), n) for n in range(9)]
        chosen = select(people, k=20, tournsize=2)
        mate(chosen[0], chosen[1], indpb=0.5)
        choices.append([list(person) for person in chosen])
    assert choices[0] == choices[1]
    assert random.getstate() == before


def test_the_state_of_random_is_given_back_after_a_fault():
    random.seed(1)
    before, generator = random.getstate(), Random(7)

    def failing(number: int) -> None:
        assert random.random() == Random(7).random()
        raise ValueError(number)

    with pytest.raises(ValueError, match="3"):
        drawing_from(generator, failing)(3)
    assert random.getstate() == before
    assert generator.getstate() != Random(7).getstate()


def test_searches_in_several_threads_draw_from_their_own_generators():
    def drawn(seed: int) -> list[float]:
        draw = drawing_from(Random(seed), lambda: [random.random() for _ in range(50)])
        return [number for _ in range(40) for number in draw()]

    before = random.getstate()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(drawn, range(8)))
    alone = [Random(seed) for seed in range(8)]
    assert together == [[generator.random() for _ in range(2000)] for generator in alone]
    assert random.getstate() == before


def test_individuals_survive_pickling():
    import pickle

    one = Individual(Setup.from_text("SSC:charge"), 0.7)
    again = pickle.loads(pickle.dumps(one))
    assert (list(again), again.setup, again.fitness.values) == (list(one), one.setup, (0.7,))
