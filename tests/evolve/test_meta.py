"""The metagame: games where they are needed, usage, a planted circle, and the loop of responses."""

from itertools import pairwise, product
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa
import pytest
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.errors import ArenaError
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.context import RunContext
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.arena.run.task import read_form, stored_form
from conquest_opt.arena.stats.nash import nash, nash_samples, standard_errors
from conquest_opt.arena.stats.score import Interval, Score
from conquest_opt.engine import Ruleset
from conquest_opt.evolve.meta.double_oracle import DoubleOracle
from conquest_opt.evolve.meta.mixture_checks import MixtureChecks, named_entrants, product_deal
from conquest_opt.evolve.meta.payoffs import Payoffs, Settled, spread, trimmed
from conquest_opt.evolve.meta.response import RoundContext
from conquest_opt.evolve.meta.result import MetaResult
from conquest_opt.evolve.meta.screen import Screen, passed, taking_part
from conquest_opt.evolve.meta.settings import QUICK, SIZES, MetaSettings
from conquest_opt.evolve.meta.task import MetaTask, default_start
from conquest_opt.evolve.meta.usage import contents, usage
from conquest_opt.evolve.meta.values import (
    OracleRound,
    Response,
    RivalResponse,
    ScreenedSetup,
    SetMember,
)
from conquest_opt.evolve.proposals.errors import EvolveError
from conquest_opt.evolve.proposals.field import Field
from conquest_opt.evolve.proposals.space import Space
from conquest_opt.results.page.terminal import terminal_text
from conquest_opt.setups import Setup
from conquest_opt.setups.query_text import QueryText

RULES = Ruleset().edit("max_turns=60")


def even(pairs: int) -> Score:
    return Score(pairs, 0, pairs, (0, 0, pairs, 0, 0))


# ---- where games go ------------------------------------------------------------------------------


def error(variances: np.ndarray, played: np.ndarray, given: np.ndarray) -> float:
    return float(np.sum(variances / (played + given)))


def test_pairs_go_where_they_take_most_from_the_error():
    rng = np.random.default_rng(4)
    for pairs in range(6):
        variances, played = rng.random((1, 3)), rng.integers(1, 5, (1, 3)).astype(float)
        given = spread(pairs, variances, played)
        every = [
            error(variances, played, np.array([split]))
            for split in product(range(pairs + 1), repeat=3)
            if sum(split) == pairs
        ]
        assert given.sum() == pairs
        assert error(variances, played, given) == pytest.approx(min(every))
    assert spread(5, np.zeros((2, 2)), np.ones((2, 2))).sum() == 0


def payoffs_of(rates: dict[tuple[int, int], Score], count: int) -> Payoffs:
    payoffs = Payoffs(Evaluator(Threads(1), RULES), RULES, 1)
    for number in range(count):
        payoffs.add(Entrant(setup="S" * (number + 1), agent="random"))
    payoffs.scores |= rates
    return payoffs


def test_only_those_who_might_gain_are_doubted():
    scores = {
        (0, 1): even(50),
        (0, 2): Score(90, 0, 10, (0, 0, 10, 0, 40)),
        (1, 2): Score(90, 0, 10, (0, 0, 10, 0, 40)),
    }
    payoffs = payoffs_of(scores, 3)
    mixture = Settled(
        weights=np.array([0.5, 0.5, 0.0]), gains=np.array([0, 0, -0.4]), errors=np.full(3, 0.02)
    )
    assert payoffs.doubts([0, 1, 2], mixture, 0.02, 10) == {(0, 1): 10}
    assert payoffs.doubts([0, 1, 2], mixture, 0.05, 10) == {}
    assert payoffs.doubts([0, 1, 2], mixture, 0.02, 0) == {}
    assert mixture.most == pytest.approx(1.96 * 0.02, abs=1e-4)
    assert mixture.support == [0, 1]


