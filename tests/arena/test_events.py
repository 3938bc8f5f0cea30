"""Games as rows: what a kernel noted against what a game, replayed in Python, shows."""

import pytest
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.player import GameResult, Keep, Player
from conquest_opt.arena.play.rows import tables
from conquest_opt.arena.play.schedule import Schedule
from conquest_opt.engine import COMMANDS, LETTERS, TROOPS, GameRecord, Ruleset

from tests.arenas import small

KEEP = Keep(events=True, records=True)


def troops_by_square(data: dict) -> dict[str, dict]:
    return {troop["square"]: troop for troop in data["troops"]}


def plain_event(before: dict, action: str, after: dict) -> dict:
    """Return an event as the definitions of the table say, from two positions and a text."""
    verb, _, square = action.partition(" ")
    old = troops_by_square(before)
    selected = square if verb == "select" else before["selected"]
    kind = "command" if verb in COMMANDS else verb
    event = {
        "turn": before["turn"],
        "player": ("first", "second")[before["player"]],
        "phase": before["phase"],
        "kind": kind,
        "command": verb if kind == "command" else None,
        "troop": TROOPS[LETTERS.index(old[selected]["type"])] if selected else None,
        "square": selected,
        "target": None,
        "target_square": square if square and kind != "select" else None,
        "points": after["points"][before["player"]],
        "enemy_points": after["points"][1 - before["player"]],
    } | {"damage_dealt": 0, "damage_received": 0, "kill": False, "death": False, "readied": None}
    if kind in ("attack", "command") and square:
        event["target"] = TROOPS[LETTERS.index(old[square]["type"])]
    new = troops_by_square(after)
    if kind == "attack" or verb == "bombard":
        event["damage_dealt"], event["kill"] = lost(old, new, square)
    if kind == "attack":
        event["damage_received"], event["death"] = lost(old, new, selected)
    if verb == "winds-of-fate":
        two = (data["commands"][before["player"]] for data in (before, after))
        rests, ready = two
        [event["readied"]] = [c for c in rests if rests[c] and not ready[c]]
    return event


def lost(old: dict, new: dict, square: str) -> tuple[int, bool]:
    had = old[square]["health"] + old[square]["boost"]
    left = new[square]["health"] + new[square]["boost"] if square in new else 0
    return had - left, square not in new


@pytest.fixture(scope="module")
def kept() -> tuple[Schedule, list[GameResult]]:
    """Some games with many commands in them, obstacles and random winds."""
    rules = Ruleset().edit("economy.income=60", "obstacles=12", "winds=random", "max_turns=80")
    schedule = small(
        pairs=2,
        agent="weighted-random:attack=4,command=4,move=2,end=1",
        setups=("WindsOfStab", "WrathOfBombard", "RegenerateSetup"),
        rules=rules,
    )
    player = Player(schedule, KEEP)
    return schedule, [player.play(game) for game in range(len(schedule))]


def test_events_are_what_happened(kept: tuple[Schedule, list[GameResult]]):
    schedule, results = kept
    rows = tables(schedule, results)["game_events"].to_pylist()
    kinds, commands = set(), set()
    for result in results:
        mine = [row for row in rows if row["game"] == result.game]
        assert {row.pop("game") for row in mine} == {result.game}
        rows = rows[len(mine) :]
        assert [row.pop("action") for row in mine] == list(range(1, result.actions + 1))
        record = GameRecord.from_json(result.record or "")
        before = record.start().to_dict()
        for row, (action, game) in zip(mine, record.steps(), strict=True):
            after = game.to_dict()
            assert row == plain_event(before, action, after)
            before = after
        kinds |= {row["kind"] for row in mine}
        commands |= {row["command"] for row in mine}
    assert kinds == {"select", "move", "attack", "command", "end"}
    assert {"winds-of-fate", "bombard", "regenerate", "battle-cry"} <= commands


def test_records_replay_and_results_are_theirs(kept: tuple[Schedule, list[GameResult]]):
    schedule, results = kept
    games = tables(schedule, results)["games"].to_pylist()
    for result, row in zip(results, games, strict=True):
        record = GameRecord.from_json(result.record or "")
        game = record.replay()
        assert game.outcome is not None
        assert row["winner"] == {0: "first", 1: "second"}.get(game.outcome.winner, "draw")  # pyright: ignore[reportArgumentType, reportCallIssue]
        assert (row["reason"], row["turns"]) == (game.outcome.reason, game.outcome.turns)
        assert row["actions"] == len(record.actions)
        owners = [troop["owner"] for troop in game.to_dict()["troops"]]
        left = row["first_troops_left"], row["second_troops_left"]
        assert left == (owners.count(0), owners.count(1))
        assert record.names == (row["first_name"], row["second_name"])
        assert record.seed == row["seed"]
        sides = [g.player for g in positions(record)]
        assert row["first_decisions"] == sides.count(0)
        assert row["second_decisions"] == sides.count(1)


def positions(record: GameRecord):
    game = record.start()
    for action in record.actions:
        yield game
        game.apply(action)


def test_both_games_of_a_pair_have_the_same_obstacles(kept: tuple[Schedule, list[GameResult]]):
    boards = [
        GameRecord.from_json(result.record or "").start().to_dict()["obstacles"]
        for result in kept[1]
    ]
    assert boards[::2] == boards[1::2]
    assert boards[0] != boards[2]


def test_advances_are_counted_for_each_side():
    entrants = Entrant.of("Default", "random"), Entrant.of("IAmWarrior", "fpu:advances=60")
    schedule = small(pairs=1, entrants=entrants, matchups=((0, 1),))
    player = Player(schedule)
    one, two = player.play(0), player.play(1)
    assert one.advances[0] == two.advances[1] == 0
    for result, side in ((one, 1), (two, 0)):
        assert result.events is None and result.record is None
        assert 60 <= result.advances[side] / result.decisions[side] < 90
    again = Player(schedule).play(1)
    assert (again.winner, again.actions, again.advances) == (two.winner, two.actions, two.advances)
