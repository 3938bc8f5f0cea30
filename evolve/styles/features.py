"""Features: what a way of playing, or a setup, is like, as numbers that span a map.

A feature of behaviour is the sum of one count over games, divided by the sum of another: attacks
by turns, ranged damage by all damage. So records of games add up, long games weigh as much as they
say, and the error of a feature comes from how pairs of games differ. A feature of a setup is a
function of the setup alone, and has no error.

An axis is a feature with a range cut into equal bins; what lies beyond an end is in the last bin
there. Two axes make a map: x gives the column, y the row, both from 0.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np

from ...engine.reading.input_error import InputError
from ...engine.reading.names import LONGEST_SHOWN, shown
from ...engine.reading.numbers import real_number, whole_number
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import LETTERS
from ...setups.setup import Setup
from ..proposals.errors import EvolveError

COUNTS: Final = (
    "turns",
    "attacks",
    "commands",
    "damage",
    "ranged_damage",
    "damage_received",
    "ends",
    "distance",
    "spread",
    "wins",
    "winning_turns",
)
"""What is counted in a game of one player: the columns of the table `behaviour`."""

MOST_BINS: Final = 40


@dataclass(frozen=True, kw_only=True)
class Feature:
    """A number that says what a candidate is like."""

    name: str
    about: str
    low: float
    high: float
    """Where an axis begins and ends unless it says otherwise."""
    bins: int = 8
    ratio: tuple[str, str] | None = None
    """The counts whose sums are divided; None for a feature of setups."""
    of_setup: Callable[[Setup, Ruleset], float] | None = None
    without: float = 0.0
    """The value where there is nothing to divide by."""

    def value(self, counts: np.ndarray) -> float:
        """Return a feature of behaviour over games, a row of `COUNTS` each."""
        above, below = self._columns(counts)
        return float(above.sum() / below.sum()) if below.sum() else self.without

    def error(self, counts: np.ndarray, strata: int = 1) -> float:
        """Return the standard error of the value, where rows 2p and 2p + 1 are a pair.

        That of a ratio of sums (W. G. Cochran, "Sampling techniques", sections 2.11 and 6.11), with
        the pair as the unit. Pairs go through so many opponents or setups in turn; those differ,
        but it is no chance which is met, so only what differs within each counts, where each has
        two pairs at least.
        """
        above, below = (part.reshape(-1, 2).sum(axis=1) for part in self._columns(counts))
        if len(above) < 2 or not below.sum():
            return math.nan
        groups = strata if len(above) >= 2 * strata else 1
        left = above - below * (above.sum() / below.sum())
        group = np.arange(len(left)) % groups
        left -= (np.bincount(group, left) / np.bincount(group))[group]
        free = len(left) - groups
        return math.sqrt(len(left) / free * float(left @ left)) / float(below.sum())

    def _columns(self, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        assert self.ratio is not None
        one, other = self.ratio
        return counts[:, COUNTS.index(one)], counts[:, COUNTS.index(other)]


def _share(letters: str) -> Callable[[Setup, Ruleset], float]:
    """Return a function to the share of the troops' points that these troops are."""
    return lambda setup, rules: (
        _points(setup, rules, letters) / (_points(setup, rules, LETTERS) or 1)
    )


def _points(setup: Setup, rules: Ruleset, letters: str) -> int:
    costs = [troop.cost for troop in rules.troops.values()]
    each = zip(LETTERS, setup.counts, costs, strict=True)
    return sum(count * cost for letter, count, cost in each if letter in letters)


def _movement(setup: Setup, rules: Ruleset) -> float:
    steps = (troop.movement for troop in rules.troops.values())
    total = sum(count * step for count, step in zip(setup.counts, steps, strict=True))
    return total / (sum(setup.counts) or 1)


def _command_points(setup: Setup, rules: Ruleset) -> float:
    return 1 - _points(setup, rules, LETTERS) / (setup.cost(rules) or 1)


def _commands(setup: Setup, _: Ruleset) -> float:
    return float(len(setup.commands))


def _kinds(setup: Setup, _: Ruleset) -> float:
    return float(sum(count > 0 for count in setup.counts))


def _of_play(
    name: str, about: str, ratio: str, span: tuple[float, float], bins: int = 8
) -> Feature:
    """Return a feature of behaviour; its ratio is written `count / count`."""
    above, _, below = ratio.partition(" / ")
    return Feature(
        name=name, about=about, low=span[0], high=span[1], bins=bins, ratio=(above, below)
    )


def _of_setup(
    name: str,
    about: str,
    value: Callable[[Setup, Ruleset], float],
    span: tuple[float, float],
    bins: int = 8,
) -> Feature:
    """Return a feature of setups."""
    return Feature(name=name, about=about, low=span[0], high=span[1], bins=bins, of_setup=value)


_RANGED: Final = "share of the damage that was dealt over two squares or more"
_VICTORY: Final = "turn of victory, both players' turns counted"
_DISTANCE: Final = "mean distance to the nearest enemy at the end of a turn, in squares"
_SPREAD: Final = "mean distance between two own troops at the end of a turn, in squares"
_LOSSES: Final = "damage received for each point of damage dealt"

