"""Games by drags, fingers and keys, on a phone too."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board_driver import BoardDriver, begin
from tests.browser.fingers import Finger
from tests.browser.whole_games import (
    PHONE,
    SMALL,
    advancing,
    engine_game,
    open_game,
    play_to_the_end,
)


def test_drag(module_server, page):
    board, game = open_game(module_server, page, **SMALL, seed=3)
    [square, *_] = board.marked("select")
    page.mouse.move(*board.place(square))
    page.mouse.down()
    page.mouse.move(*board.place("k10"), steps=5)
    expect(page.locator(".carried")).to_be_visible()
    goal = board.marked("move")[-1]
    page.mouse.move(*board.place(goal), steps=3)
    board.played(page.mouse.up)
    assert board.history == [f"select {square}", f"move {goal}"]
    assert goal in board.troops()
    board.catch_up(game)
    page.mouse.move(*board.place(goal))
    page.mouse.down()
    page.mouse.move(*board.place("a20"), steps=5)
    page.mouse.up()
    assert board.after == 2, "a drag to a square that is not offered does nothing"


def test_phone_width_with_touch(module_server, new_page, axe):
    page = new_page(**PHONE)
    number = begin(module_server, first="CCC:charge", second="SS", sides=["human", "quick"], seed=5)
    board = BoardDriver(page, touch=True).open(f"{module_server.url}/play/{number}")
    box = page.locator("svg.squares").bounding_box()
    assert box
    assert box["width"] / 20.5 >= 18
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    [square, *_] = board.marked("select")
    board.click(square)
    goal, wrong = board.marked("move")[-1], board.marked("move")[0]
    board.click(wrong)
    expect(page.locator("section.plan")).to_contain_text(wrong)
    board.click(goal)  # a wrong tap does not matter: another square is asked about
    expect(page.locator("section.plan")).to_contain_text(goal)
    assert board.after == 0
    axe(page)
    board.played(lambda: board.click(goal))
    assert board.history == [f"select {square}", f"move {goal}"]


def test_a_finger_drags_troops_and_scrolls_elsewhere(module_server, new_page):
    page = new_page(**PHONE)
    number = begin(module_server, first="CCC:charge", second="SS", sides=["human", "quick"], seed=5)
    board = BoardDriver(page, touch=True).open(f"{module_server.url}/play/{number}")
    finger = Finger(page)
    [square, *_] = board.marked("select")
    board.click(square)
    goal = max(
        board.marked("move"), key=lambda name: int(name[1:])
    )  # upwards: the page could scroll
    board.escape()
    start, end = board.place(square), board.place(goal)
    scrolled = page.evaluate("scrollY")
    finger.drag(start, end)
    expect(page.locator("[data-aim]")).to_have_attribute("data-aim", goal)
    board.played(finger.lift)
    assert board.history == [f"select {square}", f"move {goal}"]
    expect(page.locator("[data-aim], .carried")).to_have_count(0)
    assert page.evaluate("scrollY") == scrolled, "the page stays where it is"
    board.played(lambda: board.press("Undo turn"))
    (x, y), before = board.place("a12"), page.evaluate("scrollY")
    finger.drag((x, y), (x, y - 200))
    finger.lift()
    page.wait_for_function("before => scrollY > before + 100", arg=before)
    assert board.after == 0, "a finger on an empty square plays nothing"


@pytest.mark.slow
def test_a_whole_game_with_touch(module_server, new_page):
    asked = SMALL | {"seed": 5}
    number = begin(module_server, **asked, sides=["human", "quick"])
    board = BoardDriver(new_page(**PHONE), touch=True).open(f"{module_server.url}/play/{number}")
    game = engine_game(asked)
    play_to_the_end(board, game)
    assert game.outcome


@pytest.mark.slow
def test_keyboard_only(module_server, page):
    asked = SMALL | {"seed": 5}
    number = begin(module_server, **asked, sides=["human", "quick"])
    board = BoardDriver(page).open(f"{module_server.url}/play/{number}")
    game, draw = engine_game(asked), random.Random(1)
    while not board.over:
        board.catch_up(game)
        action = advancing(game, draw)
        board.played(lambda action=action: by_keys(board, action))
    board.catch_up(game)
    assert game.outcome


def by_keys(board: BoardDriver, action: str) -> None:
    """Play an action with keys alone."""
    page = board.page
    verb, _, square = action.partition(" ")
    if verb not in ("select", "move", "attack", "end"):
        press_by_tab(page, f'button[data-command="{verb}"]')
    press_by_tab(page, ".surface", enter=False)
    if action == "end":
        page.keyboard.press("e")
        return
    go_to(page, square)
    expect(page.locator(".board [role=status]")).to_contain_text(square)
    page.keyboard.press("Enter")
    if verb != "move":
        page.keyboard.press("Enter")


def press_by_tab(page: Page, wanted: str, *, enter: bool = True) -> None:
    """Go to an element with Tab, and press Enter."""
    for _ in range(60):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            break
        page.keyboard.press("Tab")
    else:
        raise AssertionError(f"Tab does not lead to {wanted}")
    if enter:
        page.keyboard.press("Enter")


def go_to(page: Page, square: str) -> None:
    """Move the cursor to a square."""
    cursor = page.get_attribute("[data-cursor]", "data-cursor")
    assert cursor
    right = ord(square[0]) - ord(cursor[0])
    up = int(square[1:]) - int(cursor[1:])
    for _ in range(abs(right)):
        page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
    for _ in range(abs(up)):
        page.keyboard.press("ArrowUp" if up > 0 else "ArrowDown")
