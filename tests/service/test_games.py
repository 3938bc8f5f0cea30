"""Games by the API: played, taken back, analysed, reviewed, begun again from their record."""

import json

import pytest
from conquest_opt.api.agents import Agent
from conquest_opt.api.setups import game as new_game
from conquest_opt.service.common.settings import ServiceLimits
from conquest_opt.service.games.kept import KeptGames
from conquest_opt.service.games.searching import PageSearches

GAMES = "/api/v1/games"


@pytest.fixture
def begun(client):
    answer = client.post(GAMES, json={"first": "Default", "second": "Rush", "seed": 3})
    assert answer.status_code == 201
    return answer.json()


def post(client, view, what, **body):
    return client.post(f"{GAMES}/{view['game']}/{what}", json=body)


def test_a_game_begins_as_in_the_library(begun):
    game = new_game("Default", "Rush", seed=3)
    assert begun["names"] == ["Default", "Rush"]
    assert begun["position"] == game.position
    assert begun["legal"] == game.legal_actions()
    assert (begun["turn"], begun["player"], begun["winner"]) == (1, 0, None)


def test_actions_are_applied_and_taken_back(client, begun):
    action = begun["legal"][0]
    after = post(client, begun, "actions", action=action).json()
    assert after["history"] == [action]
    assert after["position"] != begun["position"]
    assert client.get(f"{GAMES}/{begun['game']}").json() == after
    back = post(client, begun, "undo").json()
    assert back["position"] == begun["position"]
    assert post(client, begun, "undo").status_code == 409


def test_an_illegal_action_is_explained(client, begun):
    wrong = post(client, begun, "actions", action="move z99")
    assert wrong.status_code == 422
    assert "move z99" in wrong.json()["detail"]
    assert client.get(f"{GAMES}/{begun['game']}").json()["history"] == []


def test_an_agent_plays_as_in_the_library(client, begun):
    game, agent = new_game("Default", "Rush", seed=3), Agent("greedy")
    one = post(client, begun, "agent", agent="greedy").json()
    assert one["played"] == [agent.choose(game)]
    turn = post(client, begun, "agent", agent="greedy", whole_turn=True).json()
    assert turn["turn"] == 2
    assert len(turn["history"]) == len(turn["played"]) + 1


def test_a_game_is_analysed_and_reviewed(client, begun):
    seen = post(client, begun, "analyse", agent="strategist:advances=500", top=3).json()
    assert len(seen["candidates"]) <= 3
    assert seen["line"]
    for _ in range(2):
        post(client, begun, "agent", agent="greedy", whole_turn=True)
    found = post(client, begun, "review", agent="strategist:advances=500").json()
    assert len(found["turns"]) == 2
    refused = post(client, begun, "review", agent="greedy")
    assert refused.status_code == 422


def test_a_game_is_begun_again_from_its_record_and_its_position(client, begun):
    after = post(client, begun, "agent", agent="greedy", whole_turn=True).json()
    again = client.post(GAMES, json={"record": json.dumps(after["record"])}).json()
    assert again["position"] == after["position"]
    assert again["history"] == after["history"]
    from_line = client.post(GAMES, json={"position": after["position"]}).json()
    assert from_line["legal"] == after["legal"]
    assert from_line["game"] != again["game"]


def test_rules_of_a_game_are_changed(client):
    asked = {"first": "Default", "second": "Rush", "set": ["scout.movement=2"], "actions": "full"}
    game = client.post(GAMES, json=asked).json()
    assert "scout.movement=2" in game["state"]["rules"]


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


def test_only_so_many_games_are_kept():
    games = KeptGames(3)
    kept = [games.add(new_game("Default", "Rush"), ("a", "b")) for _ in range(3)]
    with games.using(kept[0].number):
        pass
    games.add(new_game("Default", "Rush"), ("a", "b"))
    assert len(games) == 3
    with games.using(kept[0].number):
        pass
    with pytest.raises(Exception, match="there is no game"), games.using(kept[1].number):
        pass


def test_a_game_is_forgotten(client, begun):
    assert client.delete(f"{GAMES}/{begun['game']}").status_code == 204
    assert client.get(f"{GAMES}/{begun['game']}").status_code == 404
    assert post(client, begun, "undo").status_code == 404
