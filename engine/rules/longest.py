"""How many actions a game can have at most: what its rules give, whoever plays.

A turn has a selection, an attack, its end, and moves: one where the action space says so, otherwise
one for each step of the fastest troop, charged. It has a use of each command, and one more for the
command that Winds of Fate makes ready; a command that does not rest is used once on each troop.
Each use is paid for: all points of a game, those of its start, of the turns and of every kill, buy
so many. Standard games have 2,378 actions at most, without reductions of the action space 7,878.
"""

from dataclasses import dataclass

from .ruleset import Ruleset
from .stats import MAX_TROOPS

_OF_EACH_TURN = 3
"""A selection, an attack, its end."""
_WINDS = "winds-of-fate"


@dataclass(frozen=True)
class LongestGame:
    """The most that a game can have."""

    turns: int
    moves: int
    """Of a turn."""
    commands: int
    """Uses in the whole game."""

    @property
    def actions(self) -> int:
        """All actions of the game."""
        return self.turns * (_OF_EACH_TURN + self.moves) + self.commands

    def __str__(self) -> str:
        moves = "a move" if self.moves == 1 else f"{self.moves} moves"
        turns = "1 turn" if self.turns == 1 else f"{self.turns:,} turns"
        return (
            f"{self.actions:,}: {turns} with a selection, {moves}, an attack and an end each, and "
            f"{self.commands:,} uses of commands"
        )


def longest_game(rules: Ruleset, turn: int = 1, points: int | None = None) -> LongestGame:
    """Return the most that a game can have from a turn on, where both sides have so many points."""
    turns = max(rules.max_turns - turn + 1, 1)
    points = 2 * rules.economy.start if points is None else points
    kills = 2 * MAX_TROOPS * max(troop.cost for troop in rules.troops.values())
    paid = points + turns * rules.economy.income + kills
    cheapest = min(command.cost for command in rules.commands.values())
    return LongestGame(
        turns=turns,
        moves=_moves_of_a_turn(rules),
        commands=min(turns * _commands_of_a_turn(rules), paid // cheapest),
    )


def _moves_of_a_turn(rules: Ruleset) -> int:
    steps = max(troop.movement for troop in rules.troops.values())
    charged = steps * (rules.commands["charge"].factor or 1)
    return min(charged, 1) if rules.actions.single_move else charged


def _commands_of_a_turn(rules: Ruleset) -> int:
    others = [stats.cooldown for name, stats in rules.commands.items() if name != _WINDS]
    if rules.commands[_WINDS].cooldown:
        return sum(1 if rest else MAX_TROOPS for rest in others) + 2
    uses = len(others) * MAX_TROOPS  # on each troop once, however often they are made ready
    return uses + len(others) + uses  # Winds of Fate, for each that rests
