"""Behaviour against a plain oracle, and the features and axes made of it."""

import math
from statistics import fmean

import numpy as np
import pytest
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.player import Keep, Player
from conquest_opt.arena.play.schedule import Schedule
from conquest_opt.engine import GameRecord, Ruleset
from conquest_opt.engine.rules.stats import MAX_TROOPS
from conquest_opt.evolve.proposals.errors import EvolveError
from conquest_opt.evolve.proposals.space import Space
from conquest_opt.evolve.styles.behaviour import Behaviour
from conquest_opt.evolve.styles.features import (
    BEHAVIOUR,
    COUNTS,
    FEATURES,
    SETUPS,
    FeatureAxis,
)
from conquest_opt.setups import Setup

from tests.behaviour_counts import counted

RULES = Ruleset()
SPACE = Space(RULES)
NOWHERE = (-1, -1)


# ---- behaviour -----------------------------------------------------------------------------------


def steps(a: tuple[int, int], b: tuple[int, int]) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def standing(game) -> dict[int, dict[tuple[int, int], int]]:
    """Return health by square for each side."""
    sides: dict[int, dict[tuple[int, int], int]] = {0: {}, 1: {}}
    state = game.state
    for troop in range(2 * MAX_TROOPS):
        if int(state.alive) >> troop & 1:
            health = int(state.health[troop]) + int(state.boost[troop])
            sides[troop // MAX_TROOPS][int(state.x[troop]), int(state.y[troop])] = health
    return sides


def plain_counts(record: GameRecord, player: int) -> dict[str, float]:
    """Return what a player did, by looking at the board before and after each action."""
    counts = dict.fromkeys(COUNTS, 0.0)
    game, turns, selected = record.start(), set(), NOWHERE
    for action in record.actions:
        verb, _, where = action.partition(" ")
        square = _square(where) if where else NOWHERE
        before, mover = standing(game), game.player
        if mover == player:
            turns.add(game.turn)
        game.apply(action)
        after = standing(game)
        if verb in ("select", "move"):
            selected = square
        elif verb == "attack":
            dealt = before[1 - mover][square] - after[1 - mover].get(square, 0)
            answer = before[mover][selected] - after[mover].get(selected, 0)
            own, other = (dealt, answer) if mover == player else (answer, dealt)
            counts["attacks"] += mover == player
            counts["damage"] += own
            counts["damage_received"] += other
            counts["ranged_damage"] += own if steps(selected, square) > 1 else 0
        elif verb == "end":
            selected = NOWHERE
            if mover == player:
                mine, enemies = list(before[player]), list(before[1 - player])
                counts["ends"] += 1
                counts["distance"] += fmean(min(steps(m, e) for e in enemies) for m in mine)
                pairs = [steps(a, b) for a in mine for b in mine if a != b]
                counts["spread"] += fmean(pairs) if pairs else 0
        elif mover == player:
            counts["commands"] += 1
    counts["turns"] = len(turns)
    assert record.outcome
    won = record.outcome.winner == player
    return counts | {"wins": float(won), "winning_turns": record.outcome.turns if won else 0}


def _square(text: str) -> tuple[int, int]:
    return "abcdefghijklmnopqrst".index(text[0]), int(text[1:]) - 1


@pytest.fixture(scope="module")
def played() -> tuple[Schedule, list]:
    setups = ("Default", "SSSSAAMMC:bombard,charge,battle-cry")
    entrants = tuple(Entrant.of(setup, "greedy") for setup in setups)
    entrants += (Entrant.of("Rush", "weighted-random"),)
    schedule = Schedule(
        entrants=entrants, matchups=((0, 1), (1, 2), (2, 0)), pairs=1, rules=RULES, seed=3
    )
    player = Player(schedule, Keep(events=True, records=True))
    return schedule, [player.play(game) for game in range(len(schedule))]


def test_behaviour_is_what_the_board_shows(played):
    schedule, results = played
    book = Behaviour(schedule)
    book.record(results)
    for result in results:
        expected = plain_counts(GameRecord.from_json(result.record), result.game & 1)
        assert book.counts[result.game] == pytest.approx([expected[name] for name in COUNTS])
    assert book.counts[:, COUNTS.index("ranged_damage")].sum() > 0
    assert book.counts[:, COUNTS.index("commands")].sum() > 0


def test_counts_survive_the_journey_through_a_table(played):
    schedule, results = played
    book, other = Behaviour(schedule), Behaviour(schedule)
    book.record(results)
    rows = book.rows([4, 1])
    assert rows["player"].to_pylist() == ["first", "second"]
    other.load(rows)
    assert np.array_equal(other.counts[[1, 4]], book.counts[[1, 4]])
    assert np.isnan(other.counts[0]).all()
    by_candidate = book.of_candidates(3)
    assert np.array_equal(by_candidate[1], book.counts[[2, 3]])


# ---- features and axes ---------------------------------------------------------------------------


def test_a_feature_is_a_ratio_of_sums():
    rows = counted(attacks=[3, 5], turns=[10, 30], damage=[0, 0], wins=[0, 0])
    assert BEHAVIOUR["attacks"].value(rows) == 0.2
    assert BEHAVIOUR["ranged"].value(rows) == 0
    assert BEHAVIOUR["victory"].value(rows) == math.inf


def test_the_error_of_a_feature_is_how_much_it_varies():
    rng = np.random.default_rng(1)
    level = np.tile(np.repeat([0.1, 0.3, 0.8], 2), 20)  # three setups in turn, a pair of each

    def one() -> np.ndarray:
        turns = rng.integers(20, 40, len(level))
        return counted(attacks=rng.binomial(turns, level).tolist(), turns=turns.tolist())

    feature, samples = BEHAVIOUR["attacks"], [one() for _ in range(300)]
    truth = np.std([feature.value(rows) for rows in samples])
    assert np.mean([feature.error(rows, 3) for rows in samples]) == pytest.approx(truth, rel=0.15)
    assert np.mean([feature.error(rows) for rows in samples]) > 3 * truth
    assert math.isnan(feature.error(one()[:2]))
    assert feature.error(one()[:4], 3) > 0


def test_features_of_setups():
    setup = Setup.from_text("SSAAMC:charge,bombard")
    expected = {
        "troops": 6,
        "ranged-points": 300 / 550,
        "champion-points": 200 / 550,
        "command-points": 275 / 825,
        "commands-owned": 2,
        "kinds": 4,
        "movement": (12 + 6 + 4 + 4) / 6,
    }
    assert set(expected) == set(SETUPS)
    for name, value in expected.items():
        of_setup = SETUPS[name].of_setup
        assert of_setup is not None
        assert of_setup(setup, RULES) == pytest.approx(value), name


def test_axes_are_read_and_written():
    axis = FeatureAxis.parse("attacks:0:1:4", FEATURES)
    assert str(axis) == "attacks:0:1:4"
    assert FeatureAxis.parse(str(FeatureAxis.parse("spread", FEATURES)), FEATURES).bins == 7
    assert [axis.bin(v) for v in (-1, 0, 0.24, 0.25, 0.99, 1, math.inf)] == [0, 0, 0, 1, 3, 3, 3]
    assert axis.label(1) == "0.25 to 0.5"
    troops = FeatureAxis.parse("troops", FEATURES)
    assert [troops.bin(n) for n in (3, 10)] == [0, 7]
    assert [troops.label(n) for n in (0, 7)] == ["3", "10"]
    for name in FEATURES:
        axis = FeatureAxis.parse(name, FEATURES)
        assert [axis.bin(sum(axis.span(n)) / 2) for n in range(axis.bins)] == list(range(axis.bins))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("atacks", "did you mean attacks?"),
        ("troops", "features are attacks, ranged"),
        ("attacks:1:0", "from a number to a higher one"),
        ("attacks:0:1:0", "1 to 40 bins"),
        ("attacks:0", "NAME:LOW:HIGH:BINS"),
        ("attacks:a:b", "an axis is numbers"),
        ("attacks:nan:1", "from a number to a higher one"),
    ],
)
def test_axes_that_cannot_be(text, says):
    with pytest.raises(EvolveError, match=says):
        FeatureAxis.parse(text, BEHAVIOUR)
