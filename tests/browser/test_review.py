"""Games, review and replay: stored and imported games, steps, values, better turns."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from conquest_opt.engine import Game, GameRecord
from playwright.sync_api import Page, expect

from tests.browser.board_driver import STILL, BoardDriver, begin
from tests.long_games import long_record
from tests.servers import Server, ended, own_home

SMALL = {"first": "CC:charge,battle-cry", "second": "KF:shield-wall"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
START = "8 0 selection - 0/0 -/- Ck9=100,Ff3=300/Kk13=300,Ai14=100 - -"


def played(server: Server, **asked: Any) -> str:
    """Let two agents play a whole game; return its number."""
    number = begin(server, **(SMALL | {"sides": ["quick", "quick"]} | asked))
    return to_the_end(server, number)


def to_the_end(server: Server, number: str) -> str:
    """Let the agents of a game play it to its end; return its number."""
    while not server.get(f"/games/{number}").json()["outcome"]:
        server.post(f"/games/{number}/agent", {"whole_turn": True})
    return number


@pytest.fixture(scope="module")
def blundered(module_server: Server) -> str:
    """A game in which the first side loses its champion for nothing; then agents play on."""
    number = begin(module_server, position=START, sides=["quick", "quick"])
    act(module_server, number, "select k9", "move k12", "end")
    return to_the_end(module_server, number)


def act(server: Server, number: str, *actions: str) -> None:
    """Play actions in a game."""
    answer = server.post(f"/games/{number}/actions", {"actions": actions})
    assert answer.status_code == 200, answer.text


def open_review(server: Server, page: Page, number: str, query: str = "") -> BoardDriver:
    """Open a game's review; return its board once the review is made."""
    page.add_init_script(STILL)
    page.goto(f"{server.url}/review/{number}{query}")
    page.wait_for_selector('.review[data-review="made"]', timeout=120_000)
    return BoardDriver(page)


def at_step(page: Page, step: int) -> None:
    """Wait until a step is shown."""
    expect(page.locator(".review")).to_have_attribute("data-step", str(step))


def history(server: Server, number: str) -> list[str]:
    return server.get(f"/games/{number}").json()["history"]


# ---- replay --------------------------------------------------------------------------------------


def test_steps_by_buttons_slider_and_keys(module_server, page, blundered):
    actions = len(history(module_server, blundered))
    open_review(module_server, page, blundered)
    at_step(page, 0)
    page.get_by_role("button", name="One action on").click()
    at_step(page, 1)
    page.get_by_role("button", name="One turn on").click()
    at_step(page, 3)
    page.get_by_role("slider").fill("5")
    at_step(page, 5)
    page.locator("h1").click()
    for key, step in [
        ("ArrowLeft", 4),
        ("ArrowUp", 3),
        ("End", actions),
        ("Home", 0),
        ("ArrowDown", 3),
        ("ArrowRight", 4),
    ]:
        page.keyboard.press(key)
        at_step(page, step)
    assert "step=4" in page.url


def test_every_step_is_the_engines_position(module_server, page, blundered):
    board = open_review(module_server, page, blundered)
    outcome = module_server.get(f"/games/{blundered}").json()["outcome"]
    position = Game.from_position(START)
    for step, action in enumerate(history(module_server, blundered)):
        assert set(board.troops()) == {troop["square"] for troop in position.to_dict()["troops"]}, (
            step
        )
        position.apply(action)
        page.keyboard.press("ArrowRight")
        at_step(page, step + 1)
    expect(page.locator(".place-status")).to_contain_text(outcome["text"][1:])


def test_autoplay_plays_to_the_end_and_can_be_paused(module_server, page, blundered):
    actions = len(history(module_server, blundered))
    page.add_init_script(
        'localStorage.setItem("conquest.board", JSON.stringify({animations: false, speed: 4}))'
    )
    page.goto(f"{module_server.url}/review/{blundered}?step={actions - 5}")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.locator("h1").click()
    page.keyboard.press("Space")
    at_step(page, actions)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.fixture(scope="module")
