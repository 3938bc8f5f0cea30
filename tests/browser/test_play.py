"""Play: whole games by clicks; what is offered is what the engine allows."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.board_driver import BoardDriver
from tests.browser.whole_games import (
    SMALL,
    advancing,
    engine_game,
    game_after,
    open_game,
    play_to_the_end,
)

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
    assert board.marked("range") == [], "no reach is shown of a troop that was not pointed at"
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
