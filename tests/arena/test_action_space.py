"""Sizes of action spaces, and duels between them."""

import math
import threading
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import duckdb
import pytest
from conquest_opt.arena.action_space.duel_player import DuelPlayer
from conquest_opt.arena.action_space.duels import DuelSide, Strength, duels, strength_of
from conquest_opt.arena.action_space.settings import ActionSpaceSettings
from conquest_opt.arena.action_space.sizes import SpaceSize, mean_of_games, space_sizes
from conquest_opt.arena.action_space.spaces import PHASES, spaces
from conquest_opt.arena.action_space.survey import Surveyor
from conquest_opt.arena.action_space.task import ActionSpaceTask
from conquest_opt.arena.kinds import KINDS
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.errors import ArenaError, Interrupted
from conquest_opt.arena.play.threads import Threads, work_on_threads
from conquest_opt.arena.run.report import build_page
from conquest_opt.arena.run.runner import run_task, stored_task
from conquest_opt.engine import ActionSpace, Game, Ruleset
from conquest_opt.engine.kernels.packing import pack_rules
from conquest_opt.engine.kernels.turns import TurnCounter
from conquest_opt.results import Store

from tests.arenas import StopAfter
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
    turn, count = game.to_dict()["turn"], 0
    for action in game.legal_actions():
        after = Game.from_position(game.position, actions=game.rules.actions).apply(action)
        if after.outcome or after.to_dict()["turn"] != turn:
            turn_player, rest = after.position.split()[:2], after.position.split()[4:]
            ends.add(" ".join(turn_player + rest))  # without phase and selection
            count += 1
        else:
            count += plain_count(after, ends)
    return count


@pytest.mark.slow
@pytest.mark.parametrize("space", ["none", "trim", "command_window"])
@pytest.mark.parametrize("number", [0, 2])
def test_counts_are_those_of_plain_counting(number: int, space: str):
    game, ends = small(number, spaces()[space]), set[str]()
    count = counter().count(pack_rules(game.rules), game.state)
    assert count is not None
    assert count.sequences == plain_count(game, ends)
    assert count.ends == len(ends)


@pytest.mark.parametrize("space", list(spaces()))
@pytest.mark.parametrize("number", range(len(SMALL)))
def test_probes_estimate_what_is_counted(number: int, space: str):
    game = small(number, spaces()[space])
    rules = pack_rules(game.rules)
    count = counter().count(rules, game.state)
    guess = counter().probe(rules, game.state, seed=7, probes=4000)
    assert count is not None
    assert guess.error < 0.2 * count.sequences
    assert abs(guess.sequences - count.sequences) <= 4 * guess.error + 1e-9 * count.sequences


def test_a_turn_of_too_many_ways_is_not_counted():
    game = small(1, ActionSpace.full())
    assert TurnCounter(edges=50).count(pack_rules(game.rules), game.state) is None


def test_one_move_a_turn_and_command_windows_lose_no_end():
    for number in range(4):  # not the last: what Winds of Fate gives depends on the moment
        ends = {}
        for off, space in spaces().items():
            game = small(number, space)
            count = counter().count(pack_rules(game.rules), game.state)
            assert count is not None
            ends[off] = count.ends
        assert ends["none"] == ends["single_move"] == ends["command_window"]
        assert ends["none"] <= ends["trim"]


@cache
def sizes() -> dict[str, SpaceSize]:
    rules = Ruleset().edit("max_turns=30")
    entrants = [Entrant.of(setup, "greedy") for setup in ("Default", "Rush")]
    surveyor = Surveyor(rules, entrants, 3)
    return space_sizes([surveyor.play(game) for game in range(2)])


def test_spaces_are_measured_in_the_same_positions():
    by_space = sizes()
    for off, size in by_space.items():
        for phase, branching in size.branching.items():
            least = by_space["none"].branching[phase]
            assert branching.positions == least.positions
            assert branching.mean >= least.mean
            assert branching.median <= branching.largest, (off, phase)
    assert set(by_space["none"].branching) <= set(PHASES)
    moved = [by_space[off].branching["moved"].mean for off in ("none", "single_move")]
    assert moved[1] > moved[0]  # in Movement still, with the points that are left


def test_every_reduction_reduces_the_sequences():
    by_space = sizes()
    assert by_space["none"].growth_log10 == 0
    assert all(by_space[off].growth_log10 >= 0 for off in spaces())
    logs = [by_space[off].sequences.log10 for off in ("none", "single_move", "all")]
    assert all(a < b for a, b in pairwise(logs))
    single = by_space["single_move"]
    assert single.sequences.positions == 8
    assert single.growth_log10_ci95
    low, high = single.growth_log10_ci95
    assert low <= single.growth_log10 <= high