def lasting(module_server: Server) -> tuple[str, GameRecord]:
    """A game whose replay comes in three pages; its number and its record."""
    record = long_record(1200, "max_turns=2000")
    answer = module_server.post("/games", {"record": record.to_json()})
    return answer.json()["game"], record


def test_a_long_game_is_read_as_one_walks(module_server, page, lasting):
    """Every step is the engine's position, wherever one jumps; a page is asked for once."""
    number, record = lasting
    page.add_init_script(STILL)
    asked = []
    page.on("request", lambda request: "/replay?" in request.url and asked.append(request.url))
    page.goto(f"{module_server.url}/review/{number}?step=3")
    board = BoardDriver(page)
    at_step(page, 3)
    page.get_by_role("button", name="Stop").click()  # of the review, which would take minutes
    assert len(asked) == 1
    turns = [turn.first for turn in record.turns()]
    page.locator("h1").click()
    for key, step in [
        ("End", 1200),
        ("ArrowUp", max(first for first in turns if first < 1200)),
        ("Home", 0),
        ("ArrowDown", turns[1]),
        ("ArrowLeft", turns[1] - 1),
    ]:
        page.keyboard.press(key)
        _is_shown(page, board, record, step)
    for step in (499, 500, 501, 999, 1001, 640):
        page.get_by_role("slider").fill(str(step))
        _is_shown(page, board, record, step)
    page.locator("h1").click()
    page.keyboard.press("ArrowDown")
    _is_shown(page, board, record, min(first for first in turns if first > 640))
    assert len(asked) == len(set(asked)) == 3
    expect(page.locator(".place-status")).to_contain_text("of 1,200")


def _is_shown(page: Page, board: BoardDriver, record: GameRecord, step: int) -> None:
    at_step(page, step)
    there = record.after(step)
    assert set(board.troops()) == {troop["square"] for troop in there.to_dict()["troops"]}, step


def test_the_history_of_a_long_game_shows_the_latest_turns(module_server, page, lasting):
    number, record = lasting
    page.goto(f"{module_server.url}/play/{number}")
    turns = [turn for turn in record.turns() if turn.actions]
    expect(page.locator(".history summary")).to_have_text(f"Turns ({len(turns)})")
    expect(page.locator(".history li")).to_have_count(200)
    page.get_by_role("link", name=f"The {len(turns) - 200} turns before these").click()
    page.wait_for_url(f"**/review/{number}")


# ---- review --------------------------------------------------------------------------------------


def test_marked_turns_and_the_better_turn(module_server, page, blundered):
    board = open_review(module_server, page, blundered)
    marked = module_server.post(f"/games/{blundered}/review", {}).json()["marked"]
    worst = marked[0]
    assert worst["actions_before"] == 0
    assert worst["mark"] == "blunder"
    expect(page.locator(".value-mark")).to_have_count(len(marked))
    expect(page.locator(".marked article")).to_have_count(len(marked))
    expect(page.locator(".marked article").first).to_contain_text("Turn 8, first: blunder")
    page.keyboard.press("End")
    page.locator(f'.value-mark[data-turn="{worst["turn"]}"]').click()
    at_step(page, worst["actions_before"])
    assert page.locator(".arrow.hint").count() > 0, "the better turn is drawn"
    expect(page.locator('.marked article[aria-current="true"]')).to_have_count(1)
    before = history(module_server, blundered)
    page.get_by_role("button", name="Play the better turn").first.click()
    page.wait_for_selector('.review[data-branch="played"]')
    better = Game.from_position(worst["position"])
    for action in worst["best"]:
        better.apply(action)
    assert set(board.troops()) == {troop["square"] for troop in better.to_dict()["troops"]}
    assert history(module_server, blundered) == before, "the game itself is as it was"
    page.get_by_role("button", name="Back to the game").click()
    at_step(page, worst["actions_before"])
    start = Game.from_position(worst["position"])
    assert set(board.troops()) == {troop["square"] for troop in start.to_dict()["troops"]}


