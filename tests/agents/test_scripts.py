"""Scripts: lawful, fair to both sides, and each does what its name says."""

import random
import re

import numpy as np
import pytest
from conquest_opt.agents.rollout.policy import weighted_action
from conquest_opt.agents.scripts.boards import ENEMIES, THREATS
from conquest_opt.agents.scripts.library import assign_scripts, scripted_action
from conquest_opt.agents.spec.kernel_records import WORK
from conquest_opt.agents.spec.script_names import DEFAULT_WEIGHT, SCRIPTS
from conquest_opt.engine import ActionSpace, Game, Ruleset
from conquest_opt.engine.kernels.compiled import jit
from conquest_opt.engine.kernels.layout import CHASTISE, NO_WINNER, new_scratch
from conquest_opt.engine.kernels.packing import pack_rules, start_state
from conquest_opt.engine.kernels.transitions import apply_action
from conquest_opt.engine.notation.action_text import action_texts
from conquest_opt.engine.rules.squares import FILES, code_at
from conquest_opt.setups import army, catalogue

from tests.positions import play, position

NAMES = [script.name for script in SCRIPTS]
EVEN = np.full(len(SCRIPTS), DEFAULT_WEIGHT)
KINDS = np.array([4.0, 2.0, 1.0, 1.0, 1.0])
SCRATCH, WORKROOM = new_scratch(), np.zeros(1, WORK)[0]
LIST, ACT, GAME_AS_FIRST, GAME_AS_SECOND = range(4)


@jit
def ask(rules, state, scratch, work, weights, kinds, question):
    """Return the number of assignments, the scripted action, or the winner against random play."""
    if question == LIST:
        return np.int64(assign_scripts(rules, state, scratch, work, weights))
    if question == ACT:
        return np.int64(scripted_action(rules, state, scratch, work, weights))
    while state.winner == NO_WINNER:
        if np.int64(state.player) == question - GAME_AS_FIRST:
            action = scripted_action(rules, state, scratch, work, weights)
        else:
            action = weighted_action(rules, state, scratch, kinds)
        apply_action(rules, state, action)
    return np.int64(state.winner)


def assignments(game: Game, weights: np.ndarray = EVEN) -> list[tuple[str, float, str]]:
    """Return action, hint and script of each assignment."""
    before, rules = game.state.tobytes(), pack_rules(game.rules)
    count = ask(rules, game.state, SCRATCH, WORKROOM, weights, KINDS, LIST)
    assert game.state.tobytes() == before
    texts = action_texts(game.state, WORKROOM.listed[:count])
    hints, scripts = WORKROOM.hints[:count].tolist(), WORKROOM.scripts[:count].tolist()
    return [(t, h, NAMES[s]) for t, h, s in zip(texts, hints, scripts, strict=True)]


X, Y = np.meshgrid(np.arange(20), np.arange(20), indexing="ij")
CODES = np.vectorize(code_at)(X, Y)


def near(places: list[tuple[int, int, int]]) -> np.ndarray:
    """Return for each square whether it is within the distance of a place (x, y, distance)."""
    inside = [np.maximum(abs(X - x), abs(Y - y)) <= far for x, y, far in places]
    return np.any([np.zeros((20, 20), bool), *inside], axis=0)


def squares(board: np.ndarray) -> np.ndarray:
    """Return for each square whether it is on a board."""
    return np.unpackbits(board.view(np.uint8), bitorder="little")[CODES].astype(bool)


def scripted(game: Game, seed: int, weights: np.ndarray = EVEN) -> str:
    """Return the scripted action."""
    SCRATCH.random = np.uint64(seed)
    action = ask(pack_rules(game.rules), game.state, SCRATCH, WORKROOM, weights, KINDS, ACT)
    [text] = action_texts(game.state, np.array([action]))
    return text


def given(game: Game, script: str) -> str | None:
    """Return the action one script gives."""
    weights = np.zeros(len(SCRIPTS))
    weights[NAMES.index(script)] = 1.0
    actions = [action for action, hint, name in assignments(game, weights) if hint > 0]
    assert len(actions) <= 1
    return actions[0] if actions else None


SPACES = {
    "full": ActionSpace.full(),
    "thesis": ActionSpace.thesis(),
    "combat-rally": ActionSpace(single_move=False, trim=True, command_window="combat-rally"),
}


