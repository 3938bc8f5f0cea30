"""Whole turns: every action is legal, no two lead to the same position, and games repeat."""

import numpy as np
import pytest
from conquest_opt.agents.game_runner import GameRunner
from conquest_opt.agents.spec.presets import PRESETS
from conquest_opt.agents.spec.spec import AgentSpec, called
from conquest_opt.engine import ActionSpace, Game, Ruleset
from conquest_opt.engine.notation.action_text import action_texts
from conquest_opt.setups import army

from tests.positions import position

QUICK = AgentSpec.parse("strategist:advances=400")
NARROW = AgentSpec.parse("strategist:advances=300,lists=lean")
SETUPS = (
    "SSFFHHAMKK:battle-cry,bombard,charge",
    "FFHHMMK:stoicism,winds-of-fate,charge,vigilance",
    "HHAAMKC:regenerate,bombard",
    "SSSSSFFAAC:chastise,shield-wall,charge,battle-cry",
)
SPACES = (
    ActionSpace.thesis(),
    ActionSpace.full(),
    ActionSpace(single_move=True, trim=False, command_window="combat-rally"),
    ActionSpace(single_move=False, trim=True, command_window="any"),
)
NARROW_PASSES = ("board.width=8", "board.height=10", "obstacles=10", "economy.income=300")
EDITS = (
    (),
    ("knight.movement=9", "charge.factor=3", "mage.range=7"),
    ("bombard.cooldown=0",),
    (*NARROW_PASSES, "bombard.cooldown=0", "charge.cooldown=0"),
)


@pytest.fixture(scope="module")
def runner():
    return GameRunner()


@pytest.mark.parametrize("space", SPACES, ids=str)
@pytest.mark.parametrize("edits", EDITS, ids=lambda e: ",".join(e) or "plain")
def test_every_action_is_legal(runner, space, edits):
    for i, text in enumerate(SETUPS):
        rules = Ruleset(actions=space).edit(*edits, *(("winds=random",) if i % 2 else ()))
        troops = army(text, rules)
        game = Game.new(troops, troops, rules=rules, seed=i)
        played = runner.play(rules, game.state, (QUICK, NARROW)[i % 2], QUICK, seed=i)
        for action in played.actions:
            [name] = action_texts(game.state, np.array([action]))
            game.apply(name)  # raises if it is not legal
        assert game.state.tobytes() == played.state.tobytes()


def test_presets_are_agents_of_one_kind_and_say_so():
    for name in ("strong", "medium", "quick"):
        spec = AgentSpec.parse(name)
        assert str(spec).startswith("strategist:")
        assert "weights=" in str(spec)
        assert AgentSpec.parse(str(spec)) == spec
    costs = [int(AgentSpec.parse(name)["advances"]) for name in ("strong", "medium", "quick")]
    assert costs == sorted(costs, reverse=True)


def test_people_read_the_names_of_presets():
    for name in PRESETS:
        assert called(str(AgentSpec.parse(name))) == name
    other = str(AgentSpec.parse("quick:advances=70"))
    assert called(other) == other


@pytest.mark.parametrize(
    ("game", "actions"),
    [
        pytest.param(
            position("Hi5=200", "Hi8=200,Hi7=200", points=(25, 0), commands=("stoicism", "-")),
            {"attack i8", "stoicism"},
            id="the points of a kill pay for a command",
        ),
        pytest.param(
            position("Ct3=100", "Cs3=500", points=(150, 0), commands=("regenerate", "-")),
            {"regenerate t3", "attack s3"},
            id="regenerate before an attack whose answer would kill",
        ),
        pytest.param(
            position("Ff4=100", "Ca5=500,Fk19=300", points=(50, 0), commands=("chastise", "-")),
            {"chastise a5"},
            id="an enemy that would attack is chastised",
        ),
    ],
)
def test_turns_that_decide_games_are_listed(runner, game, actions):
    agent = AgentSpec.parse("strategist:advances=1,lists=lean,root=160")
    tried = [turn.action for turn in runner.analyse(game.rules, game.state, agent, seed=1).tried]
    assert any(all(action in turn for action in actions) for turn in tried), tried


@pytest.mark.parametrize("search", ["mcts", "alphabeta"])
@pytest.mark.parametrize(
    ("enemy", "share"),
    [
        pytest.param("Hk18=200,Fa20=300", 0.25, id="out of reach"),
        pytest.param("Ak12=100,Fa20=300", 1.0, id="in reach of the enemy"),
        pytest.param("Fk8=300,Fa20=300", 1.0, id="in its own reach"),
    ],
)
def test_little_is_spent_where_no_attack_is_in_reach(runner, search, enemy, share):
    game = position("Hk3=200,Fa1=300", enemy)
    agent = AgentSpec.parse(f"strategist:search={search},advances=8000,calm=0.25")
    spent = runner.analyse(game.rules, game.state, agent, seed=1).advances
    assert 8000 * share <= spent < 8000 * share + 600