def test_a_click_on_the_graph_goes_there(module_server, page, blundered):
    open_review(module_server, page, blundered)
    turns = module_server.post(f"/games/{blundered}/review", {}).json()["turns"]
    box = page.locator(".value-graph .field").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
    last = turns[-1]
    at_step(page, last["actions_before"] + (0 if last["mark"] else len(last["played"])))


def test_a_shared_address_shows_the_step(module_server, new_page, blundered):
    page = new_page(viewport={"width": 1280, "height": 900})
    open_review(module_server, page, blundered)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at_step(page, 2)
    other = new_page(viewport={"width": 1280, "height": 900})
    other.goto(page.url)
    at_step(other, 2)
    assert "k12" in BoardDriver(other).troops()


def test_analyse_and_play_on_from_a_step(module_server, page, blundered):
    open_review(module_server, page, blundered, "?step=3")
    page.get_by_role("link", name="Analyse from here").click()
    expect(page.locator(".analyse")).to_have_attribute("data-after", "3")
    page.go_back()
    at_step(page, 3)
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(".play:not(.review)")).to_have_attribute("data-after", "3")
    expect(page.locator(".side-panel.side1")).to_contain_text("you")
    assert blundered not in page.url


def test_a_review_ends_with_its_reader(server, page):
    number = played(server, first="Default", second="Rush", seed=1)
    page.goto(f"{server.url}/review/{number}?agent=strong:advances=240000")
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Review the game")).to_be_visible()
    page.wait_for_function(
        "async () => (await (await fetch('/api/v1/state')).json()).analyses === 0"
    )


# ---- games ---------------------------------------------------------------------------------------


def test_a_record_of_several_games_is_imported(module_server, page, tmp_path):
    numbers = [played(module_server, seed=seed) for seed in (11, 12)]
    lines = [module_server.get(f"/games/{number}/record").text.strip() for number in numbers]
    page.goto(f"{module_server.url}/games")
    page.get_by_label("A position or recorded games").fill("\n".join(lines))
    page.get_by_role("button", name="Open").click()
    expect(page.locator(".record-choices li")).to_have_count(2)
    page.locator(".record-choices button").nth(1).click()
    page.wait_for_selector('.review[data-review="made"]', timeout=120_000)
    opened = page.url.split("/review/")[1].split("?")[0]
    assert history(module_server, opened) == history(module_server, numbers[1])
    file = tmp_path / "one.jsonl"
    file.write_text(lines[0] + "\n")
    page.goto(f"{module_server.url}/games")
    page.get_by_label("A file with recorded games").set_input_files(file)
    page.wait_for_selector(".review")
    opened = page.url.split("/review/")[1].split("?")[0]
    assert history(module_server, opened) == history(module_server, numbers[0])


