"""The search for formations: features, proposals, the model of features, and a planted effect."""

from random import Random
from typing import Any

import numpy as np
import pytest
from conquest_opt.arena.play.entrant import lasting_setup
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.runner import run_task
from conquest_opt.arena.stats.score import Score
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.engine.rules.stats import LETTERS
from conquest_opt.evolve.formation.features import Describing
from conquest_opt.evolve.formation.model import FeatureBasis, feature_effects, formation_dispersion
from conquest_opt.evolve.formation.proposals import FormationPopulation, Rearranging, moved
from conquest_opt.evolve.formation.settings import FormationSettings
from conquest_opt.evolve.formation.task import FormationTask
from conquest_opt.evolve.judging.evidence import Evidence
from conquest_opt.evolve.proposals.field import Field
from conquest_opt.evolve.proposals.formations import standing
from conquest_opt.setups.setup import Setup
from hypothesis import given, settings
from hypothesis import strategies as st

STANDARD = Ruleset()


def features(*rows: str, rules: Ruleset = STANDARD) -> dict[str, float]:
    setup = Setup.from_dict({"formation": list(rows), "commands": []})
    describing = Describing(setup.counts, rules)
    [values] = describing([setup])
    return dict(zip((f.name for f in describing.features), values, strict=True))


# ---- features, by hand ---------------------------------------------------------------------------


def test_features_of_a_small_formation():
    values = features("    C   C", "     A", "S")
    assert values["distance of C"] == 0
    assert values["distance of A"] == 1
    assert values["distance of S"] == 2
    assert values["width"] == 9
    assert values["gaps"] == pytest.approx((1 + 3 + 1 + 4) / 4)
    assert values["to the right"] == pytest.approx((4 + 8 + 5 + 0) / 4 - 9.5)
    assert values["off-centre"] == pytest.approx(9.5 - 17 / 4)
    assert values["asymmetry"] == 3 / 4  # the champion in the middle is its own mirror image
    assert values["behind"] == pytest.approx(1 / 4)
    assert values["cover"] == 1
    assert values["costly outside"] == pytest.approx((0.25 + 3.75) / 2 - (0.75 + 4.25) / 2)


def test_a_symmetric_group_on_a_flank_is_symmetric():
    assert features("C S C")["asymmetry"] == 0
    assert features("C S  C")["asymmetry"] == pytest.approx(1 / 3)


def test_only_what_can_differ_is_a_feature():
    assert set(features("C")) == {"distance of C", "off-centre", "to the right"}
    one_row = Ruleset().edit("board.home_rows=1")
    assert "distance of C" not in features("C S", rules=one_row)
    assert "cover" not in features("CC", "SS")
    assert "cover" in features("CC", "MM")


# ---- proposals -----------------------------------------------------------------------------------


