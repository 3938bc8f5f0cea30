"""Which swaps and which pairs the judge plays: chosen by games of cheaper agents.

Of each component's swaps the judge plays the best one. Of the pairs it plays those that differ most
from what their two components do alone. The screen plays all of them, the race those that lead.
Every one of them meets B on the same seeds; the judge's games are on others, so no figure profits
from the luck by which it was chosen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from ..stats.interaction import Interaction
from ..stats.score import Score
from .variants import Variant, Variants

RACED: Final = 3
"""Swaps of a component that the race plays."""

RACED_PAIRS: Final = 3
"""Pairs that the race plays for each that the judge will play."""


@dataclass(frozen=True)
class Choice:
    """Swaps and pairs among which is chosen still, or that were chosen."""

    swaps: dict[str, list[Variant]]
    """By the component that is taken out."""
    pairs: list[Variant] = field(default_factory=list)

    @classmethod
    def of(cls, variants: Variants, pairs: int) -> "Choice":
        """Return all that there is to choose from."""
        return cls(variants.swaps, variants.pairs if pairs else [])

    def open(self, swaps: int, pairs: int) -> "Choice":
        """Return what has to be played so that at most so many of each are left."""
        return Choice(
            {c: several for c, several in self.swaps.items() if len(several) > swaps},
            self.pairs if len(self.pairs) > pairs else [],
        )

    def played(self, variants: Variants) -> list[Variant]:
        """Return what has to be played to choose: with pairs their components alone as well."""
        swaps = [variant for several in self.swaps.values() for variant in several]
        return [*swaps, *(self.pairs + variants.outs if self.pairs else [])]

    def games(self, variants: Variants, each: int) -> int:
        """Return how many games that takes, so many for each; with pairs A plays as well."""
        return each * (len(self.played(variants)) + bool(self.pairs))

    def narrowed(self, scores: "Scores", swaps: int, pairs: int) -> "Choice":
        """Return the best swaps of each component and the most telling pairs."""
        return Choice(
            {c: _best(several, scores, swaps) for c, several in self.swaps.items()},
            _telling(self.pairs, scores, pairs) if len(self.pairs) > pairs else self.pairs,
        )


@dataclass(frozen=True)
class Scores:
    """What variants scored in a stage, and A itself if it played."""

    of: dict[Variant, Score]
    base: Score = field(default_factory=Score)

    def interaction(self, pair: Variant) -> Interaction:
        """Return how far two components matter more together than alone."""
        alone = {
            variant.taken: score for variant, score in self.of.items() if variant.kind == "out"
        }
        one, other = (alone[taken,] for taken in pair.taken)
        return Interaction(base=self.base, one=one, other=other, both=self.of[pair])


def _best(several: Sequence[Variant], scores: Scores, most: int) -> list[Variant]:
    if len(several) <= most:
        return list(several)
    return sorted(several, key=lambda variant: -scores.of[variant].rate)[:most]


def _telling(pairs: Sequence[Variant], scores: Scores, most: int) -> list[Variant]:
    """Return the pairs whose interaction is largest in units of its error."""
    return sorted(pairs, key=lambda pair: -abs(scores.interaction(pair).ratio))[:most]