def test_a_text_that_is_no_record(module_server, page, expected_errors):
    expected_errors.append("422|400")
    page.goto(f"{module_server.url}/games")
    page.get_by_label("A position or recorded games").fill('{"this": "is no game"}')
    page.get_by_role("button", name="Open").click()
    expect(page.locator(".trouble")).not_to_be_empty()


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose database has a match that has saved its games."""
    folder = tmp_path_factory.mktemp("stored")
    server = Server(folder / "results.duckdb", (), own_home(folder)).start()
    settings = {
        "a": "CC:charge",
        "b": "SSSS",
        "games": 20,
        "save_games": True,
        "agent": "quick",
    }
    answer = server.post("/jobs", {"kind": "match", "settings": settings})
    assert answer.is_success, answer.text
    job = server.wait_for(ended)
    assert job["state"] == "finished", job
    yield server
    server.kill()


def test_stored_games_are_found_and_opened(stored, page, axe):
    games = stored.get("/stored-games", params={"limit": 100}).json()["data"]["games"]
    assert len(games) == 20
    page.goto(f"{stored.url}/games")
    rows = page.get_by_role("region", name="Stored games").locator("tbody tr")
    expect(rows).to_have_count(20)
    axe(page)
    longest = max(game["turns"] for game in games)
    page.get_by_label("Turns, at least").fill(str(longest))
    expect(rows).to_have_count(sum(game["turns"] >= longest for game in games))
    assert f"least_turns={longest}" in page.url
    page.reload()
    expect(rows).to_have_count(sum(game["turns"] >= longest for game in games))
    page.get_by_label("Turns, at least").fill("")
    page.get_by_label("Upset").select_option("true")
    upsets = sum(game["upset"] for game in games)
    expect(page.locator("#main")).to_contain_text(
        f"{upsets} game" if upsets else "No stored game matches"
    )
    page.get_by_label("Upset").select_option("")
    page.get_by_label("Setup, or a part of it").fill("nothing like it")
    expect(page.locator("#main")).to_contain_text("No stored game matches")
    page.get_by_label("Setup, or a part of it").fill("CC")
    expect(rows).to_have_count(20)
    page.goto(f"{stored.url}/runs/{games[0]['run']}")
    page.get_by_role("link", name="Replay its games").click()
    expect(page.get_by_label("Run", exact=True)).to_have_value(games[0]["run"])
    expect(page.locator("#main")).to_contain_text("20 games match")
    rows.first.get_by_role("link").first.click()
    page.wait_for_selector('.review[data-review="made"]', timeout=120_000)
    expect(page.locator(".place-status")).to_contain_text(f"of {games[0]['actions']}")


def test_a_stored_game_has_an_address(stored, new_page, expected_errors):
    run = stored.get("/stored-games").json()["data"]["games"][0]["run"]
    page = new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{stored.url}/games?run={run}")
    game = page.get_by_role("region", name="Stored games").locator("tbody tr").nth(3)
    assert game.get_by_role("link").first.get_attribute("href") == f"/review/{run}/3"
    kept = stored.get("/games").json()["total"]
    with page.context.expect_page() as opened:  # in a new tab, as people open links
        game.get_by_role("link").first.click(modifiers=["Control"])
    tab = opened.value
    tab.get_by_role("button", name="One turn on").click()
    expect(tab).to_have_url(re.compile(rf"/review/{run}/3\?step=\d+$"))
    step = tab.get_attribute(".review", "data-step") or ""
    other = new_page(viewport={"width": 1280, "height": 900})
    other.goto(tab.url)
    at_step(other, int(step))
    assert stored.get("/games").json()["total"] == kept + 1, "both tabs have the same game"
    page.goto(f"{stored.url}/runs/{run}?table=games")
    page.get_by_role("link", name="Replay game 3", exact=True).click()
    expect(page.locator(".review h1")).to_have_text(other.inner_text(".review h1"))
    assert stored.get("/games").json()["total"] == kept + 1
    expected_errors.append("404")
    page.goto(f"{stored.url}/review/{run}/999")
    expect(page.get_by_role("alert")).to_contain_text("has not saved a game 999")


# ---- every way to look ---------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_faults_of_accessibility(module_server, new_page, axe, scheme, blundered):
    page = new_page(color_scheme=scheme, viewport={"width": 1280, "height": 900})
    page.goto(f"{module_server.url}/games")
    expect(page.get_by_role("region", name="Games on this server")).to_be_visible()
    axe(page)
    open_review(module_server, page, blundered)
    page.get_by_role("button", name="Play the better turn").first.click()
    page.wait_for_selector('.review[data-branch="played"]')
    page.get_by_text("The position as a table").click()
    axe(page)


def test_phone_width(module_server, new_page, axe, blundered):
    page = new_page(**PHONE)
    open_review(module_server, page, blundered)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe(page)
    page.get_by_role("button", name="One turn on").tap()
    at_step(page, 3)
    page.goto(f"{module_server.url}/games")
    expect(page.get_by_role("region", name="Games on this server")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_graph_by_keyboard(module_server, page, blundered):
    open_review(module_server, page, blundered)
    page.keyboard.press("End")
    for _ in range(60):
        if page.evaluate("document.activeElement.matches('.value-mark')"):
            break
        page.keyboard.press("Tab")
    turn = page.evaluate("document.activeElement.dataset.turn")
    page.keyboard.press("Enter")
    expect(page.locator(".place-happened")).to_contain_text(f"Turn {turn}: green arrows")