def test_the_interval_counts_games_not_positions():
    mean, interval = mean_of_games([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    assert mean == 2
    assert interval.high - mean == pytest.approx(1.96 / math.sqrt(3), rel=1e-3)
    assert math.isinf(mean_of_games([[1.0, 2.0]])[1].low)


def test_duels_differ_in_one_thing_each():
    pairings = {duel.off: duel for duel in duels("fpu:advances=100")}
    assert list(pairings) == ["single_move", "trim", "command_window", "all", "merge", "late"]
    for off in ("single_move", "trim"):
        a, b = pairings[off].a, pairings[off].b
        assert b == DuelSide(a.agent, replace(a.actions, **{off: False}))
    assert pairings["merge"].a.agent == "fpu:advances=100,merge=true"
    assert pairings["late"].b.agent == "full-turn:advances=100,late=false"
    assert {duel.off for duel in duels("greedy")} >= {"single_move", "all"}


def test_duels_give_the_same_games_for_any_number_of_threads():
    rules = Ruleset().edit("max_turns=24")
    pairings = [duel for duel in duels("fpu:advances=40") if duel.off in ("all", "late")]
    entrants = [Entrant.of("Rush", "fpu:advances=40")]

    def strengths(threads: int) -> list[Strength]:
        working = work_on_threads(
            lambda: DuelPlayer(rules, entrants, 5, pairings, 4),
            range(8),
            threads,
            threading.Event(),
        )
        games = sorted((game for some in working for game in some), key=lambda game: game.number)
        return [strength_of(duel, games[4 * n : 4 * n + 4]) for n, duel in enumerate(pairings)]

    one, two = strengths(1), strengths(2)
    assert one == two
    for strength in one:
        assert strength.total.games == 4
        assert 0 < strength.turns_mean <= 24
        assert min(strength.decisions_a_turn) >= 1


SETTINGS = ActionSpaceSettings(agent="fpu:advances=40", games=3, positions=6)
TABLES = ("games", "options", "turns", "duels")


def stored_rows(store: Store, run: str) -> list[list[dict]]:
    """Return all rows of a run."""
    query = "SELECT * EXCLUDE (run) FROM action_space_{} WHERE run = ? ORDER BY ALL"
    return [store.query(query.format(table), [run]).to_pylist() for table in TABLES]


@pytest.mark.slow
def test_a_stopped_measurement_plays_only_what_is_missing(tmp_path: Path):
    store = Store(tmp_path / "a.duckdb")
    task = ActionSpaceTask.of(["Rush"], SETTINGS, edits=("max_turns=24",), seed=4)
    whole = run_task(task, Threads(2), store=store)
    assert whole.games == 2 + 6 * 4  # 6 positions are 2 games, 3 games are 2 pairs
    stored, runs = None, []
    for limit in (1, 6, 99):
        progress = StopAfter(limit)
        with suppress(Interrupted):
            runs.append(
                run_task(
                    task, Threads(1), store=store, resumed=stored, progress=progress,
                    stop=progress.stop,
                )
            )  # fmt: skip
        assert progress.before == (stored.games if stored else 0)
        stored = stored_task(store, "latest", KINDS, "actionspace")
        assert stored.task == task
    assert [run.games for run in runs] == [whole.games]
    assert runs[0].values == whole.values
    assert whole.run
    assert runs[0].run
    assert runs[0].run != whole.run
    assert stored_rows(store, runs[0].run) == stored_rows(store, whole.run)
    assert all(stored_rows(store, whole.run))
    page = build_page(store, whole.run, KINDS)
    assert [section.title for section in page.sections] == [
        "Reductions", "Sequences a turn", "Strength", "What the setups are made of",
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("table", ["games", "duels"])
def test_stored_games_of_another_program_are_refused(tmp_path: Path, table: str):
    store = Store(tmp_path / "a.duckdb")
    task = ActionSpaceTask.of(["Rush"], SETTINGS, edits=("max_turns=24",), seed=4)
    run_task(task, Threads(2), store=store)
    with duckdb.connect(store.path) as connection:
        connection.execute(f"UPDATE action_space_{table} SET seed = 1 WHERE game = 1")
    stored = stored_task(store, "latest", KINDS)
    with pytest.raises(ArenaError, match="has other games than this program would play"):
        run_task(stored.task, Threads(2), store=store, resumed=stored)
