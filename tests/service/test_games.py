"""Games by the API: begun, played, taken back, resigned, kept; as the engine has them."""

import json
import random
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest
from conquest_opt.api.agents import Agent
from conquest_opt.api.board.board_game import BoardGame
from conquest_opt.api.setups import game as new_game
from conquest_opt.engine import Game
from conquest_opt.service.common.settings import ServiceLimits
from conquest_opt.service.games.kept import KeptGames
from conquest_opt.service.games.searching import PageSearches
from conquest_opt.service.games.shelf import Shelf

from tests.service.board import GAMES, begin, post, texts


@pytest.fixture
def begun(client):
    return begin(client)


# ---- played ----------------------------------------------------------------------------------


def test_a_game_begins_as_in_the_library(begun):
    game = new_game("Default", "Rush", seed=3)
    assert begun["names"] == ["Default", "Rush"]
    assert begun["sides"] == ["human", "human"]
    assert begun["position"] == game.position
    assert texts(begun) == game.legal_actions()
    assert (begun["turn"], begun["player"], begun["after"]) == (1, 0, 0)
    assert begun["outcome"] is None
    assert begun["last"] is None


def test_actions_are_applied_and_taken_back(client, begun):
    action = texts(begun)[0]
    after = post(client, begun, "actions", action=action, after=0).json()
    assert after["history"] == [action]
    assert after["position"] != begun["position"]
    assert client.get(f"{GAMES}/{begun['game']}").json() == after
    back = post(client, begun, "undo").json()
    assert back["position"] == begun["position"]
    assert post(client, begun, "undo").status_code == 409
    assert post(client, begun, "undo", actions=1).status_code == 409
    assert post(client, begun, "undo", what="all").status_code == 422


def test_a_game_that_went_on_in_another_tab_is_left_alone(client, begun):
    first, second, *_ = texts(begun)
    assert post(client, begun, "actions", action=first, after=0).status_code == 200
    late = post(client, begun, "actions", action=second, after=0)
    assert late.status_code == 409
    assert "gone on" in late.json()["detail"]
    for what in ("undo", "resign", "agent"):
        assert post(client, begun, what, after=0).status_code == 409
    assert client.get(f"{GAMES}/{begun['game']}").json()["history"] == [first]


def test_several_actions_are_played_all_or_none(client, begun):
    wrong = post(client, begun, "actions", actions=[texts(begun)[0], "move z99"])
    assert wrong.status_code == 422
    assert "move z99" in wrong.json()["detail"]
    assert client.get(f"{GAMES}/{begun['game']}").json()["history"] == []
    assert post(client, begun, "actions").status_code == 422
    game, played = new_game("Default", "Rush", seed=3), []
    while game.turn == 1:
        played.append(game.legal_actions()[-1] if game.phase != "movement" else "end")
        game.apply(played[-1])
    assert post(client, begun, "actions", actions=played).json()["position"] == game.position


def test_undo_takes_back_a_turn_with_the_agents_reply(client):
    body = {"first": "Default", "second": "Rush", "seed": 3, "sides": ["human", "greedy"]}
    view = client.post(GAMES, json=body).json()
    own = post(client, view, "agent", agent="random", whole_turn=True).json()
    reply = post(client, view, "agent", whole_turn=True).json()
    assert reply["turn"] == 3
    assert reply["last"]["player"] == 1
    back = post(client, view, "undo").json()
    assert (back["turn"], back["after"]) == (1, 0)
    post(client, view, "actions", actions=own["history"][:2])
    assert post(client, view, "undo", what="action").json()["after"] == 1
    post(client, view, "actions", actions=own["history"][1:2])
    assert post(client, view, "undo", what="turn").json()["after"] == 0


def test_a_player_resigns_and_thinks_again(client, begun):
    view = post(client, begun, "resign").json()
    assert view["outcome"]["winner"] == 1
    assert view["outcome"]["reason"] == "resignation"
    assert view["actions"] == []
    for what, body in (
        ("actions", {"action": texts(begun)[0]}),
        ("agent", {}),
        ("resign", {}),
        ("hint", {"agent": "quick"}),
    ):
        assert post(client, begun, what, **body).status_code == 409, what
    again = post(client, begun, "undo").json()
    assert again["outcome"] is None
    assert texts(again) == texts(begun)


def test_an_agent_plays_as_in_the_library(client, begun):
    game, agent = new_game("Default", "Rush", seed=3), Agent("greedy")
    one = post(client, begun, "agent", agent="greedy").json()
    assert one["played"] == [agent.choose(game)]
    turn = post(client, begun, "agent", agent="greedy", whole_turn=True).json()
    assert turn["turn"] == 2
    assert len(turn["history"]) == len(turn["played"]) + 1


def test_agents_play_the_sides_that_they_were_given(client):
    body = {"first": "Rush", "second": "Rush", "sides": ["greedy", "random"], "seed": 5}
    view = client.post(GAMES, json=body).json()
    game = Game.from_position(view["position"])
    game.seed = 5
    first = post(client, view, "agent", whole_turn=True).json()
    for played in first["played"]:
        assert Agent("greedy").choose(game) == played
        game.apply(played)
    changed = post(client, view, "sides", sides=["human", "quick"]).json()
    assert changed["sides"] == ["human", "quick"]
    assert post(client, view, "sides", sides=["human"]).status_code == 400
    assert post(client, view, "sides", sides=["human", "nonsense"]).status_code == 422


