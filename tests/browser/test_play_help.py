"""Beside a game: agents alone, playback, hints, exchanges, settings, the position in words."""

import pytest
from playwright.sync_api import expect

from tests.browser.board_driver import BoardDriver, begin
from tests.browser.whole_games import SMALL, open_game


def test_two_agents_play_by_themselves_and_can_be_paused(module_server, page):
    number = begin(module_server, **SMALL, sides=["quick", "quick"], seed=1)
    page.add_init_script('localStorage.setItem("conquest.board", \'{"animations": false}\')')
    page.goto(f"{module_server.url}/play/{number}")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".place-status")).to_contain_text("Paused")
    stopped = BoardDriver(page).after
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".over")).to_be_visible(timeout=120_000)
    assert BoardDriver(page).after > stopped


def test_what_the_opponent_did_is_shown_and_played_back(module_server, new_page):
    page = new_page()
    number = begin(module_server, **SMALL, sides=["human", "quick"], seed=4)
    page.goto(f"{module_server.url}/play/{number}")
    board = BoardDriver(page).ready()
    board.click(board.marked("select")[0])
    goal = board.marked("move")[-1]
    board.played(lambda: board.click(goal))
    page.get_by_role("button", name="End turn").click()
    expect(page.get_by_role("button", name="Skip")).to_be_visible()
    board.ready()
    expect(page.locator(".place-happened")).to_contain_text("Second, turn 2:")
    assert page.locator("[data-arrow]").count() > 0
    page.get_by_role("button", name="Play back the last turn").click()
    page.get_by_role("button", name="Skip").click()
    board.ready()
    expect(page.get_by_role("button", name="Skip")).to_have_count(0)


def test_hint_is_drawn_and_can_be_played(module_server, page):
    board, game = open_game(module_server, page, **SMALL, seed=4)
    page.get_by_label("by").select_option("quick")
    board.press("Hint")
    expect(page.locator(".plan.hint")).to_contain_text("quick would play")
    assert page.locator(".arrow.hint").count() > 0
    board.played(lambda: board.press("Play this"))
    board.catch_up(game)


def test_resign_asks_first(module_server, page):
    board, _ = open_game(module_server, page, **SMALL, sides=["human", "quick"], seed=4)
    board.press("Resign")
    board.press("No")
    assert not board.over
    board.press("Resign")
    board.press("Yes, resign")
    expect(page.locator(".over")).to_contain_text("You have lost: quick has won")
    page.goto(f"{module_server.url}/play")
    expect(page.get_by_role("table")).to_contain_text("resigned")


def test_the_exchange_is_foretold_and_then_happens(module_server, page):
    position = "8 0 selection - 50/75 -/- Ck9=300/Fk10=300 - -"
    number = begin(module_server, position=position)
    board = BoardDriver(page).open(f"{module_server.url}/play/{number}")
    board.click("k9")
    board.click("k10")
    foretold = page.locator(".exchange")
    expect(foretold).to_contain_text("300 → dies")
    board.escape()
    expect(foretold).to_have_count(0)
    board.click("k10")
    board.press("Attack")
    expect(page.locator(".over")).to_contain_text("First has won")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_have_no_serious_faults_of_accessibility(module_server, new_page, axe, scheme):
    page = new_page(color_scheme=scheme, viewport={"width": 1280, "height": 900})
    page.goto(f"{module_server.url}/play")
    expect(page.locator(".formation")).to_have_count(2)
    axe(page)
    board, _ = open_game(module_server, page, **SMALL, seed=4)
    for name in ("The position as a table", "Settings of the board", "Who plays"):
        page.get_by_text(name, exact=True).click()
    board.click(board.marked("select")[0])
    axe(page)
    page.get_by_label("Colours").select_option("safe")
    expect(page.locator("html")).to_have_attribute("data-scheme", "safe")
    axe(page)


def test_settings_are_kept_in_the_browser(module_server, new_page):
    page = new_page(reduced_motion="reduce")
    number = begin(module_server, **SMALL, sides=["human", "quick"], seed=4)
    page.goto(f"{module_server.url}/play/{number}")
    board = BoardDriver(page).ready()
    page.get_by_text("Settings of the board").click()
    expect(page.get_by_label("Show moves as movement")).not_to_be_checked()
    expect(page.get_by_label("Sound")).not_to_be_checked()
    page.get_by_label("Sound").check()
    page.get_by_label("Ask before attacks").uncheck()
    page.get_by_label("End a turn").check()
    page.reload()
    board.ready()
    page.get_by_text("Settings of the board").click()
    expect(page.get_by_label("Sound")).to_be_checked()
    expect(page.get_by_label("Ask before attacks")).not_to_be_checked()
    board.click(board.marked("select")[0])
    goal = board.marked("move")[-1]
    board.played(lambda: board.click(goal))
    assert board.history[:3] == [board.history[0], f"move {goal}", "end"], "it ended by itself"
    assert page.get_by_role("button", name="Skip").count() == 0


def test_a_game_is_forgotten_once_that_is_confirmed(module_server, page):
    number = begin(module_server, **SMALL)
    page.goto(f"{module_server.url}/play")
    games = page.get_by_role("region", name="Games on this server")
    mine = games.locator("tr", has=page.locator(f'a[href="/play/{number}"]'))
    mine.get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert module_server.get(f"/games/{number}").status_code == 200
    mine.get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("button", name="Forget").click()
    expect(mine).to_have_count(0)
    assert module_server.get(f"/games/{number}").status_code == 404


def test_a_game_that_is_not_there(module_server, page, expected_errors):
    expected_errors.append("404")
    page.goto(f"{module_server.url}/play/none")
    expect(page.get_by_role("alert")).to_contain_text("There is no game")


def test_the_position_is_described(module_server, page):
    board, _ = open_game(module_server, page, **SMALL, seed=4)
    page.get_by_text("The position as a table").click()
    rows = page.locator(".position-table tbody tr")
    assert rows.count() == len(board.troops()) == 4
    expect(rows.first).to_contain_text("move to")
    page.locator(".surface").focus()
    page.keyboard.press("n")
    expect(page.locator(".board [role=status]")).to_contain_text("can be selected")
