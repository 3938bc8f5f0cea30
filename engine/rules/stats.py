"""The values a ruleset is made of: troops, commands, limits, board, economy.

Each is a frozen, keyword-only dataclass that refuses impossible values with a sentence that says
what would be right (`values`). Names and their order (the tables of the rules) are fixed here;
every number is a field with what it does, its limits, and the standard rules as its default.
"""

from dataclasses import dataclass, fields
from typing import Annotated, Final

from .values import Bound, NumberRule, Value

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


def title(slug: str) -> str:
    """Return the name of a troop or command as people write it: `foot-soldier` as Foot Soldier."""
    return " ".join(word if word == "of" else word.capitalize() for word in slug.split("-"))


@dataclass(frozen=True, kw_only=True)
class TroopStats(Value):
    """What a troop type costs and can do."""

    cost: Annotated[
        int,
        NumberRule(
            "Points that the troop costs in a setup. Killing it by an attack or a counter-attack "
            "earns as many command points.",
            1,
            MAX_FIGURE,
        ),
    ]
    movement: Annotated[
        int,
        NumberRule(
            "Steps that the troop can take in a turn. A diagonal step counts as one; troops and "
            "obstacles are in the way.",
            0,
            MAX_SIZE,
        ),
    ]
    range: Annotated[
        int,
        NumberRule(
            "How many squares away the troop can attack and strike back, diagonally too. Nothing "
            "is in the way of an attack.",
            0,
            MAX_SIZE,
        ),
    ]
    health: Annotated[
        int, NumberRule("Damage that the troop can take; then it is dead.", 1, MAX_FIGURE)
    ]
    damage: Annotated[
        int,
        NumberRule("Damage of each attack and counter-attack of the troop.", 0, MAX_FIGURE),
    ]


@dataclass(frozen=True, kw_only=True)
class CommandStats(Value):
    """What a command costs, how long it rests, and the figures of its effect (None: has none)."""

    cost: Annotated[
        int,
        NumberRule(
            "Points that the command costs in a setup, and command points that each use costs.",
            1,
            MAX_FIGURE,
        ),
    ]
    cooldown: Annotated[
        int,
        NumberRule(
            "After how many of its owner's turns the command can be used again; 0 is in the same "
            "turn, 1 in the next.",
            0,
            99,
        ),
    ]
    health: Annotated[
        int | None,
        NumberRule("Extra health that the command gives to the troop.", 0, MAX_FIGURE),
    ] = None
    damage: Annotated[
        int | None,
        NumberRule(
            {
                "battle-cry": "Damage that the command adds to each hit of the troop.",
                "bombard": "Damage that the command does.",
            },
            0,
            MAX_FIGURE,
        ),
    ] = None
    factor: Annotated[
        int | None, NumberRule("What the command multiplies the troop's movement by.", 1, 5)
    ] = None
    cap: Annotated[
        int | None, NumberRule("The most damage that one hit does to the troop.", 0, MAX_FIGURE)
    ] = None

    @property
    def figures(self) -> dict[str, int]:
        """The fields this command has, in order."""
        return {f.name: v for f in fields(self) if (v := getattr(self, f.name)) is not None}


@dataclass(frozen=True, kw_only=True)
class Limits(Value):
    """What a setup may hold. The engine plays any army that fits the board; setups check these."""

    points: Annotated[
        int,
        NumberRule(
            "Points that the troops and commands of a setup may cost together.", 1, 1_000_000
        ),
    ] = 1000
    troops: Annotated[
        int, NumberRule("Troops that a setup may have; types may repeat.", 1, MAX_TROOPS)
    ] = 10
    commands: Annotated[
        int, NumberRule("Commands that a setup may have, each only once.", 0, len(COMMANDS))
    ] = 4


@dataclass(frozen=True, kw_only=True)
class Board(Value):
    """The board's size and how many rows at its edge each side sets up on."""

    width: Annotated[
        int, NumberRule("Squares from left to right: the files a, b, c, ...", 2, MAX_SIZE)
    ] = 20
    height: Annotated[
        int,
        NumberRule(
            "Squares from one side's edge to the other's: the ranks 1, 2, 3, ... They are more "
            "than twice home_rows.",
            3,
            MAX_SIZE,
        ),
    ] = 20
    home_rows: Annotated[
        int,
        NumberRule(
            "Rows at its edge on which a side sets up its troops.",
            1,
            Bound("fewer than half of height", lambda board: (board.height - 1) // 2),
        ),
    ] = 3


@dataclass(frozen=True, kw_only=True)
class Economy(Value):
    """Command points: at the start, and gained as one's turn begins."""

    start: Annotated[
        int, NumberRule("Command points of each side when the game begins.", 0, 1_000_000)
    ] = 0
    income: Annotated[
        int,
        NumberRule(
            "Command points that a side gains when its turn begins; the first turn of the game "
            "brings none.",
            0,
            MAX_FIGURE,
        ),
    ] = 25


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