def test_what_is_offered_is_legal_and_complete_over_whole_games(client):
    """Every view of a game agrees with the engine, whatever is played."""
    draw = random.Random(7)
    for full in ("thesis", "full"):
        body = {"first": "Default", "second": "IAmWarrior", "actions": full, "seed": 11}
        view = client.post(GAMES, json=body).json()
        game = Game.from_position(view["position"])
        for _ in range(120):
            assert texts(view) == game.legal_actions()
            if not view["actions"]:
                break
            _agrees(view, game)
            action = draw.choice(view["actions"])
            game.apply(action["text"])
            view = post(client, view, "actions", action=action["text"], after=view["after"]).json()


def _agrees(view, game):
    """The view's troops, commands and actions are those of the engine's own values."""
    state = game.to_dict()
    squares = {troop["id"]: troop for troop in view["troops"]}
    drawn = {
        (t["type"], t["side"], t["square"], t["health"], t["extra_health"])
        for t in squares.values()
    }
    assert drawn == {
        (t["type"], t["owner"], t["square"], t["health"], t["boost"]) for t in state["troops"]
    }
    selected = squares.get(view["selected"])
    assert (selected["square"] if selected else None) == state["selected"]
    assert [side["points"] for side in view["players"]] == state["points"]
    for side, commands in zip(view["players"], state["commands"], strict=True):
        assert {c["command"]: c["cooldown_left"] for c in side["commands"]} == commands
    for action in view["actions"]:
        verb, _, square = action["text"].partition(" ")
        place = ["abcdefghijklmnopqrst".index(square[0]), int(square[1:]) - 1] if square else None
        assert action["to"] == place
        assert action["kind"] == ("command" if action["command"] else verb)
        if action["target"] is not None:
            assert squares[action["target"]]["at"] == place
        if action["kind"] == "move":
            mover = squares[action["troop"]]
            assert mover["selected"]
            assert action["from"] == mover["at"]
            assert 1 <= action["cost"] <= mover["movement_left"]


# ---- begun -----------------------------------------------------------------------------------


def test_a_game_is_begun_again_from_its_record_and_its_position(client, begun):
    after = post(client, begun, "agent", agent="greedy", whole_turn=True).json()
    line = client.get(f"{GAMES}/{begun['game']}/record").text
    again = client.post(GAMES, json={"record": line}).json()
    assert again["position"] == after["position"]
    assert again["history"] == after["history"]
    assert again["source"] == "record"
    from_line = client.post(GAMES, json={"position": after["position"]}).json()
    assert texts(from_line) == texts(after)
    assert from_line["game"] != again["game"]


def test_a_game_that_is_over_is_begun_from_its_position(client):
    line = "8 0 selection - 50/75 -/- Ck9=300/Fk10=300 - -"
    game = client.post(GAMES, json={"position": line}).json()
    over = post(client, game, "actions", actions=["select k9", "attack k10"]).json()
    assert over["outcome"]
    again = client.post(GAMES, json={"position": over["position"]})
    assert again.status_code == 201, again.text
    assert again.json()["outcome"]
    assert again.json()["last"] is None


def test_of_several_records_one_is_picked(client, begun):
    one = client.get(f"{GAMES}/{begun['game']}/record").text
    post(client, begun, "agent", agent="greedy")
    two = client.get(f"{GAMES}/{begun['game']}/record").text
    listed = client.post(GAMES, json={"record": one + two})
    assert listed.status_code == 200
    assert [(c["number"], c["actions"]) for c in listed.json()["choices"]] == [(1, 0), (2, 1)]
    assert client.post(GAMES, json={"record": one + two, "pick": 2}).json()["after"] == 1
    assert "from 1 to 2" in client.post(GAMES, json={"record": one + two, "pick": 3}).text
    assert "line 2" in client.post(GAMES, json={"record": one + "{}\n"}).json()["detail"]


def test_a_branch_is_a_game_of_its_own(client, begun):
    after = post(client, begun, "agent", agent="greedy", whole_turn=True).json()
    branch = client.post(GAMES, json={"branch": {"game": begun["game"], "after": 1}}).json()
    assert branch["history"] == after["history"][:1]
    assert branch["source"] == "branch"
    post(client, branch, "actions", action=texts(branch)[-1])
    assert client.get(f"{GAMES}/{begun['game']}").json()["history"] == after["history"]
    late = client.post(GAMES, json={"branch": {"game": begun["game"], "after": 99}})
    assert late.status_code == 409


