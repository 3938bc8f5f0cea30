"""Long games: replays in pages that keep nobody waiting, and how long a game can be."""

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import anyio.to_thread
import pytest
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.engine import ActionSpace, GameRecord, Ruleset
from conquest_opt.engine.rules.longest import longest_game
from conquest_opt.service.common.problems import Refusal
from conquest_opt.service.games.kept import KeptGame
from conquest_opt.service.games.replaying import Replays
from conquest_opt.service.games.reviewing import AskedReview, Reviews
from conquest_opt.service.games.shelf import Shelf

from tests.long_games import long_record
from tests.service.board import GAMES, begin, post, texts

BOUND = 60.0
LASTING = ("max_turns=30000",)
"""By these rules a game may have 120,000 actions and more."""


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return long_record(1230, *LASTING)


@pytest.fixture(scope="module")
def long_game(client, record) -> dict:
    return begin(client, record=record.to_json())


def replay(client, view, **asked):
    answer = client.get(f"{GAMES}/{view['game']}/replay", params=asked)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    return answer.json()


# ---- pages -----------------------------------------------------------------------------------


def test_pages_of_a_replay_are_the_whole_game(client, long_game, record):
    pages = [replay(client, long_game, offset=offset) for offset in (0, 500, 1000)]
    assert [page["offset"] for page in pages] == [0, 500, 1000]
    assert [len(page["steps"]) for page in pages] == [500, 500, 230]
    assert {page["after"] for page in pages} == {1230}
    steps = [step for page in pages for step in page["steps"]]
    assert [step["event"]["n"] for step in steps] == list(range(1, 1231))
    assert tuple(step["event"]["text"] for step in steps) == record.actions
    small = [
        step
        for offset in range(0, 1230, 77)
        for step in replay(client, long_game, offset=offset, limit=77)["steps"]
    ]
    assert small == steps


def test_a_page_begins_with_the_position_before_it(client, long_game, record):
    for offset in (1, 499, 1229, 1230, 5000):
        page = replay(client, long_game, offset=offset, limit=3)
        there = record.after(offset)
        shown = begin(client, branch={"game": long_game["game"], "after": min(offset, 1230)})
        for name in ("turn", "player", "phase", "selected", "troops"):
            assert page["start"][name] == shown[name], (offset, name)
        assert page["start"]["turn"] == there.turn
        assert page["offset"] == min(offset, 1230)
        assert len(page["steps"]) == max(min(3, 1230 - offset), 0)


def test_turns_of_a_page_are_whole(client, long_game, record):
    turns = [
        {"turn": t.number, "player": t.player, "first": t.first, "actions": len(t.actions)}
        for t in record.turns()
    ]
    for offset, limit in ((0, 500), (500, 500), (1, 1), (700, 9), (1229, 5)):
        last = min(offset + limit, 1230) - 1
        page = replay(client, long_game, offset=offset, limit=limit)
        assert page["turns"] == [
            turn
            for turn in turns
            if turn["first"] <= last and turn["first"] + turn["actions"] > offset
        ]


@pytest.mark.parametrize("asked", [{"limit": 501}, {"limit": 0}, {"offset": -1}])
def test_pages_have_limits(client, long_game, asked):
    answer = client.get(f"{GAMES}/{long_game['game']}/replay", params=asked)
    assert answer.status_code == 400


def test_replays_that_wait_take_no_thread_from_others():
    """While one is made and many wait, whatever else takes a thread has it; then it is refused."""
    let_go, begun = threading.Event(), threading.Event()

    def find() -> KeptGame:
        begun.set()
        assert let_go.wait(BOUND)
        raise Refusal(404, "it is gone")

    async def all_of_them() -> list[object]:
        replays = Replays(most_waiting=60)
        asked = [asyncio.create_task(replays.page(find, 0, 10)) for _ in range(61)]
        assert await anyio.to_thread.run_sync(begun.wait, BOUND)
        for _ in range(5):
            async with asyncio.timeout(BOUND):
                await anyio.to_thread.run_sync(threading.get_ident)
        let_go.set()
        return await asyncio.gather(*asked, return_exceptions=True)

    refused = [error.status for error in asyncio.run(all_of_them()) if isinstance(error, Refusal)]
    assert sorted(refused) == [404] * 60 + [503]


