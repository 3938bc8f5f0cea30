"""The search for small changes: candidates, the race beside the original, what has to be found."""

from typing import Any

import msgspec
import numpy as np
import pytest
from conquest_opt.arena.play.entrant import LastingSetup, lasting_setup
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.context import RunContext
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.arena.run.runner import run_task
from conquest_opt.arena.run.task import read_form, stored_form
from conquest_opt.engine import Ruleset
from conquest_opt.engine.rules.stats import LETTERS
from conquest_opt.evolve.improve.candidates import Candidates
from conquest_opt.evolve.improve.result import ImproveResult
from conquest_opt.evolve.improve.search import ImproveSearch, SearchPlan
from conquest_opt.evolve.improve.settings import ImproveSettings
from conquest_opt.evolve.improve.task import ImproveTask
from conquest_opt.evolve.proposals.errors import EvolveError
from conquest_opt.evolve.proposals.field import Field
from conquest_opt.evolve.proposals.paired import Round, rounds
from conquest_opt.evolve.proposals.space import Space
from conquest_opt.results.page.words import gain_text
from conquest_opt.setups import Setup
from conquest_opt.setups.notation import SetupError
from conquest_opt.setups.query_text import QueryText
from conquest_opt.setups.setup import COMPONENTS

pytestmark = pytest.mark.slow

RUSH = "SSSSSSHKCC:battle-cry,stoicism,charge,shield-wall"

FAR_ARCHERS = ("archer.range=18", "archer.damage=3000", "max_turns=60")
"""Rules by which an archer decides a game."""

SMALL: dict[str, Any] = {
    "agent": "greedy",
    "screen_agent": "greedy:noise=1",
    "games": 4,
    "race_games": 160,
    "judge_games": 200,
    "check_games": 60,
}


def task(setup: str = RUSH, **values: Any) -> ImproveTask:
    settings = {**SMALL, **values.pop("settings", {})}
    field = Field.of(values.pop("against", [("Rush", 1.0)]), "greedy")
    given = lasting_setup(setup)
    return ImproveTask(settings=ImproveSettings(**settings), setup=given, field=field, **values)


def result(improve_task: ImproveTask) -> ImproveResult:
    return run_task(improve_task, Threads(2)).values  # pyright: ignore[reportReturnType]


# ---- candidates ----------------------------------------------------------------------------------


def test_candidates_are_the_original_and_its_swaps():
    candidates = task().candidates
    assert str(candidates.setups[0]) == RUSH
    assert len(candidates) == 1 + len(candidates.swaps) > 300
    assert all(setup.is_maximal(Ruleset()) for setup in candidates.setups)
    assert candidates.entrant(0, "greedy").setup == RUSH


def test_constraints_and_what_must_stay_narrow_them():
    improve_task = task(kept=("2 champions", "charge"), query=QueryText(require=("S<=5",)))
    setups = improve_task.candidates.setups[1:]
    assert 0 < len(setups) < len(task().candidates.swaps)
    assert all(setup.counts[6] >= 2 and "charge" in setup.commands for setup in setups)
    assert all(setup.counts[0] <= 5 for setup in setups)


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ({"kept": ("troops", "commands")}, "has all that must stay; keep less"),
        ({"query": QueryText(require=("A>=5",))}, "is within the constraints; loosen them"),
        (
            {"setup": "CCCCC", "settings": {"swaps": 1}, "edits": ("limits.commands=0",)},
            "no legal, maximal setup differs from CCCCC by at most 1 component; allow more",
        ),
    ],
)
def test_nothing_to_swap_is_said_before_any_game(values: dict[str, Any], error: str):
    with pytest.raises(EvolveError, match=error):
        task(**values).parts()


def test_an_unknown_word_of_what_must_stay():
    with pytest.raises(SetupError, match="did you mean champions"):
        task(kept=("champoins",)).parts()


def test_a_setup_without_a_formation_and_its_swaps_stand_as_made():
    candidates = task().candidates
    assert all(candidates.entrant(number, "greedy").formation is None for number in (0, 1, 50))
    assert candidates.standing(1) == candidates.setups[1].army(Ruleset()).formation


def test_a_formation_is_kept_as_far_as_troops_stay():
    candidates = task("Rush").candidates
    given = candidates.original.formation
    assert given is not None
    assert candidates.standing(0) == given
    for number, swap in enumerate(candidates.swaps, start=1):
        rows = candidates.standing(number)
        army = candidates.entrant(number, "greedy").army(Ruleset())
        counts = tuple(sum(t.letter == letter for t in army.troops) for letter in LETTERS)
        assert counts == swap.after.counts
        if not any(c in LETTERS for c in (*swap.taken_out, *swap.put_in)):
            assert rows == given
        same = sum(
            a == b != " "
            for one, other in zip(rows, given, strict=False)
            for a, b in zip(one, other, strict=False)
        )
        stay = sum(min(a, b) for a, b in zip(swap.before.counts, swap.after.counts, strict=True))
        assert same >= stay


# ---- how games are spent -------------------------------------------------------------------------


def test_rounds_have_fewer_candidates_and_more_pairs():
    assert rounds(900, 4, 3, 300) == [Round(36, 4), Round(17, 8), Round(8, 16)]
    assert rounds(900, 4, 3, 10) == [Round(10, 4), Round(10, 8), Round(8, 16)]
    assert rounds(20, 4, 3, 10) == []
    assert sum(one.games for one in rounds(900, 4, 3, 300)) <= 900


def test_the_plan_says_what_is_played():
    improve_task = task()
    played = {part.name: part.games for part in improve_task.parts()}
    outcome = run_task(improve_task, Threads(2))
    assert outcome.games == sum(played.values())
    values: Any = outcome.values
    search = sum(level.games for level in values.levels)
    assert search + played["check"] == outcome.games