@pytest.mark.parametrize(
    "space",
    [
        pytest.param("full", marks=pytest.mark.slow),
        pytest.param("thesis", marks=pytest.mark.slow),
        "combat-rally",
    ],
)
def test_assignments_are_legal_actions_in_any_game(space: str):
    armies = [s.army for s in catalogue().values()]
    rules = Ruleset(actions=SPACES[space]).edit("economy.income=100", "obstacles=12")
    draw, longest = random.Random(3), 0
    for i, first in enumerate(armies):
        game = Game.new(first, armies[(i * 11 + 5) % len(armies)], rules=rules, seed=i)
        for _ in range(120):
            if game.winner is not None:
                assert assignments(game) == []
                break
            choices, legal = assignments(game), game.legal_actions()
            actions = [action for action, _, _ in choices]
            assert actions
            assert set(actions) <= set(legal), game.position
            assert len(set(actions)) == len(actions)
            assert all(0.0 <= hint <= 1.0 for _, hint, _ in choices)
            longest = max(longest, len(actions))
            game.apply(draw.choice(actions if draw.random() < 0.6 else legal))
    assert longest <= len(SCRIPTS)


def test_rules_at_their_limits_are_no_trouble():
    edits = ("scout.movement=20", "charge.factor=5", "archer.range=20", "champion.health=10000")
    rules = Ruleset().edit(*edits, "economy.income=500")
    for i, name in enumerate(("Rush", "Default")):
        game = Game.new(army(name), army("Default"), rules=rules, seed=i)
        for seed in range(200):
            if game.winner is None:
                game.apply(scripted(game, seed))


