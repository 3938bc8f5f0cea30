"""Maps of styles: behaviour against a plain oracle, features, archives that luck does not hold."""

import math
from itertools import pairwise
from random import Random
from statistics import fmean

import msgspec
import numpy as np
import pytest
from conquest_opt.arena.levels.settings import LevelSettings
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.errors import ArenaError
from conquest_opt.arena.play.player import Keep, Player
from conquest_opt.arena.play.schedule import Schedule
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.context import RunContext
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.arena.run.task import read_form, stored_form
from conquest_opt.arena.stats.score import Interval, Score
from conquest_opt.engine import GameRecord, Ruleset
from conquest_opt.engine.rules.stats import MAX_TROOPS
from conquest_opt.evolve.proposals.errors import EvolveError
from conquest_opt.evolve.proposals.space import Space
from conquest_opt.evolve.styles.archive import (
    Archive,
    FeatureMap,
    Rated,
    Record,
    StyleCandidate,
)
from conquest_opt.evolve.styles.behaviour import Behaviour
from conquest_opt.evolve.styles.features import (
    BEHAVIOUR,
    COUNTS,
    FEATURES,
    SETUPS,
    Cell,
    FeatureAxis,
)
from conquest_opt.evolve.styles.over_setups import SetupsDomain
from conquest_opt.evolve.styles.over_weights import WeightsDomain
from conquest_opt.evolve.styles.ratings import SetupRatings
from conquest_opt.evolve.styles.result import (
    CellCheckValues,
    CellValues,
    MeasureValues,
    StylesResult,
)
from conquest_opt.evolve.styles.settings import StylesSettings
from conquest_opt.evolve.styles.task import StylesTask
from conquest_opt.results.page.terminal import terminal_text
from conquest_opt.setups import Setup

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


def counted(**columns: list[float]) -> np.ndarray:
    rows = np.zeros((len(next(iter(columns.values()))), len(COUNTS)))
    for name, values in columns.items():
        rows[:, COUNTS.index(name)] = values
    return rows


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


# ---- the archive ---------------------------------------------------------------------------------

PLAN = FeatureMap(
    x=FeatureAxis.parse("attacks:0:1:2", BEHAVIOUR),
    y=FeatureAxis.parse("ranged:0:1:2", BEHAVIOUR),
    rules=RULES,
)


def record(rate: float, games: int = 40, attacks: float = 0.1, ranged: float = 0.1) -> Record:
    wins = round(rate * games)
    rows = counted(
        attacks=[attacks] * games, turns=[1] * games, ranged_damage=[ranged] * games,
        damage=[1] * games,
    )  # fmt: skip
    return Record(Score(wins, 0, games - wins), rows)


def candidate(
    number: int, counts: Record | None = None, trial: Record | None = None
) -> StyleCandidate:
    return StyleCandidate(
        number=number, text=str(number), generation=0, origin="random",
        counted={None: counts} if counts else {}, trial=trial or Record(),
    )  # fmt: skip


def test_few_lucky_games_hold_no_cell_against_many():
    archive = Archive(PLAN)
    archive.place([candidate(0, record(1.0, 4)), candidate(1, record(0.7, 100))])
    assert [one.number for one in archive.elites.values()] == [1]
    assert list(archive.elites) == [Cell(0, 0)]
    assert archive.coverage == 0.25
    assert archive.quality == pytest.approx(0.7)


def test_a_trial_holds_nothing_but_lets_one_challenge():
    archive = Archive(PLAN)
    archive.place([candidate(0, record(0.6)), candidate(1, trial=record(1.0))])
    assert archive.best().number == 0
    new = [
        candidate(2, trial=record(0.5)),
        candidate(3, trial=record(0.7)),
        candidate(4, trial=record(0.9)),
        candidate(5, trial=record(0.8)),
        candidate(6, trial=record(0.0, attacks=0.9)),
    ]
    assert [one.number for one in archive.challengers(new)] == [4, 5, 6]


