"""Small positions for tests: a few troops on an open board."""

from conquest_opt.engine import ActionSpace, Game, Ruleset


def position(
    first: str,
    second: str,
    *,
    points: tuple[int, int] = (0, 0),
    commands: tuple[str, str] = ("-", "-"),
    actions: ActionSpace | None = None,
    edits: tuple[str, ...] = (),
    turn: int = 1,
) -> Game:
    """Return a game in the first player's Selection; troops as in a position's line."""
    both = f"{points[0]}/{points[1]} {commands[0]}/{commands[1]} {first}/{second}"
    line = f"{turn} 0 selection - {both} - -"
    return Game.from_position(line, rules=Ruleset().edit(*edits), actions=actions)


def troop(game: Game, square: str) -> dict:
    """Return what the game says about the troop on a square."""
    return next(t for t in game.to_dict()["troops"] if t["square"] == square)


def standing(game: Game) -> set[str]:
    """Return the squares of all living troops."""
    return {t["square"] for t in game.to_dict()["troops"]}


def verbs(game: Game) -> set[str]:
    """Return the kinds of legal actions."""
    return {a.split()[0] for a in game.legal_actions()}


def targets(game: Game, verb: str) -> set[str]:
    """Return the squares a kind of action may be about."""
    return {a.split()[1] for a in game.legal_actions() if a.split()[0] == verb and " " in a}


def play(game: Game, actions: str) -> Game:
    """Apply actions separated by semicolons."""
    for action in actions.split(";"):
        game.apply(action)
    return game
