"""Play: whole games by clicks, drags, taps and keys; what is offered is what the engine allows."""

import random
from typing import Any

import pytest
from conquest_opt.api.options import rules_of
from conquest_opt.engine import Game
from conquest_opt.service.guard.inputs import read_setup
from playwright.sync_api import Page, expect

from tests.browser.board_driver import BoardDriver, begin
from tests.browser.fingers import Finger
from tests.servers import Server

SMALL = {"first": "CC:charge,battle-cry", "second": "KF:shield-wall"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def engine_game(asked: dict[str, Any]) -> Game:
    """Return the game that the page plays, made by the engine alone."""
    rules = rules_of(asked.get("set", []), None, asked.get("actions")).ruleset
    armies = [read_setup(asked[side]).playing.army(rules) for side in ("first", "second")]
    return Game.new(*armies, rules=rules, seed=asked.get("seed", 0))


def advancing(game: Game, draw: random.Random) -> str:
    """Choose an action with which games end: attacks, commands, moves towards the enemy."""
    actions = game.legal_actions()
    attacks = [action for action in actions if action.startswith("attack")]
    if attacks:
        return draw.choice(attacks)
    moves = [action for action in actions if action.startswith("move")]
    others = [action for action in actions if not action.startswith(("move", "end", "select"))]
    if others and draw.random() < 0.5:
        return draw.choice(others)
    if moves:
        return min(moves, key=lambda move: _distance(game, move.split()[1]) + draw.random())
    return draw.choice([action for action in actions if action != "end"] or actions)


def _distance(game: Game, square: str) -> int:
    def place(name: str) -> tuple[int, int]:
        return ord(name[0]), int(name[1:])

    x, y = place(square)
    enemies = [t["square"] for t in game.to_dict()["troops"] if t["owner"] != game.player]
    return min(max(abs(x - ex), abs(y - ey)) for ex, ey in map(place, enemies))


def open_game(server: Server, page: Page, **asked: Any) -> tuple[BoardDriver, Game]:
    """Begin a game and open its page; return it with the engine's own."""
    number = begin(server, **asked)
    board = BoardDriver(page).open(f"{server.url}/play/{number}")
    return board, engine_game(asked)


def play_to_the_end(board: BoardDriver, game: Game, seed: int = 1) -> None:
    """Play by clicks until the page says that the game is over."""
    draw = random.Random(seed)
    while not board.over:
        board.catch_up(game)
        board.play(advancing(game, draw))
    board.catch_up(game)


# ---- the page and the engine ---------------------------------------------------------------------

COMMANDS = [
    {"first": "KKA:battle-cry,charge,bombard,winds-of-fate", "second": "CCM:stoicism,regenerate"},
    {"first": "HS:shield-wall,chastise,charge", "second": "CA:vigilance,bombard,winds-of-fate"},
]


@pytest.mark.slow
@pytest.mark.parametrize("setups", COMMANDS, ids=["one", "two"])
@pytest.mark.parametrize("space", ["thesis", "full"])
def test_page_and_engine_never_disagree(module_server, page, setups, space):
    asked = setups | {"actions": space, "seed": 7, "set": ["economy.income=250", "obstacles=6"]}
    board, game = open_game(module_server, page, **asked)
    draw, seen = random.Random(3), set()
    while not board.over:
        board.catch_up(game)
        legal = set(game.legal_actions())
        assert board.offered() == legal, game.position
        seen |= {action.split()[0] for action in legal}
        for select in sorted(action for action in legal if action.startswith("select")):
            later = game.copy()
            later.apply(select)
            both = {a for a in later.legal_actions() if a.startswith(("move", "attack"))}
            assert board.offered_after_choosing(select.split()[1]) == both, game.position
        board.play(advancing(game, draw))
    board.catch_up(game)
    assert game.outcome
    commands = {name for text in setups.values() for name in text.partition(":")[2].split(",")}
    assert seen == commands | {"select", "move", "attack", "end"}


# ---- whole games ---------------------------------------------------------------------------------


def test_a_whole_game_against_quick_by_clicks(module_server, page, axe):
    page.goto(f"{module_server.url}/play")
    page.get_by_label("Setup").nth(0).fill(SMALL["first"])
    page.get_by_label("Setup").nth(1).fill(SMALL["second"])
    page.get_by_text("Rules, action space and seed").click()
    page.get_by_label("Seed").fill("5")
    page.evaluate('localStorage.setItem("conquest.board", JSON.stringify({animations: false}))')
    page.get_by_role("button", name="Begin the game").click()
    board = BoardDriver(page).ready()
    game = engine_game(SMALL | {"seed": 5})
    axe(page)
    play_to_the_end(board, game)
    assert game.outcome
    won = game.outcome.winner == 0
    expect(page.locator(".over h2")).to_have_text(
        "You have won" if won else "You have lost: quick has won"
    )
    expect(page.locator(".place-happened")).to_contain_text(str(game.outcome)[4:])
    assert len(board.troops()) == len(game.to_dict()["troops"])
    page.get_by_role("link", name="Review the game").click()
    page.wait_for_selector('.review[data-review="made"]', timeout=120_000)
    expect(page.locator(".place-status")).to_contain_text(f"of {len(game.history)}.")
    page.go_back()
    page.get_by_role("button", name="Other sides").click()
    expect(page.locator(".side-panel.side1")).to_contain_text("you")
    board.ready()
    assert board.after > 0, "the agent has the first side now, and has played"


def give_up(board: BoardDriver) -> None:
    """Resign, so that the game is over."""
    board.press("Resign")
    board.press("Yes, resign")
    expect(board.page.locator(".over")).to_be_visible()


def test_played_again_a_game_has_another_seed_unless_one_was_typed(module_server, page):
    def again(name: str) -> int:
        """Play the game of the page again; return the seed that the page shows."""
        before = page.url
        board.press(name)
        expect(page).not_to_have_url(before)
        return shown_seed()

    def shown_seed() -> int:
        board.ready()
        return int(page.locator(".place-keep").inner_text().split("Seed: ")[1].split(".")[0])

    page.goto(f"{module_server.url}/play?first=CC&second=SS&set=obstacles%3D6")
    board = BoardDriver(page)
    board.press("Begin the game")
    seed, obstacles = shown_seed(), page.locator(".obstacle").evaluate_all(PLACES)
    give_up(board)
    assert again("Same seed again") == seed
    assert page.locator(".obstacle").evaluate_all(PLACES) == obstacles
    give_up(board)
    assert again("Play again") != seed
    assert page.locator(".obstacle").evaluate_all(PLACES) != obstacles
    page.goto(f"{module_server.url}/play?first=CC&second=SS&seed=12")
    board.press("Begin the game")
    assert shown_seed() == 12
    give_up(board)
    assert again("Play again") == 12
    give_up(board)
    assert again("Play again") == 12, "it stays typed"


PLACES = "all => all.map(one => one.getAttribute('transform'))"


def test_undo_takes_back_an_action_and_a_turn(module_server, page):
    board, game = open_game(module_server, page, **SMALL, sides=["human", "quick"], seed=2)
    select = next(action for action in game.legal_actions() if action.startswith("select"))
    square = select.split()[1]
    board.play(select)
    expect(page.locator(".troop.selected")).to_have_attribute("data-square", square)
    board.played(lambda: board.press("Undo"))
    assert board.after == 0
    board.play(select)
    game.apply(select)
    board.play(advancing(game, random.Random(1)))
    board.played(lambda: board.press("End turn"))
    assert board.marked("range") == [], "no reach is shown of a troop that nobody points at"
    assert board.after > 3
    board.played(lambda: board.press("Undo turn"))
    assert board.after == 0
    assert square in board.troops()


def test_reload_in_the_middle_and_go_on(module_server, page):
    board, game = open_game(module_server, page, **SMALL, sides=["human", "quick"], seed=4)
    draw = random.Random(2)
    for _ in range(5):
        board.catch_up(game)
        board.play(advancing(game, draw))
    played, troops = board.history, board.troops()
    page.reload()
    board.ready()
    assert board.history == played
    assert board.troops() == troops
    play_to_the_end(board, game)
    assert game.outcome


def test_a_killed_server_in_the_middle(server, page, expected_errors):
    expected_errors += ["ERR_CONNECTION", "Failed to load resource", "ERR_INCOMPLETE", "ERR_EMPTY"]
    board, game = open_game(server, page, **SMALL, sides=["human", "quick"], seed=4)
    draw = random.Random(2)
    for _ in range(4):
        board.catch_up(game)
        board.play(advancing(game, draw))
    board.catch_up(game)
    played = board.history
    server.kill()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".place-status")).to_contain_text("The server does not answer")
    server.restart()
    expect(page.locator(".place-status")).not_to_contain_text("does not answer", timeout=60_000)
    board.ready()
    assert board.history == played
    play_to_the_end(board, game)
    assert game.outcome


def test_two_games_in_two_tabs_and_one_game_in_two(module_server, new_page, expected_errors):
    expected_errors.append("409")
    asked = SMALL | {"seed": 1}
    first, game = open_game(module_server, new_page(), **asked)
    second, _ = open_game(module_server, new_page(), **SMALL, seed=2)
    select = next(action for action in game.legal_actions() if action.startswith("select"))
    first.play(select)
    assert (first.after, second.after) == (1, 0)
    other = BoardDriver(new_page()).open(first.page.url)
    other.play(advancing(game_after(game, select), random.Random(1)))
    assert first.after == 1
    first.press("End turn")
    expect(first.page.locator(".toast")).to_contain_text("in another tab")
    expect(first.page.locator(".play")).to_have_attribute("data-after", "2")
    assert first.ready().history == other.history


def game_after(game: Game, *actions: str) -> Game:
    """Return a copy of a game with more actions."""
    later = game.copy()
    for action in actions:
        later.apply(action)
    return later


# ---- other ways to play --------------------------------------------------------------------------


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


# ---- what else there is --------------------------------------------------------------------------


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