def test_rules_of_a_game_are_changed(client):
    asked = {"first": "Default", "second": "Rush", "set": ["scout.movement=2"], "actions": "full"}
    game = client.post(GAMES, json=asked).json()
    assert "scout.movement=2" in game["rules"]
    assert game["action_space"] == "full"
    scout = next(troop for troop in game["troops"] if troop["type"] == "S")
    assert scout["movement"] == 2


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({}, "two setups, or a position"),
        ({"first": "Default"}, "first and second"),
        ({"first": "Default", "second": "mine.json"}, "reads no files"),
        ({"first": "Default", "second": "FROM setups"}, "is a query"),
        ({"first": "Default", "second": "Rsh"}, "did you mean Rush"),
        ({"position": "nonsense"}, "position"),
        ({"record": "{}"}, "record"),
        ({"position": "x", "record": "{}"}, "two setups, or a position"),
        ({"first": "Default", "second": "Rush", "set": ["x=1"]}, "unknown rule"),
        ({"first": "Default", "second": "Rush", "sides": ["human", "engine:/bin/sh"]}, "programs"),
    ],
)
def test_what_cannot_be_begun_is_explained(client, body, words):
    answer = client.post(GAMES, json=body)
    assert answer.status_code == 422
    assert words in answer.json()["detail"]


def test_agents_are_kept_within_limits(client, begun):
    for agent, words in (
        ("strong:advances=10000000", "at most 250,000 here"),
        ("strong:ms=600000", "at most 20,000 here"),
        ("mcts:iterations=100000", "at most 12,500 here"),
        ("engine:/bin/sh", "starts no other programs"),
        ("quik", "did you mean quick"),
    ):
        refused = post(client, begun, "agent", agent=agent)
        assert refused.status_code == 422, agent
        assert words in refused.json()["detail"]
    assert PageSearches(ServiceLimits()).agent("strong:advances=240000")


# ---- kept ------------------------------------------------------------------------------------


def kept_games(path, most=3, memory=2):
    return KeptGames(Shelf(path / "games.sqlite", most), memory, 20_000)


def test_only_so_many_games_are_kept_and_fewer_in_memory(tmp_path):
    games = kept_games(tmp_path)
    kept = [games.add(BoardGame(new_game("Default", "Rush")), ("a", "b")) for _ in range(3)]
    action = kept[0].board.game.legal_actions()[0]
    games.change(kept[0].number, 0, lambda game: game.played([action]))
    games.add(BoardGame(new_game("Default", "Rush")), ("a", "b"))
    assert len(games.shelf) == 3
    assert games.get(kept[0].number).board.game.history == [action]
    with pytest.raises(Exception, match="there is no game"):
        kept_games(tmp_path).get(kept[1].number)


def test_games_are_read_from_their_file_as_they_were(tmp_path):
    games = kept_games(tmp_path)
    game = new_game("Default", "Rush", seed=9, set=["winds=random"])
    kept = games.add(BoardGame(game), ("Default", "Rush"), sides=("human", "quick"))
    for _ in range(30):
        action = random.Random(1).choice(games.get(kept.number).board.game.legal_actions())
        kept = games.change(kept.number, None, lambda game, a=action: game.played([a]))
    again = kept_games(tmp_path).get(kept.number)
    assert again.board.game.position == kept.board.game.position
    assert again.board.numbers == kept.board.numbers
    assert (again.sides, again.names, again.created) == (kept.sides, kept.names, kept.created)


def test_games_are_listed_the_latest_first(client, begun):
    post(client, begun, "agent", agent="greedy", whole_turn=True)
    page = client.get(GAMES, params={"limit": 2}).json()
    first = page["games"][0]
    assert first["game"] == begun["game"]
    assert (first["turn"], first["names"]) == (2, ["Default", "Rush"])
    assert page["total"] >= 1


def test_a_game_is_forgotten(client, begun):
    assert client.delete(f"{GAMES}/{begun['game']}").status_code == 204
    assert client.get(f"{GAMES}/{begun['game']}").status_code == 404
    assert post(client, begun, "undo").status_code == 404
    assert client.delete(f"{GAMES}/{begun['game']}").status_code == 404


def test_two_tabs_at_once_play_one_action(client, begun):
    """Of requests that come after the same action exactly one is played."""
    actions = texts(begun)[:6]
    with ThreadPoolExecutor(6) as tabs:
        asked = [
            tabs.submit(post, client, begun, "actions", action=action, after=0)
            for action in actions
        ]
    codes = sorted(one.result().status_code for one in asked)
    assert codes == [200] + [409] * 5
    assert client.get(f"{GAMES}/{begun['game']}").json()["after"] == 1


def test_a_killed_server_loses_no_action(start):
    server = start()
    body = {"first": "Default", "second": "Rush", "seed": 3, "sides": ["human", "greedy"]}
    view = server.post("/games", body).json()
    for _ in range(5):
        action = view["actions"][0]["text"]
        view = server.post(f"/games/{view['game']}/actions", {"action": action}).json()
    assert server.end(signal.SIGKILL) == -signal.SIGKILL
    server = start()
    again = server.get(f"/games/{view['game']}").json()
    assert again == view
    assert server.get("/games").json()["games"][0]["after"] == 5
    later = server.post(f"/games/{view['game']}/agent", {"whole_turn": True, "after": 5}).json()
    assert later["after"] > 5
    assert (
        json.loads(server.get(f"/games/{view['game']}/record").text)["actions"] == later["history"]
    )
