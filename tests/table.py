"""A table to play at, without a terminal: lines in, texts out."""

import click
from click.testing import CliRunner, Result
from conquest_opt.cli.main import main
from conquest_opt.cli.play.agent import Chooser
from conquest_opt.cli.play.save import SavedGame, Seats
from conquest_opt.cli.play.talk import TableTalk
from conquest_opt.engine import Game, GameRecord, Ruleset
from conquest_opt.setups import army

FAR = "champion.movement=20"
"""With this a champion crosses the board in one move."""
RICH = ("SC:battle-cry,stoicism,charge,chastise", "SS", "economy.start=500")
"""With these every troop command can be given at once."""
QUICK = "fpu:advances=300"
CHOOSE = Chooser()


def saved(
    first: str = "C",
    second: str = "S",
    *edits: str,
    you: str = "both",
    agent: str = "random",
    seed: int = 0,
) -> SavedGame:
    rules = Ruleset().edit(*edits)
    game = Game.new(army(first, rules), army(second, rules), rules=rules, seed=seed)
    return SavedGame(GameRecord.of(game, (first, second)), Seats(you, agent, agent))


def sit(*setup: str, **options) -> TableTalk:
    return TableTalk(saved(*setup, **options), CHOOSE)


def say(talk: TableTalk, *lines: str) -> str:
    """Return the answer to the last of some lines, agents answered in between."""
    text = ""
    for line in lines:
        text = click.unstyle(talk.answer(line))
        while talk.agent_to_move:
            text += "\n" + click.unstyle("\n".join(talk.agent_turn()))
    return text


def play(*words: str, lines: str = "") -> Result:
    result = CliRunner().invoke(main, ["play", *words], input=lines)
    assert "Traceback" not in result.output
    wide = [line for line in result.stdout.splitlines() if len(line) > 80]
    assert not [
        line
        for line in wide
        if not line.startswith(("  conquest-opt", "game over> ", "not done: "))
    ]
    assert "\x1b" not in result.stdout
    return result
