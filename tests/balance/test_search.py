"""Balance's pure parts: free numbers, operators, fronts, targets, objectives, settings."""

from itertools import product
from pathlib import Path

import msgspec
import numpy as np
import pytest
from conquest_opt.agents.spec.spec import called
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.player import DRAW, FIRST, SECOND
from conquest_opt.arena.play.result_board import ResultBoard
from conquest_opt.arena.play.schedule import Schedule, round_robin
from conquest_opt.arena.run.task import read_form, stored_form
from conquest_opt.balance.measures.boards import merged
from conquest_opt.balance.measures.measured import Measured
from conquest_opt.balance.rules.fielding import FieldedSetup, diverse, fielded
from conquest_opt.balance.search.candidates import proposed, whatif_command
from conquest_opt.balance.search.front import (
    crowding,
    dominated,
    front_of,
    hypervolume,
    stability,
    thinned,
)
from conquest_opt.balance.search.goals import DEFAULT
from conquest_opt.balance.search.objectives import assess, box, costs
from conquest_opt.balance.search.operators import algorithm, moved, nudge, rank_again
from conquest_opt.balance.search.result import BalanceResult, PointValues
from conquest_opt.balance.search.settings import BalanceSettings
from conquest_opt.balance.search.space import RuleSpace
from conquest_opt.balance.search.target import Target, read_target
from conquest_opt.balance.search.task import BalanceTask
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.results.page.axes import Scale
from conquest_opt.results.page.blocks import Section
from conquest_opt.results.page.grids import Column, Grid
from conquest_opt.results.page.page import Page
from conquest_opt.results.page.scatters import Dot, front_plot
from conquest_opt.results.page.terminal import terminal_text
from conquest_opt.setups import Setup

STANDARD = Ruleset()


# ---- free numbers --------------------------------------------------------------------------------


def test_free_numbers_have_limits_and_steps_about_the_origin():
    space = RuleSpace.of(STANDARD, ["*.cost", "champion.*", "archer.range=2..8:2"])
    names = [number.name for number in space.numbers]
    assert len(names) == len(set(names)) == 16 + 4 + 1
    champion = space.numbers[names.index("champion.cost")]
    assert champion.values == tuple(range(100, 401, 25))
    assert (champion.at(0), champion.at(1), champion.at(-4)) == (200, 225, 100)
    archer = space.numbers[names.index("archer.range")]
    assert archer.values == (2, 4, 6, 8)
    scout = space.numbers[names.index("scout.cost")]
    assert scout.values == (25, 50, 75)  # two steps at least
    small = STANDARD.edit("board.width=6", "board.height=6", "board.home_rows=2")
    assert RuleSpace.of(small, ["*.cost"]).rules == small  # archers reach beyond, as they did


def test_a_planted_number_may_go_back_to_where_it_is_by_the_standard_rules():
    planted = STANDARD.edit("champion.cost=60", "mage.range=12")
    space = RuleSpace.of(planted, ["champion.cost", "mage.range"])
    mage, champion = space.numbers
    assert champion.values[:4] == (25, 50, 60, 75)  # the origin is no multiple of the step
    assert 200 in champion.values
    assert 4 in mage.values


def test_genes_are_edits_and_words():
    space = RuleSpace.of(STANDARD, ["champion.cost", "charge.cooldown"])
    assert space.edits((1, -1)) == ["champion.cost=225", "charge.cooldown=4"]
    assert space.words((1, 0)) == ["Champion costs 225 instead of 200"]
    assert space.rules_of((0, 0)) == STANDARD
    assert space.sizes((1, -1)) == [0.125, 0.2]
    assert whatif_command(space, (1, 0)) == "conquest-opt whatif --set champion.cost=225"
    planted = RuleSpace.of(STANDARD.edit("champion.cost=50"), ["champion.cost"])
    told = "conquest-opt whatif --base champion.cost=50 --set champion.cost=75"
    assert whatif_command(planted, (1,)) == told