def test_a_candidate_that_behaves_otherwise_moves_and_the_next_best_takes_the_cell():
    archive = Archive(PLAN)
    first, second = candidate(0, record(0.9)), candidate(1, record(0.5))
    archive.place([first, second])
    assert archive.elites == {Cell(0, 0): first}
    first.count(None, record(0.9, 200, attacks=0.95, ranged=0.95))
    archive.place([first, second])
    assert archive.elites == {Cell(0, 0): second, Cell(1, 1): first}
    assert archive.young(100) == [second]
    assert archive.map.corners(archive.elites) == [Cell(0, 0), Cell(1, 1)]


def test_scores_of_a_map_are_hardly_those_of_luck():
    """All are equally good; a candidate kept for a good day claims much more than that."""
    rng, archive = np.random.default_rng(2), Archive(PLAN)
    candidates: list[StyleCandidate] = []

    def day() -> Record:
        return record(rng.binomial(24, 0.5) / 24, 24)

    for _ in range(20):
        new = [candidate(len(candidates) + n, trial=day()) for n in range(20)]
        candidates += new
        for one in [*archive.challengers(new), *archive.young(96)]:
            one.count(None, day())
        archive.place(candidates)
    plain = max(one.trial.score.rate for one in candidates)
    assert plain > 0.75
    assert archive.best().record.score.rate < 0.65
    assert archive.best().record.games >= 48


def test_features_are_those_of_the_best_agent_and_results_of_all():
    one = candidate(0)
    one.count("quick", record(0.5, 10, attacks=0.1))
    one.count("strong", record(0.75, 20, attacks=0.9))
    one.count("strong", record(0.75, 20, attacks=0.9))
    assert BEHAVIOUR["attacks"].value(one.record.counts) == pytest.approx(0.9)
    assert (one.score.games, one.score.wins) == (50, 35)
    assert [one.played(agent) for agent in ("quick", "strong", "medium")] == [10, 40, 0]
    archive = Archive(PLAN)
    archive.place([one])
    assert archive.young(20, "quick") == [one]
    assert archive.young(40, "strong") == []
    one.rated = Rated(0.6, Interval(0.5, 0.7))
    assert (one.rate, one.interval.low, archive.quality) == (0.6, 0.5, 0.6)


# ---- ratings -------------------------------------------------------------------------------------


def wins(number: int, games: int) -> Score:
    lost = (games - number) // 2
    return Score(number, 0, games - number, (lost, 0, 0, 0, number // 2))


def test_a_trial_is_in_no_rating_of_its_own():
    """Two maps that differ in the luck of one trial: the rating of that setup is the same."""
    texts = ["CCCC", "SSSSSSSS", "KKKK", "HHHH", "AAAA"]

    def rated(lucky: int) -> tuple[list[Rated], np.ndarray]:
        ratings = SetupRatings(LevelSettings().levels)
        quick, medium, strong = LevelSettings().levels
        ratings.add(texts)
        for number in range(len(texts)):
            points = lucky if number == 0 else 10
            ratings.note(quick, number, wins(points, 20), counts=False)
        for number in range(len(texts)):
            ratings.note(medium, number, wins(10, 20), counts=True)
            ratings.note(strong, number, wins(10, 20), counts=True)
        ratings.learn()
        return ratings.rated(), ratings.hopes()

    (dull, dull_hopes), (lucky, lucky_hopes) = rated(10), rated(20)
    assert lucky_hopes[0] > dull_hopes[0] + 0.02
    assert lucky == dull
    assert lucky[0].interval.low <= lucky[0].rate <= lucky[0].interval.high


def test_games_of_the_judge_make_a_rating_more_certain_than_those_of_others():
    levels = LevelSettings().levels
    widths = []
    for agent in levels:
        ratings = SetupRatings(levels)
        ratings.add(["CCCC", "SSSSSSSS"])
        for number in (0, 1):
            ratings.note(agent, number, wins(60, 100), counts=True)
        ratings.learn()
        low, high = ratings.rated()[0].interval
        widths.append(high - low)
    assert widths[0] > widths[1] > widths[2]


def test_one_agent_for_everything_is_one_level():
    ratings = SetupRatings(LevelSettings(agent="greedy").levels)
    ratings.add(["CC"])
    ratings.note("greedy", 0, wins(18, 20), counts=False)
    assert ratings.rated()[0].rate == 0.5
    assert ratings.hopes()[0] > 0.7


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
