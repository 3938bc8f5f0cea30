"""Records: written, read back, replayed, and refused when they lie."""

import json
import random
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from conquest_opt.engine import Game, GameRecord, RecordError, Ruleset
from conquest_opt.engine.notation.replay import Replayer
from conquest_opt.engine.records import read_records
from conquest_opt.setups import army

from tests.records import write_records


def finished(seed: int = 5, *edits: str) -> Game:
    """Return a random game played to its end."""
    rules, draw = Ruleset().edit("max_turns=60", *edits), random.Random(seed)
    game = Game.new(army("Default"), army("WindsOfFateSetup"), rules=rules, seed=seed)
    while game.winner is None:
        game.apply(draw.choice(game.legal_actions()))
    return game


def test_records_replay_move_by_move(tmp_path):
    games = [
        finished(i, *edits) for i, edits in enumerate([(), ("obstacles=8",), ("winds=random",)])
    ]
    path = tmp_path / "games.jsonl"
    write_records(path, [GameRecord.of(g, ("Default", "WindsOfFateSetup")) for g in games])
    for game, record in zip(games, read_records(path), strict=True):
        assert record.names == ("Default", "WindsOfFateSetup")
        assert record.rules.digest() == game.rules.digest()
        assert record.replay().position == game.position
        assert [action for action, _ in record.steps()] == game.history


def said(check: Callable[[], object]) -> str | None:
    """Return what is wrong by a check; None if nothing is."""
    try:
        check()
    except RecordError as error:
        return str(error)
    return None


def played_in_steps(record: GameRecord) -> None:
    """Play a record action by action."""
    deque(record.steps(), maxlen=0)


@pytest.mark.parametrize("edits", [(), ("obstacles=8",), ("winds=random",)])
def test_a_kernel_verifies_records_as_steps_do(edits: tuple[str, ...]):
    replayer, draw = Replayer(), random.Random(3)
    for seed in range(3):
        game = finished(seed, *edits)
        whole = GameRecord.of(game)
        end = replayer.play(game.rules, whole.start().state, game.history)
        assert end is not None and Game(game.rules, end).position == game.position
        assert said(partial(whole.verify, replayer)) is None
        spoilt = [replace(whole, actions=()), replace(whole, outcome=None)]
        spoilt += [replace(whole, actions=(*whole.actions, "end"))]
        spoilt += [replace(whole, actions=tuple(f" {a.upper()} " for a in whole.actions))]
        for _ in range(12):
            actions = list(whole.actions)
            at = draw.randrange(len(actions))
            actions[at] = draw.choice([*whole.actions, "move z9", "fly", "winds-of-fate a1"])
            spoilt.append(replace(whole, actions=tuple(actions)))
        texts = [said(partial(record.verify, replayer)) for record in spoilt]
        assert texts == [said(partial(played_in_steps, record)) for record in spoilt]
        assert texts == [said(record.replay) for record in spoilt]
        assert sum(text is not None for text in texts) > 8


def test_a_record_has_the_fields_of_the_contract():
    data = json.loads(GameRecord.of(finished()).to_json())
    assert set(data) == {"setups", "ruleset", "rules", "seed", "actions", "outcome"}


def change(data: dict, key: str, value: object) -> str:
    return json.dumps(data | {key: value})


def test_lies_are_found():
    game = finished()
    data = json.loads(GameRecord.of(game).to_json())
    actions = list(data["actions"])
    actions[4] = "attack a1"
    with pytest.raises(RecordError, match="action 5: illegal action 'attack a1'"):
        GameRecord.from_json(change(data, "actions", actions)).replay()
    with pytest.raises(RecordError, match="the replay says"):
        GameRecord.from_json(change(data, "actions", data["actions"][:-1])).replay()
    for key, value in (
        ("actions", [5]),
        ("actions", "end"),
        ("seed", 1.9),
        ("rules", [5]),
        ("setups", [1, 2, 3]),
    ):
        with pytest.raises(RecordError):
            GameRecord.from_json(change(data, key, value))
    with pytest.raises(RecordError, match="winner 9"):
        GameRecord.from_json(change(data, "outcome", data["outcome"] | {"winner": 9}))
    with pytest.raises(RecordError, match="ruleset"):
        GameRecord.from_json(change(data, "rules", ["max_turns=61"]))


@pytest.mark.parametrize("line", ["", "{}", "[]", "nonsense", '{"setups": 3}'])
def test_what_is_no_record_is_refused(line: str):
    with pytest.raises(RecordError):
        GameRecord.from_json(line)


def test_errors_name_the_line(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text(GameRecord.of(finished()).to_json() + "\n\nnot a game\n")
    with pytest.raises(RecordError, match="line 3"):
        list(read_records(path))


def test_a_game_from_a_position_is_recorded_with_its_line():
    rules = Ruleset().edit("winds=random", "obstacles=4")
    start = Game.new(army("Default"), army("WindsOfFateSetup"), rules=rules, seed=7)
    for action in ("select e3", "move e7"):
        start.apply(action)
    game, draw = Game.from_position(start.position), random.Random(2)
    for _ in range(40):
        game.apply(draw.choice(game.legal_actions()))
    record = GameRecord.from_json(GameRecord.of(game).to_json())
    assert (record.armies, record.position) == (None, start.position)
    assert record.replay().position == game.position
    record.verify(Replayer())
    turns = record.turns()
    assert (turns[0].number, turns[0].player, turns[0].first) == (1, 0, 0)
    assert [a for turn in turns for a in turn.actions] == game.history
    assert [turn.side for turn in turns[:3]] == ["first", "second", "first"]
    for turn in turns:
        assert record.after(turn.first).turn == turn.number
    spoilt = json.loads(record.to_json()) | {"position": "1 0 selection"}
    with pytest.raises(RecordError, match="a position has the fields"):
        GameRecord.from_json(json.dumps(spoilt))
    with pytest.raises(RecordError, match="neither setups nor a position"):
        GameRecord.of(Game(game.rules, game.state))