def test_a_matrix_is_seen_from_both_sides_and_solved():
    circle = Score(80, 0, 20, (10, 0, 0, 0, 40))
    payoffs = payoffs_of({(0, 1): circle, (1, 2): circle, (0, 2): ~circle}, 3)
    assert payoffs.score(1, 0) == ~circle
    assert payoffs.score(0, 0) == Score()
    mixture = payoffs.solve([0, 1, 2])
    assert mixture.weights == pytest.approx([1 / 3] * 3)
    assert mixture.gains == pytest.approx([0] * 3, abs=1e-9)
    errors = standard_errors(payoffs.table([0, 1, 2]))
    assert mixture.errors[0] == pytest.approx(np.sqrt((errors[0, 1] ** 2 + errors[0, 2] ** 2) / 9))
    assert payoffs.solve([2, 0]).weights == pytest.approx([1, 0])
    samples = nash_samples(payoffs.table([0, 1, 2]), samples=30, seed=2)
    assert samples.shape == (30, 3)
    assert samples.sum(axis=1) == pytest.approx(np.ones(30))


def test_games_of_a_matrix_are_played_once_and_add_up():
    payoffs = payoffs_of({}, 3)
    payoffs.complete([0, 1, 2], 2)
    assert {cell: score.games for cell, score in payoffs.scores.items()} == {
        (0, 1): 4, (0, 2): 4, (1, 2): 4,
    }  # fmt: skip
    payoffs.meet({(0, 2): 3, (1, 2): 1})
    assert [payoffs.score(*cell).games for cell in ((0, 1), (0, 2), (1, 2))] == [4, 10, 6]
    payoffs.complete([0, 1, 2], 3)
    assert [payoffs.score(*cell).games for cell in ((0, 1), (0, 2), (1, 2))] == [6, 10, 6]
    before = dict(payoffs.scores)
    payoffs.complete([0, 1, 2], 3)
    payoffs.meet({})
    assert payoffs.scores == before
    assert payoffs.add(payoffs.entrants[1]) == 1


def test_weights_that_are_rounding_are_left_out():
    assert trimmed(np.array([0.5, 0.49999, 1e-5])) == pytest.approx([0.500005, 0.499995, 0], 1e-6)


# ---- two mixtures, responses --------------------------------------------------------------


def test_two_mixtures_meet_by_the_product_of_their_weights():
    cells = product_deal(np.array([0.75, 0.25]), np.array([2.0, 1.0, 1.0]), 16)
    counts = {cell: cells.count(cell) for cell in set(cells)}
    assert counts == {(0, 0): 6, (0, 1): 3, (0, 2): 3, (1, 0): 2, (1, 1): 1, (1, 2): 1}


def response(wins: int, losses: int) -> Response:
    pairs = (losses // 2, 0, 0, 0, wins // 2)
    score = Score(wins, 0, losses, pairs)
    return Response(entrant=Entrant(setup="C", agent="random"), formation=("C",), score=score)


def test_a_response_gains_for_certain_and_by_more_than_epsilon():
    assert response(600, 400).gains(0.02)
    assert not response(600, 400).gains(0.1)
    assert not response(12, 8).gains(0.02)
    assert response(600, 400).gain == pytest.approx(0.1)
    assert response(600, 400).interval.low == pytest.approx(
        response(600, 400).score.interval().low - 0.5
    )


def test_generations_of_a_round_go_on_from_those_before():
    written: dict[str, Any] = {}

    class Outer(RunContext):
        def write(self, batch, tables):
            written[batch] = tables

    evaluator = Evaluator(Threads(1), RULES)
    outer = Outer(evaluator=evaluator)
    context = RoundContext(evaluator=evaluator, outer=outer, round=3, generations=10)
    table = pa.table({"generation": [2], "games": [7]})
    context.write("generation-2", {"generations": table, "candidates": table})
    context.write("summary", {"setup_ratings": table})
    assert list(written) == ["round-3-generation-2"]
    assert written["round-3-generation-2"]["generations"].to_pylist() == [
        {"generation": 12, "games": 7}
    ]


# ---- usage ---------------------------------------------------------------------------------------


def test_usage_is_counted_by_weight_beside_the_named_setups():
    rules = Ruleset()
    setups = [Setup.from_text("CC:charge"), Setup.from_text("SSSS")]
    weights = np.array([0.25, 0.75])
    named = [Setup.from_text("C:charge"), Setup.from_text("C")]
    uses = usage(setups, weights, np.array([[0.5, 0.5], [0.0, 1.0]]), named, rules)
    by = {use.thing: use for use in uses}
    assert len(by) == 16
    scout, champion, charge = by["scout"], by["champion"], by["charge"]
    assert (scout.kind, charge.kind) == ("troop", "command")
    assert scout.number == 3
    assert scout.points == 0.75
    assert champion.number == 0.5
    assert champion.points == pytest.approx(0.25 * 400 / 475)
    assert (champion.named_number, charge.named_number) == (1, 0.5)
    assert charge.named_points == pytest.approx(0.5 * 75 / 275)
    assert champion.number_low == pytest.approx(0.025)
    assert champion.number_high == pytest.approx(0.975)
    assert contents(setups, rules)[1].sum(axis=1) == pytest.approx([1, 1])


# ---- settings and what it starts with ------------------------------------------------------------


def test_the_search_starts_with_named_setups_that_could_be_bought():
    every = default_start(Space(Ruleset()), "random", 1)
    assert len(every) == 30
    assert "MeleeMeltdown" not in {entrant.name for entrant in every}
    winds = default_start(
        Space(Ruleset(), QueryText(with_commands=("winds-of-fate",)).read()), "random", 1
    )
    assert {entrant.name for entrant in winds} == {"WindsOfFateSetup", "WindsOfStab"}
    footmen = Space(Ruleset(), QueryText(require=("F>=7",)).read())
    none = default_start(footmen, "random", 1)
    assert none
    assert all(entrant.name is None for entrant in none)
    assert all(footmen.accepts(Setup.from_text(entrant.setup)) for entrant in none)


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"rounds": 0}, "rounds= must be at least 1, not 0"),
        ({"epsilon": 0.0}, "epsilon= is above 0 and below 0.5, not 0"),
        ({"epsilon": float("nan")}, "epsilon= is above 0"),
        ({"response_games": 1}, "response_games= must be at least 2"),
        ({"start_setups": 0}, "start_setups= must be at least 1, not 0"),
        ({"agent": "gredy"}, "did you mean greedy"),
        ({"judge": "tactician:ms=5"}, "thinks by the clock"),
        ({"rival_agent": "fpu:ms=5"}, "thinks by the clock"),
    ],
)
def test_settings_that_cannot_be_are_refused(values, says):
    with pytest.raises(ValueError, match=says):
        MetaSettings(**values)


