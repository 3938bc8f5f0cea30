"""Records of games that last, made as they are wanted: nobody fights."""

import random

from conquest_opt.engine import Game, GameRecord, Ruleset
from conquest_opt.setups import army


def long_record(actions: int, *edits: str, seed: int = 1) -> GameRecord:
    """Return the record of so many actions, in turns of a selection, a move and an end."""
    rules = Ruleset().edit(*edits)
    setup, draw = army("Default", rules), random.Random(seed)
    game = Game.new(setup, setup, rules=rules, seed=seed)
    while len(game.history) < actions and game.winner is None:
        legal = game.legal_actions()
        steps = [action for action in legal if action.startswith(("select", "move"))]
        game.apply(draw.choice(steps) if game.phase in ("selection", "movement") else "end")
    return GameRecord.of(game)
