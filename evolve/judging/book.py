"""`Book`: what every setup has played and scored so far, by level and by its number."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np


class Sample(NamedTuple):
    """Games of setups that were drawn with no regard to what they had scored themselves."""

    level: int
    numbers: np.ndarray
    games: np.ndarray
    points: np.ndarray


@dataclass
class Book:
    """Games, points, and how much pairs differ: arrays of [levels, setups]."""

    games: np.ndarray
    points: np.ndarray
    squares: np.ndarray
    """Sums over pairs of the square of the share that was taken of each."""
    samples: list[Sample] = field(default_factory=list)

    @classmethod
    def empty(cls, levels: int, size: int) -> "Book":
        """Return a book in which nothing has been played."""
        shape = levels, size
        return cls(np.zeros(shape, np.int64), np.zeros(shape), np.zeros(shape))

    @property
    def levels(self) -> int:
        """How many levels of games there are; the judge's is the last."""
        return len(self.games)

    @property
    def shares(self) -> np.ndarray:
        """What each setup took of its points, 0 where it has not played."""
        played = self.games > 0
        return np.divide(self.points, self.games, out=np.zeros(self.games.shape), where=played)

    def add(
        self, level: int, numbers: np.ndarray, pairs: np.ndarray, *, drawn: bool = False
    ) -> None:
        """Note the points of pairs: a row for each of some setups, each there once.

        `drawn` setups were chosen with no regard to their own scores, so they tell how far scores
        are from what was expected (`dispersion`).
        """
        games, points = np.full(len(numbers), 2 * pairs.shape[1]), pairs.sum(axis=1)
        self.games[level, numbers] += games
        self.points[level, numbers] += points
        self.squares[level, numbers] += ((pairs / 2) ** 2).sum(axis=1)
        if drawn:
            self.samples.append(Sample(level, numbers, games, points))

    def grow(self, size: int) -> None:
        """Make room for so many setups."""
        more = size - self.games.shape[1]
        for name in ("games", "points", "squares"):
            setattr(self, name, np.pad(getattr(self, name), ((0, 0), (0, more))))

    def only(self, number: int) -> "Book":
        """Return a copy of what one setup has played."""
        one = slice(number, number + 1)
        return Book(*(a[:, one].copy() for a in (self.games, self.points, self.squares)))

    def within(self, level: int) -> float | None:
        """Return the variance of a pair's games over that of independent ones; None if unknown.

        The two have the same opponent, which the setup may suit. From pairs of the same setup,
        which differ by chance alone.
        """
        pairs = self.games[level] / 2
        some = pairs >= 2
        if not some.any():
            return None
        count, mean = pairs[some], self.shares[level, some]
        spread = (self.squares[level, some] - count * mean**2) / (count - 1)
        unit = mean * (1 - mean) + spread / count  # without bias, as the mean varies too
        weight = count - 1
        if not (total := float(weight @ unit)) > 0:
            return None
        return 2 * float(weight @ spread) / total
