"""Maps of styles and of setups: what is mapped, settings, words."""

from itertools import pairwise
from random import Random

import msgspec
import pytest
from conquest_opt.arena.levels.settings import LevelSettings
from conquest_opt.arena.play.errors import ArenaError
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.context import RunContext
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.arena.run.task import read_form, stored_form
from conquest_opt.engine import Ruleset
from conquest_opt.evolve.proposals.space import Space
from conquest_opt.evolve.styles.over_setups import SetupsDomain
from conquest_opt.evolve.styles.over_weights import WeightsDomain
from conquest_opt.evolve.styles.result import (
    CellCheckValues,
    CellValues,
    MeasureValues,
    StylesResult,
)
from conquest_opt.evolve.styles.settings import StylesSettings
from conquest_opt.evolve.styles.task import StylesTask
from conquest_opt.results.page.terminal import terminal_text

RULES = Ruleset()
SPACE = Space(RULES)
NOWHERE = (-1, -1)


# ---- what is mapped ------------------------------------------------------------------------------


def weights(**values) -> WeightsDomain:
    given = {
        "agent": "portfolio:unprune,advances=50", "opponent": "greedy", "setups": ("Rush",),
        "others": (), "baselines": (), "scripts": ("move-*",),
    }  # fmt: skip
    return WeightsDomain(**(given | values))


def test_styles_begin_with_each_script_alone_and_change_by_a_weight_or_more():
    mapped = weights()
    founders = mapped.founders(5, SPACE, Random(1))
    assert founders[0] == ("portfolio:unprune,advances=50", "seed")
    alone = [mapped.levels(text) for text, origin in founders if origin == "one script"]
    assert alone == [[4 * (i == j) for j in range(7)] for i in range(7)]
    assert len([1 for _, origin in founders if origin == "random"]) == 5
    generator, parent = Random(2), founders[-1][0]
    changes = []
    for _ in range(200):
        child = mapped.child([parent, "unused"], SPACE, generator)
        assert child.origin == "mutation"
        assert child.parents == [parent]
        both = zip(mapped.levels(parent), mapped.levels(child.text), strict=True)
        changes.append(sum(a != b for a, b in both))
        assert set(mapped.levels(child.text)) <= {0, 1, 2, 3, 4}
    assert min(changes) == 1
    assert 80 < changes.count(1) < 120


def test_all_candidates_of_a_stage_meet_the_same_in_turn():
    meeting = weights(setups=("Rush", "Venom")).search().trial
    schedule = meeting.schedule(["random", "greedy"], 3, rules=RULES, seed=1, start=1)
    met = [
        (schedule.entrants[a].agent, schedule.entrants[a].name, schedule.entrants[b].name)
        for a, b in schedule.matchups
    ]
    names = ["Venom", "Rush", "Venom"]
    assert met == [(agent, name, name) for name in names for agent in ("random", "greedy")]
    seeds = [schedule.fixture(game).seed for game in range(len(schedule))]
    assert [len(set(seeds[n : n + 4])) for n in (0, 4, 8)] == [1, 1, 1]
    assert len(set(seeds)) == 3


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"agent": "fpu"}, "fpu has no scripts to weigh"),
        ({"agent": "portfolio"}, "does not look at the weights"),
        ({"agent": "tactician:ms=5"}, "thinks by the clock"),
        ({"scripts": ("mvoe-*",)}, "no script is called 'mvoe-"),
        ({"setups": ()}, "on a setup at least"),
    ],
)
def test_styles_that_cannot_be(values, says):
    with pytest.raises(ValueError, match=says):
        weights(**values)