@pytest.mark.parametrize(
    ("patterns", "says"),
    [
        ([], "which rules may change"),
        (["champoin.cost"], "names no number of the rules"),
        (["*.cost=25"], "limits are LOW..HIGH"),
        (["*.cost=400..25"], "limits go upwards"),
        (["*.cost=25..400:0"], "limits go upwards"),
        (["champion.cost=210..220:25"], "leaves champion.cost no multiple of 25"),
        (["champion.cost=200..200"], "widen the limits"),
    ],
)
def test_patterns_that_free_nothing_are_refused(patterns, says):
    with pytest.raises(ValueError, match=says):
        RuleSpace.of(STANDARD, patterns)


# ---- operators -----------------------------------------------------------------------------------


def test_genes_stay_within_limits_and_one_changes_at_a_time():
    generator = np.random.default_rng(1)
    lows, highs = np.array([-2, 0, -1, 0]), np.array([3, 5, 0, 0])
    for _ in range(500):
        genes = generator.integers(lows, highs + 1)
        before = genes.copy()
        nudge(genes, lows, highs, generator)
        assert np.all((lows <= genes) & (genes <= highs))
        assert np.count_nonzero(genes != before) <= 1
        gene = int(generator.integers(-3, 4))
        assert -3 <= moved(gene, -3, 3, generator) <= 3
        assert moved(gene, -3, 3, generator) != gene


def searched(seed: int, rounds: int = 25) -> list[np.ndarray]:
    """Return what NSGA-II proposes where two genes matter and edits count against a candidate."""
    made = algorithm(np.full(12, -3), np.full(12, 5), objectives=2, population=12, seed=seed)
    asked = []
    for _ in range(rounds):
        some = made.ask()
        asked.append(some.get("X").copy())
        for one in some:
            off = abs(one.X[3] - 2) + abs(one.X[7] + 1)
            one.F, one.G = np.array([off, np.count_nonzero(one.X)], float), np.array([-1.0])
        made.tell(infills=some)
    best = {tuple(one.X) for one in made.opt}
    wanted = [0] * 12
    wanted[3], wanted[7] = 2, -1
    assert {(0,) * 12, tuple(wanted)} <= best
    return asked


def test_the_algorithm_begins_at_the_origin_finds_few_edits_and_reads_no_global_state():
    state = np.random.get_state(legacy=False)["state"]["key"].copy()
    first, again, other = searched(5), searched(5), searched(6)
    assert not first[0][0].any()
    assert np.count_nonzero(first[0][1:], axis=1).max() <= 3
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert not np.array_equal(first[0], other[0])
    assert np.array_equal(np.random.get_state(legacy=False)["state"]["key"], state)


def test_the_first_generation_leaves_no_number_out():
    made = algorithm(np.full(16, -2), np.full(16, 9), objectives=2, population=30, seed=3)
    genes = made.ask().get("X")
    assert np.all((genes >= -2) & (genes <= 9))
    assert np.any(genes > 0, axis=0).all()
    assert np.any(genes < 0, axis=0).sum() >= 12
    one_way = algorithm(np.array([0, -3]), np.array([4, 0]), objectives=2, population=9, seed=1)
    genes = one_way.ask().get("X")
    assert genes[:, 0].min() == genes[:, 1].max() == 0
    assert genes[:, 0].max() > 0 > genes[:, 1].min()


def test_a_space_of_three_rules_is_soon_exhausted_and_goes_on():
    made = algorithm(np.array([-1]), np.array([1]), objectives=2, population=8, seed=1)
    some = made.ask()
    assert sorted(int(one.X[0]) for one in some) == [-1, 0, 1]
    for one in some:
        infeasible = one.X[0] == 1
        one.F = np.full(2, 1e6) if infeasible else np.array([1.0 + one.X[0], abs(one.X[0])])
        one.G = np.array([1.0 if infeasible else -1.0])
    made.tell(infills=some)
    assert sorted(int(one.X[0]) for one in made.opt) == [-1, 0]
    assert made.ask() is None
    rank_again(made)
    assert made.ask() is None
    assert len(made.pop) == 3


# ---- fronts --------------------------------------------------------------------------------------


