"""Gains as the values of results: what `--json` prints of them."""

from typing import Any, Self

import msgspec

from ...results.page.words import gain_text
from .gains import Gain
from .quantity import Quantity


class GainValues(msgspec.Struct, frozen=True, kw_only=True):
    """A gain in points a game, from -1 to 1."""

    gain: float
    ci95: tuple[float, float]
    """Holds together with those of all gains that were asked about at once."""
    error: float
    """Standard error."""
    degrees: int
    """Of freedom of the error."""
    pairs: int

    @classmethod
    def of(cls, gain: Gain, **more: Any) -> Self:
        """Return the values of a gain, and of further fields."""
        return cls(
            gain=gain.value,
            ci95=gain.interval,
            error=gain.error,
            degrees=gain.degrees,
            pairs=gain.pairs,
            **more,
        )

    @property
    def text(self) -> str:
        """It with its interval."""
        return gain_text(self.gain, self.ci95)

    @property
    def shown(self) -> bool:
        """Whether it was shown to be above 0."""
        return self.ci95[0] > 0

    def quantity(self, group: str, name: str, **basis: object) -> Quantity:
        """Return it as a quantity, with the interval that it has alone."""
        alone = Gain(value=self.gain, error=self.error, pairs=self.pairs, degrees=self.degrees)
        words = {word.replace("_", " "): value for word, value in basis.items()}
        return Quantity(
            group, name, self.gain, alone.interval, form="gain", degrees=self.degrees, basis=words
        )
