"""`Army`: what a player brings to a game: troops at their place in the formation, and commands.

The engine knows no setup names and no prices; `setups/` makes armies from text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..reading.input_error import InputError
from ..reading.names import shown
from .ruleset import Ruleset
from .stats import COMMANDS, LETTERS, MAX_SIZE, MAX_TROOPS

MOST_SQUARES = 10_000
"""Squares of a drawn formation that are looked at; one that is a little too large is explained."""


class Placement(NamedTuple):
    """One troop of a formation: row 0 is the front, column 0 the owner's first."""

    letter: str
    row: int
    column: int


@dataclass(frozen=True)
class Army:
    """Troops in reading order of their formation, and commands in table order."""

    troops: tuple[Placement, ...]
    commands: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for letter, row, column in self.troops:
            if not isinstance(letter, str) or len(letter) != 1 or letter not in LETTERS:
                raise InputError(f"unknown troop {shown(letter)}; troops are {' '.join(LETTERS)}")
            if not isinstance(row, int) or not isinstance(column, int):
                place = f"{shown(row)}, {shown(column)}"
                raise InputError(f"rows and columns are whole numbers, not {place}")
        troops = sorted((Placement(*t) for t in self.troops), key=lambda t: (t.row, t.column))
        object.__setattr__(self, "troops", tuple(troops))
        ordered = [c for c in COMMANDS if c in self.commands]
        if len(ordered) != len(self.commands):
            commands = self.commands
            odd = next(c for c in commands if c not in COMMANDS or commands.count(c) > 1)
            raise InputError(f"{shown(odd)}: commands are different ones of {', '.join(COMMANDS)}")
        object.__setattr__(self, "commands", tuple(ordered))

    @classmethod
    def from_formation(cls, rows: Sequence[str], commands: Sequence[str] = ()) -> "Army":
        """Return the army drawn as rows of letters, front row first, a blank an empty square."""
        for what, texts in (("a formation's rows", rows), ("commands", commands)):
            if not isinstance(texts, list | tuple) or not all(isinstance(t, str) for t in texts):
                raise InputError(f"{what} are a list of texts, not {shown(texts)}")
        squares = sum(map(len, rows))
        if squares > MOST_SQUARES:
            raise InputError(f"a formation of {squares:,} squares; the board has {MAX_SIZE**2}")
        troops = [
            Placement(letter, row, column)
            for row, line in enumerate(rows)
            for column, letter in enumerate(line)
            if letter != " "
        ]
        return cls(tuple(troops), tuple(commands))

    @property
    def formation(self) -> tuple[str, ...]:
        """The rows that `from_formation` takes."""
        depth = max((t.row for t in self.troops), default=-1) + 1
        rows = [[" "] * (max(t.column for t in self.troops) + 1) for _ in range(depth)]
        for letter, row, column in self.troops:
            rows[row][column] = letter
        return tuple("".join(row).rstrip() for row in rows)

    def places(self, player: int, rules: Ruleset) -> list[tuple[int, int]]:
        """Return (x, y) of each troop for a player; the sides are each other turned by 180."""
        board = rules.board
        if player == 0:
            return [(board.width - 1 - t.column, board.home_rows - 1 - t.row) for t in self.troops]
        return [(t.column, board.height - board.home_rows + t.row) for t in self.troops]

    def check(self, rules: Ruleset) -> None:
        """Raise InputError unless the army fits the board: its geometry, not its price."""
        board = rules.board
        if not 1 <= len(self.troops) <= MAX_TROOPS:
            raise InputError(
                f"an army has from 1 to {MAX_TROOPS} troops, this one has {len(self.troops)}"
            )
        seen: set[tuple[int, int]] = set()
        for letter, row, column in self.troops:
            if not (0 <= row < board.home_rows and 0 <= column < board.width):
                raise InputError(
                    f"the formation does not fit the board: {letter} stands in row {row + 1}, "
                    f"column {column + 1}, of {board.home_rows} x {board.width}"
                )
            if (row, column) in seen:
                raise InputError(f"two troops in row {row + 1}, column {column + 1}")
            seen.add((row, column))