def test_fronts_against_a_plain_oracle():
    generator = np.random.default_rng(2)
    for _ in range(50):
        values = generator.integers(0, 4, (12, 3)).astype(float)
        plain = [
            any(
                all(b <= a for a, b in zip(row, other, strict=True)) and tuple(other) != tuple(row)
                for other in values
            )
            for row in values
        ]
        assert dominated(values).tolist() == plain
        assert front_of(values) == [n for n, beaten in enumerate(plain) if not beaten]


def test_crowding_and_thinning_keep_the_ends_and_the_origin():
    values = np.array([[0, 10], [1, 8], [1.1, 7.9], [5, 5], [10, 0]], float)
    near = crowding(values)
    assert near[0] is None
    assert near[4] is None
    assert near[2] == pytest.approx((5 - 1) / 10 + (8 - 5) / 10)
    assert thinned(values, 3) == [0, 3, 4]
    assert 1 in thinned(values, 3, kept=[1])
    assert thinned(values, 9) == [0, 1, 2, 3, 4]


def test_hypervolume_against_counting():
    values = np.array([[0.2, 0.7, 0.5], [0.6, 0.1, 0.5], [0.9, 0.9, 0.9]])
    grid = (np.array(list(product(range(20), repeat=3))) + 0.5) / 20
    counted = np.mean([np.any(np.all(values <= cell, axis=1)) for cell in grid])
    found = hypervolume(values, np.zeros(3), np.ones(3))
    assert found == pytest.approx(counted, abs=0.01)
    assert hypervolume(10 * values - 5, np.full(3, -5.0), np.full(3, 5.0)) == pytest.approx(found)


def test_stability_tells_firm_points_from_doubtful_ones():
    values = np.array([[0.0, 1.0], [1.0, 0.0], [0.55, 0.55], [2.0, 2.0]])
    errors = np.array([[0.1, 0.0], [0.1, 0.0], [0.5, 0.0], [0.1, 0.0]])
    found = stability(values, errors, np.random.default_rng(1))
    assert found[0] > 0.8
    assert found[3] == 0
    assert 0.3 < found[2] < 0.99


# ---- targets -------------------------------------------------------------------------------------


def test_targets_are_read_from_any_file(tmp_path: Path):
    files = {
        "a.csv": "a,b,score\nRush, Venom, 0.6\nVenom,Default,40 %\n",
        "a.toml": '[[matchup]]\na = "rush"\nb = "Venom"\nscore = 0.6\n'
        '[[matchup]]\na = "Venom"\nb = "Default"\nscore = 0.4\n',
        "a.json": '[{"a": "Rush", "b": "Venom", "score": 0.6},'
        ' {"a": "Venom", "b": "Default", "score": "40%"}]',
    }
    read = []
    for name, text in files.items():
        (tmp_path / name).write_text(text)
        read.append(read_target(tmp_path / name))
    assert read[0] == read[1] == read[2]
    assert read[0].setups == ["Rush", "Venom", "Default"]
    assert Target.of(msgspec.to_builtins(read[0].wanted)) == read[0]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.txt", "", "a target is a .csv, .toml or .json file"),
        ("a.csv", "a,b\nRush,Venom\n", "a match-up has a, b and score"),
        ("a.csv", "a,b,score\n", "names no match-up"),
        ("a.csv", "a,b,score\nRsh,Venom,0.5\n", "a.csv, 1: unknown setup 'Rsh'; did you mean Rush"),
        ("a.csv", "a,b,score\nRush,Venom,60\n", "a score is from 0 to 1, or per cent"),
        ("a.csv", "a,b,score\nRush,rush,0.5\n", "against itself"),
        ("a.csv", "a,b,score\nRush,Venom,0.5\nVenom,Rush,0.5\n", "is there twice"),
        ("a.toml", "=", "cannot be read"),
        ("a.json", "{}", "a target is a list of match-ups"),
    ],
)
def test_mistakes_in_targets_are_told(tmp_path: Path, name, text, says):
    (tmp_path / name).write_text(text)
    with pytest.raises(ValueError, match=says.replace("(", r"\(")):
        read_target(tmp_path / name)
    with pytest.raises(ValueError, match="No such file"):
        read_target(tmp_path / "none.csv")


# ---- objectives ----------------------------------------------------------------------------------


