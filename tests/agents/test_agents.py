"""Agents: their text, their lawfulness, their order of strength, and the parts they are made of."""

import numpy as np
import pytest
from conquest_opt.agents.evaluation.evaluate import evaluate
from conquest_opt.agents.game_runner import GameRunner
from conquest_opt.agents.rollout.policy import find_aims, heuristic_action, rank, weighted_action
from conquest_opt.agents.spec.kernel_records import PARAMS, WORK
from conquest_opt.agents.spec.kinds import AGENTS
from conquest_opt.agents.spec.parameters import KIND_WEIGHTS, SCRIPT_WEIGHTS, AgentError
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.engine import ActionSpace, Game, Ruleset
from conquest_opt.engine.kernels.compiled import jit
from conquest_opt.engine.kernels.layout import new_scratch
from conquest_opt.engine.kernels.options import find_options, list_options
from conquest_opt.engine.kernels.packing import pack_rules, start_state
from conquest_opt.engine.notation.action_text import action_texts
from conquest_opt.setups import army, catalogue

from tests.positions import position

SMALL = {
    "random": "random",
    "weighted-random": "weighted-random",
    "monte-carlo": "monte-carlo:k=1,turns=2",
    "negamax": "negamax:advances=100",
    "mcts": "mcts:advances=60",
    "random-search": "random-search:advances=60",
    "fpu": "fpu:iterations=6",
    "full-turn": "full-turn:advances=200",
    "fpu-full-turn": "fpu-full-turn:advances=60,late=true",
    "portfolio": "portfolio:unprune,advances=60",
    "rhea": "rhea:advances=200,population=2",
    "fun": "fun:iterations=4",
    "tactician": "tactician:advances=60",
    "greedy": "greedy",
    "strategist": "strategist:advances=300",
}
RUNNER = GameRunner()


def test_every_agent_has_a_small_one_here():
    assert set(SMALL) == set(AGENTS)


@pytest.mark.parametrize(
    "space",
    [
        pytest.param(ActionSpace.full(), id="full", marks=pytest.mark.slow),
        pytest.param(ActionSpace.thesis(), id="thesis"),
    ],
)
@pytest.mark.parametrize("name", AGENTS)
def test_agents_play_every_setup_by_the_rules(name: str, space: ActionSpace):
    agent, armies = AgentSpec.parse(SMALL[name]), [s.army for s in catalogue().values()]
    rules = Ruleset(actions=space).edit("economy.income=100", "obstacles=12")
    for i, first in enumerate(armies):
        game = Game.new(first, armies[(i * 11 + 5) % len(armies)], rules=rules, seed=i)
        played = RUNNER.play(rules, game.state, agent, agent, seed=i, actions=50)
        for action in played.actions.tolist():
            [text] = action_texts(game.state, np.array([action]))
            game.apply(text)  # raises if it is not legal
        assert game.state.tobytes() == played.state.tobytes()


@pytest.mark.parametrize("name", AGENTS)
def test_games_are_a_function_of_their_seed(name: str):
    agent, rules = AgentSpec.parse(SMALL[name]), Ruleset()
    start = start_state((army("Default"), army("Rush")), rules, 1, [])
    once, again, other = (
        RUNNER.play(rules, start, agent, agent, seed=seed, actions=40) for seed in (5, 5, 6)
    )
    fresh = GameRunner().play(rules, start, agent, agent, seed=5, actions=40)
    assert once.actions.tolist() == again.actions.tolist() == fresh.actions.tolist()
    assert once.actions.tolist() != other.actions.tolist()


ABSENT = (
    *("archer.cost=225", "archer.range=3", "archer.health=900", "knight.damage=800"),
    *("knight.movement=9", "bombard.cost=25", "bombard.damage=400", "charge.cooldown=1"),
    *("charge.factor=4", "regenerate.cooldown=9", "winds-of-fate.cost=50"),
)


