"""Inside the searches: what a tree holds, whole turns, chance, exchanges, negamax and the rest."""

import math
import random

import numpy as np
import pytest
from conquest_opt.agents.evaluation.exchange import VICTORY, best_threat, exchange
from conquest_opt.agents.game_runner import GameRunner
from conquest_opt.agents.rollout.favour import is_favourable
from conquest_opt.agents.rollout.policy import find_aims
from conquest_opt.agents.search.select import open_edges, puct_bound, select, ucb1_bound
from conquest_opt.agents.search.tree import NODE, Tree, new_tree
from conquest_opt.agents.spec.kernel_records import WORK
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.engine import ActionSpace, Game, Ruleset
from conquest_opt.engine.kernels.actions import KIND_MASK, KIND_SHIFT
from conquest_opt.engine.kernels.compiled import jit
from conquest_opt.engine.kernels.entry import legal_actions as kernel_actions
from conquest_opt.engine.kernels.layout import new_scratch
from conquest_opt.engine.kernels.packing import pack_rules, start_state
from conquest_opt.engine.notation.action_text import action_texts
from conquest_opt.engine.rules.stats import LETTERS, TROOPS
from conquest_opt.setups import army, catalogue

from tests.positions import position

RUNNER = GameRunner()
TREES = ("mcts", "fpu", "full-turn", "fpu-full-turn", "portfolio", "fun")


def start(first: str = "Default", second: str = "Default", rules: Ruleset | None = None):
    rules = rules or Ruleset()
    return start_state((army(first), army(second)), rules, 1, [])


def played(agent: str, state: np.record, actions: int, seed: int = 1):
    spec = AgentSpec.parse(agent)
    return RUNNER.play(Ruleset(), state, spec, spec, seed=seed, actions=actions)


# ---- looking into a search -----------------------------------------------------------------------


@pytest.mark.parametrize("name", TREES)
def test_a_search_can_be_opened(name: str):
    game = Game.new(army("Default"), army("Rush"))
    spec = AgentSpec.parse(f"{name}:iterations=400")
    report = RUNNER.analyse(game.rules, game.state, spec, seed=3)
    assert report.iterations >= 400
    assert sum(tried.visits for tried in report.tried) == report.iterations
    assert all(-1 <= tried.value <= 1 and tried.visits > 0 for tried in report.tried)
    assert report.tried[0].action == report.text == report.line[0]
    assert report.tried[0].visits == max(tried.visits for tried in report.tried)
    for text in report.line:
        game.apply(text)  # raises if it is not legal


def test_agents_without_a_tree_open_to_their_choice_alone():
    report = RUNNER.analyse(Ruleset(), start(), AgentSpec.parse("negamax:advances=50"), seed=1)
    assert (report.tried, report.line) == ((), (report.text,))


@pytest.mark.parametrize("agent", ["fpu:ms=1", "full-turn:ms=1", "rhea:ms=1", "negamax:ms=1"])
def test_budgets_of_time_choose_legal_actions(agent: str):
    game = Game.new(army("Default"), army("Default"))
    report = RUNNER.analyse(game.rules, game.state, AgentSpec.parse(agent), seed=1)
    assert report.text in game.legal_actions()
    assert report.advances >= 20_000  # the clock is looked at after so many


def test_a_search_that_goes_on_is_the_same_search():
    once = RUNNER.analyse(Ruleset(), start(), AgentSpec.parse("fpu:advances=20000"), seed=5)
    timed = RUNNER.analyse(Ruleset(), start(), AgentSpec.parse("fpu:ms=60"), seed=5)
    assert timed.iterations >= once.iterations
    assert sum(tried.visits for tried in timed.tried) == timed.iterations


# ---- equal positions, chance ---------------------------------------------------------------------


def shared_children(agent: str, game: Game) -> int:
    """Return how many edges lead to a node that another edge leads to as well."""
    runner = GameRunner()
    runner.analyse(game.rules, game.state, AgentSpec.parse(agent), seed=2)
    tree = runner._memories[0].tree
    children = tree.edges["child"][: int(tree.meta.edges)]
    children = children[children != 0]
    return len(children) - len(set(children.tolist()))


def test_equal_positions_share_a_node():
    game = position(
        "Ca1=500,Sb1=100",
        "Cc6=500,Sd6=100",
        points=(500, 0),
        commands=("stoicism,vigilance,shield-wall", "-"),
        actions=ActionSpace.full(),
        edits=("board.width=4", "board.height=6", "board.home_rows=1"),
    ).apply("select a1")
    agent = "mcts:iterations=5000,turns=1,merge="
    assert shared_children(agent + "false", game) == 0
    assert shared_children(agent + "true", game) > 500