def played(
    rates: dict[tuple[int, int], float], count: int, pairs: int, seed: int = 1
) -> ResultBoard:
    """Return a board on which each match-up ends as often for its first as is said."""
    entrants = tuple(Entrant.of(name, "random") for name in diverse(STANDARD, count))
    board = ResultBoard(
        Schedule(entrants=entrants, matchups=round_robin(count), pairs=pairs, rules=STANDARD)
    )
    generator = np.random.default_rng(seed)
    for game in range(len(board.winner)):
        fixture = board.schedule.fixture(game)
        a, b = board.schedule.matchups[fixture.matchup]
        won = generator.random() < rates.get((a, b), 0.5)
        board.winner[game] = FIRST if won == (fixture.first == a) else SECOND
        board.turns[game] = 50
    return board


def test_even_match_ups_are_even_and_a_circle_is_diverse():
    even = assess(played({}, 4, 200), [])
    assert even["unevenness"].value < 0.06
    assert even["exploitability"].value < 0.06
    assert even["first-player"].value < 0.05
    assert (even["change"].value, even["edits"].value) == (0, 0)
    circle = assess(played({(0, 1): 0.9, (1, 2): 0.9, (0, 2): 0.1}, 3, 60), [0.125, 0.5])
    assert circle["unevenness"].value == pytest.approx(0.4, abs=0.05)
    assert circle["diversity"].value > 2.5
    assert circle["change"].value == 2.625
    ladder = assess(played({(0, 1): 0.95, (1, 2): 0.95, (0, 2): 0.95}, 3, 60), [])
    assert ladder["diversity"].value == pytest.approx(1.0, abs=0.1)
    assert ladder["exploitability"].value > 0.2
    assert ladder["use"].value < circle["use"].value
    names = ("unevenness", "diversity", "change")
    assert costs(circle, names)[1] == -circle["diversity"].value
    ideal, worst = box(names, 3)
    assert np.all(ideal < costs(circle, names))
    assert np.all(costs(circle, names) < worst)


def test_few_games_do_not_make_even_match_ups_look_uneven():
    found = [assess(played({}, 6, 2, seed), [])["unevenness"].value for seed in range(10)]
    plain = [
        float(
            np.sqrt(
                np.mean((played({}, 6, 2, s).scores().reshape(2, -1, 2).mean((0, 2)) - 0.5) ** 2)
            )
        )
        for s in range(10)
    ]
    assert np.mean(plain) > 0.23
    assert np.mean(found) < 0.12


def test_drawn_boards_and_wanted_lengths_and_targets():
    board = played({(0, 1): 1.0}, 3, 40)
    target = Target.of([{"a": "FakeBombard", "b": "Default", "score": 0.0}])
    found = assess(board, [], length=80, target=target)
    assert found["length"].value == 30
    assert found["target"].value == 0.0
    other = Target.of([{"a": "Default", "b": "FakeBombard", "score": 0.5}])
    assert assess(board, [], target=other)["target"].value == pytest.approx(0.5, abs=0.01)
    board.winner[:] = DRAW
    assert assess(board, [])["diversity"].value == pytest.approx(3.0)


def test_boards_of_the_same_match_ups_add_up():
    one, other = played({(0, 1): 0.9}, 3, 3, seed=1), played({(0, 1): 0.9}, 3, 2, seed=2)
    both = merged([one, other])
    assert both.played == one.played + other.played
    for mine, a, b in zip(both.tallies(), one.tallies(), other.tallies(), strict=True):
        assert mine.score == a.score + b.score


# ---- setups --------------------------------------------------------------------------------------


def test_setups_are_fitted_to_rules_and_no_two_are_the_same():
    names = diverse(STANDARD, 8)
    assert names[0] == "Default"
    assert len(set(names)) == 8
    entrants = [Entrant.of(name, "random") for name in names]
    dear = STANDARD.edit("champion.cost=400", "scout.cost=75", "battle-cry.cost=150")
    players = fielded(entrants, dear, 1)
    for player in players:
        assert not Setup.from_text(player.entrant.setup).faults(dear)
    assert {player.fate for player in players} >= {"repaired"}
    assert all(player.change for player in players if player.fate != "kept")
    twice = fielded([entrants[0], entrants[0]], STANDARD, 1)
    assert twice[1].fate == "replaced"
    assert "plays instead" in twice[1].change
    assert len({player.entrant.setup for player in twice}) == 2