def test_a_map_of_setups_finds_what_the_rules_favour():
    """Mages that hit hard and across half the board are planted; the map must say so."""
    rules = Ruleset().edit("mage.range=12", "mage.damage=500", "mage.health=500", "max_turns=80")
    levels = LevelSettings(
        screen_agent="greedy:noise=0.02", race_agent="greedy:noise=0.015", judge="greedy"
    )
    mapped = SetupsDomain(levels=levels, setups=("Venom",))
    settings = StylesSettings(
        x="troops:2.5:10.5:2", y="ranged-points:0:1:3", random=16, batch=12, generations=3, games=8,
        race_games=96, elite_games=32, check_games=4,
    )  # fmt: skip
    task = StylesTask(settings=settings, mapped=mapped, edits=rules.edits, seed=2)
    values = task.run(RunContext(evaluator=Evaluator(Threads(1), rules))).values
    few = [cell.score for cell in values.cells if cell.row == 0]
    many = [cell.score for cell in values.cells if cell.row > 0]
    assert max(many) > max(few) + 0.2
    assert values.best.text.count("M") >= 3
    assert values.best.ci95[0] == max(cell.ci95[0] for cell in values.cells)
    assert values.judge == "greedy"
    again = read_form(StylesTask, stored_form(task))
    assert again == task
    assert again.settings.y == "ranged-points:0:1:3"
    parts = {part.name: part for part in task.parts()}
    assert [part.agent for part in parts.values()] == [*levels.levels, "greedy"]
    assert list(parts) == ["screen", "race", "elites", "check"]


@pytest.mark.parametrize("over", ["weights", "setups"])
def test_larger_sizes_play_more_in_every_part(over):
    mapped = weights() if over == "weights" else SetupsDomain(
        levels=LevelSettings(), setups=("Rush", "Venom")
    )  # fmt: skip
    task = StylesTask(settings=StylesSettings(x="attacks", y="commands"), mapped=mapped)
    assert task.scaled(1.0) == task
    sizes = [task.scaled(2.0**power).parts() for power in range(-8, 7, 2)]
    for smaller, larger in pairwise(sizes):
        assert all(a.games <= b.games for a, b in zip(smaller, larger, strict=True))
    assert sum(part.games for part in sizes[0]) < sum(part.games for part in sizes[4]) / 10


# ---- earlier versions, words ---------------------------------------------------------------------


def test_a_task_of_an_earlier_version_is_refused():
    task = StylesTask(settings=StylesSettings(x="attacks", y="commands"), mapped=weights())
    assert read_form(StylesTask, stored_form(task)) == task
    with pytest.raises(ArenaError, match="begin a new run"):
        read_form(StylesTask, stored_form(task) | {"form": 2})


def test_the_summary_counts_only_numbers_that_games_might_have_refuted():
    cell = CellValues(
        row=0, col=1, text="CC:charge", x=2.0, y=None, score=0.7, ci95=(0.5, 0.9), games=8
    )
    score = MeasureValues(claimed=0.7, measured=0.4, ci95=(0.2, 0.6))
    fixed = MeasureValues(claimed=2.0, measured=2.0, ci95=(2.0, 2.0))
    unknown = MeasureValues(claimed=None, measured=None, ci95=(None, None))
    check = CellCheckValues(
        row=0, col=1, meeting="fresh games", games=8,
        measures={"score": score, "troops": fixed, "victory": unknown},
    )  # fmt: skip
    values = StylesResult(
        over="setups", x="troops:2.5:10.5:2", y="victory:30:110:2", coverage=0.25, quality=0.7,
        cells=(cell,), checks=(check,),
    )  # fmt: skip
    assert (score.holds, fixed.holds, unknown.holds) == (False, None, None)
    text = terminal_text(values.summary(), 80)
    assert "1 of 4 cells is filled" in text
    assert "0 of 1 numbers" in " ".join(text.split())
    assert "40.0 % [20.0, 60.0]" in text
    assert msgspec.json.decode(msgspec.json.encode(values), type=StylesResult) == values
    judged = msgspec.structs.replace(values, judge=LevelSettings().levels.judge)
    text = " ".join(terminal_text(judged.summary(), 80).split())
    assert "70.0 % [50.0, 90.0] for strong, by 8 games of its own" in text
    assert "as estimates for strong" in text
