"""The values of an explanation, as `--json` prints them.

`ci95` is an interval taken by itself. `corrected` is the one that words rest on: all questions of
an explanation are asked at once, and the chance that any corrected interval misses is 5 %.
"""

from typing import Final, Literal

import msgspec

from ..stats.values import ScoreValues

LEVEL: Final = 0.05
"""Chance that anything at all is said in an explanation that is not so."""

FAMILIES: Final = ("score", "parts", "events", "turns")
"""Kinds of questions; each has an equal part of the level."""

CONFIDENCE: Final = 1 - LEVEL / len(FAMILIES)
"""At which the intervals of a family hold together."""

Ends = tuple[float, float]
OpenEnds = tuple[float | None, float | None]
"""Of an interval; an end without limit is None."""

VariantKind = Literal["out", "swap", "pair"]


def leaves_out(interval: OpenEnds, chance: float = 0.0) -> bool:
    """Return whether an interval leaves out what chance gives."""
    low, high = interval
    return (low is not None and low > chance) or (high is not None and high < chance)


# ---- what carries it -----------------------------------------------------------------------------


class PairedLoss(msgspec.Struct, frozen=True, kw_only=True):
    """How far two components matter more together than their losses alone add up to."""

    expected: float
    """The score without both if the losses of each alone add up in Elo."""
    elo: float
    """Below 0 they matter more together."""
    ci95: OpenEnds
    corrected: OpenEnds

    @property
    def shown(self) -> bool:
        """Whether it is more than chance."""
        return leaves_out(self.corrected)


class PartValues(msgspec.Struct, frozen=True, kw_only=True):
    """A variant of A: what it scored, and by how much the score changes."""

    kind: VariantKind
    taken: tuple[str, ...]
    """Components that are taken out, by letter and slug."""
    put_in: tuple[str, ...]
    name: str
    """What is taken out, and what is put in for it, in words."""
    setup: str
    formation: tuple[str, ...]
    score: ScoreValues
    change: float
    """Its score less that of A."""
    ci95: Ends
    corrected: Ends
    together: PairedLoss | None = None
    """Of a pair."""

    @property
    def shown(self) -> bool:
        """Whether the change is more than chance."""
        return leaves_out(self.corrected)


# ---- what happens --------------------------------------------------------------------------------


class MeanValues(msgspec.Struct, frozen=True):
    """A mean over games."""

    value: float
    ci95: Ends


class TroopHappenings(msgspec.Struct, frozen=True, kw_only=True):
    """What the troops of a type did in a game."""

    troop: str
    fielded: int
    price_share: float
    """What they cost, as a share of what all troops of the side cost."""
    damage_share: float
    """What they dealt, as a share of what all troops of the side dealt."""
    excess_corrected: OpenEnds
    """The interval of the share of damage less that of the price."""
    dealt: MeanValues
    taken: MeanValues
    kills: MeanValues
    survivors: MeanValues
    first: MeanValues
    """Share of the games in which one of them strikes first of all troops."""
    dealt_won: float | None
    """In games that the side won; None without any."""
    dealt_lost: float | None

    @property
    def excess(self) -> float:
        """The share of damage less that of the price."""
        return self.damage_share - self.price_share

    @property
    def shown(self) -> bool:
        """Whether they deal more or less than their price would have them, beyond chance."""
        return leaves_out(self.excess_corrected)


class CommandHappenings(msgspec.Struct, frozen=True, kw_only=True):
    """What a command was used for in a game."""

    command: str
    used: MeanValues
    brought: MeanValues | None
    """Health in a game; None where no event says it."""
    brought_a_use: float | None
    kills: MeanValues


class SideHappenings(msgspec.Struct, frozen=True, kw_only=True):
    """What one side did in a game."""

    troops: tuple[TroopHappenings, ...]
    commands: tuple[CommandHappenings, ...]
    dealt: MeanValues
    """Damage of troops and of Bombard."""
    kills: MeanValues
    survivors: MeanValues
    brought: MeanValues
    """Health that its commands brought."""


class ComparedHappening(msgspec.Struct, frozen=True, kw_only=True):
    """A figure beside what it is where neither side has an advantage."""

    value: float
    corrected: OpenEnds
    chance: float

    @property
    def shown(self) -> bool:
        """Whether it differs beyond chance."""
        return leaves_out(self.corrected, self.chance)


class Happenings(msgspec.Struct, frozen=True, kw_only=True):
    """What happens in the games of A against B."""

    a: SideHappenings
    b: SideHappenings
    first_strikes: ComparedHappening
    """Share of the games in which A attacks first."""
    commands: ComparedHappening
    """Health that commands bring A in a game, less what they bring B."""


# ---- when it is decided --------------------------------------------------------------------------


class CoursePoint(msgspec.Struct, frozen=True, kw_only=True):
    """A's value after a turn, over games; of turn 0 before the first."""

    turn: int
    mean: float
    corrected: OpenEnds
    """Holds for all turns at once; None where no game differed."""
    quartiles: tuple[float, float, float]
    """A quarter of the games lies below the first, half below the second, a quarter above the
    third."""
    over: float
    """Share of the games that are over."""
    swing: float
    """Mean size of the change by this turn, in games that were not over before it."""
    decisive: float
    """Share of the games whose decisive turn it is."""


class ExampleGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that shows how it goes, with its decisive turn."""

    game: int
    """Its number within the run."""
    role: Literal["typical", "sharpest", "exception"]
    first: bool
    """Whether A plays first."""
    points: float
    """What A scored."""
    turns: int
    turn: int
    """The decisive one."""
    own: bool
    """Whether that is a turn of A."""
    before: float
    """A's value before it."""
    after: float
    actions: tuple[str, ...]
    """What was played in it."""


class CourseValues(msgspec.Struct, frozen=True, kw_only=True):
    """The judge's value over the games, seen from A."""

    games: int
    points: tuple[CoursePoint, ...]
    ahead_from: int | None
    """The turn from which on the mean leaves out 0 for good; None if it never does."""
    decisive: int
    """The median of the decisive turns."""
    decisive_ci95: tuple[int, int]
    examples: tuple[ExampleGame, ...] = ()