def test_a_preset_takes_parameters():
    spec = AgentSpec.parse("quick:advances=70,alive=0.9")
    assert (spec["advances"], spec["alive"]) == (70, 0.9)
    assert spec["reply"] == AgentSpec.parse("quick")["reply"]
    assert AgentSpec.parse("strong:ms=20")["advances"] == 0


def test_a_mixed_game_is_a_function_of_its_seed(runner):
    """Two kernels take turns; neither knows what the other did but by the position."""
    rules = Ruleset()
    troops = army("SSFFHHAMKK:battle-cry,bombard,charge", rules)
    for other in ("greedy", "fpu:iterations=20", "portfolio:advances=60,reuse=true"):
        agents = AgentSpec.parse(other), QUICK
        start = Game.new(troops, troops, rules=rules, seed=1).state
        once = runner.play(rules, start, *agents, seed=3, actions=300)
        again = GameRunner().play(rules, start, *agents, seed=3, actions=300)
        assert once.actions.tolist() == again.actions.tolist()
        game = Game.new(troops, troops, rules=rules, seed=1)
        for action in once.actions:
            game.apply(*action_texts(game.state, np.array([action])))


@pytest.mark.parametrize("search", ["mcts", "alphabeta"])
def test_a_win_in_one_turn_is_seen(runner, search):
    rules = Ruleset()
    agent = AgentSpec.parse(f"strategist:search={search},advances=500")
    champion, scout = army("C", rules), army("S", rules)
    for seed in range(3):
        game = Game.new(champion, scout, rules=rules, seed=seed)
        game.state.x[16], game.state.y[16] = game.state.x[0], game.state.y[0] + 4
        report = runner.analyse(rules, Game.from_dict(game.to_dict()).state, agent, seed=seed)
        assert report.tried[0].value > 0.9
        assert "attack" in report.tried[0].action


def test_alphabeta_plays_the_best_it_knows_at_any_budget(runner):
    rules = Ruleset()
    troops = army("SSFFHHAMKK:battle-cry,bombard,charge", rules)
    start = Game.new(troops, troops, rules=rules, seed=1).state
    middle = runner.play(rules, start, QUICK, QUICK, seed=1, actions=60).state
    for advances in range(150, 3000, 75):
        agent = AgentSpec.parse(f"strategist:search=alphabeta,advances={advances}")
        report = runner.analyse(rules, middle, agent, seed=1)
        assert report.tried[0].value == max(turn.value for turn in report.tried)
        assert report.tried[0].action.startswith(report.text)
        assert runner.choose(rules, middle, agent, seed=1) == report.action


@pytest.mark.parametrize("search", ["mcts", "alphabeta"])
def test_a_win_is_not_put_off(runner, search):
    """A win of this turn counts for more than one that a deeper search would have left as well."""
    game = position("Cb3=500,Cc1=500,Cd3=500,Af5=100", "Sa1=100")
    for advances in range(120, 420, 30):
        agent = AgentSpec.parse(f"strategist:search={search},advances={advances}")
        report = runner.analyse(game.rules, game.state, agent, seed=1)
        assert "attack a1" in report.tried[0].action


@pytest.mark.parametrize("search", ["mcts", "alphabeta"])
def test_iterations_are_a_budget(runner, search):
    game = Game.new(army("Default"), army("Rush"))
    agent = AgentSpec.parse(f"strategist:search={search},iterations=30")
    # Alpha-beta counts the turns on its way back to the root, too.
    assert 30 <= runner.analyse(game.rules, game.state, agent, seed=1).iterations < 34


def test_a_full_tree_is_no_fault(runner):
    """With as many replies as there can be, edges run out long before nodes do."""
    game = Game.new(army("Default"), army("Rush"))
    for search in ("mcts", "alphabeta"):
        agent = AgentSpec.parse(f"strategist:search={search},advances=3000000,reply=160,calm=1")
        report = runner.analyse(game.rules, game.state, agent, seed=1)
        assert report.advances < 3_000_000
        game.copy().apply(report.text)


def test_a_troop_is_charged_once(runner):
    """Within a turn, with Charge ready again, and as fast as the rules let troops be."""
    edits = ("knight.movement=19", "charge.factor=5", "charge.cooldown=0")
    game = position(
        "Ka1=300,Fb1=300", "Kt20=300", points=(500, 0), commands=("charge", "-"), edits=edits
    )
    game.apply("select a1").apply("charge a1")
    agent = AgentSpec.parse("strategist:advances=2000")
    report = runner.analyse(game.rules, game.state, agent, seed=1)
    assert not any("charge" in turn.action for turn in report.tried)
    game.apply(report.text)


def test_an_analysis_shows_whole_turns_and_the_line(runner):
    rules = Ruleset()
    game = Game.new(army("Default"), army("Rush"), rules=rules)
    report = runner.analyse(rules, game.state, QUICK, seed=1)
    assert report.line[0] == report.text
    assert len({tried.action for tried in report.tried}) == len(report.tried) > 3
    assert sum(tried.visits for tried in report.tried) == report.iterations
    for action in report.line:
        game.apply(action)