def test_a_budget_scales_it():
    improve_task = task(settings={"games": 40})
    sizes = [sum(p.games for p in improve_task.scaled(size).parts()) for size in (0.25, 1.0, 4.0)]
    assert sizes == sorted(set(sizes))
    assert improve_task.scaled(4.0).candidates is improve_task.candidates


def test_of_many_swaps_some_are_drawn_and_the_model_speaks_for_the_rest():
    improve_task = task(settings={"candidates": 40, "games": 8})
    search = searching(improve_task)
    search.run()
    at_screen = [number for level, number in search.race.scored if level == 0]
    assert len(at_screen) == 41
    played = {number for _, number in search.race.scored}
    assert len(played) > 41, "none of the others was played later"
    assert len(search.evidence.rating.mean) == len(improve_task.candidates)


def searching(improve_task: ImproveTask) -> ImproveSearch:
    context = RunContext(evaluator=Evaluator(Threads(2), improve_task.rules))
    return ImproveSearch(
        improve_task.candidates,
        improve_task.field,
        improve_task.settings,
        improve_task.seed,
        context,
    )


def test_the_original_plays_every_round_with_the_same_seeds():
    improve_task = task(against=[("Rush", 2.0), ("CC:charge", 1.0)], edits=("max_turns=40",))
    search = searching(improve_task)
    stage = search.race.stage("greedy", [0, 3, 7], 12, seed=5)
    assert stage.points.shape == (12, 3, 2)
    schedule = stage.board.schedule
    seeds = [schedule.fixture(2 * pair).seed for pair in range(36)]
    assert all(len(set(seeds[3 * n : 3 * n + 3])) == 1 for n in range(12))
    assert len(set(seeds)) == 12
    by_opponent = stage.by_opponent(0)
    assert [score.games for score in by_opponent.values()] == [16, 8]
    assert sum(by_opponent.values(), type(stage.scores[0])()) == stage.scores[0]
    gains = stage.gains()
    rates = [score.rate for score in stage.scores]
    assert [gain.value for gain in gains] == pytest.approx(np.array(rates[1:]) - rates[0])
    search.race.play("greedy", [3], 4, seed=6)
    assert sorted(number for _, number in search.race.scored) == [0, 3]


# ---- what has to be found ------------------------------------------------------------------------


def test_a_planted_gain_is_found_and_shown():
    values = result(task(edits=FAR_ARCHERS, settings={"games": 8}))
    best = values.changes[0]
    assert "A" in best.put_in
    assert best.gain.shown
    assert values.headline().startswith(f"{best.change[0].upper()}{best.change[1:]}: +")
    assert "was shown to be better" in values.headline()
    archers = next(one for one in values.components if (one.component, one.way) == ("A", "in"))
    assert archers.ci95[0] > 0
    assert values.json(None)["better"] is True


def test_a_setup_that_was_made_worse_is_mended():
    """The archer was sold for a knight: of all swaps of one component to buy one is the best."""
    worse = "SSSSSSHKKC:battle-cry,stoicism,charge,shield-wall"
    values = result(task(worse, edits=FAR_ARCHERS, settings={"games": 8, "swaps": 1}))
    assert "A" in values.changes[0].put_in
    assert values.changes[0].gain.shown


def test_where_nothing_is_better_it_says_so():
    values = result(task(edits=("max_turns=2",)))
    assert all(change.gain.gain == 0 for change in values.changes)
    assert not any(change.gain.shown for change in values.changes)
    assert values.headline().startswith("No change was shown to be better than")
    assert values.json(None)["better"] is False


def test_the_same_seed_gives_the_same_changes():
    edits = ("max_turns=40",)
    one, other = result(task(edits=edits)), result(task(edits=edits))
    assert one == other
    assert result(task(edits=edits, seed=2)) != one


# ---- values --------------------------------------------------------------------------------------


def test_a_task_is_stored_and_read():
    improve_task = task("Rush", kept=("champions",), query=QueryText(with_commands=("charge",)))
    assert read_form(ImproveTask, stored_form(improve_task)) == improve_task


def test_a_gain_in_words():
    assert gain_text(0.071, (0.039, 0.102)) == "+7.1 points [3.9, 10.2]"
    assert gain_text(-0.0001) == "+0.0 points"


def test_a_result_is_plain_and_its_figures_compare():
    values = result(task(edits=("max_turns=40",), settings={"best": 2}))
    again = msgspec.json.decode(msgspec.json.encode(values), type=ImproveResult)
    assert again == values
    quantities = values.quantities()
    names = [(one.group, one.name) for one in quantities]
    assert len(set(names)) == len(names)
    assert quantities[0].value == values.changes[0].gain.gain
    assert all(low <= change.gain.gain <= high for change in values.changes
               for low, high in [change.gain.ci95])  # fmt: skip
    assert {one.component for one in values.components} <= set(COMPONENTS)


def test_a_plan_of_few_swaps_checks_no_more_than_there_are():
    plan = SearchPlan.of(ImproveSettings(best=10), 4)
    assert plan.checked == 4
    assert plan.screened == 4
    assert all(one.candidates <= 4 for one in (*plan.race, *plan.judge))


def test_candidates_need_a_space_that_accepts_them():
    original = LastingSetup(setup=RUSH)
    candidates = Candidates.of(original, Space(Ruleset()), swaps=1, keep=(), seed=1)
    assert all(Space(Ruleset()).accepts(setup) for setup in candidates.setups[1:])
    assert Setup.from_text(RUSH) not in candidates.setups[1:]
