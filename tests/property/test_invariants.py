"""Properties of any game: what holds in every position, and what must round-trip."""

import json

from conquest_opt.engine import COMMANDS, ActionSpace, Army, Game, GameRecord, Ruleset
from conquest_opt.setups import catalogue
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

many = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

NAMES = list(catalogue())
WINDOWS = ("any", "movement-rally", "combat-rally")

spaces = st.builds(
    ActionSpace,
    single_move=st.booleans(),
    trim=st.booleans(),
    command_window=st.sampled_from(WINDOWS),
)


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Rules with some figures changed, so that commands and kills are frequent."""
    return Ruleset(actions=draw(spaces)).edit(
        f"winds={draw(st.sampled_from(('seeded', 'random')))}",
        f"obstacles={2 * draw(st.integers(0, 20))}",
        f"economy.income={draw(st.sampled_from((0, 25, 150)))}",
        f"max_turns={draw(st.sampled_from((20, 60)))}",
        f"archer.range={draw(st.integers(0, 20))}",
        f"scout.movement={draw(st.integers(0, 20))}",
        f"shield-wall.cap={draw(st.integers(0, 300))}",
    )


@st.composite
def armies(draw: st.DrawFn) -> Army:
    """A named setup, or any troops anywhere in the formation with any commands."""
    if draw(st.booleans()):
        return catalogue()[draw(st.sampled_from(NAMES))].army
    places = st.tuples(st.integers(0, 2), st.integers(0, 19))
    squares = draw(st.lists(places, min_size=1, max_size=16, unique=True))
    troops = tuple((draw(st.sampled_from("SFHAMKC")), *square) for square in squares)
    commands = draw(st.lists(st.sampled_from(COMMANDS), unique=True))
    return Army(troops, tuple(commands))  # pyright: ignore[reportArgumentType]


@st.composite
def games(draw: st.DrawFn, *, fixed: tuple[str, ...] = ()) -> Game:
    """A game after some random actions, fights before the rest."""
    rules = draw(rulesets()).edit(*fixed)
    game = Game.new(draw(armies()), draw(armies()), rules=rules, seed=draw(st.integers(0, 2**63)))
    random = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, 90))):
        legal = game.legal_actions()
        if not legal:
            break
        fights = [a for a in legal if a.split()[0] not in ("select", "move", "end")]
        game.apply(random.choice(fights if fights and random.random() < 0.6 else legal))
    return game


@many
@given(games())
def test_every_position_is_possible(game: Game):
    data = game.to_dict()
    squares = [t["square"] for t in data["troops"]] + data["obstacles"]
    assert len(set(squares)) == len(squares)
    for troop in data["troops"]:
        stats = game.rules.troops[list(game.rules.troops)["SFHAMKC".index(troop["type"])]]
        assert 1 <= troop["health"] <= stats.health
        assert troop["boost"] >= 0
        assert troop["moved"] == 0 or troop["square"] == data["selected"]
        charged = "charge" in troop["effects"]
        assert troop["moved"] <= stats.movement * (2 if charged else 1)
    assert min(data["points"]) >= 0
    for commands in data["commands"]:
        for slug, left in commands.items():
            assert 0 <= left <= game.rules.commands[slug].cooldown
    sides = {t["owner"] for t in data["troops"]}
    assert (game.winner in (0, 1)) == (len(sides) == 1)
    assert bool(game.legal_actions()) == (game.winner is None)
    assert game.turn <= game.rules.max_turns


@many
@given(games())
def test_blocked_squares_are_exactly_troops_and_obstacles(game: Game):
    data = game.to_dict()
    again = Game.from_dict(data)
    assert again.state.blocked.tolist() == game.state.blocked.tolist()


@many
@given(games())
def test_dicts_and_lines_round_trip(game: Game):
    for again in (
        Game.from_dict(json.loads(json.dumps(game.to_dict()))),
        Game.from_dict(game.to_dict(), rules=game.rules, actions=game.rules.actions),
        Game.from_position(game.position),
    ):
        assert again.position == game.position
        assert again.to_dict() == game.to_dict()
        assert again.legal_actions() == game.legal_actions()
        assert again.hash == game.hash


@many
@given(games(), st.randoms(use_true_random=False))
def test_a_game_read_back_goes_on_the_same(game: Game, random):
    again = Game.from_position(game.position)
    for _ in range(12):
        legal = game.legal_actions()
        if not legal:
            break
        action = random.choice(legal)
        assert again.apply(action).position == game.apply(action).position


@many
@given(games())
def test_replays_reproduce(game: Game):
    record = GameRecord.from_json(GameRecord.of(game).to_json())
    assert record.replay().position == game.position


def reflected(text: str) -> str:
    """Return an action with files a..t turned into t..a."""
    verb, _, square = text.partition(" ")
    return f"{verb} {chr(ord('a') + ord('t') - ord(square[0]))}{square[1:]}" if square else text


@many
@given(games(fixed=("obstacles=0", "winds=seeded")))
def test_a_mirrored_game_has_a_mirrored_result(game: Game):
    # Its choice is a hash of the position, so a mirrored one may choose otherwise.
    assume("winds-of-fate" not in game.history)
    assert game.armies is not None
    mirrored = [
        Army(tuple((t.letter, t.row, 19 - t.column) for t in army.troops), army.commands)  # pyright: ignore[reportArgumentType]
        for army in game.armies
    ]
    mirror = Game.new(*mirrored, rules=game.rules, seed=game.seed)
    for action in game.history:
        mirror.apply(reflected(action))
    assert sorted(map(reflected, mirror.legal_actions())) == game.legal_actions()
    assert (mirror.winner, mirror.turn) == (game.winner, game.turn)

    squares = {reflected(f"at {t['square']}"): t for t in mirror.to_dict()["troops"]}
    for troop in game.to_dict()["troops"]:
        assert squares.pop(f"at {troop['square']}") | {"square": troop["square"]} == troop
    assert not squares


@many
@given(games())
def test_copies_are_independent(game: Game):
    before = game.position
    copy = game.copy()
    for action in copy.legal_actions()[:1]:
        copy.apply(action)
        assert copy.position != before
    assert game.position == before
