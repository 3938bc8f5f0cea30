"""`Measured`: a figure and its 95 % interval, for computing and as the values of a result."""

from typing import NamedTuple

import msgspec


class MeasuredValues(msgspec.Struct, frozen=True, kw_only=True):
    """A figure as `--json` prints it."""

    value: float
    ci95: tuple[float, float]


class Measured(NamedTuple):
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float

    def values(self) -> MeasuredValues:
        """Return it as plain values."""
        return MeasuredValues(value=self.value, ci95=(self.low, self.high))
