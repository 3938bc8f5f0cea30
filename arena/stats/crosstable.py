"""The results of all players against each other, as one value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from .score import Score


@dataclass(frozen=True)
class CrossTable:
    """Players and their scores against each other; each two are given once, either way round."""

    players: tuple[str, ...]
    results: Mapping[tuple[str, str], Score] = field(default_factory=dict)

    def __post_init__(self) -> None:
        players = set(self.players)
        for a, b in self.results:
            if a == b:
                raise ValueError(f"{a} against itself has no place in a cross-table")
            if (b, a) in self.results:
                raise ValueError(f"{a} against {b} is given both ways round; give it once")
            if a not in players or b not in players:
                raise ValueError(f"{a} against {b}: the players are {', '.join(self.players)}")

    def between(self, a: str, b: str) -> Score:
        """Return how a did against b; a score without games if they never met."""
        if (a, b) in self.results:
            return self.results[a, b]
        return ~self.results.get((b, a), Score())

    def matchups(self) -> Iterator[tuple[str, str, Score]]:
        """Yield each two players that met, in the order of the players, and the score."""
        for a, b in combinations(self.players, 2):
            score = self.between(a, b)
            if score.games:
                yield a, b, score

    def rates(self, unknown: float = np.nan) -> np.ndarray:
        """Return the score rates, a row a player; `unknown` where two never met."""
        index = {player: i for i, player in enumerate(self.players)}
        rates = np.full((len(index), len(index)), unknown)
        for (a, b), score in self.results.items():
            if score.games:
                rates[index[a], index[b]] = score.rate
                rates[index[b], index[a]] = 1 - score.rate
        return rates

    def total(self, player: str) -> Score:
        """Return all games of a player together."""
        scores = [self.between(player, other) for other in self.players if other != player]
        return sum(scores, Score())

    @property
    def games(self) -> int:
        """Games played."""
        return sum(score.games for score in self.results.values())

    @property
    def games_a_matchup(self) -> int:
        """The number of games that most matchups have; 0 without games."""
        counts = [score.games for score in self.results.values() if score.games]
        return max(sorted(set(counts), reverse=True), key=counts.count, default=0)