@pytest.mark.parametrize("name", AGENTS)
def test_games_do_not_depend_on_what_neither_side_fields(name: str):
    agent = AgentSpec.parse(SMALL[name])
    armies = army("SSFHHMC:battle-cry,chastise,shield-wall"), army("FFHMMC:stoicism,vigilance")
    played = [
        RUNNER.play(rules, start_state(armies, rules, 1, []), agent, agent, seed=5, actions=120)
        for rules in (Ruleset(), Ruleset().edit(*ABSENT))
    ]
    assert played[0].actions.tolist() == played[1].actions.tolist()


def score(first: str, second: str, pairs: int) -> float:
    """Return the share of points the first agent makes in side-swapped pairs."""
    a, b, rules = AgentSpec.parse(first), AgentSpec.parse(second), Ruleset()
    start = start_state((army("Default"), army("Default")), rules, 1, [])
    points = 0.0
    for seed in range(pairs):
        for swapped in (False, True):
            players = (b, a) if swapped else (a, b)
            winner = int(RUNNER.play(rules, start, *players, seed=2 * seed + swapped).state.winner)
            points += 0.5 if winner == 2 else float((winner == 0) != swapped)
    return points / (2 * pairs)


@pytest.mark.parametrize(
    ("better", "worse", "pairs"),
    [
        ("weighted-random", "random", 60),
        ("mcts:advances=1000", "weighted-random", 8),
        ("fpu:advances=1000", "random-search:advances=1000", 10),
        ("fpu:advances=1000", "mcts:advances=1000", 10),
        ("portfolio:advances=1000", "mcts:advances=1000", 8),
        ("rhea:advances=1000", "mcts:advances=1000", 8),
        ("greedy", "fpu:advances=1000", 8),
        ("tactician:depth=2", "greedy", 20),
    ],
)
def test_the_order_of_strength(better: str, worse: str, pairs: int):
    # Three standard errors above even, if they were even.
    assert score(better, worse, pairs) > 0.5 + 3 * 0.5 / (2 * pairs) ** 0.5


def test_budgets_are_kept():
    rules = Ruleset()
    start = start_state((army("Default"), army("Default")), rules, 1, [])
    for text, least, most in (("fpu:advances=500", 500, 600), ("fpu:iterations=30", 30, 30)):
        agent = AgentSpec.parse(text)
        played = RUNNER.play(rules, start, agent, agent, seed=1, actions=1)
        spent = played.iterations if "iterations" in text else played.advances
        assert least <= spent <= most


def test_the_budget_of_a_deep_search_is_kept_in_the_full_space():
    rules = Ruleset(actions=ActionSpace.full()).edit("economy.income=150")
    agent = AgentSpec.parse("tactician:advances=100")
    start = start_state((army("Default"), army("Default")), rules, 1, [])
    played = RUNNER.play(rules, start, agent, agent, seed=1, actions=200)
    for spent in played.spent:
        assert spent.advances <= 120 * spent.decisions


def test_a_full_tree_goes_on_without_growing():
    rules = Ruleset()
    start = start_state((army("Default"), army("Default")), rules, 1, [])
    agent = AgentSpec.parse("mcts:iterations=40000,turns=1")
    assert RUNNER.play(rules, start, agent, agent, seed=1, actions=1).iterations == 40000


@pytest.mark.parametrize(
    "agent",
    ["negamax", "fpu", "fpu-full-turn", "portfolio", "greedy", "tactician"],
)
def test_a_win_in_one_is_taken(agent: str):
    # Far ahead, so that waiting would cost nothing. Agents that play out for many turns win in all
    # of them, and may wait.
    game = position("Ck3=500,Ci3=500,Cg3=500,Ke3=300,Kc3=300", "Sk4=100")
    players = AgentSpec.parse(agent), AgentSpec.parse("random")
    for seed in range(5):
        played = RUNNER.play(game.rules, game.state, *players, seed=seed)
        assert (int(played.state.winner), int(played.state.turn)) == (0, 1)


