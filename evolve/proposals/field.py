"""`Field`: the opponents of a search: one, several, or a weighted mixture of them.

A candidate's pairs are dealt out to the opponents by systematic sampling: pair k of n meets the
opponent at the place (k + offset) / n among the weights laid end to end. So every opponent has its
share of the pairs, rounded up or down, the mean over all pairs is the score against the mixture,
and all candidates of a round meet the same opponents, with the same seeds.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

import msgspec

from ...arena.play.entrant import Entrant
from .errors import EvolveError

MOST_WEIGHT: Final = 1_000_000_000
"""The largest weight: sums of them stay exact."""


class Field(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Opponents, and the share of the games that each has."""

    opponents: tuple[Entrant, ...]
    weights: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.opponents:
            raise EvolveError("a search needs an opponent, such as IAmWarrior")
        for entrant, weight in zip(self.opponents, self.weights, strict=True):
            if not 0 < weight <= MOST_WEIGHT:
                limits = f"above 0 and at most {MOST_WEIGHT:,}"
                raise EvolveError(f"{entrant.label}: a weight is {limits}, not {weight:g}")

    @classmethod
    def of(cls, shares: Sequence[tuple[str, float]], agent: str) -> "Field":
        """Return the field of setups (names, texts, files) with their weights, and an agent."""
        return cls(
            opponents=tuple(Entrant.of(setup, agent) for setup, _ in shares),
            weights=tuple(weight for _, weight in shares),
        )

    def played_by(self, agent: str) -> "Field":
        """Return the same opponents, played by another agent."""
        opponents = tuple(entrant.played_by(agent) for entrant in self.opponents)
        return Field(opponents=opponents, weights=self.weights)

    def deal(self, pairs: int, offset: float) -> list[int]:
        """Return the opponent of each of so many pairs; the offset is from 0 to below 1."""
        ends = list(accumulate(self.weights))
        places = ((pair + offset) / pairs * ends[-1] for pair in range(pairs))
        return [min(bisect_right(ends, place), len(ends) - 1) for place in places]

    @property
    def label(self) -> str:
        """The opponents as text: one name, or several with their shares."""
        if len(self.opponents) == 1:
            return self.opponents[0].label
        whole = sum(self.weights)
        if len(self.opponents) > 6:
            return f"a mixture of {len(self.opponents)} setups"
        shares = zip(self.opponents, self.weights, strict=True)
        return ", ".join(f"{e.label} ({100 * weight / whole:.0f} %)" for e, weight in shares)
