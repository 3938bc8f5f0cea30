"""What a board shows of a game: previews, reach, hints, analyses that grow, replays, positions."""

import random
import time
from itertools import pairwise

import httpx
import pytest
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.api.board.reach import reach_values
from conquest_opt.engine import Game
from conquest_opt.service.games.thinking import growing_agents

from tests.service.board import GAMES, begin, events_of, post, texts

CLOSE = "12 0 movement k3 300/75 battle-cry,bombard/charge Ck3=500,Am1=100/Kk5=200,Sc18=100 - -"


@pytest.fixture
def begun(client):
    return begin(client)


def at(client, position):
    return begin(client, position=position)


# ---- before an attack ------------------------------------------------------------------------


def test_an_exchange_is_foretold_as_it_then_happens(client):
    """Every previewed action of a game does what was foretold."""
    draw, view = random.Random(3), at(client, CLOSE)
    while view["actions"] and view["after"] < 40:
        action = draw.choice(view["actions"])
        ask = f"{GAMES}/{view['game']}/preview"
        foretold = client.get(ask, params={"action": action["text"]}).json()
        assert client.get(f"{GAMES}/{view['game']}").json()["after"] == view["after"]
        later = post(client, view, "actions", action=action["text"]).json()
        troops = {troop["id"]: troop for troop in later["troops"]}
        for change in foretold["troops"]:
            assert change["dies"] == (change["id"] not in troops)
            if not change["dies"]:
                now = troops[change["id"]]
                assert change["after"] == {n: now[n] for n in ("health", "extra_health", "at")}
        assert foretold["points"]["after"] == [side["points"] for side in later["players"]]
        assert foretold["actions"] == [action]
        assert foretold["outcome"] == later["outcome"]
        view = later


def test_an_attack_is_foretold_in_words_and_figures(client):
    view = at(client, CLOSE)
    ask = f"{GAMES}/{view['game']}/preview"
    found = client.get(ask, params={"action": ["move k4", "attack k5"]}).json()
    assert found["text"].endswith("champion kills knight k5 (+100 points)")
    [struck] = [one for one in found["troops"] if one["dies"]]
    assert struck["before"]["health"] == struck["damage"] == 200
    assert found["points"] == {"before": [300, 75], "after": [400, 75]}
    assert found["events"][-1]["kills"] == [struck["id"]]
    assert found["events"][-1]["earned"] == [100, 0]
    assert client.get(ask, params={"action": "attack k5"}).status_code == 422


def test_what_chance_brings_is_not_foretold(client):
    line = (
        "12 0 movement k3 300/75 charge=3,chastise=2,winds-of-fate/- Ck3=500/Sc18=100 - "
        "winds=random,stream=00000000000000ff"
    )
    view = at(client, line)
    ask = f"{GAMES}/{view['game']}/preview"
    found = client.get(ask, params={"action": "winds-of-fate"}).json()
    assert found["chance"]
    assert found["events"][0]["readied"] is None
    assert found["text"] == ""


# ---- reach -----------------------------------------------------------------------------------


def test_the_reach_of_the_selected_troop_is_what_is_legal(client):
    view = at(client, CLOSE)
    reach = client.get(f"{GAMES}/{view['game']}/reach").json()
    by_id = {one["id"]: one for one in reach["troops"]}
    assert sorted(by_id) == sorted(troop["id"] for troop in view["troops"])
    moves = [action["to"] for action in view["actions"] if action["kind"] == "move"]
    assert sorted(by_id[view["selected"]]["moves"]) == sorted(moves)
    one = client.get(f"{GAMES}/{view['game']}/reach", params={"troop": view["selected"]}).json()
    assert one["troops"] == [by_id[view["selected"]]]
    assert client.get(f"{GAMES}/{view['game']}/reach", params={"troop": 9}).status_code == 404


def test_reach_is_what_the_engine_lets_a_side_do_in_its_turn(client, begun):
    """For both sides: select, move and attack as the reach says, and nothing else."""
    draw, game = random.Random(5), Game.from_position(begun["position"])
    for _ in range(60):
        game.apply(draw.choice(game.legal_actions()))
    while game.phase != "selection":
        game.apply("end" if "end" in game.legal_actions() else game.legal_actions()[0])
    for found in reach_values(game):
        own = found["id"] < 16 if game.player == 0 else found["id"] >= 16
        if own and found["can_act"]:
            _same_as_played(game, found)
    before = {one["id"]: one for one in reach_values(game)}
    for action in (game.legal_actions()[0], "end"):
        game.apply(action)
    for found in reach_values(game):  # the other side's turn has begun, as was asked before
        if (found["id"] >= 16) == (game.player == 1):
            assert found == before[found["id"]]


