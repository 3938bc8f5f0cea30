"""How many actions a game can have: no game has more, and records that say so are refused."""

import json
import random

import pytest
from conquest_opt.engine import Game, GameRecord, RecordError, Ruleset
from conquest_opt.engine.reading.input_error import InputError
from conquest_opt.engine.rules.longest import longest_game
from conquest_opt.setups import army

FULL = ("actions.single_move=false", "actions.trim=false", "actions.command_window=any")
RICH = ("economy.start=100000", "economy.income=9000", "limits.commands=9", "limits.points=99999")
NO_REST = tuple(
    f"{name}.cooldown=0"
    for name in ("battle-cry", "stoicism", "regenerate", "bombard", "chastise", "vigilance",
                 "shield-wall", "charge", "winds-of-fate")
)  # fmt: skip


def test_the_longest_standard_games_are_known():
    assert longest_game(Ruleset()).actions == 500 * 4 + (500 * 25 + 32 * 200) // 50 == 2378
    full = longest_game(Ruleset().edit(*FULL))
    assert full.actions == 500 * (3 + 2 * 6) + 378 == 7878
    assert str(full) == (
        "7,878: 500 turns with a selection, 12 moves, an attack and an end each, and 378 uses of "
        "commands"
    )
    assert longest_game(Ruleset(), turn=500).turns == 1
    assert longest_game(Ruleset(), points=10**9).commands == 500 * 10


def least_cost(game: Game, draw: random.Random) -> str:
    """Return the action of one who wants a game to last: the shortest move, commands, the rest."""

    def rank(action: str) -> tuple[int, int, float]:
        verb = action.partition(" ")[0]
        kind = {"move": 0, "attack": 2, "select": 3, "end": 4}.get(verb, 1)
        return kind, game.numbered_actions()[action] >> 16, draw.random()

    return min(game.legal_actions(), key=rank)


@pytest.mark.parametrize("more", [(), RICH, (*RICH, *NO_REST), (*RICH, *NO_REST[:-1])])
@pytest.mark.parametrize("space", [(), FULL])
def test_no_game_has_more_actions(space: tuple[str, ...], more: tuple[str, ...]):
    rules = Ruleset().edit("max_turns=8", "scout.damage=0", "bombard.damage=0", *space, *more)
    text = "SSSSSSSSSS:battle-cry,stoicism,charge,winds-of-fate"
    if more:
        text += ",regenerate,bombard,chastise,vigilance,shield-wall"
    setup, draw = army(text, rules), random.Random(1)
    game = Game.new(setup, setup, rules=rules)
    while game.winner is None:
        game.apply(least_cost(game, draw))
    longest = longest_game(rules)
    assert len(game.history) <= longest.actions
    assert game.turn == longest.turns
    assert GameRecord.from_json(GameRecord.of(game).to_json()).replay().position == game.position
    moves = [action for action in game.history if action.startswith("move")]
    assert len(moves) <= longest.turns * longest.moves
    uses = len(game.history) - len(moves) - sum(
        action.partition(" ")[0] in ("select", "attack", "end") for action in game.history
    )  # fmt: skip
    assert uses <= longest.commands


def test_a_charged_scout_takes_all_the_moves_of_a_turn():
    rules = Ruleset().edit(*FULL, "economy.start=75")
    setup = army("S:charge", rules)
    game, draw = Game.new(setup, setup, rules=rules), random.Random(2)
    while game.turn == 1:
        game.apply(least_cost(game, draw))
    moves = sum(action.startswith("move") for action in game.history)
    assert moves == longest_game(rules).moves == 12


def line(*edits: str, actions: int) -> str:
    rules = Ruleset().edit(*edits)
    setup = army("Default", rules)
    data = json.loads(GameRecord.of(Game.new(setup, setup, rules=rules)).to_json())
    return json.dumps(data | {"actions": ["end"] * actions})


def test_a_record_that_no_game_can_have_is_refused_when_it_is_read():
    assert GameRecord.from_json(line(actions=2378)).actions
    with pytest.raises(RecordError, match=r"has 2,379 actions.* at most 2,378: 500 turns with a"):
        GameRecord.from_json(line(actions=2379))
    assert GameRecord.from_json(line(*FULL, actions=7878)).actions
    with pytest.raises(RecordError, match="at most 7,878"):
        GameRecord.from_json(line(*FULL, actions=7879))


def test_a_record_from_a_position_has_what_is_left_of_the_game():
    position = "500 0 movement k3 300/75 battle-cry,bombard/charge Ck3=500/Kk5=200,Sc18=100 - -"
    game = Game.from_position(position)
    game.apply("end")
    assert game.winner == "draw"
    record = json.loads(GameRecord.of(game).to_json())
    assert GameRecord.from_json(json.dumps(record)).replay().winner == "draw"
    most = longest_game(game.rules, 500, 375).actions
    assert most == 4 + 10
    with pytest.raises(RecordError, match=f"at most {most}: 1 turn with a selection, a move"):
        GameRecord.from_json(json.dumps(record | {"actions": ["end"] * (most + 1)}))


def test_several_actions_are_applied_all_or_none():
    game, whole = (Game.new(army("Default"), army("Rush"), seed=3) for _ in range(2))
    draw = random.Random(4)
    for _ in range(80):
        game.apply(draw.choice(game.legal_actions()))
    numbers = whole.apply_all([f" {action.upper()}" for action in game.history])
    assert (whole.position, whole.history) == (game.position, game.history)
    assert len(numbers) == 80
    before = whole.position
    with pytest.raises(InputError, match="illegal action 'move z9' in the"):
        whole.apply_all([whole.legal_actions()[0], "move z9"])
    assert (whole.position, whole.history) == (before, game.history)
