"""Analyse: positions of texts, games and edited boards; candidates that grow; moves to try."""

import re
import time
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from conquest_opt.engine import Game
from playwright.sync_api import Page, expect

from tests.browser.board_driver import STILL, BoardDriver, begin
from tests.servers import Server

LINE = (
    "12 0 selection - 50/75 battle-cry,charge/shield-wall "
    "Ck7=500,Sf8=100/Ak14=100,Fl15=300,Ke17=300 - -"
)
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LONG = "strong:advances=240000"

GROWTH = """
  window.growth = [];
  new MutationObserver((changes) => changes.forEach(({ target }) => {
    const now = Number(target.dataset.advances);
    if (now && window.growth.at(-1) !== now) window.growth.push(now);
  })).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-advances"] });
"""
"""Notes how much the agent has searched, each time the page says so."""


def open_analysis(server: Server, page: Page, **asked: object) -> BoardDriver:
    """Open the address of an analysis; return its board once the agent has finished."""
    page.add_init_script(STILL)
    words = "&".join(f"{name}={quote(str(value))}" for name, value in asked.items())
    page.goto(f"{server.url}/analyse?{words}")
    finished(page)
    return BoardDriver(page)


def finished(page: Page) -> None:
    """Wait until the agent has finished with the position that is shown."""
    page.wait_for_selector('.analyse[data-thinking="finished"]', timeout=60_000)


def tried(page: Page) -> list[str]:
    """Return what the address says was tried."""
    asked = parse_qs(urlsplit(page.url).query)
    return asked["try"][0].split(",") if "try" in asked else []


def wait_for_tried(page: Page, count: int) -> None:
    """Wait until so many actions were tried, and the agent has finished with the position."""
    expect(page.locator(".analyse")).to_have_attribute("data-after", str(count))
    finished(page)


def analyses(server: Server) -> int:
    return server.get("/state").json()["analyses"]


def wait_for_analyses(server: Server, count: int) -> None:
    """Wait until so many analyses are under way."""
    until = time.monotonic() + 20
    while analyses(server) != count:
        assert time.monotonic() < until, f"{analyses(server)} analyses are under way, not {count}"
        time.sleep(0.05)


# ---- what is seen --------------------------------------------------------------------------------


def test_a_pasted_position_is_analysed(module_server, page):
    page.add_init_script(GROWTH)
    page.goto(f"{module_server.url}/analyse")
    page.get_by_label("A position or recorded games").fill(LINE)
    page.get_by_role("button", name="Open").click()
    finished(page)
    growth = page.evaluate("window.growth")
    assert len(growth) >= 2
    assert growth == sorted(growth)
    assert int(page.get_attribute("[role=meter]", "aria-valuenow") or 0) > 50, (
        "the archer can be killed"
    )
    assert page.locator("[data-arrow]").count() > 0
    expect(page.get_by_role("table", name="Turns").locator("tbody tr")).not_to_have_count(0)
    expect(page.get_by_role("table", name="First actions").locator("tbody tr")).not_to_have_count(0)
    expect(page.locator(".line li")).not_to_have_count(0)
    expect(page.locator(".searched")).to_have_text(
        re.compile(r"Finished: [\d,]+ advances, .*searched")
    )
    expect(page.get_by_role("button", name="Deeper: strong, eight times as long")).to_be_visible()


def test_every_candidate_is_legal(module_server, page):
    open_analysis(module_server, page, position=LINE)
    for kind in ("turn", "action", "line"):
        found = page.locator(f'[data-focus^="{kind}:"]')
        for place in range(found.count()):
            words = found.nth(place).get_attribute("data-focus") or ""
            game = Game.from_position(LINE)
            for action in words.removeprefix(f"{kind}:").split(","):
                game.apply(action)


