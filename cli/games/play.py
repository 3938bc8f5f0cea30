"""`conquest-opt play`: a person against an agent, in the terminal."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..options.positions import game_of_line, position_line
from ..options.rules import RuleOptions, game_options, known_errors
from ..options.setups_file import setups_file_option
from ..parameters.numbers import SEED
from ..parameters.style_texts import AGENT, SETUP
from ..terminal.interrupts import interrupts_held

if TYPE_CHECKING:
    from ..play.save import SavedGame, Seats

DEFAULT_AGENT = "strong:ms=500"
"""The agent that plays where none is named."""


@click.command()
@click.argument("first", type=SETUP, required=False)
@click.argument("second", type=SETUP, required=False)
@click.option(
    "--you",
    type=click.Choice(["first", "second", "both", "none"]),
    help="Which side you play (default: first, from a position the one to move); none watches two "
    "agents.",
)
@click.option(
    "--agent",
    type=AGENT,
    metavar="SPEC",
    help=f"The agent that plays the other side [default: {DEFAULT_AGENT}].",
)
@click.option(
    "--agent-2",
    type=AGENT,
    metavar="SPEC",
    help="With --you none, the second player [default: as --agent].",
)
@click.option("--seed", type=SEED, help="Seed of the game and its agents [default: 0].")
@click.option(
    "--position",
    metavar="LINE|FILE",
    help="Begin from a position: its line, as conquest-opt position prints it, or a file with it.",
)
@click.option(
    "--resume",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Resume a saved game; --you and --agent may change who plays.",
)
@setups_file_option
@game_options
def command(
    first: str | None,
    second: str | None,
    seed: int | None,
    position: str | None,
    resume: Path | None,
    rules: RuleOptions,
    **who: str | None,
) -> None:
    """Play a game against an agent in the terminal.

    \b
    $ echo "actions" | conquest-opt play Default IAmWarrior
    ...
    turn 1, first player, selection phase
    ...

    FIRST and SECOND are setups, as names or text (default: Default Default). The
    game takes lines such as "select k3; move k7; attack k9; end" or the numbers it
    shows; its own help explains them. Lines may come from a pipe. Programs that
    play use conquest-opt engine instead, whose protocol is made for them.

    \b
    conquest-opt play Default IAmWarrior
    conquest-opt play Rush AntiRush --you second --agent mcts
    conquest-opt play Rush Venom --you none --agent fpu --agent-2 random
    conquest-opt play --position "12 0 selection - 50/75 -/- Ck3=500/Sk18=100 - -"
    conquest-opt play --resume game.json
    """
    if resume and (first or position or seed is not None or rules != RuleOptions(None, None, ())):
        raise click.UsageError("a resumed game brings its setups, rules and seed: leave them out")
    if position and first:
        raise click.UsageError("a position brings its troops: leave out the setups or --position")
    if first and not second:
        raise click.UsageError(f"{first!r} alone: give two setups, such as Default IAmWarrior")
    with interrupts_held():
        from ..play.agent import Chooser  # noqa: PLC0415  (brings numba)
        from ..play.prompt import converse  # noqa: PLC0415
        from ..play.talk import TableTalk  # noqa: PLC0415
    try:
        if resume:
            saved = _resumed(resume, who)
        elif position:
            saved = _from_position(position, rules, seed or 0, who)
        else:
            saved = _new(first or "Default", second or "Default", rules, seed or 0, who)
        talk = TableTalk(saved, Chooser())
    except (ValueError, OSError) as error:
        raise known_errors(error) from None
    converse(talk)


def _seats(saved: "Seats | None", who: dict[str, str | None]) -> "Seats":
    """Return who plays: as given, else as saved, else the defaults."""
    from ..play.save import Seats  # noqa: PLC0415

    agent = who["agent"] or DEFAULT_AGENT
    seats = saved or Seats(you="first", agent=agent, agent_2=agent)
    seats = replace(seats, **{name: text for name, text in who.items() if text})
    if who["agent_2"] and seats.you != "none":
        raise ValueError("--agent-2 is the second of two agents: it needs --you none")
    return seats


def _new(
    first: str, second: str, options: RuleOptions, seed: int, who: dict[str, str | None]
) -> "SavedGame":
    from ...engine import Game, GameRecord  # noqa: PLC0415
    from ...setups import army  # noqa: PLC0415
    from ..play.save import SavedGame  # noqa: PLC0415

    rules = options.ruleset
    game = Game.new(army(first, rules), army(second, rules), rules=rules, seed=seed)
    return SavedGame(GameRecord.of(game, (first, second)), _seats(None, who))


def _from_position(
    text: str, options: RuleOptions, seed: int, who: dict[str, str | None]
) -> "SavedGame":
    from ...engine import GameRecord  # noqa: PLC0415
    from ..play.save import SIDES, SavedGame  # noqa: PLC0415

    game = game_of_line(position_line(text), options)
    if game.outcome:
        raise ValueError(f"there is nothing left to play in this position: {game.outcome}")
    game.seed = seed
    you = who["you"] or SIDES[game.player]
    return SavedGame(GameRecord.of(game), _seats(None, who | {"you": you}))


def _resumed(path: Path, who: dict[str, str | None]) -> "SavedGame":
    """Return a saved game, with others at the table where they are given."""
    from ..play.save import read_save  # noqa: PLC0415

    saved = read_save(path)
    return replace(saved, seats=_seats(saved.seats, who))
