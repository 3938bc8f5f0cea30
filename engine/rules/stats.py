"""The values a ruleset is made of: troops, commands, limits, board, economy.

Each is a frozen, keyword-only dataclass that refuses impossible values with a sentence that says
what would be right. Names and their order (the tables of the rules) are fixed here; every number
is a field with the standard rules as its default.
"""

import hashlib
import json
from dataclasses import asdict, dataclass, fields
from typing import Final

from ..reading.input_error import InputError
from ..reading.names import shown

TROOPS: Final = ("scout", "foot-soldier", "halberdier", "archer", "mage", "knight", "champion")
"""Troop slugs in table order; a troop's index here is its kind in the kernels."""

LETTERS: Final = "SFHAMKC"
"""One letter a troop, in the same order."""

COMMANDS: Final = (
    "battle-cry",
    "stoicism",
    "regenerate",
    "bombard",
    "winds-of-fate",
    "charge",
    "chastise",
    "vigilance",
    "shield-wall",
)
"""Command slugs in table order; a command's index here is its number in the kernels."""

MAX_TROOPS: Final = 16
"""Troops a side that the state has room for."""

MAX_SIZE: Final = 20
"""Squares along an edge that the packed board has room for."""

MAX_FIGURE: Final = 10_000
"""The largest health, damage or price: sums of a few of them stay within 16 bits."""


class RulesError(InputError):
    """A rule value or rule edit that cannot be; the message says what would be right."""


def check_int(name: str, value: object, low: int, high: int) -> None:
    """Refuse a value that is not a whole number in [low, high]."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulesError(f"{name} must be a whole number from {low} to {high}, not {shown(value)}")
    if not low <= value <= high:
        raise RulesError(f"{name} must be from {low} to {high}, not {shown(value)}")


def digest(value: object) -> str:
    """Return 16 hex digits that identify a JSON-able value."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, kw_only=True)
class Value:
    """A part of the rules: a frozen value that can be identified."""

    def digest(self) -> str:
        """Return 16 hex digits that identify this value."""
        return digest(asdict(self))


@dataclass(frozen=True, kw_only=True)
class TroopStats(Value):
    """What a troop type costs and can do."""

    cost: int
    movement: int
    range: int
    health: int
    damage: int

    def __post_init__(self) -> None:
        check_int("cost", self.cost, 1, MAX_FIGURE)
        check_int("movement", self.movement, 0, MAX_SIZE)
        check_int("range", self.range, 0, MAX_SIZE)
        check_int("health", self.health, 1, MAX_FIGURE)
        check_int("damage", self.damage, 0, MAX_FIGURE)


@dataclass(frozen=True, kw_only=True)
class CommandStats(Value):
    """What a command costs, how long it rests, and the figures of its effect (None: has none)."""

    cost: int
    cooldown: int
    health: int | None = None
    """Boosted health it gives (Battle Cry, Stoicism)."""
    damage: int | None = None
    """Damage it adds (Battle Cry) or deals (Bombard)."""
    factor: int | None = None
    """What it multiplies movement by (Charge)."""
    cap: int | None = None
    """The most one hit may deal (Shield Wall)."""

    def __post_init__(self) -> None:
        check_int("cost", self.cost, 1, MAX_FIGURE)
        check_int("cooldown", self.cooldown, 0, 99)
        for name, low, high in (
            ("health", 0, MAX_FIGURE),
            ("damage", 0, MAX_FIGURE),
            ("factor", 1, 5),
            ("cap", 0, MAX_FIGURE),
        ):
            if getattr(self, name) is not None:
                check_int(name, getattr(self, name), low, high)

    @property
    def figures(self) -> dict[str, int]:
        """The fields this command has, in order."""
        return {f.name: v for f in fields(self) if (v := getattr(self, f.name)) is not None}


@dataclass(frozen=True, kw_only=True)
class Limits(Value):
    """What a setup may hold. The engine plays any army that fits the board; setups check these."""

    points: int = 1000
    troops: int = 10
    commands: int = 4

    def __post_init__(self) -> None:
        check_int("points", self.points, 1, 1_000_000)
        check_int("troops", self.troops, 1, MAX_TROOPS)
        check_int("commands", self.commands, 0, len(COMMANDS))


@dataclass(frozen=True, kw_only=True)
class Board(Value):
    """The board's size and how many rows at its edge each side sets up on."""

    width: int = 20
    height: int = 20
    home_rows: int = 3

    def __post_init__(self) -> None:
        check_int("width", self.width, 2, MAX_SIZE)
        check_int("height", self.height, 3, MAX_SIZE)
        check_int("home_rows", self.home_rows, 1, (self.height - 1) // 2)


@dataclass(frozen=True, kw_only=True)
class Economy(Value):
    """Command points: at the start, and gained as one's turn begins."""

    start: int = 0
    income: int = 25

    def __post_init__(self) -> None:
        check_int("start", self.start, 0, 1_000_000)
        check_int("income", self.income, 0, MAX_FIGURE)


STANDARD_TROOPS: Final = {
    "scout": TroopStats(cost=25, movement=6, range=1, health=100, damage=100),
    "foot-soldier": TroopStats(cost=50, movement=4, range=1, health=300, damage=100),
    "halberdier": TroopStats(cost=75, movement=4, range=2, health=200, damage=200),
    "archer": TroopStats(cost=100, movement=3, range=6, health=100, damage=100),
    "mage": TroopStats(cost=100, movement=4, range=4, health=100, damage=200),
    "knight": TroopStats(cost=100, movement=4, range=1, health=300, damage=300),
    "champion": TroopStats(cost=200, movement=4, range=1, health=500, damage=400),
}

STANDARD_COMMANDS: Final = {
    "battle-cry": CommandStats(cost=75, cooldown=5, health=200, damage=200),
    "stoicism": CommandStats(cost=75, cooldown=5, health=400),
    "regenerate": CommandStats(cost=150, cooldown=4),
    "bombard": CommandStats(cost=200, cooldown=2, damage=100),
    "winds-of-fate": CommandStats(cost=150, cooldown=2),
    "charge": CommandStats(cost=75, cooldown=5, factor=2),
    "chastise": CommandStats(cost=50, cooldown=3),
    "vigilance": CommandStats(cost=50, cooldown=3),
    "shield-wall": CommandStats(cost=50, cooldown=5, cap=100),
}
