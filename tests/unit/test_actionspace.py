"""Sizes of action spaces, and duels between them."""

import math
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from conquest_opt.arena.action_space.duels import Hall, Side, duels
from conquest_opt.arena.action_space.sizes import (
    PHASES,
    Surveyor,
    mean_of_games,
    sizes_dict,
    spaces,
)
from conquest_opt.engine import ActionSpace, Game, Ruleset
from conquest_opt.engine.kernels.packing import pack_rules
from conquest_opt.engine.kernels.turns import TurnCounter

from tests.positions import position

SMALL = [
    ("Sk3=100", "Fk5=300", (0, 0), ("-", "-")),
    ("Fk3=300,Aa1=100", "Kk5=300", (75, 0), ("battle-cry,shield-wall", "-")),
    ("Hb1=100", "Sa2=100,Sc2=100", (200, 0), ("regenerate,bombard", "-")),
    ("Ka1=200", "Fb2=300", (75, 0), ("charge", "-")),
    ("Fa1=300,Sb1=100", "Fc3=300", (300, 0), ("winds-of-fate,stoicism,vigilance", "-")),
]


@cache
def counter() -> TurnCounter:
    return TurnCounter()


def small(number: int, actions: ActionSpace) -> Game:
    first, second, points, commands = SMALL[number]
    # A board in miniature, on which even moves in all orders can be counted plainly.
    edits = ("scout.movement=2", "foot-soldier.movement=2", "knight.movement=2")
    return position(first, second, points=points, commands=commands, actions=actions, edits=edits)


def plain_count(game: Game, ends: set[str]) -> int:
    """Count the ways to play the turn one by one."""
    turn, found = game.to_dict()["turn"], 0
    for action in game.legal_actions():
        after = Game.from_position(game.position, actions=game.rules.actions).apply(action)
        if after.outcome or after.to_dict()["turn"] != turn:
            turn_player, rest = after.position.split()[:2], after.position.split()[4:]
            ends.add(" ".join(turn_player + rest))  # without phase and selection
            found += 1
        else:
            found += plain_count(after, ends)
    return found


@pytest.mark.parametrize("space", ["none", "trim", "command_window"])
@pytest.mark.parametrize("number", [0, 2])
def test_counts_are_those_of_plain_counting(number: int, space: str):
    game, ends = small(number, spaces()[space]), set[str]()
    found = counter().count(pack_rules(game.rules), game.state)
    assert found is not None
    assert found.sequences == plain_count(game, ends)
    assert found.ends == len(ends)


@pytest.mark.parametrize("space", list(spaces()))
@pytest.mark.parametrize("number", range(len(SMALL)))
def test_probes_estimate_what_is_counted(number: int, space: str):
    game = small(number, spaces()[space])
    rules = pack_rules(game.rules)
    found = counter().count(rules, game.state)
    guess = counter().probe(rules, game.state, seed=7, probes=4000)
    assert found is not None
    assert guess.error < 0.2 * found.sequences
    assert abs(guess.sequences - found.sequences) <= 4 * guess.error + 1e-9 * found.sequences


def test_a_turn_of_too_many_ways_is_not_counted():
    game = small(1, ActionSpace.full())
    assert TurnCounter(edges=50).count(pack_rules(game.rules), game.state) is None


def test_one_move_a_turn_and_command_windows_lose_no_end():
    for number in range(4):  # not the last: what Winds of Fate gives depends on the moment
        ends = {}
        for off, space in spaces().items():
            game = small(number, space)
            found = counter().count(pack_rules(game.rules), game.state)
            assert found is not None
            ends[off] = found.ends
        assert ends["none"] == ends["single_move"] == ends["command_window"]
        assert ends["none"] <= ends["trim"]


@cache
def sizes():
    rules = Ruleset().edit("max_turns=30")
    return Surveyor(rules, ["Default", "Rush"], "greedy", 3).measure(8)


def test_spaces_are_measured_in_the_same_positions():
    found = sizes()
    assert found.games == 2
    for off, phases in found.branching.items():
        for phase, branching in phases.items():
            least = found.branching["none"][phase]
            assert branching.positions == least.positions
            assert branching.mean >= least.mean
            assert branching.median <= branching.largest, (off, phase)
    assert set(found.branching["none"]) <= set(PHASES)
    moved = [found.branching[off]["moved"].mean for off in ("none", "single_move")]
    assert moved[1] > moved[0]  # in Movement still, with the points that are left


def test_every_reduction_reduces_the_sequences():
    found = sizes()
    assert found.growth["none"][0] == 0
    assert all(found.growth[off][0] >= 0 for off in spaces())
    logs = [found.sequences[off].log10 for off in ("none", "single_move", "all")]
    assert all(a < b for a, b in pairwise(logs))
    told = sizes_dict(found)["single_move"]
    assert told["sequences"]["positions"] == 8
    low, high = told["growth_log10_ci95"]
    assert low <= told["growth_log10"] <= high


def test_the_interval_counts_games_not_positions():
    mean, interval = mean_of_games([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    assert mean == 2
    assert interval.high - mean == pytest.approx(1.96 / math.sqrt(3), rel=1e-3)
    assert math.isinf(mean_of_games([[1.0, 2.0]])[1].low)


def test_duels_differ_in_one_thing_each():
    found = {duel.off: duel for duel in duels("fpu:advances=100")}
    assert list(found) == ["single_move", "trim", "command_window", "all", "merge", "late"]
    for off in ("single_move", "trim"):
        a, b = found[off].a, found[off].b
        assert b == Side(a.agent, replace(a.actions, **{off: False}))
    assert found["merge"].a.agent == "fpu:advances=100,merge=true"
    assert found["late"].b.agent == "full-turn:advances=100,late=false"
    assert {duel.off for duel in duels("greedy")} >= {"single_move", "all"}


def test_duels_give_the_same_games_for_any_number_of_threads():
    rules = Ruleset().edit("max_turns=24")
    found = {duel.off: duel for duel in duels("fpu:advances=40")}
    for off in ("all", "late"):
        one, two = (Hall(rules, ["Rush"], 5, n).play(found[off], 4) for n in (1, 2))
        assert one == two
        assert one.score.games == 4
        assert 0 < one.turns <= 24
        assert min(one.decisions) >= 1