def test_leaving_ends_the_analysis_and_forgets_the_branch(server, page):
    page.goto(f"{server.url}/analyse?agent={LONG}&position={quote(LINE)}")
    wait_for_analyses(server, 1)
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page.get_by_role("heading", name="A new game")).to_be_visible()
    wait_for_analyses(server, 0)
    assert server.get("/games").json()["total"] == 0


def test_an_analysis_is_paused_and_goes_on(module_server, page):
    page.goto(f"{module_server.url}/analyse?agent={LONG}&position={quote(LINE)}")
    wait_for_analyses(module_server, 1)
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".searched")).to_contain_text("Paused")
    wait_for_analyses(module_server, 0)
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Agent").select_option("quick")
    finished(page)
    assert "agent=quick" in page.url
    page.get_by_role("button", name="Deeper: medium").click()
    finished(page)
    assert "agent=medium" in page.url


def test_a_killed_server_is_said_and_the_analysis_goes_on(server, page, expected_errors):
    expected_errors += ["ERR_CONNECTION", "Failed to load resource", "ERR_INCOMPLETE", "ERR_EMPTY"]
    page.goto(f"{server.url}/analyse?agent={LONG}&position={quote(LINE)}")
    wait_for_analyses(server, 1)
    server.kill()
    lost = page.locator(".place-thinking .trouble")
    expect(lost).to_contain_text("The connection to the server was lost")
    server.restart()
    lost.get_by_role("button", name="Try again").click()
    finished(page)


def test_an_agent_that_is_none_is_said(module_server, page, expected_errors):
    expected_errors.append("422")
    page.goto(f"{module_server.url}/analyse?agent=clever&position={quote(LINE)}")
    expect(page.locator(".trouble")).to_contain_text("clever")


# ---- moves that are tried ------------------------------------------------------------------------


def test_moves_are_tried_and_branches_kept(module_server, page):
    board = open_analysis(module_server, page, position=LINE)
    board.click("f8")
    board.click("l13")
    wait_for_tried(page, 2)
    assert tried(page) == ["select f8", "move l13"]
    assert "l13" in board.troops()
    board.press("Step back")
    wait_for_tried(page, 1)
    assert "f8" in board.troops()
    board.click("f9")
    wait_for_tried(page, 2)
    assert page.locator(".tried ul li").count() == 2, "two moves of the scout were tried"
    board.press("End turn")
    wait_for_tried(page, 3)
    expect(page.locator(".place-status")).to_contain_text("second to move")
    page.locator(".tried").get_by_role("button", name=re.compile("move l13")).click()
    wait_for_tried(page, 2)
    assert "l13" in board.troops()
    page.reload()
    wait_for_tried(page, 2)
    assert "l13" in board.troops(), "the address has what was tried"
    board.press("To the start")
    wait_for_tried(page, 0)
    assert tried(page) == []


def test_a_candidate_shows_its_arrows_and_is_played(module_server, page):
    board = open_analysis(module_server, page, position=LINE)
    candidate = page.locator('[data-focus^="turn:"]').nth(1)
    actions = (candidate.get_attribute("data-focus") or "").removeprefix("turn:").split(",")
    candidate.hover()
    squares = {action.split()[1] for action in actions if action.startswith(("move", "attack"))}
    arrows = "all => all.map(one => one.dataset.to)"
    shown = set(page.eval_on_selector_all("[data-arrow]", arrows))
    assert squares <= shown
    page.locator("h1").hover()
    assert page.locator("[data-arrow].faint").count() > 0, (
        "the expected line again, later turns faint"
    )
    candidate.click()
    wait_for_tried(page, len(actions))
    assert tried(page) == actions
    game = Game.from_position(LINE)
    for action in actions:
        game.apply(action)
    assert set(board.troops()) == {troop["square"] for troop in game.to_dict()["troops"]}


def test_the_end_of_the_game(module_server, page):
    line = "8 0 selection - 50/75 -/- Ck9=300/Fk10=300 - -"
    board = open_analysis(module_server, page, position=line)
    board.click("k9")
    board.click("k10")
    expect(page.locator(".place-status")).to_contain_text("The first player won")
    expect(page.locator(".place-thinking")).to_contain_text("The game is over")
    board.press("Step back")
    finished(page)