@pytest.mark.parametrize("space", [ActionSpace.full(), ActionSpace.thesis()])
@pytest.mark.parametrize("name", TREES)
def test_merged_trees_and_random_winds_stay_legal(name: str, space: ActionSpace):
    rules = Ruleset(actions=space).edit("economy.income=150", "winds=random")
    spec = AgentSpec.parse(f"{name}:advances=150,merge=true")
    armies = [s.army for s in catalogue().values() if "winds-of-fate" in s.army.commands]
    for i, first in enumerate(armies):
        game = Game.new(first, armies[i - 1], rules=rules, seed=i)
        result = RUNNER.play(rules, game.state, spec, spec, seed=i, actions=60)
        for action in result.actions.tolist():
            game.apply(text_of(game, action))
        assert game.state.tobytes() == result.state.tobytes()


def text_of(game: Game, action: int) -> str:
    return next(iter(action_texts(game.state, np.array([action]))))


@pytest.mark.parametrize("name", [*TREES, "monte-carlo", "negamax", "rhea", "greedy"])
def test_what_random_winds_will_bring_is_not_foreseen(name: str):
    game = position(
        "Ck3=500,Sa1=100",
        "Ck18=500,Sa20=100",
        points=(900, 0),
        commands=("regenerate=4,winds-of-fate,charge=5,bombard=2", "-"),
        edits=("winds=random",),
    ).apply("select k3")
    spec = AgentSpec.parse({"greedy": "greedy"}.get(name, f"{name}:advances=3000"))
    chosen = set()
    for stream in range(6):
        state = game.state.copy()
        state.stream = 1000 + stream
        chosen.add(RUNNER.analyse(game.rules, state, spec, seed=9).text)
    assert len(chosen) == 1


# ---- whole turns ---------------------------------------------------------------------------------


def turn_length(actions: np.ndarray) -> int:
    kinds = (actions >> KIND_SHIFT) & KIND_MASK
    return int(np.argmax(kinds == 0)) + 1


@pytest.mark.parametrize("agent", ["full-turn:late=false", "fpu-full-turn"])
def test_a_plan_is_played_without_searching_again(agent: str):
    turn = turn_length(played(agent, start(), 20).actions)
    first, whole = (played(agent, start(), n).spent[0].advances for n in (1, turn))
    assert turn > 1
    assert first == whole > 3000


def test_the_budget_grows_until_the_line_completes_the_turn():
    spent = played("full-turn:advances=100", start(), 1).spent[0].advances
    assert 200 <= spent <= 900
    assert played("full-turn:advances=100,growth=1", start(), 1).spent[0].advances < 200
    report = RUNNER.analyse(Ruleset(), start(), AgentSpec.parse("full-turn"), seed=1)
    assert "end" in report.line


def test_commands_come_late():
    game = position(
        "Ck3=500,Sa1=100", "Ck18=500,Sa20=100", points=(500, 0), commands=("stoicism,charge", "-")
    )
    late, early = (AgentSpec.parse(f"full-turn:late={x}") for x in ("true", "false"))
    planned = RUNNER.analyse(game.rules, game.state, late, seed=1)
    assert not any("stoicism" in text or "charge" in text for text in planned.line[:4])
    game = game.apply("select k3")
    for spec in (late, early):
        tried = {
            t.action.split()[0] for t in RUNNER.analyse(game.rules, game.state, spec, seed=1).tried
        }
        assert "stoicism" in tried
    # With no enemy in reach a charged troop has no moves to plan with.
    charged = game.apply("charge k3")
    tried = {t.action for t in RUNNER.analyse(charged.rules, charged.state, late, seed=1).tried}
    moves = {a for a in charged.legal_actions() if a.startswith("move")}
    assert moves & tried == moves  # the second search has them all


# ---- selection -----------------------------------------------------------------------------------


@jit
def bounds(mean, prior, node_visits, visits, exploration):
    """Return the bounds of UCB1 and of PUCT."""
    by_ucb1 = ucb1_bound(mean, np.log(node_visits), visits, exploration)
    return by_ucb1, puct_bound(mean, prior, node_visits, visits, exploration)


@pytest.mark.parametrize("mean", [-1.0, -0.3, 0.0, 0.7])
@pytest.mark.parametrize(("node_visits", "visits"), [(1, 1), (2, 1), (100, 7), (5000, 4999)])
def test_the_bounds_are_their_formulas(mean: float, node_visits: int, visits: int):
    for exploration, prior in ((0.0, 0.5), (0.5, 0.0), (1.4, 0.25)):
        n, v = float(node_visits), float(visits)
        by_ucb1, by_puct = bounds(mean, prior, n, v, exploration)
        assert by_ucb1 == pytest.approx(mean + exploration * math.sqrt(math.log(n) / v))
        assert by_puct == pytest.approx(mean + exploration * prior * math.sqrt(n) / (1 + v))