def _same_as_played(game, found):
    square = {t["square"] for t in game.to_dict()["troops"]}
    chosen = game.copy()
    x, y = int(game.state.x[found["id"]]), int(game.state.y[found["id"]])
    chosen.apply(f"select {'abcdefghijklmnopqrst'[x]}{y + 1}")
    moves, attacked = [], set()
    for action in chosen.legal_actions():
        if action.startswith("attack"):
            attacked.add(action)
        if action.startswith("move"):
            moves.append(action)
            moved = chosen.copy().apply(action)
            attacked |= {one for one in moved.legal_actions() if one.startswith("attack")}
    names = {f"move {'abcdefghijklmnopqrst'[x]}{y + 1}" for x, y in found["moves"]}
    assert names == set(moves)
    targets = {
        f"attack {'abcdefghijklmnopqrst'[int(game.state.x[t['troop']])]}"
        f"{int(game.state.y[t['troop']]) + 1}"
        for t in found["targets"]
    }
    assert targets == attacked
    for target in found["targets"]:
        place = [int(game.state.x[target["troop"]]), int(game.state.y[target["troop"]])]
        assert place in found["attacks"]
    assert square


# ---- agents ----------------------------------------------------------------------------------


def test_a_hint_plays_nothing(client, begun):
    seen = post(client, begun, "hint", agent="strategist:advances=500").json()
    assert seen["action"]["text"] in texts(begun)
    assert seen["turn"][0] == seen["action"]
    assert -1 <= seen["value"] <= 1
    assert client.get(f"{GAMES}/{begun['game']}").json()["after"] == 0
    plain = post(client, begun, "hint", agent="greedy").json()
    assert plain["value"] is None


def test_a_game_is_analysed(client, begun):
    seen = post(client, begun, "analyse", agent="strategist:advances=500", top=3).json()
    assert 1 <= len(seen["candidates"]) <= 3
    for candidate in seen["candidates"]:
        assert candidate["actions"][0]["text"] in texts(begun)
        assert candidate["actions"][0]["from"]
    assert seen["line"][0]["actions"] == seen["candidates"][0]["actions"]
    assert seen["first_value"] == seen["value"]
    joined = post(client, begun, "analyse", agent="strategist:advances=500", top=1000).json()
    visits = sum(one["visits"] for one in joined["candidates"])
    assert sum(one["visits"] for one in joined["first_actions"]) == visits


def test_an_analysis_grows_until_it_is_done(client, begun):
    ask = f"{GAMES}/{begun['game']}/analysis/events"
    with client.stream("GET", ask, params={"agent": "strategist:advances=400"}) as response:
        seen = list(events_of(response))
    names = [name for name, _ in seen]
    assert names[-1] == "done"
    assert set(names[:-1]) == {"analysis"}
    advances = [values["advances"] for name, values in seen if name == "analysis"]
    assert len(advances) > 2
    assert advances == sorted(advances)
    assert all(values["after"] == 0 for _, values in seen)
    assert client.get(ask, params={"agent": "nonsense"}).status_code == 422


def test_budgets_grow_to_the_limit():
    agents = growing_agents(AgentSpec.parse("strong"), 250_000)
    budgets = [int(agent["advances"]) for agent in agents]
    assert budgets[0] < 3000
    assert budgets[-1] == 250_000
    assert all(b <= 2 * a for a, b in pairwise(budgets))
    assert growing_agents(AgentSpec.parse("greedy"), 100) == [AgentSpec.parse("greedy")]


def test_an_analysis_ends_when_its_client_leaves(start):
    server = start()
    view = server.post("/games", {"first": "Default", "second": "Rush"}).json()
    server.post(f"/games/{view['game']}/hint", {"agent": "quick"})  # kernels are there
    ask = f"{server.url}/api/v1/games/{view['game']}/analysis/events?agent=strong"
    for _ in range(12):  # more than may be under way at a time
        with httpx.stream("GET", ask, timeout=60) as response:
            assert response.status_code == 200
            name, _ = next(events_of(response))
            assert name == "analysis"
    until = time.monotonic() + 30
    while server.get("/state").json()["analyses"]:
        assert time.monotonic() < until
        time.sleep(0.05)