def test_rules_that_make_no_game_are_candidates_that_say_why():
    space = RuleSpace.of(STANDARD, ["*.cost=25..2000:25"])
    players = [FieldedSetup(entrant=Entrant.of(name, "random")) for name in ("Default", "Rush")]
    dear = tuple(number.high for number in space.numbers)
    made = proposed(3, dear, 1, space, players)
    assert made.rules is None
    assert "no setup is legal" in made.reason


def test_rivals_that_rules_price_out_do_not_play_on_as_cripples():
    cheap = STANDARD.edit("champion.cost=50")
    space = RuleSpace.of(cheap, ["champion.cost"])
    rival = Entrant(setup="AAMKKCCCCC:battle-cry,charge,chastise,vigilance", agent="random")
    table = [FieldedSetup(entrant=Entrant.of(n, "random")) for n in ("Default", "Rush", "Venom")]
    table.append(FieldedSetup(entrant=rival, fate="adapted"))
    costs_of = {number.at(gene): gene for number in space.numbers for gene in range(7)}
    playing = {
        cost: proposed(1, (gene,), 1, space, table).setups for cost, gene in costs_of.items()
    }
    assert [one.fate for one in playing[75]][3] == "repaired"
    assert len(playing[200]) == 3
    few = proposed(1, (costs_of[200],), 1, space, table[1:]).setups
    assert len(few) == 3  # so few that it plays as it is repaired


# ---- what is said --------------------------------------------------------------------------------


def point(candidate: int, change: float, uneven: tuple, diverse: tuple, held=True) -> PointValues:
    """Return edits as they were measured: value and interval of each objective."""
    figures = {"unevenness": uneven, "diversity": diverse, "change": (change, change, change)}
    return PointValues(
        candidate=candidate,
        edits=("champion.cost=225",) if change else (),
        words=("Champion costs 225 instead of 200",) if change else (),
        objectives={name: Measured(*figure).values() for name, figure in figures.items()},
        stability=0.5,
        whatif="conquest-opt whatif --set champion.cost=225",
        setups=(),
        held=held,
    )


def said(*points: PointValues) -> str:
    """Return the headline of a search that ended with these points."""
    result = BalanceResult(
        objectives=DEFAULT,
        judge="greedy",
        points=points,
        hypervolume=0.2,
        games_a_point=40,
    )
    assert "fresh" not in terminal_text(result.summary(), 80)
    return result.headline()


ORIGIN = point(0, 0, (0.20, 0.15, 0.25), (3.0, 2.0, 4.0))


def test_edits_are_called_better_only_beyond_the_intervals():
    luck = point(1, 1.1, (0.16, 0.11, 0.21), (3.9, 3.0, 5.0))
    assert said(ORIGIN, luck) == (
        "No edits were shown better than the rules as they are in unevenness or diversity: "
        "no 95 % interval lies beyond theirs. Number 1 measured better in diversity: to show a "
        "difference of that size, it and the rules as they are would need about 198 games of "
        "greedy each, in place of 40."
    )
    even = point(2, 1.2, (0.05, 0.01, 0.10), (1.5, 1.1, 1.9))
    shown = said(ORIGIN, luck, even)
    assert "do not overlap (each by itself): number 2 in unevenness." in shown
    assert "Shown worse: number 2 in diversity." in shown
    assert shown.endswith("Not shown better in any of these: number 1.")
    rich = point(3, 1.3, (0.19, 0.14, 0.24), (5.5, 4.5, 6.5))
    shown = said(ORIGIN, even, rich)
    assert "number 1 in unevenness; number 2 in diversity." in shown
    assert "Not shown better" not in shown


def test_a_front_without_edits_says_so():
    fell = point(1, 1.1, (0.3, 0.2, 0.4), (2.0, 1.0, 3.0), held=False)
    assert said(ORIGIN, fell).startswith("No edits measured better than the rules as they are")


# ---- the page ------------------------------------------------------------------------------------


