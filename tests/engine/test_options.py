"""Sampling from masks and listing actions see the same actions in the same order."""

import random

import numpy as np
from conquest_opt.engine import ActionSpace, Game, Ruleset
from conquest_opt.engine.kernels import entry
from conquest_opt.engine.kernels.actions import MAX_ACTIONS
from conquest_opt.engine.kernels.compiled import jit
from conquest_opt.engine.kernels.layout import STATE, new_scratch
from conquest_opt.engine.kernels.options import find_options, list_options, nth_option
from conquest_opt.engine.kernels.packing import pack_rules, start_state
from conquest_opt.engine.kernels.playout import random_action
from conquest_opt.setups import army, catalogue


@jit
def both(rules, state, scratch, listed, picked):
    """List the actions, and pick each by its number."""
    count = find_options(rules, state, scratch)
    listed_count = list_options(scratch, listed)
    for n in range(count):
        picked[n] = nth_option(scratch, np.uint64(n))
    return count, listed_count


@jit
def sample(rules, state, scratch, counts, draws):
    """Count which action random play draws, by its place in the list."""
    listed = np.zeros(1024, np.uint32)
    find_options(rules, state, scratch)
    count = list_options(scratch, listed)
    for _ in range(draws):
        action = random_action(rules, state, scratch)
        for i in range(count):
            if np.uint64(listed[i]) == action:
                counts[i] += 1
    return count


def test_the_nth_option_is_the_nth_of_the_list():
    scratch, draw = new_scratch(), random.Random(3)
    listed, picked = np.zeros((2, MAX_ACTIONS), np.uint32)
    names = list(catalogue())
    for space in (ActionSpace.full(), ActionSpace.thesis()):
        rules = Ruleset(actions=space).edit("economy.income=200")
        for i in range(6):
            game = Game.new(army(draw.choice(names)), army(draw.choice(names)), rules=rules, seed=i)
            for _ in range(120):
                count, listed_count = both(pack_rules(rules), game.state, scratch, listed, picked)
                assert count == listed_count
                assert (listed[:count] == picked[:count]).all()
                assert len(set(listed[:count].tolist())) == count
                if game.winner is not None:
                    break
                game.apply(draw.choice(game.legal_actions()))


def test_random_actions_are_uniform():
    rules = Ruleset(actions=ActionSpace.full()).edit("economy.start=500")
    game = Game.new(army("Default"), army("Rush"), rules=rules).apply("select p3")
    counts, scratch = np.zeros(MAX_ACTIONS, np.int64), new_scratch()
    draws = 400_000
    count = sample(pack_rules(rules), game.state, scratch, counts, draws)
    counts = counts[:count]
    assert counts.sum() == draws
    expected = draws / count
    chi_squared = ((counts - expected) ** 2 / expected).sum()
    assert chi_squared < count + 5 * (2 * count) ** 0.5


def test_random_games_are_the_same_for_the_same_seed_in_any_order_and_number():
    rules = pack_rules(Ruleset())
    start = start_state((army("Default"), army("WindsOfStab")), Ruleset(), 1, [])
    together, alone = np.zeros((2, 12), STATE)
    entry.random_games(rules, start, together, seed=7)
    for i in reversed(range(12)):
        entry.random_games(rules, start, alone[i : i + 1], seed=7, first=i)
    assert together.tobytes() == alone.tobytes()
    assert len({state.tobytes() for state in together}) == 12


def test_threads_play_the_same_games():
    from concurrent.futures import ThreadPoolExecutor

    rules = pack_rules(Ruleset())
    start = start_state((army("Rush"), army("Venom")), Ruleset(), 1, [])

    def block(first: int) -> bytes:
        states = np.zeros(50, STATE)
        entry.random_games(rules, start, states, seed=3, first=first)
        return states.tobytes()

    blocks = range(0, 200, 50)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(block, blocks)) == [block(first) for first in blocks]


def test_a_known_game_never_changes():
    """The same seed gives the same game on every machine."""
    states = np.zeros(200, STATE)
    start = start_state((army("Default"), army("Default")), Ruleset(), 1, [])
    actions = entry.random_games(pack_rules(Ruleset()), start, states, seed=1)
    winners = np.bincount(states["winner"], minlength=3)[:3]
    assert (actions, winners.tolist(), int(states["turn"].sum())) == KNOWN_GAMES


KNOWN_GAMES = (268385, [75, 67, 58], 83166)


def test_any_64_bit_seed_is_taken_without_recompiling():
    start = start_state((army("C"), army("S")), Ruleset(), 1, [])
    states = np.zeros(1, STATE)
    for seed in (0, 2**63, 2**64 - 1, -1):
        entry.random_games(pack_rules(Ruleset()), start, states, seed=seed, turns=2)
    assert len(entry._random_games.signatures) == 1
