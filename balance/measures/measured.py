"""`Measured`: a figure and its 95 % interval, for computing and as the values of a result."""

from typing import NamedTuple

import msgspec

from ...arena.stats.quantity import Basis, Quantity


class MeasuredValues(msgspec.Struct, frozen=True, kw_only=True):
    """A figure as `--json` prints it."""

    value: float
    ci95: tuple[float, float]

    @property
    def figure(self) -> tuple[float, float, float]:
        """It and the ends of its interval."""
        return self.value, *self.ci95

    def quantity(self, group: str, name: str, form: str, basis: Basis) -> Quantity:
        """Return it as a quantity."""
        return Quantity(group, name, self.value, self.ci95, form=form, basis=basis)


class Measured(NamedTuple):
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float

    def values(self) -> MeasuredValues:
        """Return it as plain values."""
        return MeasuredValues(value=self.value, ci95=(self.low, self.high))