# ---- another game from the beginning -----------------------------------------------------------


def test_a_game_is_begun_again_by_another_seed(client):
    view = begin(client, first="Default", second="Rush", seed=4, set=["obstacles=6"])
    place = {"game": view["game"], "after": 0}
    same, other = (begin(client, branch=place | more) for more in ({}, {"seed": 9}))
    assert (same["seed"], same["position"]) == (4, view["position"])
    anew = begin(client, first="Default", second="Rush", seed=9, set=["obstacles=6"])
    assert (other["seed"], other["position"]) == (9, anew["position"])
    assert other["names"] == view["names"]
    acted = post(client, view, "actions", action=view["actions"][0]["text"]).json()
    wrong = {"branch": {"game": acted["game"], "after": 1, "seed": 9}}
    assert "from its beginning" in client.post(GAMES, json=wrong).json()["detail"]


# ---- replay and review -----------------------------------------------------------------------


@pytest.fixture
def played(client):
    body = {"first": "Default", "second": "Rush", "seed": 4, "sides": ["greedy", "greedy"]}
    view = client.post(GAMES, json=body).json()
    while view["actions"] and view["turn"] < 25:
        view = post(client, view, "agent", whole_turn=True).json()
    return view


def test_a_replay_leads_to_every_position(client, played):
    replay = client.get(f"{GAMES}/{played['game']}/replay").json()
    game = Game.from_position(
        client.post(GAMES, json={"branch": {"game": played["game"], "after": 0}}).json()["position"]
    )
    troops = {troop["id"]: troop for troop in replay["start"]["troops"]}
    assert [step["event"]["text"] for step in replay["steps"]] == played["history"]
    for step in replay["steps"]:
        game.apply(step["event"]["text"])
        for number in step["gone"]:
            del troops[number]
        troops |= {troop["id"]: troop for troop in step["troops"]}
        state = game.to_dict()
        shown = [(t["type"], t["square"], t["health"], t["extra_health"], t["effects"]) for t in
                 sorted(troops.values(), key=lambda t: t["id"])]  # fmt: skip
        assert shown == [
            (t["type"], t["square"], t["health"], t["boost"], t["effects"]) for t in state["troops"]
        ]
        assert (
            [side["points"] for side in step["players"]]
            == state["points"]
            == step["event"]["points"]
        )
        assert [side["cooldowns"] for side in step["players"]] == state["commands"]
        assert (step["turn"], step["player"], step["phase"]) == (game.turn, game.player, game.phase)
    assert sum(turn["actions"] for turn in replay["turns"]) == len(replay["steps"])
    assert replay["turns"][1]["first"] == replay["turns"][0]["actions"]
    last = client.get(f"{GAMES}/{played['game']}").json()["last"]
    assert last["events"] == [
        s["event"] for s in replay["steps"] if s["event"]["turn"] == last["turn"]
    ]


def test_a_review_can_be_played_and_is_made_once(client, played):
    asked = {"agent": "strategist:advances=300", "top": 100}
    ask = f"{GAMES}/{played['game']}/review/events"
    with client.stream("GET", ask, params=asked) as response:
        seen = list(events_of(response))
    assert {name for name, _ in seen[:-1]} == {"progress"}
    name, review = seen[-1]
    assert name == "review"
    assert len(review["turns"]) >= 24
    for marked in review["marked"]:
        branch = {"game": played["game"], "after": marked["actions_before"]}
        view = client.post(GAMES, json={"branch": branch}).json()
        assert view["position"] == marked["position"]
        better = post(client, view, "actions", actions=marked["best"])
        assert better.status_code == 200
        assert [action["text"] for action in marked["best_actions"]] == marked["best"]
    with client.stream("GET", ask, params=asked) as response:
        assert [name for name, _ in events_of(response)] == ["review"]
    again = post(client, played, "review", **(asked | {"top": 1})).json()
    assert again["turns"] == review["turns"]
    assert len(again["marked"]) == min(1, len(review["marked"]))
    assert post(client, played, "review", agent="greedy").status_code == 422