@jit
def selected(params, tree, scratch):
    """Return the edge that is followed from node 1, and how many are tried then."""
    edge = select(scratch, params, tree, np.uint64(1))
    return edge, tree.nodes[1].tried


def tried_node(visits: list[int], totals: list[float], priors: list[float], count: int) -> Tree:
    """Return a tree whose node 1 has so many edges, the first of them with visits."""
    tree = new_tree()
    node = tree.nodes[1]
    node.first, node["count"], node.tried, node.visits = 10, count, len(visits), sum(visits)
    tree.edges["visits"][10 : 10 + len(visits)] = visits
    tree.edges["total"][10 : 10 + len(totals)] = totals
    tree.priors[10 : 10 + len(priors)] = priors
    return tree


def test_selection_follows_the_highest_bound_and_tries_what_is_urgent():
    draw = random.Random(3)
    for _ in range(50):
        visits = [draw.randint(1, 50) for _ in range(6)]
        totals = [draw.uniform(-1, 1) * n for n in visits]
        priors = [draw.uniform(0, 1) for _ in range(8)]
        for text in ("mcts", "fpu", "fpu:k=0", "portfolio:bias"):
            params = AgentSpec.parse(text).pack()
            for count in (6, 8):
                tree = tried_node(visits, totals, priors, count)
                bound = [
                    t / n
                    + params.exploration * math.sqrt(math.log(sum(visits)) / n)
                    + (p / (1 + n) if params.bias else 0)
                    for n, t, p in zip(visits, totals, priors, strict=False)
                ]
                best = max(bound)
                untried = count > 6 and params.urgency > best
                wanted = (16, 7) if untried else (10 + bound.index(best), 6)
                assert selected(params, tree, new_scratch()) == wanted


def test_random_search_tries_everything_once_and_then_anything():
    params, scratch = AgentSpec.parse("random-search").pack(), new_scratch()
    tree = tried_node([1, 1], [0.0, 1.0], [], 4)
    assert [selected(params, tree, scratch) for _ in range(2)] == [(12, 3), (13, 4)]
    assert {selected(params, tree, scratch)[0] for _ in range(100)} == {10, 11, 12, 13}


# ---- progressive unpruning -----------------------------------------------------------------------


@jit
def opened_edges(params, node, log_visits):
    """Return how many edges are open."""
    return open_edges(params, node, log_visits)


@pytest.mark.parametrize(
    ("visits", "edges"),
    # 20 edges: pruned to 10 after 40 visits, one more at 60 * 1.3 ** k
    [(1, 20), (40, 20), (41, 10), (77, 10), (79, 11), (102, 12), (1000, 20)],
)
def test_the_schedule_of_unpruning(visits: int, edges: int):
    node = np.zeros(1, NODE)[0]
    node["count"], node.visits = 20, visits
    params = AgentSpec.parse("portfolio:unprune").pack()
    assert opened_edges(params, node, np.log(visits)) == edges
    assert opened_edges(AgentSpec.parse("portfolio").pack(), node, np.log(visits)) == 20


# ---- exchanges -----------------------------------------------------------------------------------


@jit
def exchange_of(rules, state, attacker, defender, answered):
    """Return an exchange."""
    blow = np.int64(0)
    return exchange(rules, state, np.uint64(attacker), np.uint64(defender), answered, blow, 0.0)[0]


@jit
def threat_of(rules, state, player):
    """Return a side's best threat."""
    return best_threat(rules, state, np.uint64(player))


def worth(game: Game, player: int) -> float:
    """Return cost * (share of health + 1) over a side's living troops, from the friendly layer."""
    total = 0.0
    for troop in game.to_dict()["troops"]:
        if troop["owner"] == player:
            stats = stats_of(game, troop)
            total += stats.cost * (troop["health"] / stats.health + 1)
    return total


def stats_of(game: Game, troop: dict):
    return game.rules.troops[TROOPS[LETTERS.index(troop["type"])]]


