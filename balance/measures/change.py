"""`Change`: a figure before and after, and whether the change is beyond noise."""

from typing import Final

import msgspec

from ...arena.stats.quantity import Basis, Quantity
from .labels import FAMILY_LABELS, LABELS, is_share

LEVEL: Final = 0.05
"""Chance of a false alarm in a whole comparison."""
FAMILIES: Final = ("setups", "matchups", "games", "usage", "structure")
"""Kinds of questions; each has an equal part of the level."""


class Change(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A figure before and after."""

    name: str
    opponent: str | None = None
    """The second setup of a match-up."""
    before: float
    after: float
    change: float
    """How much it rose."""
    ci95: tuple[float, float]
    """The interval of the change, taken by itself."""
    p_value: float
    """How likely such a change is by noise, with all questions of the comparison asked at once."""
    beyond: bool = msgspec.field(name="beyond_noise")

    @classmethod
    def of(
        cls, name: str, values: tuple[float, float], interval: tuple[float, float], p_value: float
    ) -> "Change":
        """Return the change of a figure from the first value to the second."""
        before, after = values
        return cls(
            name=name,
            before=before,
            after=after,
            change=after - before,
            ci95=interval,
            p_value=p_value,
            beyond=p_value < LEVEL,
        )

    def quantity(self, family: str, before: str, basis: Basis) -> Quantity:
        """Return by how much the figure rose as a quantity; `before` stands before its name."""
        name = f"{self.name} against {self.opponent}" if self.opponent else self.name
        return Quantity(
            f"changes of {FAMILY_LABELS[family]}",
            f"{before}{LABELS.get(name, name)}",
            self.change,
            self.ci95,
            form="share" if is_share(family, self.name) else "number",
            basis=basis,
        )

    @property
    def low(self) -> float:
        """Lower end of the interval."""
        return self.ci95[0]

    @property
    def high(self) -> float:
        """Upper end of the interval."""
        return self.ci95[1]