# ---- text ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("fpu", "fpu"),
        (" FPU : k=0.5 ", "fpu"),
        ("fpu:k=1,depth=5", "fpu:depth=5,k=1"),
        ("fpu:iterations=1000,k=0.25,reuse=false", "fpu:iterations=1000,k=0.25,reuse=false"),
        ("monte-carlo:rollout=random,k=7", "monte-carlo:k=7,rollout=random"),
        ("weighted-random:move=1.5", "weighted-random:move=1.5"),
        ("portfolio:mode=bias", "portfolio:bias"),
        ("portfolio:plain", "portfolio"),
        ("portfolio:attack-kill=1,unprune", "portfolio:unprune,attack-kill=1"),
        ("fun", "fun"),
        ("fun:advances=100", "fun:advances=100"),
        ("monte-carlo:advances=100", "monte-carlo:advances=100"),
        ("fpu:ms=500", "fpu:ms=500"),
        ("fpu:k=0.12345678", "fpu:k=0.12345678"),
    ],
)
def test_text_has_one_form(text: str, written: str):
    spec = AgentSpec.parse(text)
    assert str(spec) == written
    assert AgentSpec.parse(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("fpv", "did you mean fpu?"),
        ("alphabeta", "agents are strong, medium, quick, random, weighted-random"),
        ("fpu:q=3", "fpu has no parameter 'q'; it has advances, iterations, ms, depth"),
        ("random:k=1", "it has none"),
        ("fpu:depth", "NAME=VALUE"),
        ("fpu:depth=x", "depth is a whole number, not 'x'"),
        ("fpu:depth=0", "from 1 to 1000"),
        ("fpu:k=nan", "from 0 to 100"),
        ("fpu:k=1,k=2", "twice"),
        ("fpu:reuse=maybe", "true, false"),
        ("fpu:advances=0", "advances or iterations or ms above 0"),
        ("fpu:advances=5,ms=5", "one budget of advances, iterations, ms, not 2"),
        ("fpu:iteration=5", "did you mean iterations?"),
        ("portfolio:prune", "portfolio has no parameter 'prune'"),
    ],
)
def test_wrong_text_is_explained(text: str, says: str):
    with pytest.raises(AgentError) as error:
        AgentSpec.parse(text)
    assert says in str(error.value)


def test_every_parameter_reaches_the_kernels():
    for kind in AGENTS.values():
        plain = AgentSpec.parse(kind.name)
        for p in kind.parameters:
            others = [c for c in p.choices if c != p.default]
            small = {"iterations": 9, "ms": 9, "weights": p.default}
            for value in others or [small.get(p.name, p.high)]:
                changed = AgentSpec.parse(f"{kind.name}:{p.name}={value}")
                named = p.name == "weights" and value == p.default  # there may be one set only
                assert named or changed.pack().tobytes() != plain.pack().tobytes(), p.name


# ---- parts ---------------------------------------------------------------------------------------


@jit
def ranks_drawn(rules, state, scratch, work, listed, drawn):
    """Return the best rank of the legal actions; write the ranks of heuristic draws."""
    find_options(rules, state, scratch)
    count = list_options(scratch, listed)
    if state.selected != 255:
        find_aims(rules, state, work)
    best = 9
    for i in range(count):
        best = min(best, rank(rules, state, work, np.uint64(listed[i])))
    for i in range(drawn.shape[0]):
        action = heuristic_action(rules, state, scratch, work)
        if state.selected != 255:
            find_aims(rules, state, work)
        drawn[i] = rank(rules, state, work, action)
    return best


@jit
def kinds_drawn(rules, state, scratch, weights, counts, draws):
    """Count the kinds of weighted draws."""
    for _ in range(draws):
        action = weighted_action(rules, state, scratch, weights)
        counts[(action >> np.uint64(9)) & np.uint64(15)] += 1


def test_the_heuristic_draws_actions_of_the_best_rank():
    import random

    draw, scratch, work = random.Random(4), new_scratch(), np.zeros(1, WORK)[0]
    names, seen = list(catalogue()), set()
    for i in range(8):
        rules = Ruleset().edit("economy.income=150")
        game = Game.new(army(draw.choice(names)), army(draw.choice(names)), rules=rules, seed=i)
        for _ in range(150):
            if game.winner is not None:
                break
            drawn = np.zeros(12, np.int64)
            listed = np.zeros(1024, np.uint32)
            best = ranks_drawn(pack_rules(rules), game.state, scratch, work, listed, drawn)
            assert set(drawn.tolist()) == {best}, game.position
            seen.add((game.phase, best))
            game.apply(draw.choice(game.legal_actions()))
    assert {("movement", 0), ("movement", 1), ("combat", 0), ("rally", 1)} <= seen