def test_a_position_of_a_game_and_play_on(module_server, page):
    number = begin(module_server, first="CC:charge", second="KF", seed=3)
    module_server.post(f"/games/{number}/agent", {"whole_turn": True})
    after = module_server.get(f"/games/{number}").json()["after"]
    open_analysis(module_server, page, game=number, after=after, agent="quick")
    expect(page.locator("h1")).to_contain_text("against")
    expect(page.locator(".place-status")).to_contain_text("Turn 2, second to move")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(".play")).to_have_attribute("data-after", str(after))
    assert f"/play/{number}" not in page.url
    assert module_server.get(f"/games/{number}").json()["after"] == after


# ---- wrong and edited positions ------------------------------------------------------------------


def test_a_wrong_position_says_what_is_wrong(module_server, page, expected_errors):
    expected_errors.append("422")
    page.goto(f"{module_server.url}/analyse")
    text = page.get_by_label("A position or recorded games")
    text.fill(LINE.replace("Sf8", "Sk7"))
    page.get_by_role("button", name="Open").click()
    expect(page.locator(".trouble")).to_contain_text("k7")
    page.goto(f"{module_server.url}/analyse?position=12 0 nothing")
    expect(page.locator(".trouble")).not_to_be_empty()
    expect(text).to_have_value("12 0 nothing")


def test_a_board_is_set_up(module_server, page, axe):
    page.goto(f"{module_server.url}/analyse?edit=1")
    board = BoardDriver(page)
    page.get_by_text("Each side needs a troop").wait_for()
    choose(page, "First's Champion")
    board.click("k7")
    choose(page, "Second's Archer")
    board.click("k14")
    board.click("c12")
    board.click("d12")
    choose(page, "Remove")
    board.click("d12")
    choose(page, "Obstacle")
    board.click("a10")
    choose(page, "Choose and move")
    drag(board, "c12", "c13")
    board.click("k7")
    page.get_by_label("Health, at most 500").fill("250")
    page.get_by_label("Second", exact=True).check()
    page.get_by_label("Turn", exact=True).fill("8")
    page.get_by_label("Command points").nth(0).fill("125")
    page.get_by_text("Commands, and turns until each is ready").nth(0).click()
    page.locator(".place-sides").get_by_label("Charge", exact=True).nth(0).check()
    page.get_by_label("First: turns until Charge is ready").fill("2")
    expect(page.locator(".place-answer code")).to_contain_text("charge=2")
    axe(page)
    game = Game.from_position(page.locator(".place-answer code").inner_text())
    drawn = game.to_dict()
    assert (drawn["turn"], drawn["player"], drawn["points"]) == (8, 1, [125, 0])
    assert drawn["obstacles"] == ["a10"]
    assert drawn["commands"][0] == {"charge": 2}
    troops = {(t["square"], t["type"], t["owner"], t["health"]) for t in drawn["troops"]}
    assert troops == {("k7", "C", 0, 250), ("k14", "A", 1, 100), ("c13", "A", 1, 100)}
    page.reload()
    expect(page.locator(".troops .troop")).to_have_count(3)
    page.get_by_role("link", name="Analyse this position").click()
    finished(page)
    assert set(board.troops()) == {"k7", "k14", "c13"}


def test_an_edited_board_that_is_no_position(module_server, page):
    page.goto(f"{module_server.url}/analyse?edit=1&position={quote(LINE)}")
    rest = page.get_by_label("First: turns until Charge is ready")
    rest.fill("99")
    expect(page.locator(".trouble")).to_contain_text("cooldown of charge")
    rest.fill("1")
    expect(page.get_by_role("link", name="Analyse this position")).to_be_visible()