def test_a_task_has_a_json_form_and_needs_a_start():
    start = tuple(Entrant.of(name, "random") for name in ("Rush", "Venom"))
    rest: dict[str, Any] = {"edits": RULES.edits, "query": QueryText(without_commands=("bombard",))}
    task = MetaTask(settings=MetaSettings(**QUICK, agent="random"), start=start, **rest)
    again = read_form(MetaTask, stored_form(task))
    assert again == task
    assert again.space == Space(RULES, rest["query"].read())
    assert [part.name for part in task.parts()] == [
        "start", "search", "race", "response", "set", "named",
        "rival-search", "rival-race", "rival-response", "rival-check",
    ]  # fmt: skip
    assert len(task.parts()[0].sample()) > 0
    assert task.parts()[0].games == QUICK["games"]
    assert {part.agent for part in task.parts()[:6]} == {"random"}
    alone = MetaTask(settings=MetaSettings(named_games=0, rival_games=0), start=start[:1], **rest)
    assert [part.name for part in alone.parts()] == ["search", "race", "response", "set"]
    assert alone.agents == tuple(str(AgentSpec.parse(n)) for n in ("quick", "medium", "strong"))
    for wrong, says in (((), "a setup at least"), (start[:1] * 2, "given twice")):
        with pytest.raises(EvolveError, match=says):
            MetaTask(settings=task.settings, start=wrong, **rest)


def test_a_task_of_an_earlier_version_is_refused():
    start = (Entrant.of("Rush", "random"),)
    stored = stored_form(MetaTask(settings=MetaSettings(agent="random"), start=start))
    with pytest.raises(ArenaError, match="begin a new run"):
        read_form(MetaTask, stored | {"form": 2})


def test_a_rival_searches_with_less_and_more_to_think():
    levels = MetaSettings().rival.levels
    assert [AgentSpec.parse(one)["advances"] for one in levels] == [650, 10_000, 30_000]
    assert {AgentSpec.parse(one)["search"] for one in levels} == {"alphabeta"}
    small = MetaSettings(rival_agent="fpu:advances=2000").rival.levels
    assert small.distinct == ("fpu:advances=650", "fpu:advances=2000")
    assert MetaSettings(rival_agent="greedy").rival.levels.distinct == ("greedy",)