# ---- how long --------------------------------------------------------------------------------


def with_actions(count: int, *edits: str) -> str:
    """Return a record of so many actions, legal or not."""
    line = json.loads(long_record(0, *edits).to_json())
    return json.dumps(line | {"actions": ["end"] * count})


def test_a_record_longer_than_its_rules_allow_is_refused(client):
    answer = client.post(GAMES, json={"record": with_actions(2379)})
    assert answer.status_code == 422
    assert answer.json()["detail"] == (
        "the record has 2,379 actions, and by its rules a game has at most 2,378: 500 turns with "
        "a selection, a move, an attack and an end each, and 378 uses of commands"
    )


def test_a_record_longer_than_the_service_takes_is_refused(client):
    answer = client.post(GAMES, json={"record": with_actions(20_001, *LASTING)})
    assert answer.status_code == 422
    assert "20,001 actions; here a game has 20,000 at most" in answer.json()["detail"]
    assert client.post(GAMES, json={"record": with_actions(2, *LASTING)}).status_code == 422


def test_a_game_is_not_played_beyond_the_limit(client, shared, monkeypatch):
    view = begin(client)
    played = post(client, view, "actions", action=texts(view)[0]).json()
    monkeypatch.setattr(shared.games, "longest", 2)
    two = post(client, view, "actions", action=texts(played)[0]).json()
    assert two["after"] == 2
    refused = post(client, view, "actions", action=texts(two)[0])
    assert refused.status_code == 409
    assert "3 actions; here a game has 2 at most" in refused.json()["detail"]
    assert client.get(f"{GAMES}/{view['game']}").json() == two
    monkeypatch.setattr(shared.games, "longest", 1)  # of a game that was longer before
    assert post(client, view, "sides", sides=["human", "quick"]).status_code == 200
    assert post(client, view, "undo").json()["after"] == 1


def test_the_longest_games_of_the_standard_troops_are_taken(shared):
    for actions in (ActionSpace.thesis(), ActionSpace.full()):
        assert longest_game(replace(Ruleset(), actions=actions)).actions <= shared.games.longest


def test_a_preview_is_of_a_few_actions(client):
    view = begin(client, first="Default", second="Rush", actions="full")
    ask = f"{GAMES}/{view['game']}/preview"
    assert client.get(ask, params={"action": ["end"] * 256}).status_code == 200
    assert client.get(ask, params={"action": ["end"] * 257}).status_code == 400


# ---- beside each other -------------------------------------------------------------------------


def test_a_long_game_is_played_and_taken_back_beside_its_replays(client, long_game):
    """What is answered is right while pages of the same game are read."""
    with ThreadPoolExecutor(8) as tabs:
        pages = [tabs.submit(replay, client, long_game, offset=n % 3 * 500) for n in range(12)]
        view = long_game
        for _ in range(5):
            view = post(client, long_game, "actions", action=texts(view)[0]).json()
        assert view["after"] == 1235
        assert (
            post(client, long_game, "undo", actions=5).json()["position"] == (long_game["position"])
        )
        assert all(page.result()["after"] >= 1230 for page in pages)


class CountingShelf(Shelf):
    """A file that counts the reviews that are written to it."""

    made = 0

    def keep_review(self, key, found) -> None:
        self.made += 1
        super().keep_review(key, found)


def test_two_who_ask_for_the_same_review_have_it_made_once(tmp_path):
    shelf = CountingShelf(tmp_path / "games.sqlite", 10)
    reviews, record = Reviews(shelf), long_record(12)
    asked = AskedReview(record, AgentSpec.parse("strategist:advances=50"), 0, None)

    async def found() -> dict:
        async for what, values in reviews.events(asked):
            if what == "review":
                return values
        raise AssertionError("it ended without a review")

    async def both() -> list[dict]:
        return list(await asyncio.gather(found(), found(), found()))

    first, *others = asyncio.run(both())
    assert others == [first, first]
    assert shelf.made == 1