def test_points_of_a_figure_and_rows_of_a_table_are_linked():
    dots = [
        Dot(
            number=n,
            label=f"edit {n}",
            x=(0.1 * n, 0.0, 0.5),
            y=(n, n - 1, n + 1),
            hint=f"hint {n}",
            marked=n == 0,
        )
        for n in range(3)
    ]
    drawn = front_plot(
        "front",
        "A front",
        dots,
        [(0.2, 2.0)],
        Scale("x", percent=True),
        Scale("y"),
    )
    rows = [(n, f"rules {n}") for n in range(3)]
    columns = [Column("point", "#", "count"), Column("words", "Rules")]
    grid = Grid("front", "Points", columns, rows, links=[0, 1, 2])
    html = Page("t", "a", [Section("s", [drawn, grid])]).html()
    for n in range(3):
        assert f'id="front-point-{n}"><title>hint {n}</title>' in html
        assert f'<tr data-point="{n}">' in html
    assert html.count('<input type="search"') == 1
    with pytest.raises(ValueError, match="3 rows, but 1 links"):
        Grid("front", "Points", columns, rows, links=[0])


# ---- settings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"population": 2}, "population must be at least 4"),
        ({"check_games": 2}, "check-games must be at least 4"),
        ({"objectives": ("fun", "change")}, "no objective 'fun'"),
        ({"objectives": ("change", "edits")}, "an objective that games decide"),
        ({"objectives": ("unevenness",)}, "two objectives at least"),
        ({"objectives": ("unevenness", "length")}, "goes with --length"),
        ({"objectives": ("unevenness", "unevenness")}, "counts once"),
        ({"agent": "tactician:ms=5"}, "thinks by the clock"),
    ],
)
def test_settings_check_themselves(values, says):
    with pytest.raises(ValueError, match=says):
        BalanceSettings(**values)


def test_a_task_survives_its_json_form():
    target = Target.of([{"a": "Rush", "b": "Venom", "score": 0.5}])
    settings = BalanceSettings(objectives=(*DEFAULT, "target"), rivals=0)
    space = RuleSpace.of(STANDARD.edit("champion.cost=50"), ["*.cost=25..400", "mage.*"])
    task = BalanceTask.of(settings, space, ["Default", "Rush"], target)
    assert [entrant.label for entrant in task.entrants] == ["Default", "Rush", "Venom"]
    assert read_form(BalanceTask, stored_form(task)) == task
    names = [part.name for part in task.parts()]
    assert names == ["search", "race", "judge", "check-screen", "check"]
    old = stored_form(task) | {"form": 2}
    with pytest.raises(ValueError, match="begun by an earlier version"):
        read_form(BalanceTask, old)
    with pytest.raises(ValueError, match="three setups at least"):
        BalanceTask.of(BalanceSettings(rivals=0), space, ["Default", "Rush"])
    with pytest.raises(ValueError, match="goes with a file"):
        BalanceTask.of(BalanceSettings(objectives=("unevenness", "target")), space, ["Rush"])


def test_a_task_grows_with_its_size():
    space = RuleSpace.of(STANDARD, ["*.cost"])
    task = BalanceTask.of(BalanceSettings(rivals=0), space, ["Default", "Rush", "Venom"])
    assert task.scaled(1.0) == task
    games = [
        sum(part.games for part in task.scaled(2.0**power).parts()) for power in range(-8, 17, 2)
    ]
    assert games == sorted(games)
    assert games[0] < games[4] / 8
    assert games[-1] > 1000 * games[4]


def test_levels_of_a_search():
    def named(settings: BalanceSettings) -> list[str]:
        return [called(agent) for agent in settings.playing]

    usual = BalanceSettings()
    assert named(usual) == ["quick", "medium", "strong"]
    assert list(usual.check_pairs.values()) == [12, 2]
    one = BalanceSettings(agent="greedy")
    assert (named(one), one.race_level, one.check_pairs) == (["greedy"], 0, {"greedy": 12})
    two = BalanceSettings(race_agent="strong")
    assert (named(two), two.race_level) == (["quick", "strong"], 1)
    odd = BalanceSettings(screen_agent="strong", race_agent="quick")
    assert (named(odd), odd.race_level) == (["strong"], 0)