def test_larger_sizes_play_more_at_every_level():
    start = tuple(named_entrants("greedy"))
    task = MetaTask(settings=MetaSettings(), start=start)
    assert task.scaled(1.0) == task
    sized = [task.scaled(2.0**power) for power in range(-8, 17, 2)]
    totals = [{part.name: part.games for part in one.parts()} for one in sized]
    for smaller, larger in pairwise(totals):
        assert all(smaller[name] <= larger[name] for name in smaller)
    assert sum(totals[0].values()) < sum(totals[4].values()) / 10
    before, after = (msgspec.structs.asdict(one.settings) for one in (sized[0], sized[-1]))
    assert {name for name in before if before[name] != after[name]} <= set(SIZES)
    none = MetaTask(settings=MetaSettings(named_games=0, rival_games=0), start=start).scaled(4)
    assert (none.settings.named_games, none.settings.rival_games) == (0, 0)


# ---- the screen ----------------------------------------------------------------------------------


def beats(pairs: int) -> Score:
    return Score(2 * pairs, 0, 0, (0, 0, 0, 0, pairs))


def test_setups_that_lose_to_all_take_part_in_no_mixture():
    """Three that beat each other in a circle, and two that lose to all of these."""
    circle = {(0, 1): beats(20), (1, 2): beats(20), (0, 2): ~beats(20)}
    losers = {(a, b): beats(20) for a in (0, 1, 2) for b in (3, 4)}
    payoffs = payoffs_of(circle | losers | {(3, 4): even(20)}, 5)
    shares = taking_part(payoffs, range(5), 1)
    assert shares[:3].min() > 0.9
    assert shares[3:].max() < 0.05


def test_a_screen_allows_for_the_error_of_its_agent():
    """Of two setups that are nearly even by many cheap games the judge may prefer either."""
    close = Score(540, 0, 460, (0, 0, 460, 0, 40))
    payoffs = payoffs_of({(0, 1): close, (0, 2): beats(500), (1, 2): beats(500)}, 3)
    shares = taking_part(payoffs, range(3), 1)
    assert nash_samples(payoffs.table(range(3)))[:, 1].max() == 0
    assert 0.1 < shares[1] < 0.5
    assert shares[2] == 0


def test_a_screen_keeps_so_many_at_most_and_plays_by_its_agent():
    settings = MetaSettings(
        start_setups=2, screen_games=4, screen_agent="random", race_agent="random", judge="greedy"
    )
    start = [Entrant(setup=text, agent="greedy") for text in ("CC", "S", "SS", "KK")]
    payoffs = Payoffs(Evaluator(Threads(1), RULES), RULES, 1)
    screened = Screen(payoffs, settings, 1).run(start)
    assert {one.agent for one in payoffs.entrants} == {"random"}
    assert [one.games for one in screened] == [12] * 4
    assert [one.share for one in screened] == sorted((o.share for o in screened), reverse=True)
    kept = passed(start, screened)
    assert 1 <= len(kept) <= 2
    assert kept == [one for one in start if one in {s.entrant for s in screened if s.kept}]
    alone = MetaSettings(start_setups=2, agent="random")
    assert Screen(payoffs, alone, 1).run(start) == []
    assert passed(start, []) == start


def test_a_rivals_response_is_measured_by_the_judge_too():
    settings = MetaSettings(rival_games=6, rival_agent="random", agent="greedy")
    mixture = Field(opponents=(Entrant(setup="S", agent="greedy"),), weights=(1.0,))
    checks = MixtureChecks(
        settings=settings, rules=RULES, seed=1, field=mixture,
        evaluator=Evaluator(Threads(1), RULES),
    )  # fmt: skip
    evolved = Response(
        entrant=Entrant(setup="CC", agent="random"), formation=("CC",), score=even(3)
    )
    rival = checks.rival(evolved)
    assert (rival.agent, rival.response) == ("random", evolved)
    assert rival.judged.entrant == Entrant(setup="CC", agent="greedy")
    assert rival.judged.score.games == 6
    assert rival.judged.gain > 0
    assert set(rival.json()) == {
        "agent", "setup", "formation", "gain", "ci95", "games", "judge"
    }  # fmt: skip


# ---- words ---------------------------------------------------------------------------------------


