"""What can be measured of a formation: how far back troops stand, how wide, who is behind whom.

    describe = Describing(counts, rules)
    describe.features                # those that can differ between formations of these troops
    describe([setup, ...])           # their values, a row for each setup with its formation

Every feature has a step, in which its effect is said: a row further back, five columns wider.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from ...engine.rules.army import Army, Placement
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import LETTERS, TROOPS, title
from ...setups.setup import Setup

Troops = Sequence[Placement]

RANGE_OF_MELEE: Final = 2
"""Troops that reach no farther fight hand to hand; others are ranged."""


@dataclass(frozen=True, kw_only=True)
class FormationFeature:
    """A figure of a formation."""

    name: str
    change: str
    """What a step of it is, such as `champions a row further back`."""
    step: float
    measure: Callable[[Troops], float]


class Describing:
    """Measures formations of one army."""

    def __init__(self, counts: Sequence[int], rules: Ruleset) -> None:
        self.features = tuple(_features(counts, rules))

    def __call__(self, setups: Sequence[Setup]) -> np.ndarray:
        """Return the features of setups, each in its formation: a row for each."""
        rows = [self.of(setup.formation or ()) for setup in setups]
        return np.array(rows, float).reshape(-1, len(self.features))

    def of(self, formation: Sequence[str]) -> list[float]:
        """Return the features of a formation."""
        troops = Army.from_formation(formation).troops
        return [feature.measure(troops) for feature in self.features]


def _features(counts: Sequence[int], rules: Ruleset) -> list[FormationFeature]:
    """Return the features that can differ for these troops."""
    width, several = rules.board.width, sum(counts) > 1
    number = {kind: n for kind, n in zip(LETTERS, counts, strict=True) if n}
    features: list[FormationFeature] = []
    if rules.board.home_rows > 1:
        features += [_distance(kind, n) for kind, n in number.items()]
    if several:
        features += [
            _feature("width", "5 columns wider", 5, _width),
            _feature("gaps", "1 square more to the next own troop", 1, _gaps),
        ]
    features += [
        _feature("off-centre", "5 columns further from the middle", 5, partial(_off_centre, width)),
        _feature("to the right", "5 columns to the right, as drawn", 5, partial(_shift, width)),
    ]
    if several:
        features += [
            _feature("asymmetry", "no left-right symmetry", 1, _asymmetry),
            _feature("behind", "every second troop behind another", 0.5, _behind),
        ]
    melee, ranged = _by_reach(number, rules)
    if melee and ranged:
        features.append(
            _feature("cover", "ranged troops behind others", 1, partial(_covered, melee, ranged))
        )
    if len(number) > 1:
        costly = _costliest(number, rules)
        change = f"{_plural(costly, 2)} 3 columns further outside"
        features.append(_feature("costly outside", change, 3, partial(_outside, costly)))
    return features


def _feature(
    name: str, change: str, step: float, measure: Callable[[Troops], float]
) -> FormationFeature:
    return FormationFeature(name=name, change=change, step=step, measure=measure)


def _by_reach(number: dict[str, int], rules: Ruleset) -> tuple[frozenset[str], frozenset[str]]:
    """Return the types that fight hand to hand, and those that are ranged."""
    reach = {kind: stats.range for kind, stats in zip(LETTERS, rules.troops.values(), strict=True)}
    melee = frozenset(kind for kind in number if reach[kind] <= RANGE_OF_MELEE)
    return melee, frozenset(number) - melee


def _costliest(number: dict[str, int], rules: Ruleset) -> str:
    costs = dict(zip(LETTERS, (stats.cost for stats in rules.troops.values()), strict=True))
    return max(number, key=lambda kind: (costs[kind], kind))


def _plural(kind: str, number: int) -> str:
    name = title(TROOPS[LETTERS.index(kind)]).lower()
    return name if number == 1 else f"{name}s"


# ---- the measures --------------------------------------------------------------------------------


def _distance(kind: str, number: int) -> FormationFeature:
    who = f"{_plural(kind, number)} a row further back"
    return _feature(f"distance of {kind}", who, 1, partial(_mean_row, kind))


def _mean_row(kind: str, troops: Troops) -> float:
    """Return how many rows stand free before the troops of a type, on average."""
    return float(np.mean([troop.row for troop in troops if troop.letter == kind]))


def _width(troops: Troops) -> float:
    """Return the columns from the leftmost troop to the rightmost."""
    columns = [troop.column for troop in troops]
    return max(columns) - min(columns) + 1


def _gaps(troops: Troops) -> float:
    """Return the distance from a troop to the nearest own one, on average, in moves of a square."""
    places = np.array([(troop.row, troop.column) for troop in troops])
    apart = np.abs(places[:, None] - places[None]).max(axis=2).astype(float)
    np.fill_diagonal(apart, np.inf)
    return float(apart.min(axis=1).mean())


def _shift(width: int, troops: Troops) -> float:
    """Return how far to the right of the board's middle the troops stand, on average."""
    return float(np.mean([troop.column for troop in troops])) - (width - 1) / 2


def _off_centre(width: int, troops: Troops) -> float:
    """Return how far from the board's middle a troop stands, to either side, on average."""
    return abs(_shift(width, troops))


def _asymmetry(troops: Troops) -> float:
    """Return the share of the troops without one of their type at the mirrored square.

    The axis is the army's own: a symmetric group on a flank is symmetric.
    """
    columns = [troop.column for troop in troops]
    ends = min(columns) + max(columns)
    there = set(troops)
    return float(np.mean([t._replace(column=ends - t.column) not in there for t in troops]))


def _behind(troops: Troops) -> float:
    """Return the share of the troops that stand behind another."""
    return float(np.mean([_has_before(troop, troops) for troop in troops]))


def _covered(melee: frozenset[str], ranged: frozenset[str], troops: Troops) -> float:
    """Return the share of the ranged troops that stand behind a troop that is not."""
    before = [troop for troop in troops if troop.letter in melee]
    return float(np.mean([_has_before(t, before) for t in troops if t.letter in ranged]))


def _has_before(troop: Placement, others: Troops) -> bool:
    """Return whether one of the others stands in a row before a troop, a column aside at most."""
    return any(o.row < troop.row and abs(o.column - troop.column) <= 1 for o in others)


def _outside(kind: str, troops: Troops) -> float:
    """Return how much farther from the army's middle the troops of a type stand than the others."""
    middle = float(np.mean([troop.column for troop in troops]))
    own = [abs(t.column - middle) for t in troops if t.letter == kind]
    others = [abs(t.column - middle) for t in troops if t.letter != kind]
    return float(np.mean(own) - np.mean(others))
