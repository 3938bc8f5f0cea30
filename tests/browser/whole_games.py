"""Games that a browser plays beside the engine's own."""

import random
from typing import Any

from conquest_opt.api.options import rules_of
from conquest_opt.engine import Game
from conquest_opt.service.guard.inputs import read_setup
from playwright.sync_api import Page

from tests.browser.board_driver import BoardDriver, begin
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


def game_after(game: Game, *actions: str) -> Game:
    """Return a copy of a game with more actions."""
    later = game.copy()
    for action in actions:
        later.apply(action)
    return later
