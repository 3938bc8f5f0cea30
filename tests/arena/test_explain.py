"""Explanations: variants, counts of events, courses, and a reason that was planted."""

import math
from collections import Counter
from typing import Any

import numpy as np
import pytest
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.arena.explain.battle import Battle
from conquest_opt.arena.explain.course import (
    course_values,
    courses,
    decisive_turns,
    example_games,
)
from conquest_opt.arena.explain.game_rows import Row, Rows, record_of, rows_of
from conquest_opt.arena.explain.parts import variant_name
from conquest_opt.arena.explain.settings import ExplainSettings
from conquest_opt.arena.explain.task import ExplainTask
from conquest_opt.arena.explain.valuing import values_of
from conquest_opt.arena.explain.variants import Variants
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.result_board import ResultBoard
from conquest_opt.arena.play.schedule import Schedule
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.arena.run.runner import run_task
from conquest_opt.arena.stats.interaction import Interaction
from conquest_opt.arena.stats.score import Score
from conquest_opt.arena.stats.simultaneous import simultaneous
from conquest_opt.engine.rules.army import Army
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.engine.rules.stats import COMMANDS, LETTERS, TROOPS

RULES = Ruleset()
EMPTY = (None, None, None, None, None, 0, 0, False, False)


def variants(setup: str, *edits: str) -> Variants:
    return Variants(Entrant.of(setup, "greedy"), RULES.edit(*edits))


# ---- variants ------------------------------------------------------------------------------------


def test_a_component_is_taken_out_and_the_others_stay_where_they_stand():
    armies = {one.taken: one.army for one in variants("Championeer").outs}
    whole = Entrant.of("Championeer", "greedy").army(RULES)
    assert set(armies) == {
        *[("S",), ("C",), ("battle-cry",), ("regenerate",), ("charge",), ("shield-wall",)]
    }
    assert set(armies["C",].troops) < set(whole.troops)
    assert len(armies["C",].troops) == len(whole.troops) - 1
    [gone] = set(whole.troops) - set(armies["C",].troops)
    outermost = max(abs(t.column - 9.5) for t in whole.troops if t.letter == "C")
    assert (gone.letter, abs(gone.column - 9.5)) == ("C", outermost)
    assert armies["charge",].troops == whole.troops
    assert armies["charge",].commands == ("battle-cry", "regenerate", "shield-wall")


def test_a_swap_spends_what_it_frees():
    variation = variants("Championeer")
    cost = {one: RULES.troops[TROOPS[LETTERS.index(one)]].cost for one in LETTERS}
    cost |= {slug: stats.cost for slug, stats in RULES.commands.items()}
    assert "S" not in variation.swaps  # nothing else costs 25
    for component, several in variation.swaps.items():
        for one in several:
            assert one.taken == (component,)
            assert component not in one.put_in
            assert sum(cost[c] for c in one.put_in) == cost[component]
            one.army.check(RULES)
    champions = [one.put_in for one in variation.swaps["C"]]
    assert ("K", "K") in champions
    assert ("A", "M") in champions


def test_what_is_put_in_takes_the_square_that_was_left_and_room_beside_it():
    whole = Entrant.of("Championeer", "greedy").army(RULES)
    swap = next(one for one in variants("Championeer").swaps["C"] if one.put_in == ("K", "K"))
    [gone] = set(whole.troops) - set(swap.army.troops)
    knights = [t for t in swap.army.troops if t.letter == "K"]
    assert (gone.row, gone.column) in {(t.row, t.column) for t in knights}
    places = {(t.row, t.column) for t in swap.army.troops}
    assert len(places) == len(swap.army.troops) == 6
    assert not any((t.row, t.column + 1) in places for t in knights)


def test_a_setup_that_is_not_maximal_is_swapped_at_its_own_cost():
    cheap = variants("K:charge")
    assert {one.put_in for one in cheap.swaps["K"]} >= {("A",), ("M",)}
    assert all("C" not in one.put_in for several in cheap.swaps.values() for one in several)
    assert [one.taken for one in cheap.outs] == [("charge",)]  # the last troop stays
    assert cheap.pairs == []


def test_two_of_a_kind_and_of_two_kinds_are_pairs():
    pairs = [one.taken for one in variants("SSC:charge").pairs]
    assert pairs == [("S", "S"), ("S", "C"), ("S", "charge"), ("C", "charge")]