_BEHAVIOUR: Final = (
    _of_play("attacks", "attacks a turn", "attacks / turns", (0.05, 0.45)),
    _of_play("ranged", _RANGED, "ranged_damage / damage", (0.04, 0.36)),
    _of_play("commands", "commands a turn", "commands / turns", (0.05, 0.45)),
    replace(_of_play("victory", _VICTORY, "winning_turns / wins", (30.0, 110.0)), without=math.inf),
    _of_play("distance", _DISTANCE, "distance / ends", (7.0, 11.0)),
    _of_play("spread", _SPREAD, "spread / ends", (1.5, 8.5), 7),
    _of_play("losses", _LOSSES, "damage_received / damage", (0.6, 2.2)),
)

_ARCHERS: Final = "share of the troops' points that are archers and mages"
_CHAMPIONS: Final = "share of the troops' points that are champions"
_COMMANDS: Final = "share of the points that are commands"

_SETUPS: Final = (
    _of_setup("troops", "number of troops", lambda s, _: float(sum(s.counts)), (2.5, 10.5)),
    _of_setup("ranged-points", _ARCHERS, _share("AM"), (0.0, 1.0)),
    _of_setup("champion-points", _CHAMPIONS, _share("C"), (0.0, 1.0)),
    _of_setup("command-points", _COMMANDS, _command_points, (0.0, 0.48)),
    _of_setup("commands-owned", "number of commands", _commands, (-0.5, 4.5), 5),
    _of_setup("kinds", "number of different troops", _kinds, (0.5, 7.5), 7),
    _of_setup("movement", "mean movement of a troop", _movement, (3.0, 6.0), 6),
)

BEHAVIOUR: Final[Mapping[str, Feature]] = MappingProxyType({f.name: f for f in _BEHAVIOUR})
"""Features of a way of playing, by name."""

SETUPS: Final[Mapping[str, Feature]] = MappingProxyType({f.name: f for f in _SETUPS})
"""Features of a setup, by name."""

FEATURES: Final[Mapping[str, Feature]] = MappingProxyType({**BEHAVIOUR, **SETUPS})


class Cell(NamedTuple):
    """A place on a map."""

    row: int
    col: int


@dataclass(frozen=True, kw_only=True)
class FeatureAxis:
    """A feature with a range and bins, written `attacks:0.2:0.6:8`."""

    name: str
    low: float
    high: float
    bins: int

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise EvolveError(
                f"{self.name}: an axis goes from a number to a higher one, such as "
                f"{self.name}:0:1, not from {self.low:g} to {self.high:g}"
            )
        if not 1 <= self.bins <= MOST_BINS:
            raise EvolveError(f"{self.name}: an axis has 1 to {MOST_BINS} bins, not {self.bins}")

    @classmethod
    def parse(cls, text: str, features: Mapping[str, Feature]) -> "FeatureAxis":
        """Return the axis of text such as `attacks`, `attacks:0.2:0.6` or `attacks:0.2:0.6:8`."""
        name, *numbers = (part.strip() for part in text.split(":"))
        if name not in features:
            near = get_close_matches(name[:LONGEST_SHOWN], features, n=1)
            hint = f"did you mean {near[0]}?" if near else f"features are {', '.join(features)}"
            raise EvolveError(f"no feature {shown(name)}; {hint}")
        feature = features[name]
        if len(numbers) not in (0, 2, 3):
            raise EvolveError(
                f"{shown(text)}: an axis is NAME or NAME:LOW:HIGH or NAME:LOW:HIGH:BINS"
            )
        try:
            low, high = map(real_number, numbers[:2]) if numbers else (feature.low, feature.high)
            bins = whole_number(numbers[2]) if len(numbers) == 3 else feature.bins
        except InputError:
            raise EvolveError(
                f"{shown(text)}: an axis is numbers, from a number to a higher one, such as "
                f"{name}:0:1:8"
            ) from None
        return cls(name=name, low=low, high=high, bins=bins)

    def __str__(self) -> str:
        return f"{self.name}:{self.low:g}:{self.high:g}:{self.bins}"

    @property
    def feature(self) -> Feature:
        """What it measures."""
        return FEATURES[self.name]

    def bin(self, value: float) -> int:
        """Return the bin of a value; values beyond an end are in the last one there."""
        share = (value - self.low) / (self.high - self.low) * self.bins
        return int(min(max(share, 0), self.bins - 1))

    def span(self, number: int) -> tuple[float, float]:
        """Return where a bin begins and ends."""
        width = (self.high - self.low) / self.bins
        return self.low + number * width, self.low + (number + 1) * width

    def label(self, number: int) -> str:
        """Return a bin as text: the one number it is for, or where it begins and ends."""
        low, high = self.span(number)
        if high - low == 1 and low % 1 == 0.5:
            return f"{low + 0.5:g}"
        return f"{low:.3g} to {high:.3g}"
