"""Schedules: every game follows from its index; pairs swap sides; values survive JSON."""

import json
import pickle
from itertools import combinations

import pytest
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.errors import ArenaError
from conquest_opt.arena.play.schedule import (
    Schedule,
    agents_on_setups,
    gauntlet,
    pairs_for,
    round_robin,
)
from conquest_opt.arena.run.task import read_form, stored_form
from conquest_opt.arena.tournament.task import TournamentTask
from conquest_opt.engine import Army, Ruleset
from conquest_opt.setups import army, catalogue
from hypothesis import given
from hypothesis import strategies as st

from tests.arenas import small


@given(st.integers(2, 6), st.integers(1, 5), st.integers(0, (1 << 64) - 1))
def test_everybody_meets_everybody_equally_often_on_both_sides(count: int, pairs: int, seed: int):
    entrants = tuple(Entrant.of("C" * (n + 1), "random") for n in range(count))
    schedule = Schedule(
        entrants=entrants, matchups=round_robin(count), pairs=pairs, rules=Ruleset(), seed=seed
    )
    games = [schedule.fixture(game) for game in range(len(schedule))]
    assert [game.game for game in games] == list(range(len(schedule)))
    sides = [(game.first, game.second) for game in games]
    assert all(sides.count((a, b)) == pairs for a in range(count) for b in range(count) if a != b)
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert (first.first, first.second) == (second.second, second.first)
        assert (first.pair, first.matchup, first.seed) == (
            second.pair,
            second.matchup,
            second.seed,
        )
    assert len({game.agent_seed for game in games}) == len(games)
    assert len({game.seed for game in games}) == len(games) // 2


@given(st.integers(2, 60))
def test_a_round_robin_counts_its_matchups_as_they_would_be_listed(count: int):
    listed = tuple(combinations(range(count), 2))
    assert tuple(round_robin(count)) == listed
    assert (len(round_robin(count)), round_robin(count)[-1]) == (len(listed), listed[-1])
    assert round_robin(count)[1:7:2] == listed[1:7:2]
    with pytest.raises(IndexError):
        round_robin(count)[len(listed)]


def test_half_a_run_has_games_of_every_matchup_and_is_how_a_shorter_run_goes():
    long, short = small(pairs=4), small(pairs=2)
    half = [long.fixture(game) for game in range(len(short))]
    assert half == [short.fixture(game) for game in range(len(short))]
    assert {game.matchup for game in half} == {0, 1, 2}
    assert small(seed=2).fixture(0).agent_seed != long.fixture(0).agent_seed


def test_a_gauntlet_is_one_against_the_others():
    assert gauntlet(4, 2) == ((2, 0), (2, 1), (2, 3))


def test_agents_meet_on_each_setup_both_sides_fielding_it():
    agents = ["random", "fpu", "mcts"]
    entrants, matchups = agents_on_setups(agents, ["Default", "Rush"])
    met = [(entrants[a], entrants[b]) for a, b in matchups]
    assert all(a.setup == b.setup for a, b in met)
    assert [(a.name, a.agent, b.agent) for a, b in met] == [
        (setup, *two)
        for setup in ("Default", "Rush")
        for two in (("random", "fpu"), ("random", "mcts"), ("fpu", "mcts"))
    ]
    _, few = agents_on_setups(agents, ["Default"], reference="fpu")
    assert few == ((1, 0), (1, 2))


def test_a_schedule_survives_json_and_pickle():
    schedule = small(rules=Ruleset().edit("champion.cost=225", "obstacles=12"))
    task = TournamentTask(
        entrants=schedule.entrants, games=6, edits=schedule.rules.edits, seed=schedule.seed
    )
    assert task.schedule == schedule
    assert read_form(TournamentTask, json.loads(json.dumps(stored_form(task)))) == task
    assert pickle.loads(pickle.dumps(schedule)) == schedule


@pytest.mark.parametrize("name", catalogue())
def test_a_named_entrant_fields_the_published_army(name: str):
    entrant = Entrant.of(name.upper(), "fpu:k=0.50")
    assert (entrant.name, entrant.agent, entrant.label) == (name, "fpu", name)
    assert entrant.army(Ruleset()) == army(name)


def test_other_entrants_stand_as_given_or_as_derived(tmp_path):
    derived = Entrant.of("css: charge", "random")
    assert (derived.setup, derived.name, derived.formation) == ("SSC:charge", None, None)
    assert derived.army(Ruleset()) == army("SSC:charge")
    file = tmp_path / "mine.json"
    file.write_text('{"formation": ["  C", "S S"], "commands": ["charge"]}')
    drawn = Entrant.of(str(file), "random")
    assert (drawn.label, drawn.setup) == ("mine", "SSC:charge")
    assert drawn.army(Ruleset()) == Army.from_formation(["  C", "S S"], ["charge"])


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: small(pairs=0), "at least one pair"),
        (lambda: small(matchups=()), "two entrants at least"),
        (lambda: small(matchups=((0, 3),)), "no entrant 3; there are 3"),
        (lambda: small(common=2), "a divisor of the 3 matchups, not to 2"),
        (lambda: small(seed=-1), "a seed is a whole number from 0"),
        (lambda: small(pairs=1 << 31), "games are too many"),
        (lambda: round_robin(1), "two entrants at least, not 1"),
        (lambda: gauntlet(1), "two entrants at least, not 1"),
        (lambda: pairs_for(0), "at least one game"),
    ],
)
def test_what_cannot_be_is_refused(make, says: str):
    with pytest.raises(ArenaError, match=says):
        make()


def test_odd_numbers_of_games_are_rounded_up():
    assert [pairs_for(games) for games in (1, 2, 3, 50)] == [1, 1, 2, 25]


def test_a_long_file_name_is_cut_where_it_becomes_a_label(tmp_path):
    file = tmp_path / f"{'x' * 200}.json"
    file.write_text('{"troops": "SSC"}')
    assert Entrant.of(str(file), "random").label == "x" * 60