MIDDLES = [
    LINE.replace("selection -", "movement k7:2").replace("Ck7=500", "Ck7=300!battle-cry"),
    LINE.replace("selection -", "combat k7:3")
    .replace("charge/", "charge=5/")
    .replace("Ck7=500", "Ck7=500!charge"),
    LINE.replace("selection -", "rally f8:1").replace(
        " - -", " c10,d11 winds=random,stream=00000000000000ff"
    ),
]
"""Positions in the middle of a turn."""


@pytest.mark.parametrize("line", MIDDLES)
def test_a_position_within_a_turn_stays_what_it_was(module_server, page, line):
    Game.from_position(line)
    page.goto(f"{module_server.url}/analyse?edit=1&position={quote(line)}")
    answer = page.locator(".place-answer code")
    expect(answer).to_have_text(Game.from_position(line).position)
    page.get_by_label("Turn", exact=True).fill("13")
    expect(answer).to_have_text(Game.from_position(line.replace("12 0", "13 0", 1)).position)


def test_a_turn_is_edited_and_begins_anew(module_server, page):
    page.goto(f"{module_server.url}/analyse?edit=1&position={quote(MIDDLES[0])}")
    board, answer = BoardDriver(page), page.locator(".place-answer code")
    drag(board, "k7", "k8")
    expect(answer).to_contain_text("12 0 movement k8:2 ")
    board.click("k8")
    page.get_by_label("Squares moved in this turn").fill("1")
    expect(answer).to_contain_text("12 0 movement k8:1 ")
    page.get_by_label("The turn").select_option("combat")
    expect(answer).to_contain_text("12 0 combat k8:1 ")
    page.get_by_role("group", name="In effect").get_by_label("Battle cry").uncheck()
    expect(answer).to_contain_text("Ck8=300,")
    board.click("f8")
    page.get_by_label("Selected in this turn").check()
    expect(answer).to_contain_text("12 0 combat f8 ")
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(answer).to_contain_text("12 0 selection - ")
    expect(page.get_by_label("The turn")).to_have_value("selection")


def choose(page: Page, tool: str) -> None:
    """Choose what a click on the board does."""
    page.locator(f'.tool label[title="{tool}"]').click()


def drag(board: BoardDriver, start: str, end: str) -> None:
    """Drag a troop."""
    board.page.mouse.move(*board.place(start))
    board.page.mouse.down()
    board.page.mouse.move(*board.place(end), steps=4)
    board.page.mouse.up()


# ---- every way to look ---------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_faults_of_accessibility(module_server, new_page, axe, scheme):
    page = new_page(color_scheme=scheme, viewport={"width": 1280, "height": 900})
    page.goto(f"{module_server.url}/analyse")
    axe(page)
    open_analysis(module_server, page, position=LINE, agent="quick")
    axe(page)
    page.goto(f"{module_server.url}/analyse?edit=1&position={quote(LINE)}")
    expect(page.get_by_role("link", name="Analyse this position")).to_be_visible()
    axe(page)


def test_phone_width(module_server, new_page, axe):
    page = new_page(**PHONE)
    board = open_analysis(module_server, page, position=LINE, agent="quick")
    board.touch = True
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe(page)
    board.click("f8")
    board.click("l13")
    wait_for_tried(page, 2)
    assert tried(page) == ["select f8", "move l13"]
    page.goto(f"{module_server.url}/analyse?edit=1&position={quote(LINE)}")
    expect(page.get_by_role("link", name="Analyse this position")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_keyboard_only(module_server, page):
    open_analysis(module_server, page, position=LINE, agent="medium")
    focused = ""
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement.dataset.focus ?? ''")
        if focused.startswith("turn:"):
            break
    actions = focused.removeprefix("turn:").split(",")
    page.keyboard.press("Enter")
    wait_for_tried(page, len(actions))
    assert tried(page) == actions
    assert page.evaluate("document.activeElement.className") == "surface", "the focus is not lost"
    for _ in actions:
        page.keyboard.press("u")
    wait_for_tried(page, 0)
    assert tried(page) == []