def test_a_review_ends_when_its_client_leaves(start):
    server = start()
    view = server.post("/games", {"first": "Default", "second": "Rush"}).json()
    for _ in range(20):
        server.post(f"/games/{view['game']}/agent", {"agent": "quick", "whole_turn": True})
    ask = f"{server.url}{GAMES}/{view['game']}/review/events?agent=strong:advances=240000"
    with httpx.stream("GET", ask, timeout=60) as response:
        name, progress = next(events_of(response))
        assert name == "progress"
        assert progress["done"] < progress["of"]
    until = time.monotonic() + 30
    while server.get("/state").json()["analyses"]:
        assert time.monotonic() < until
        time.sleep(0.05)
    again = f"{server.url}{GAMES}/{view['game']}/review/events?agent=quick"
    with httpx.stream("GET", again, timeout=120) as response:  # the next one has its turn
        assert [name for name, _ in events_of(response)][-1] == "review"


def test_a_game_without_a_turn_cannot_be_reviewed(client, begun):
    assert "no finished turn" in post(client, begun, "review").json()["detail"]
    with client.stream("GET", f"{GAMES}/{begun['game']}/review/events") as response:
        [(name, problem)] = events_of(response)
    assert (name, problem["status"]) == ("failed", 422)


# ---- positions -------------------------------------------------------------------------------


def check(client, **body):
    return client.post("/api/v1/positions/check", json=body).json()


def test_a_drawn_board_is_a_position(client):
    board = {
        "turn": 12,
        "points": [50, 75],
        "commands": [{"charge": 2}, ["chastise"]],
        "obstacles": [[4, 9]],
        "troops": [
            {"type": "C", "side": 0, "at": [10, 2], "extra_health": 200, "effects": ["battle-cry"]},
            {"type": "S", "side": 1, "square": "k18", "health": 50},
        ],
    }
    found = check(client, board=board)
    assert found["ok"]
    assert found["position"] == (
        "12 0 selection - 50/75 charge=2/chastise Ck3=500+200!battle-cry/Sk18=50 e10 -"
    )
    again = check(client, position=found["position"])
    assert again == found
    assert at(client, found["position"])["troops"] == found["view"]["troops"]


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ({}, "has troops"),
        ({"troops": [{"type": "X", "at": [1, 1]}]}, "troop type must be one of"),
        ({"troops": [{"type": "C", "at": [1, 20]}]}, "each from 0 to 19"),
        ({"troops": [{"type": "C", "at": [1, 1]}] * 2}, "two things on b2"),
        ({"troops": [{"type": "C", "at": [1, 1], "health": 501}]}, "from 1 to 500"),
        ({"troops": [{"type": "C", "at": [1, 1]}]}, "player 1 has no troop"),
        ({"troops": [], "colour": 1}, "unknown key"),
        ({"troops": 3}, "must be a list"),
        ({"troops": [3]}, "a troop is an object"),
        ({"troops": [], "commands": 3}, "must be a list"),
    ],
)
def test_a_board_that_cannot_be_is_explained(client, board, words):
    found = check(client, board=board)
    assert not found["ok"]
    assert words in found["faults"][0]
    assert found["position"] is None


def test_command_points_are_those_that_a_game_can_bring(client):
    troops = [{"type": "C", "at": [1, 1]}, {"type": "S", "side": 1, "at": [1, 15]}]
    most = 25 * 250 + 16 * 200  # income of all turns, and kills of champions
    assert check(client, board={"troops": troops, "points": [0, most]})["ok"]
    found = check(client, board={"troops": troops, "points": [0, most + 1]})
    assert f"points of player 1 must be a whole number from 0 to {most}" in found["faults"][0]
    rich = check(client, board={"troops": troops, "points": [0, most + 1]}, set=["economy.start=1"])
    assert rich["ok"]
    again = check(client, position=rich["position"].replace(f"/{most + 1} ", f"/{most + 2} "))
    assert f"from 0 to {most + 1}" in again["faults"][0]


def test_a_position_is_checked_as_text(client):
    assert "this has 3 fields" in check(client, position="a b c")["faults"][0]
    assert client.post("/api/v1/positions/check", json={}).status_code == 422