def test_weights_are_a_ratio_of_kinds():
    game = position(
        "Ck3=500,Sa1=100", "Sk4=100,Sa20=100", points=(500, 0), commands=("stoicism", "-")
    ).apply("select k3")
    counts, weights = np.zeros(16, np.int64), np.array([4.0, 2.0, 1.0, 9.0, 1.0])
    kinds_drawn(pack_rules(game.rules), game.state, new_scratch(), weights, counts, 80_000)
    attacks, commands, moves, ends = counts[3], counts[5], counts[2], counts[0]
    assert attacks + commands + moves + ends == 80_000
    for count, weight in ((attacks, 4), (commands, 2), (moves, 1), (ends, 1)):
        assert abs(count - 10_000 * weight) < 5 * (80_000 * weight / 8 * (1 - weight / 8)) ** 0.5
    counts[:] = 0
    kinds_drawn(pack_rules(game.rules), game.state, new_scratch(), np.zeros(5), counts, 1000)
    assert min(counts[3], counts[5], counts[2], counts[0]) > 150  # no weights at all: kinds alike


VALUE = AgentSpec.parse("fpu").pack()


@jit
def value_of(rules, state, scratch, params, player):
    """Return what a position is worth."""
    return evaluate(rules, state, scratch, params, np.uint64(player))


def test_the_value_is_fair_bounded_and_sees_what_matters():
    def value(game: Game, player: int = 0) -> float:
        return value_of(pack_rules(game.rules), game.state, new_scratch(), VALUE, player)

    even = position("Ck3=500", "Ck18=500")
    assert value(even) == 0.0
    ahead = position("Ck3=500", "Ck18=400")
    assert 0 < value(ahead) < 1
    assert value(ahead, 1) == -value(ahead)
    dead = position("Ck3=500,Sa1=100", "Ck18=500")
    wounded = position("Ck3=500,Ka1=1", "Ck18=500")
    assert value(wounded) > value(dead) > 0  # being alive counts for itself
    assert value(position("Ck3=500", "Ck18=500", points=(50, 0))) > 0
    resting = position("Ck3=500", "Ck18=500", commands=("charge=5", "charge"))
    assert value(resting) < 0
    won = position("Ck3=500", "Sk4=100").apply("select k3").apply("attack k4")
    assert (value(won), value(won, 1)) == (1.0, -1.0)


def test_approach_and_noise_are_for_alpha_beta_over_scripts_alone():
    near, far = position("Ck3=500", "Ck9=500"), position("Ck3=500", "Ck18=500")
    for agent in ("greedy:noise=0", "tactician:noise=0", "portfolio", "fpu", "rhea", "negamax"):
        params, scratch = AgentSpec.parse(agent).pack(), new_scratch()
        by_distance, drawn = agent.endswith("noise=0"), scratch.random
        values = [
            value_of(pack_rules(game.rules), game.state, scratch, params, 0) for game in (near, far)
        ]
        assert values[0] - values[1] == pytest.approx(9 * params.approach)
        assert (values[0] > values[1], scratch.random != drawn) == (by_distance, by_distance)


def test_the_record_of_parameters_has_no_field_that_no_agent_sets():
    weights = {p.name for p in (*KIND_WEIGHTS, *SCRIPT_WEIGHTS)}
    fields = {"kind_weights", "script_weights"}
    for kind in AGENTS.values():
        fields |= {name for name, _ in kind.fixed}
        for p in kind.parameters:
            if p.name not in weights and p.name != "ms":
                values = p.choices or (p.default,)
                fields |= {name for value in values for name, _ in p.fields(value)}
    assert set(PARAMS.names or ()) == fields