def test_exchanges_are_what_attacks_do():
    draw, seen = random.Random(7), 0
    rules = Ruleset().edit("economy.income=150")
    for seed in range(12):
        names = list(catalogue())
        game = Game.new(army(draw.choice(names)), army(draw.choice(names)), rules=rules, seed=seed)
        while game.winner is None and game.turn < 120:
            legal = game.legal_actions()
            attacks = [a for a in legal if a.startswith("attack")]
            if not attacks:
                game.apply(draw.choice(legal))
                continue
            text = draw.choice(attacks)
            player, state = game.player, game.state.copy()
            square = text.split()[1]
            defender = next(
                i for i in range(32) if state.alive >> i & 1 and game_square(state, i) == square
            )
            attacker = int(state.selected)
            reach = int(pack_rules(rules).range[state.kind[defender]])
            answered = reach >= max(
                abs(int(state.x[attacker]) - int(state.x[defender])),
                abs(int(state.y[attacker]) - int(state.y[defender])),
            )
            before = worth(game, player) - worth(game, 1 - player)
            game.apply(text)
            after = worth(game, player) - worth(game, 1 - player)
            expected = exchange_of(pack_rules(rules), state, attacker, defender, answered)
            won = 0.0 if game.winner is None else VICTORY if game.winner == player else -VICTORY
            assert expected == pytest.approx(after - before + won)
            seen += 1
    assert seen > 100


def game_square(state: np.record, troop: int) -> str:
    return f"{'abcdefghijklmnopqrst'[int(state.x[troop])]}{int(state.y[troop]) + 1}"


def test_threats_are_within_reach():
    rules = pack_rules(Ruleset())
    near = position("Ck3=500", "Sk8=100,Sa20=100")  # 4 steps and range 1
    far = position("Ck3=500", "Sk9=100,Sa20=100")
    assert threat_of(rules, near.state, 0) == 50.0  # a scout's cost for its health, and as much
    assert threat_of(rules, far.state, 0) == 0.0


@jit
def favoured(rules, state, work, action):
    """Return whether an action is favourable."""
    find_aims(rules, state, work)
    return is_favourable(rules, state, work, np.uint64(action))


def test_favourable_actions_attack_where_it_pays():
    game = position("Sk3=100,Ca1=500", "Ck4=500,Sk2=100").apply("select k3")
    listed, work = np.zeros(1024, np.uint32), np.zeros(1, WORK)[0]
    count = kernel_actions(pack_rules(game.rules), game.state, new_scratch(), listed)
    favour = {
        text_of(game, int(a)): bool(favoured(pack_rules(game.rules), game.state, work, int(a)))
        for a in listed[:count]
    }
    assert favour["attack k2"]  # scout against scout: it strikes first and kills
    assert not favour["attack k4"]  # the champion's answer kills
    assert favour["end"]


# ---- negamax, greedy -----------------------------------------------------------------------------


def minimax(game: Game, depth: int, player: int, leaf) -> float:
    """Return the value of a position by plain recursion."""
    if depth == 0 or game.winner is not None:
        return leaf(game, player)
    values = [minimax(game.copy().apply(a), depth - 1, player, leaf) for a in game.legal_actions()]
    return max(values) if game.player == player else min(values)


def test_negamax_is_minimax():
    edits = ("board.width=4", "board.height=6", "board.home_rows=1")
    cases = [
        ("Ka2=100,Sb1=100", "Fb3=200,Sd6=100"),
        ("Ma1=100,Fb2=100", "Kb4=300,Ad5=100"),
        ("Ka3=300", "Kb4=100,Sa5=100"),
    ]

    def material(game: Game, player: int) -> float:
        if game.winner is not None:
            return 1.0 if game.winner == player else -1.0
        sides = [0.0, 0.0]
        for troop in game.to_dict()["troops"]:
            stats = stats_of(game, troop)
            sides[troop["owner"]] += stats.cost * troop["health"] / stats.health
        weighed = (3 * sides[player] - 5 * sides[1 - player]) / 1500
        return weighed / (1 + abs(weighed))

    spec = AgentSpec.parse("negamax:depth=3,advances=1000000,heuristic=material")
    for own, enemy in cases:
        game = position(own, enemy, edits=edits)
        for action in (None, game.legal_actions()[0]):
            here = game if action is None else game.copy().apply(action)
            chosen = RUNNER.analyse(here.rules, here.state, spec, seed=1).text
            values = {
                a: minimax(here.copy().apply(a), 2, here.player, material)
                for a in here.legal_actions()
            }
            assert values[chosen] == pytest.approx(max(values.values())), (own, enemy, action)


@pytest.mark.parametrize("agent", ["greedy", "negamax", "tactician", "rhea", "fun:advances=3000"])
def test_a_free_kill_is_taken(agent: str):
    game = position("Ck3=500,Sa1=100", "Kk6=100,Sa20=100,Sb20=100")
    turn = played(agent, game.state, 3).actions.tolist()
    for action in turn:
        game.apply(text_of(game, action))
    assert sum(t["owner"] == 1 for t in game.to_dict()["troops"]) == 2


def test_noise_makes_greedy_games_differ():
    games = {played("greedy", start(), 400, seed).actions.tobytes() for seed in range(8)}
    assert len(games) == 8
    assert len({played("greedy:noise=0", start(), 60, s).actions.tobytes() for s in (1, 2)}) == 1