@st.composite
def armies(draw) -> tuple[Setup, Ruleset]:
    width, home = draw(st.integers(3, 20)), draw(st.integers(1, 3))
    rules = Ruleset().edit(f"board.width={width}", f"board.home_rows={home}")
    letters = draw(st.text(LETTERS, min_size=1, max_size=min(16, (width // 4 * 2 or 2) * home)))
    counts = tuple(letters.count(letter) for letter in LETTERS)
    return Setup(counts, (), standing(counts, rules)), rules


@settings(max_examples=60, deadline=None)
@given(army=armies(), seed=st.integers(0, 1000))
def test_every_proposal_is_a_legal_formation_of_the_same_troops(army, seed):
    setup, rules = army
    population = FormationPopulation([setup], rules, size=6, seed=seed, levels=1)
    for _ in range(3):
        numbers = population.ask()
        population.tell({number: Score(1, 0, 1) for number in numbers})
    for candidate in population.candidates:
        assert candidate.setup.counts == setup.counts
        candidate.setup.army(rules)  # raises if two share a square, or one stands outside
    setups = [candidate.setup for candidate in population.candidates]
    assert len(set(setups)) == len(setups)
    assert setups[0] == setup


def test_a_formation_moves_as_a_whole():
    draw, shapes = Random(1), set()
    for _ in range(300):
        rows = moved(("CS", "A"), STANDARD, draw)
        squares = [(r, c, x) for r, row in enumerate(rows) for c, x in enumerate(row) if x != " "]
        top, left = min(s[0] for s in squares), min(s[1] for s in squares)
        shapes.add(frozenset((r - top, c - left, x) for r, c, x in squares))
    turned = frozenset({(0, 0, "S"), (0, 1, "C"), (1, 1, "A")})
    assert shapes == {frozenset({(0, 0, "C"), (0, 1, "S"), (1, 0, "A")}), turned}


def test_families_are_many_and_differ():
    setup = Setup.from_text("SSSSSSHKCC")
    draw = Rearranging(setup, STANDARD, Random(1))
    assert len({draw.newcomer().formation for _ in range(400)}) > 100


# ---- the model of features -----------------------------------------------------------------------


def test_a_planted_effect_of_a_feature_is_found_and_no_other():
    setup = Setup.from_text("SSSSSSHKCC")
    describing, draw = Describing(setup.counts, STANDARD), Rearranging(setup, STANDARD, Random(3))
    setups = list({s.formation: s for s in (draw.newcomer() for _ in range(300))}.values())
    evidence = Evidence(1, describing, FeatureBasis, formation_dispersion(1))
    evidence.add(setups)
    rng = np.random.default_rng(1)
    names = [feature.name for feature in describing.features]
    back = describing(setups)[:, names.index("distance of C")]
    for number, row in enumerate(back):
        wins = int(rng.binomial(40, 1 / (1 + np.exp(0.4 * (row - 1)))))
        evidence.note(0, number, Score(wins, 0, 40 - wins))
    evidence.learn()
    effects = feature_effects(evidence.model, describing.features, evidence.composition)
    assert [effect.feature for effect in effects if effect.shown] == ["distance of C"]
    [planted] = [effect for effect in effects if effect.feature == "distance of C"]
    assert planted.change == "champions a row further back"
    assert planted.ci95[0] < -0.1 < planted.ci95[1]  # 0.4 of log-odds at even chances


# ---- the whole search ----------------------------------------------------------------------------

CORNER = '{"troops": "SSSS", "commands": [], "formation": ["SSSS"]}'
"""Scouts that stand at the left edge and cannot move: archers in the middle do not reach them."""

STILL = (
    "board.height=8",
    "max_turns=20",
    "scout.movement=0",
    "archer.movement=0",
    "archer.range=4",
)


def search(setup: str, **values: int) -> FormationTask:
    sizes: dict[str, Any] = {
        "population": 16,
        "generations": 3,
        "games": 4,
        "race_games": 0,
        "shortlist": 6,
    }
    sizes |= {"shortlist_games": 4, "check_games": 40} | values
    return FormationTask(
        settings=FormationSettings(agent="greedy", **sizes),
        setup=lasting_setup(setup),
        field=Field.of([(CORNER, 1.0)], "greedy"),
        edits=STILL,
        seed=4,
    )


def test_troops_that_reach_nobody_are_moved_to_where_the_enemy_is():
    values = run_task(search("AAAA"), Threads(2)).values
    assert [one.role for one in values.formations] == ["found", "made"]
    best, made = values.formations
    assert made.score.score == 0.5  # no troop reaches another
    assert best.score.score > 0.9
    assert max(len(row) for row in best.formation) > 16  # scouts stand in its columns 16 to 19
    [gain] = values.gains
    assert gain.verdict == "better"
    assert "gains +" in values.headline()
    assert "to the right" in {effect.feature for effect in values.effects if effect.shown}


def test_a_given_formation_is_compared_too():
    given = '{"troops": "AAAA", "commands": [], "formation": ["", "", "AAAA"]}'
    values = run_task(search(given), Threads(2)).values
    assert [one.role for one in values.formations] == ["found", "given", "made"]
    assert [gain.name for gain in values.gains] == [
        "found over made",
        "given over made",
        "found over given",
    ]
    assert values.gains[2].verdict == "better"


def test_something_new_is_checked_even_where_the_made_formation_leads():
    task = search("AAAA", shortlist=1, population=4, generations=1, check_games=4)
    made = FormationTask(
        settings=task.settings,
        setup=task.setup,
        field=Field.of([("SSSS", 1.0)], "greedy"),
        edits=STILL,
    )
    values = run_task(made, Threads(1)).values
    assert [one.role for one in values.formations] == ["found", "made"]
    assert values.gains[0].verdict != "better"
    assert values.headline().startswith("No formation of AAAA was shown to be better")
