"""How many games each level of a comparison plays, and which setups meet in them.

Every setup meets every other one, or, where there is too little time for that, the same number of
others: setups stand in a circle, and each meets those at some distances from it.
"""

from random import Random
from typing import Final

import msgspec

LEAST_GAMES: Final = 4
"""Of each two setups where few setups play: noise is seen where pairs of the same two differ."""
LEAST_OPPONENTS: Final = 4
"""Others that each setup meets at least."""


class LevelPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The games of one level, under each set of rules."""

    agent: str
    games: int
    """For each two setups that meet; rounded up to pairs."""
    opponents: int | None = None
    """How many others each setup meets; all, if None."""

    @property
    def pairs(self) -> int:
        """Pairs for each two setups that meet."""
        return (self.games + 1) // 2

    def matchups(self, setups: int) -> int:
        """Return how many two of so many setups meet."""
        return setups * (setups - 1 if self.opponents is None else self.opponents) // 2

    def total(self, setups: int) -> int:
        """Return the games under one set of rules."""
        return 2 * self.pairs * self.matchups(setups)

    def met(self, setups: int, seed: int) -> tuple[tuple[int, int], ...]:
        """Return who meets whom; a level with fewer opponents has some of one with more."""
        if self.opponents is None:
            return tuple((a, b) for a in range(setups) for b in range(a + 1, setups))
        return tuple(sorted(circle_order(setups, seed)[: setups * self.opponents // 2]))

    def scaled(self, size: float, setups: int, *, everyone: bool) -> "LevelPlan":
        """Return the same level with so many times the games."""
        others = setups - 1 if self.opponents is None else self.opponents
        return fitted(self.agent, size * self.pairs * others, setups, everyone=everyone)


def circle_order(setups: int, seed: int) -> list[tuple[int, int]]:
    """Return all match-ups by their distance in a circle; circle and distances are drawn."""
    distances = list(range(1, (setups + 1) // 2))
    circle = list(range(setups))
    generator = Random(seed)
    generator.shuffle(distances)
    generator.shuffle(circle)
    across = [setups // 2] if setups % 2 == 0 else []
    pairs = {
        (min(one, other), max(one, other)): None
        for distance in (*distances, *across)
        for place, one in enumerate(circle)
        for other in [circle[(place + distance) % setups]]
    }
    return list(pairs)


def fitted(agent: str, each: float, setups: int, *, everyone: bool) -> LevelPlan:
    """Return a level in which each of so many setups plays about so many pairs, or the fewest.

    Of the first level `everyone` meets everyone: no match-up is left of which nothing is known.
    """
    from ...arena.levels.combined import FEWEST  # noqa: PLC0415  (brings numpy)

    rounds = int(each / max(setups - 1, 1) + 1e-9)
    if setups < FEWEST:
        return LevelPlan(agent=agent, games=max(2 * rounds, LEAST_GAMES))
    others = max(2 * int(each / 2 + 1e-9), LEAST_OPPONENTS)
    if rounds or everyone or others >= setups - 1:
        return LevelPlan(agent=agent, games=2 * max(rounds, 1))
    return LevelPlan(agent=agent, games=2, opponents=others)
