"""Play random games on the plain rules and the kernels side by side; stop at the first difference.

    python -m tests.reference.compare --games 2000

plays every named setup, every action space, both kinds of winds, with and without obstacles.
`./test` plays a bounded part of the same list.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from itertools import product
from typing import Any, get_args

from conquest_opt.engine import ActionSpace, Army, Game, Ruleset
from conquest_opt.engine.rules.ruleset import CommandWindow
from conquest_opt.engine.rules.stats import STANDARD_COMMANDS, STANDARD_TROOPS
from conquest_opt.setups import catalogue

from .plain import PlainGame

SPACES = [
    ActionSpace(single_move=single, trim=trim, command_window=window)
    for single, trim, window in product((False, True), (False, True), get_args(CommandWindow))
]

EDITS: list[tuple[str, ...]] = [
    (),
    ("winds=random",),
    ("obstacles=40",),
    ("economy.income=150", "economy.start=400"),
    ("winds=random", "obstacles=12", "economy.income=75"),
    ("bombard.damage=300", "shield-wall.cap=60", "charge.factor=3", "scout.range=3"),
    ("winds-of-fate.cost=10", "winds-of-fate.cooldown=0", "battle-cry.health=130"),
    ("chastise.cost=5", "chastise.cooldown=0", "archer.movement=0", "vigilance.cost=5"),
]


WILD = len(EDITS)
"""In place of a list of edits: every figure drawn anew, and the board too."""


def wild_edits(draw: random.Random) -> list[str]:
    """Return edits of every figure of troops and commands, and a board of another size."""
    edits = []
    for name, stats in STANDARD_TROOPS.items():
        for field, value in vars(stats).items():
            top = 20 if field in ("movement", "range") else 3 * value
            edits.append(f"{name}.{field}={draw.choice((value, draw.randint(1, top)))}")
    for name, command in STANDARD_COMMANDS.items():
        for field, value in command.figures.items():
            top = {"cooldown": 9, "factor": 5}.get(field, 2 * value)
            edits.append(f"{name}.{field}={draw.choice((value, draw.randint(1, top)))}")
    home = draw.randint(3, 5)
    edits += [f"board.home_rows={home}", f"board.height={draw.randint(2 * home + 1, 20)}"]
    edits += [f"economy.income={draw.randint(0, 300)}", f"economy.start={draw.randint(0, 900)}"]
    return edits


def cases(games: int) -> Iterator[tuple[int, ...]]:
    """Yield (case, setup, setup, space, edits): all spaces and edits come round for all setups."""
    names = len(catalogue())
    for case in range(games):
        draw = random.Random(case)
        yield (
            case,
            case % names,
            draw.randrange(names),
            case % len(SPACES),
            draw.randrange(len(EDITS) + 4),
        )


def _extra_commands(army: Army, draw: random.Random) -> Army:
    """Return the army with two commands swapped for others, so that rare ones get their share."""
    from conquest_opt.engine import COMMANDS

    others = [c for c in COMMANDS if c not in army.commands]
    return Army(army.troops, (*army.commands[2:], *draw.sample(others, 2)))


def readied(before: dict[str, int], after: dict[str, int]) -> str:
    """Return the command that Winds of Fate made ready."""
    return next(c for c in before if before[c] and not after[c] and c != "winds-of-fate")


def same_state(game: Game, plain: PlainGame) -> None:
    """Fail unless both sides describe the same position."""
    mine = game.to_dict()
    theirs = plain.to_dict()
    differing = {k: (mine[k], theirs[k]) for k in theirs if mine[k] != theirs[k]}
    if differing:
        raise AssertionError(f"{game.history[-12:]}: {differing}")


def play_case(case: tuple[int, ...]) -> int:
    """Play one game on both; return the number of actions."""
    number, first, second, space, edits = case
    draw = random.Random(number)
    armies = [list(catalogue().values())[i].army for i in (first, second)]
    if draw.random() < 0.5:
        armies = [_extra_commands(army, draw) for army in armies]
    changes = EDITS[edits] if edits < WILD else wild_edits(draw)
    rules = Ruleset(actions=SPACES[space]).edit(*changes, f"max_turns={draw.choice((40, 250))}")
    game = Game.new(*armies, rules=rules, seed=number)
    start: dict[str, Any] = game.to_dict()
    data = rules.to_dict()
    sides = (asdict(armies[0]), asdict(armies[1]))
    plain = PlainGame(data, data["actions"], sides, start["obstacles"])
    same_state(game, plain)
    eager = draw.random() < 0.7
    while game.winner is None:
        legal = game.legal_actions()
        expected = plain.legal_actions()
        if legal != expected:
            odd = sorted(set(legal) ^ set(expected))
            raise AssertionError(f"{number}: {game.position}: legal differ by {odd[:8]}")
        action = _choose(legal, draw, eager)
        before = game.to_dict()["commands"][game.player]
        player = game.player
        game.apply(action)
        chosen = None
        if action == "winds-of-fate":
            chosen = readied(before, game.to_dict()["commands"][player])
        plain.apply(action, chosen)
        same_state(game, plain)
    assert not plain.legal_actions()
    assert not game.legal_actions()
    return len(game.history)


def _choose(legal: list[str], draw: random.Random, eager: bool) -> str:
    """Return a random action; eager games fight and command more, so that they come to blows."""
    if eager:
        attacks = [a for a in legal if a.startswith("attack")]
        commands = [a for a in legal if a.split()[0] not in ("select", "move", "attack", "end")]
        for group, chance in ((attacks, 0.7), (commands, 0.4)):
            if group and draw.random() < chance:
                return draw.choice(group)
    return draw.choice(legal)


def main() -> None:
    """Play all cases on all cores and say how many agreed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=2000)
    games = parser.parse_args().games
    actions = 0
    with ProcessPoolExecutor() as pool:
        for done, played in enumerate(pool.map(play_case, cases(games), chunksize=4), start=1):
            actions += played
            if done % 100 == 0:
                sys.stderr.write(f"{done} of {games} games agree, {actions} actions\n")
    sys.stdout.write(f"{games} games, {actions} actions: the plain rules and the kernels agree\n")


if __name__ == "__main__":
    main()
