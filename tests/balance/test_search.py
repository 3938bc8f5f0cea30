"""A search for balance: what it says of a front, its page, its settings."""

import pytest
from conquest_opt.agents.spec.spec import called
from conquest_opt.arena.run.task import read_form, stored_form
from conquest_opt.balance.measures.measured import Measured
from conquest_opt.balance.search.goals import DEFAULT
from conquest_opt.balance.search.result import BalanceResult, PointValues
from conquest_opt.balance.search.settings import BalanceSettings
from conquest_opt.balance.search.space import RuleSpace
from conquest_opt.balance.search.target import Target
from conquest_opt.balance.search.task import BalanceTask
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.results.page.axes import Scale
from conquest_opt.results.page.blocks import Section
from conquest_opt.results.page.grids import Column, Grid
from conquest_opt.results.page.page import Page
from conquest_opt.results.page.scatters import Dot, front_plot
from conquest_opt.results.page.terminal import terminal_text

STANDARD = Ruleset()


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
    text = said(ORIGIN, luck, even)
    assert "do not overlap (each by itself): number 2 in unevenness." in text
    assert "Shown worse: number 2 in diversity." in text
    assert text.endswith("Not shown better in any of these: number 1.")
    rich = point(3, 1.3, (0.19, 0.14, 0.24), (5.5, 4.5, 6.5))
    text = said(ORIGIN, even, rich)
    assert "number 1 in unevenness; number 2 in diversity." in text
    assert "Not shown better" not in text


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
        ({"population": 2}, "population= must be at least 4"),
        ({"check_games": 2}, "check_games= must be at least 4"),
        ({"objectives": ("fun", "change")}, "no objective 'fun'"),
        ({"objectives": ("change", "edits")}, "an objective that games decide"),
        ({"objectives": ("unevenness",)}, "two objectives at least"),
        ({"objectives": ("unevenness", "length")}, "goes with length=TURNS"),
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