def changed_a_little(rules: np.record, state: np.record, draw: random.Random, what: str) -> None:
    """Change one thing of the enemy, or the rules."""
    first = 16 - 16 * int(state.player)
    enemy = draw.choice([i for i in range(first, first + 16) if int(state.alive) >> i & 1])
    if what == "rules":
        draw.choice((rules.movement, rules.range))[state.kind[enemy]] += 1
    elif what == "chastised":
        state.effects[CHASTISE] ^= 1 << enemy
    elif what == "dead" and int(state.alive) & 0xFFFF << first != 1 << enemy:
        state.alive ^= 1 << enemy
    elif what in ("x", "y"):
        x, y = int(state.x[enemy]), int(state.y[enemy])
        there = (min(x + 1, 19), y) if what == "x" else (x, min(y + 1, 19))
        if not squares(state.blocked)[there]:
            state.x[enemy], state.y[enemy] = there
            for code in (code_at(x, y), code_at(*there)):
                state.blocked[code // 64] ^= np.uint64(1 << code % 64)
    elif what == "kind":
        state.kind[enemy] = (state.kind[enemy] + 1) % len(rules.movement)


def check_boards(rules: np.record, state: np.record) -> None:
    """Compare what is kept of the enemy with what the position says."""
    first, boards = 16 - 16 * int(state.player), WORKROOM.boards
    far = (rules.movement + rules.range)[state.kind]
    enemies = {
        i: (int(state.x[i]), int(state.y[i]), int(far[i]))
        for i in range(first, first + 16)
        if int(state.alive) >> i & 1
    }
    free = [i for i in enemies if not int(state.effects[CHASTISE]) >> i & 1] or list(enemies)
    for i, place in enemies.items():
        assert (squares(boards[i % 16]) == near([place] if i in free else [])).all()
    assert (squares(boards[THREATS]) == near([enemies[i] for i in free])).all()
    assert (boards[ENEMIES] == WORKROOM.rings[0]).all()
    for k in range(WORKROOM.ring_count):
        around = near([(x, y, k) for x, y, _ in enemies.values()])
        assert (squares(WORKROOM.rings[k]) == around).all()


def test_what_is_kept_of_the_enemy_is_as_if_seen_anew():
    draw, names, kept = random.Random(6), list(catalogue()), 0
    changes = ("nothing", "rules", "chastised", "dead", "x", "y", "kind")
    for i in range(4):
        rules = Ruleset().edit("economy.income=100", "obstacles=14")
        game = Game.new(army(draw.choice(names)), army(draw.choice(names)), rules=rules, seed=i)
        while game.winner is None and game.turn < 30:
            choices = assignments(game)
            for what in changes if len(choices) > 1 else ():
                assert assignments(game) == choices
                before = WORKROOM.boards[:16].tobytes()
                packed, state = pack_rules(rules).copy(), game.state.copy()
                fresh = np.zeros(1, WORK)[0]
                changed_a_little(packed, state, draw, what)
                count = ask(packed, state, SCRATCH, fresh, EVEN, KINDS, LIST)
                assert count == ask(packed, state, SCRATCH, WORKROOM, EVEN, KINDS, LIST)
                for name in ("hints", "listed", "scripts"):
                    assert (fresh[name] == WORKROOM[name])[:count].all(), game.position
                if count > 1:
                    check_boards(packed, state)
                kept += WORKROOM.boards[:16].tobytes() == before
            game.apply(draw.choice(choices)[0])
    assert kept > 100


# ---- each script does what its name says ---------------------------------------------------------

ARCHERY = ("Ak5=100", "Fk6=300,Sk8=50,Ck9=450,Kl9=150,Mj10=100")
DANGER = ("Sa1=100,Ck3=500", "Hk8=200,St20=100")
DUEL = ("Kk3=300", "Ck5=500,St20=100")
CASES = [
    ("end-turn", "Sk3=100", "Sk20=100", "-", "select k3", "end"),
    ("winds-of-fate", *DANGER, "winds-of-fate,charge=3", "select a1", "winds-of-fate"),
    ("select-attacker", "Ka3=300,Kk3=300", "Ak8=100", "-", "", "select k3"),
    ("select-threatened", *DANGER, "-", "", "select k3"),
    ("select-strongest", "Sa1=100,Ck1=500,Kt1=300", "Sk20=100", "-", "", "select k1"),
    ("select-closest", "Sa1=100,Sk5=100", "Sk20=100", "-", "", "select k5"),
    ("select-rear", "Sk5=100,Sa1=100", "Sk20=100", "-", "", "select a1"),
    # Knights attack 5 squares away: 6, the archer's range, is out of theirs.
    ("move-attack", "Ak3=100", "Kk10=300", "-", "select k3", "move k4"),
    ("move-advance", "Kk10=300", "Kk18=300", "-", "select k10", "move k14"),
    ("move-stalk", "Kk10=300", "Kk18=300", "-", "select k10", "move k12"),
    ("move-keep-distance", "Ak3=100", "Kk11=300", "-", "select k3", "move k5"),
    ("move-retreat", "Sk10=100", "Kk12=300", "-", "select k10", "move k4"),
    ("move-converge", "Sa10=100,Sk10=100,Sm10=100", "St20=100", "-", "select a10", "move g10"),
    ("move-diverge", "Sk10=100,Sk8=100", "Sk20=100", "-", "select k10", "move k16"),
    ("attack-best", *ARCHERY, "-", "select k5", "attack j10"),
    ("attack-closest", *ARCHERY, "-", "select k5", "attack k6"),
    ("attack-weakest", *ARCHERY, "-", "select k5", "attack k8"),
    ("attack-damaged", *ARCHERY, "-", "select k5", "attack l9"),
    ("attack-valuable", *ARCHERY, "-", "select k5", "attack k9"),
    ("attack-kill", *ARCHERY, "-", "select k5", "attack j10"),
    ("battle-cry-offensive", *DUEL, "battle-cry", "select k3", "battle-cry k3"),
    ("battle-cry-defensive", *DANGER, "battle-cry", "select a1", "battle-cry k3"),
    ("stoicism-offensive", *DUEL, "stoicism", "select k3", "stoicism k3"),
    ("stoicism-defensive", *DANGER, "stoicism", "select a1", "stoicism k3"),
    ("shield-wall-offensive", *DUEL, "shield-wall", "select k3", "shield-wall k3"),
    ("shield-wall-defensive", *DANGER, "shield-wall", "select a1", "shield-wall k3"),
    ("vigilance", *DANGER, "vigilance", "select a1", "vigilance k3"),
    ("regenerate", "Ka1=200,Ck3=100", "Sk20=100", "regenerate", "select a1", "regenerate k3"),
    ("bombard-best", "Sa1=100", "Ck18=500,Mk20=100", "bombard", "select a1", "bombard k20"),
    ("bombard-support", "Kk3=300", "Ck5=400,Mt20=100", "bombard", "select k3", "bombard k5"),
    ("chastise", *DANGER, "chastise", "select a1", "chastise k8"),
    ("charge-offensive", "Kk3=300", "Ak12=100", "charge", "select k3", "charge k3"),
    ("charge-defensive", "Ck10=500", "Ak12=100,Ca20=500", "charge", "select k10", "charge k10"),
]


@pytest.mark.parametrize(
    ("script", "first", "second", "commands", "before", "action"), CASES, ids=[c[0] for c in CASES]
)
def test_scripts_do_what_their_names_say(
    script: str, first: str, second: str, commands: str, before: str, action: str
):
    game = position(first, second, points=(300, 0), commands=(commands, "-"))
    if before:
        play(game, before)
    assert given(game, script) == action


def test_every_script_has_its_case_and_its_line():
    assert [case[0] for case in CASES] == NAMES
    assert {script.kind for script in SCRIPTS} == {"wrapper", "best", "style"}
    assert all(script.about and len(script.about) < 60 for script in SCRIPTS)


@pytest.mark.parametrize(
    ("script", "first", "second", "commands", "before"),
    [
        ("select-attacker", "Kk3=300", "Sk20=100", "-", ""),
        ("select-threatened", "Kk3=300", "Sk20=100", "-", ""),
        ("move-attack", "Kk3=300", "Sk20=100", "-", "select k3"),
        ("move-keep-distance", "Kk3=300", "Sk20=100", "-", "select k3"),
        ("move-converge", "Kk3=300", "Sk20=100", "-", "select k3"),
        ("attack-damaged", "Kk3=300", "Ck4=500", "-", "select k3"),
        ("attack-kill", "Kk3=300", "Ck4=500", "-", "select k3"),
        ("battle-cry-offensive", "Kk3=300", "Sk20=100", "battle-cry", "select k3"),
        ("stoicism-defensive", "Kk3=300", "Sk20=100", "stoicism", "select k3"),
        ("bombard-support", "Kk3=300", "Sk20=100", "bombard", "select k3"),
        ("chastise", "Kk3=300", "Sk20=100,Sa20=100", "chastise", "select k3"),
        ("charge-offensive", "Kk3=300", "Sk20=100", "charge", "select k3"),
        ("charge-defensive", "Kk3=300", "Sk20=100", "charge", "select k3"),
    ],
)
def test_scripts_give_nothing_where_they_have_no_place(
    script: str, first: str, second: str, commands: str, before: str
):
    game = position(first, second, points=(300, 0), commands=(commands, "-"))
    if before:
        play(game, before)
    assert given(game, script) is None


# ---- fairness, order, strength -------------------------------------------------------------------

_SQUARE = re.compile(r"\b([SFHAMKC]?)([a-t])([1-9][0-9]?)\b")


def rotated(text: str) -> str:
    """Return a text with all squares rotated by 180 degrees."""
    return _SQUARE.sub(
        lambda m: f"{m[1]}{FILES[19 - FILES.index(m[2])]}{21 - int(m[3])}",
        text,
    )


def from_the_other_side(game: Game) -> Game:
    """Return the same position with the board rotated and the sides swapped."""
    turn, player, phase, selected, *sides, obstacles, rules = game.position.split()
    swapped = ["/".join(reversed(side.split("/"))) for side in sides]
    swapped[2] = rotated(swapped[2])
    fields = [turn, str(1 - int(player)), phase, rotated(selected), *swapped]
    line = " ".join([*fields, rotated(obstacles), rules])
    return Game.from_position(line, rules=game.rules)


@pytest.mark.slow
def test_both_sides_get_the_same_advice():
    draw, names, seen = random.Random(8), list(catalogue()), 0
    rules = Ruleset().edit("economy.income=75", "obstacles=10")
    for i in range(12):
        game = Game.new(army(draw.choice(names)), army(draw.choice(names)), rules=rules, seed=i)
        while game.winner is None and game.turn < 60:
            here = assignments(game)
            there = assignments(from_the_other_side(game))
            assert [(rotated(a), h, s) for a, h, s in there] == here, game.position
            seen += 1
            game.apply(scripted(game, seen) if draw.random() < 0.9 else here[-1][0])
    assert seen > 500


def test_the_scripted_action_has_the_highest_hint_and_follows_its_seed():
    draw = random.Random(5)
    game = Game.new(army("Default"), army("Rush"), seed=1)
    for seed in range(150):
        if game.winner is not None:
            break
        weights = np.array([draw.choice((0.0, 0.25, 0.5, 1.0)) for _ in SCRIPTS])
        choices = assignments(game, weights)
        best = max(hint for _, hint, _ in choices)
        action = scripted(game, seed, weights)
        assert action == scripted(game, seed, weights)
        assert (action, best) in {(a, h) for a, h, _ in choices}
        game.apply(scripted(game, seed))


def test_equal_hints_are_drawn_from():
    game = play(position("Sk3=100", "Sk20=100"), "select k3")
    nothing = np.zeros(len(SCRIPTS))
    assert len({scripted(game, seed, nothing) for seed in range(40)}) > 2


def test_scripted_play_beats_random_play():
    rules, points, games = Ruleset(), 0, 0
    for i, setup in enumerate(catalogue().values()):
        for question in (GAME_AS_FIRST, GAME_AS_SECOND):
            SCRATCH.random = np.uint64(i)
            state = start_state((setup.army, setup.army), rules, 1, [])
            packed = pack_rules(rules)
            winner = ask(packed, state, SCRATCH, WORKROOM, EVEN, KINDS, question)
            points += winner == question - GAME_AS_FIRST
            games += 1
    assert points > 0.95 * games