@pytest.mark.parametrize(
    ("taken", "put_in", "name"),
    [
        (("C",), (), "third champion"),
        (("A",), (), "archer"),
        (("charge",), (), "Charge"),
        (("C", "C"), (), "two champions"),
        (("C", "charge"), (), "third champion and Charge"),
        (("C",), ("K", "K"), "third champion for two knights"),
        (("charge",), ("S", "chastise"), "Charge for a scout and Chastise"),
    ],
)
def test_variants_have_names(taken: tuple, put_in: tuple, name: str):
    assert variant_name(taken, put_in, {"C": 3, "A": 1, "charge": 1}) == name


# ---- statistics ----------------------------------------------------------------------------------


def score(wins: int, losses: int) -> Score:
    """Return a score whose pairs all ended 2:0, 1:1 or 0:2."""
    even = (wins + losses) % 4 // 2
    return Score(wins, 0, losses, (losses // 2, 0, even, 0, wins // 2))


def test_losses_that_add_up_in_elo_do_not_interact():
    # odds of 4, 1 and 1: without both 1/4
    alone = Interaction(
        base=score(800, 200), one=score(500, 500), other=score(500, 500), both=score(200, 800)
    )
    assert alone.elo == pytest.approx(0, abs=2)
    assert alone.expected == pytest.approx(0.2, abs=0.002)
    assert alone.interval().holds(0)
    more = Interaction(
        base=score(800, 200), one=score(760, 240), other=score(760, 240), both=score(200, 800)
    )
    assert more.interval().high < 0
    assert more.elo == pytest.approx(400 * math.log10((1 / 4) * 4 / (760 / 240) ** 2), abs=3)


def test_a_score_of_nothing_leaves_one_side_of_an_interaction_open():
    low, high = Interaction(
        base=score(80, 20), one=score(40, 60), other=score(40, 60), both=score(0, 100)
    ).interval()
    assert low == -math.inf
    assert high < math.inf


def test_simultaneous_intervals_hold_together_and_cost_little_for_questions_that_are_alike():
    missed = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        shared = rng.exponential(size=(60, 1))
        rows = shared + 0.3 * rng.normal(size=(60, 30))
        band = simultaneous(rows, 0.95, seed)
        missed += not ((band.lows <= 1) & (band.highs >= 1)).all()
    assert missed <= 0.1 * 300  # of skewed figures a little more than 5 %
    one = np.random.default_rng(1).exponential(size=(60, 1))
    alike = simultaneous(np.repeat(one, 30, axis=1), 0.95, 1)
    single = simultaneous(one, 0.95, 1)
    assert alike.reach == pytest.approx(single.reach)


def test_a_question_in_which_no_unit_differs_has_no_interval():
    band = simultaneous(np.column_stack([np.ones(30), np.arange(30.0)]), 0.95, 1)
    assert band.interval(0) == (-math.inf, math.inf)
    assert band.interval(1)[0] > 0


# ---- what happens --------------------------------------------------------------------------------


def rows(*actions: dict[str, Any]) -> list[Row]:
    """Return events of a game: of one without a figure it is empty."""
    names = Row._fields
    blank: dict[str, Any] = dict(zip(names[5:], EMPTY, strict=True)) | {"game": 0, "turn": 1}
    every: list[Any] = [blank | {"action": n} | one for n, one in enumerate(actions, start=1)]
    return [Row(**one) for one in every]


def attack(player: str, square: str, target: str, dealt: int, received: int, **more) -> dict:
    blow = {"kind": "attack", "player": player, "square": square, "target_square": target}
    return blow | {"damage_dealt": dealt, "damage_received": received} | more


def command(player: str, slug: str, target: str, **more) -> dict:
    return {"kind": "command", "player": player, "command": slug, "target_square": target} | more


def end(player: str) -> dict:
    return {"kind": "end", "player": player}


def followed(first: str, second: str, *actions: dict):
    """Return the counts of a game between one troop in the middle of each front row, k3 and j18."""
    armies = [Army.from_formation([" " * 9 + letter]) for letter in (first, second)]
    return Battle(armies, RULES).follow(rows(*actions))


def brought(counts, slug: str) -> int:
    return int(counts.brought[COMMANDS.index(slug)])


def test_battle_cry_brings_damage_beyond_the_troops_own_and_what_its_health_took():
    first, second = followed(
        *("K", "C"),
        command("first", "battle-cry", "k3"),
        attack("first", "k3", "j18", 500, 0, kill=True),
    )
    assert brought(first, "battle-cry") == 200
    first, second = followed(
        *("K", "C"),
        command("second", "battle-cry", "j18"),
        attack("first", "k3", "j18", 300, 300, death=True),
    )
    assert brought(second, "battle-cry") == 200  # of the 300; its blow killed with its own damage
    assert (second.kills[6], first.lost[5]) == (1, 1)


def test_extra_health_is_gone_when_its_owners_turn_begins():
    _, second = followed(
        *("K", "C"),
        command("second", "stoicism", "j18"),
        end("first"),
        attack("first", "k3", "j18", 300, 300, death=True),
    )
    assert brought(second, "stoicism") == 0


def test_regenerate_brings_the_health_that_came_back():
    _, second = followed(
        *("K", "C"),
        attack("first", "k3", "j18", 300, 200),
        command("second", "regenerate", "j18"),
    )
    assert brought(second, "regenerate") == 300


def test_shield_wall_and_vigilance_bring_what_did_not_come():
    _, second = followed(
        *("K", "C"), command("second", "shield-wall", "j18"), attack("first", "k3", "j18", 100, 0)
    )
    assert brought(second, "shield-wall") == 200
    _, second = followed(
        *("K", "K"),
        command("second", "vigilance", "j18"),
        attack("first", "k3", "j18", 0, 300, death=True),
    )
    # 300 did not come, and without it the blow would not have come: the attack kills first
    assert brought(second, "vigilance") == 600
    _, second = followed("K", "K", attack("first", "k3", "j18", 300, 0, kill=True))
    assert brought(second, "vigilance") == 0


def test_charge_and_bombard_bring_their_damage():
    first, second = followed(
        *("K", "C"),
        command("first", "charge", "k3"),
        {"kind": "move", "player": "first", "square": "k3", "target_square": "k17"},
        attack("first", "k17", "j18", 300, 0),
        command("first", "bombard", "j18", damage_dealt=100),
    )
    assert (brought(first, "charge"), brought(first, "bombard")) == (300, 100)
    assert first.dealt.sum() == 300
    assert second.taken[6] == 400
    assert first.first[5] == 1


@pytest.fixture(scope="module")
def recorded() -> tuple[Rows, ResultBoard]:
    """Games with every command, by an agent that uses them at random."""
    setups = "SSAMKC:battle-cry,stoicism,regenerate,bombard", "FFHKC:charge,vigilance,shield-wall"
    entrants = tuple(Entrant.of(setup, "weighted-random") for setup in setups)
    rules = RULES.edit("max_turns=120", "board.height=8", "economy.income=75")
    schedule = Schedule(entrants=entrants, matchups=((0, 1),), pairs=10, rules=rules, seed=3)
    taken: Rows = {}
    evaluator = Evaluator(Threads(1), rules)
    board = evaluator.play_schedule(schedule, on_results=lambda some: taken.update(rows_of(some)))
    return taken, board


def test_a_battle_agrees_with_the_game_played_again(recorded):
    taken, board = recorded
    used = Counter()
    for game in range(20):
        record = record_of(taken[game], game, board)
        battle = Battle(record.armies or (), record.rules)
        counts = battle.follow(taken[game])
        plain = recount(record)
        for side in (0, 1):
            assert counts[side].taken.sum() == plain["lost health", side], game
            assert counts[side].lost.tolist() == plain["dead", side], game
            extra = (
                sum(brought(counts[side], slug) for slug in ("battle-cry", "stoicism"))
                - plain["more damage", side]
            )
            assert extra == plain["extra health", side], game
            assert brought(counts[side], "regenerate") == plain["healed", side], game
            used.update(dict(zip(COMMANDS, counts[side].used.tolist(), strict=True)))
        assert record.replay().outcome == record.outcome
    assert all(used[slug] for slug in ("battle-cry", "stoicism", "regenerate", "bombard"))


def recount(record: Any) -> Any:
    """Return what the positions of a game say, action by action, and nothing of its events."""
    counts: Any = Counter()
    state = record.start().state.copy()
    dead = [np.zeros(len(TROOPS)), np.zeros(len(TROOPS))]
    for action, game in record.steps():
        after, verb = game.state.copy(), action.partition(" ")[0]
        for troop in range(32):
            side = troop // 16
            health, boost = (
                int(state[n][troop]) - int(after[n][troop]) for n in ("health", "boost")
            )
            if verb in ("attack", "bombard"):
                counts["lost health", side] += health + boost
                counts["extra health", side] += boost
            if verb == "regenerate":
                counts["healed", side] -= health
            if int(state.alive) >> troop & 1 and not int(after.alive) >> troop & 1:
                dead[side][int(state.kind[troop])] += 1
        if verb == "attack":
            _more_damage(counts, record.rules, state, after)
        state = after
    for side in (0, 1):
        counts["dead", side] = dead[side].tolist()
    return counts


def _more_damage(counts: Any, rules: Ruleset, before, after) -> None:
    """Add damage of an exchange beyond that of the striker's type."""
    attacker = int(before.selected)
    lost = [
        int(before.health[t]) + int(before.boost[t]) - int(after.health[t]) - int(after.boost[t])
        for t in range(32)
    ]
    [defender] = [t for t in range(32) if t // 16 != attacker // 16 and lost[t]] or [None]
    if defender is None:  # it died before it could strike
        return
    damages = [stats.damage for stats in rules.troops.values()]
    for striker, struck in ((attacker, defender), (defender, attacker)):
        more = lost[struck] - damages[int(before.kind[striker])]
        counts["more damage", striker // 16] += max(more, 0)


# ---- when it is decided --------------------------------------------------------------------------


def test_values_are_those_of_the_positions_after_each_turn_and_end_with_the_result(recorded):
    taken, board = recorded
    agent = AgentSpec.parse("strategist:advances=60")
    games = range(4)
    valued = {game: values_of(record_of(taken[game], game, board), agent) for game in games}
    for game in games:
        assert len(valued[game]) == int(board.turns[game]) + 1
        assert valued[game][-1] == {0: 1.0, 1: -1.0, 2: 0.0}[int(board.winner[game])]
        assert all(-1 <= value <= 1 for value in valued[game])
    held = courses(valued)
    points = board.scores()[:4]
    assert (held.values[:, -1] == 2 * points - 1).all()  # of A, whichever side it plays


def test_the_decisive_turn_has_the_largest_swing_towards_the_result():
    values = np.array([[0, 0.1, -0.6, 0.2, 1], [0, 0.5, -0.1, -0.9, -1], [0, 0.2, -0.7, 0, 0]])
    assert decisive_turns(values).tolist() == [3, 3, 2]


def test_it_is_decided_from_the_turn_after_which_the_mean_stays_beyond_chance():
    rng = np.random.default_rng(1)
    values = rng.normal(0, 0.2, (60, 31))
    values[:, 12:] += 0.8
    values[:, 30] = 1
    course = course_values(values, np.full(60, 30), 1)
    assert course.ahead_from == 12
    low, _ = course.points[12].corrected
    assert low is not None
    assert low > 0
    assert course.points[-1].corrected == (None, None)  # all won: no game differs


def test_examples_are_a_usual_game_a_sharp_one_and_an_exception():
    course = np.linspace(0, 1, 11)
    sharp = np.r_[np.zeros(5), np.ones(6)]
    values = np.array([course, course * 0.9 + 0.1 * (course == 1), sharp, -course])
    roles = example_games(values, np.array([1.0, 1, 1, 0]), 0.75)
    assert [role for role, _ in roles] == ["typical", "sharpest", "exception"]
    assert [game for _, game in roles][1:] == [2, 3]
    assert roles[0][1] in (0, 1)


# ---- all of it -----------------------------------------------------------------------------------


def explain(a: str, b: str, *edits: str, **sizes: Any) -> Any:
    agent = "greedy"
    settings = ExplainSettings(agent=agent, **sizes)
    task = ExplainTask(
        settings=settings, a=Entrant.of(a, agent), b=Entrant.of(b, agent), edits=edits, seed=7
    )
    return run_task(task, Threads(2)).values


@pytest.mark.slow
def test_a_planted_reason_is_found():
    # Bombard kills any troop at once and costs nothing to use: it alone wins.
    edits = "bombard.damage=2000", "bombard.cooldown=1", "economy.income=200", "max_turns=80"
    sizes = {"games": 80, "part_games": 60, "screen_games": 4, "pairs": 1}
    explanation = explain("FFFF:bombard,charge", "KKK:charge", *edits, **sizes)
    texts = [claim["text"] for claim in explanation.json(None)["sentences"]]
    assert texts[0].startswith("A beats B")
    assert texts[1].startswith("A wins by its Bombard: without it the score falls from ")
    bombard = next(part for part in explanation.parts if part.taken == ("bombard",))
    assert bombard.corrected[1] < -0.3
    charge = next(part for part in explanation.parts if part.taken == ("charge",))
    assert charge.change > bombard.change
    [used] = [one for one in explanation.happenings.a.commands if one.command == "bombard"]
    assert used.kills.value > 1
    assert explanation.course is None  # greedy has no values of turns


def test_setups_that_cannot_be_varied_are_explained_all_the_same():
    explanation = explain("K", "K", "max_turns=60", "board.height=8", games=8, part_games=4)
    assert {part.kind for part in explanation.parts} == {"swap"}
    assert explanation.labels == ("A", "B")