def metagame(last: Response, *, settled: bool, patience: int = 2) -> MetaResult:
    member = SetMember(
        number=0, entrant=last.entrant, formation=("C",), round=0, weight=1.0,
        interval=Interval(0.5, 1.0), certainty=1.0,
    )  # fmt: skip
    last_round = OracleRound(
        number=1, setups=1, support=1, inside=0.0, response=last, added=False, games=9
    )
    return MetaResult(
        members=(member,), rounds=(last_round,), screen=(), screen_agent="random", named=(),
        named_mixture=None, usage=(), rival=None, epsilon=0.02, patience=patience,
        settled=settled, agent="random", edits=(),
    )  # fmt: skip


def test_the_headline_says_no_more_than_the_intervals():
    lucky = metagame(response(12, 8), settled=True)
    assert "none of the last 2 responses was shown to gain more than 2 points" in lucky.headline()
    assert "60.0 % [" in lucky.headline()
    assert "which shows no gain" in lucky.headline()
    certain = metagame(response(600, 400), settled=False).headline()
    assert "so it can be exploited" in certain
    assert "used up before it settled" in certain
    once = metagame(response(12, 8), settled=True, patience=1).headline()
    assert "the last response was not shown to gain" in once


def test_values_survive_their_stored_form():
    values = metagame(response(600, 400), settled=False)
    assert msgspec.json.decode(msgspec.json.encode(values), type=MetaResult) == values


def test_a_rivals_gain_is_said_as_the_intervals_carry_it():
    plain = metagame(response(600, 400), settled=True)
    lucky, certain = response(12, 8), response(600, 400)
    out = ScreenedSetup(entrant=Entrant(setup="SS", agent="random"), share=0, games=8, kept=False)

    def text(by_itself: Response, judged: Response) -> str:
        rival = RivalResponse(agent="greedy", response=by_itself, judged=judged)
        changed = msgspec.structs.replace(plain, rival=rival, screen=(out,))
        return " ".join(terminal_text(changed.summary(), 80).split())

    assert "gains in points of 100, on held-out seeds: +10.0 [" in text(lucky, lucky)
    assert "Neither shows a gain." in text(lucky, lucky)
    assert "A gain was shown by greedy." in text(certain, lucky)
    assert "A gain was shown by greedy and random." in text(certain, certain)
    assert "Left out: SS." in text(lucky, lucky)


# ---- the loop ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_planted_setup_takes_over_the_mixture():
    """Mages are made to beat all others; no setup that the search starts with has one."""
    rules = Ruleset().edit("mage.cost=400", "mage.health=3000", "mage.damage=3000", "max_turns=100")
    settings = MetaSettings(
        rounds=4, patience=1, epsilon=0.05, games=6, settle_games=60, population=12,
        generations=3, candidate_games=2, race_games=16, shortlist=4, response_games=60,
        named_games=0, rival_games=20, screen_agent="greedy", race_agent="greedy",
        judge="greedy:noise=1", rival_agent="tactician:advances=300",
    )  # fmt: skip
    texts = ("SSSSFFFFC:battle-cry,stoicism,charge", "SSSSSSCC:battle-cry,stoicism,charge")
    start = tuple(Entrant(setup=text, agent=settings.levels.judge) for text in texts)
    context = RunContext(evaluator=Evaluator(Threads(2), rules))
    task = MetaTask(settings=settings, start=start, edits=rules.edits, seed=2)
    oracle = DoubleOracle(task, context)
    result = oracle.run()
    first = result.rounds[0]
    assert first.added
    assert first.response.interval.low > 0.2
    assert "M" in first.response.entrant.setup
    mages = sum(member.weight for member in result.mixture if "M" in member.entrant.setup)
    assert mages == pytest.approx(1)
    assert all(member.round > 0 for member in result.mixture)
    assert sum(member.weight for member in result.members) == pytest.approx(1)
    assert result.named == ()
    assert result.named_mixture is None
    by = {use.thing: use for use in result.usage}
    assert by["mage"].number >= 1
    assert by["mage"].number > by["mage"].named_number
    field = Field(
        opponents=tuple(member.entrant for member in result.mixture),
        weights=tuple(member.weight for member in result.mixture),
    )
    assert msgspec.convert(msgspec.to_builtins(field), Field) == field
    rates = oracle.payoffs.table(oracle.members).rates(unknown=0.5)
    assert nash(rates).exploitability < 1e-4
    assert result.rival is not None
    assert result.rival.response.entrant.agent == settings.rival_agent
    assert result.rival.judged.entrant.agent == settings.levels.judge
