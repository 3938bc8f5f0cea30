"""Games that runs have saved: listed, filtered, opened once, replayed."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conquest_opt import tournament
from conquest_opt.api.database import Database
from conquest_opt.service.app import inner_app
from conquest_opt.service.common.settings import ServiceSettings
from conquest_opt.service.guard.gate import Gate
from conquest_opt.service.shared.shared import Shared

from tests.service.board import GAMES, begin, post
from tests.service.conftest import client_of

STORED = "/api/v1/stored-games"
SETUPS = ["Default", "Rush", "IAmWarrior"]


@pytest.fixture(scope="module")
def db(tmp_path_factory) -> Path:
    db = tmp_path_factory.mktemp("stored") / "results.duckdb"
    asked = {"agent": "greedy", "games": 6, "db": db, "progress": False}
    tournament(SETUPS, seed=1, save_games=True, **asked)
    tournament(SETUPS[:2], seed=2, **asked)  # which saves none
    return db


@pytest.fixture(scope="module")
def client(db: Path):
    shared = Shared(ServiceSettings(db=db))
    app = inner_app(shared)
    app.on_startup.clear()
    app.on_shutdown.clear()
    with client_of(Gate(app, shared.settings)) as client:
        yield client


@pytest.fixture(scope="module")
def rows(db: Path):
    """Every game of the run that saved them, as the database has it."""
    query = "SELECT * FROM games SEMI JOIN game_records USING (run, game) ORDER BY game"
    return Database(db).sql(query).arrow().to_pylist()


def listed(client, **asked):
    answer = client.get(STORED, params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def test_games_with_their_moves_are_listed(client, rows):
    found = listed(client, limit=500)
    assert found["matching"] == len(rows) == len(found["games"])
    for game, row in zip(found["games"], rows, strict=True):
        assert game["names"] == [row["first_name"], row["second_name"]]
        assert (game["game"], game["turns"]) == (row["game"], row["turns"])
        assert game["agents"] == ["greedy", "greedy"]
        assert game["winner"] == {"first": 0, "second": 1, "draw": "draw"}[row["winner"]]
    page = listed(client, limit=2, offset=3)
    assert page["games"] == found["games"][3:5]


def test_games_are_filtered(client, rows):
    run = rows[0]["run"]
    assert listed(client, run=run)["matching"] == len(rows)
    assert listed(client, agent="greedy")["matching"] == len(rows)
    assert listed(client, agent="quick")["matching"] == 0
    having = [row for row in rows if "Rush" in (row["first_name"], row["second_name"])]
    assert listed(client, setup="rush")["matching"] == len(having) > 0
    middle = sorted(row["turns"] for row in rows)[len(rows) // 2]
    assert listed(client, most_turns=middle)["matching"] == sum(
        row["turns"] <= middle for row in rows
    )
    assert listed(client, least_turns=middle + 1)["matching"] == sum(
        row["turns"] > middle for row in rows
    )
    assert client.get(STORED, params={"run": "nonsense"}).status_code == 404


def test_an_upset_is_a_win_of_the_side_that_scored_less(client, rows):
    score = dict.fromkeys(SETUPS, 0.0)
    games = dict.fromkeys(SETUPS, 0)
    for row in rows:
        for side, other in (("first", "second"), ("second", "first")):
            name = row[f"{side}_name"]
            games[name] += 1
            score[name] += {side: 1.0, other: 0.0, "draw": 0.5}[row["winner"]]
    mean = {name: score[name] / games[name] for name in SETUPS}
    upsets = [
        row["game"]
        for row in rows
        if row["winner"] != "draw"
        and mean[row[f"{row['winner']}_name"]]
        < mean[row["second_name" if row["winner"] == "first" else "first_name"]]
    ]
    found = listed(client, upset=True, limit=500)["games"]
    assert [game["game"] for game in found] == upsets
    assert upsets, "the tournament is to have some"
    for game in found:
        assert game["scores"] == [round(mean[name], 4) for name in game["names"]]
    assert listed(client, upset=False)["matching"] == len(rows) - len(upsets)


def test_a_stored_game_is_opened_once_and_replayed(client, rows):
    place = {"run": rows[0]["run"], "game": rows[0]["game"]}
    view = begin(client, stored=place)
    assert view["source"] == "stored"
    assert view["stored"] == place
    assert view["outcome"]["turns"] == rows[0]["turns"]
    assert view["after"] == rows[0]["actions"]
    again = client.post(GAMES, json={"stored": place})
    assert again.status_code == 200
    assert again.json() == view
    replay = client.get(f"{GAMES}/{view['game']}/replay").json()
    assert len(replay["steps"]) == rows[0]["actions"]
    post(client, view, "undo", actions=3)
    other = begin(client, stored=place)
    assert other["game"] != view["game"]
    post(client, view, "undo", actions=1)  # the changed copy is the latest again
    assert client.post(GAMES, json={"stored": place}).json()["game"] == other["game"]
    missing = client.post(GAMES, json={"stored": place | {"game": 999}})
    assert missing.status_code == 404
    assert "has not saved" in missing.json()["detail"]


def test_tabs_that_open_a_stored_game_at_once_have_the_same(client, rows):
    place = {"run": rows[2]["run"], "game": rows[2]["game"]}
    with ThreadPoolExecutor(8) as tabs:
        answers = list(tabs.map(lambda _: client.post(GAMES, json={"stored": place}), range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    assert len({answer.json()["game"] for answer in answers}) == 1


def test_a_stored_record_is_the_one_that_is_imported(client, rows, db):
    query = f"SELECT record FROM game_records WHERE game = {rows[1]['game']}"
    line = Database(db).sql(query).arrow()["record"][0].as_py()
    view = begin(client, record=line)
    assert view["history"] == json.loads(line)["actions"]
