"""`Payoffs`: setups and what they score against each other; the matrix grows, and is settled.

    payoffs = Payoffs(evaluator, rules, seed)
    numbers = [payoffs.add(entrant) for entrant in entrants]
    payoffs.complete(numbers, pairs=20)            # every two meet
    settled = payoffs.settle(numbers, epsilon=0.02, pairs=2000)

A measured matrix is noisy, and a mixture solved from it hangs on the noise. What matters is what
each setup gains on the mixture: the sum over opponents of their weights times the gain on each. A
setup is in doubt if it might gain more than epsilon (the upper end of its 95 % interval). Settling
plays more games of those in doubt with the mixture's setups, each pair where it takes most from the
errors of the gains, and solves again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...arena.play.entrant import Entrant
from ...arena.play.result_board import score_of
from ...arena.play.schedule import Schedule
from ...arena.run.evaluator import Evaluator
from ...arena.stats.crosstable import CrossTable
from ...arena.stats.nash import nash, standard_errors
from ...arena.stats.score import Score, normal_quantile
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive

PASSES = 3
"""Times that a mixture is solved, doubted and played for in a round."""

LEAST_WEIGHT = 1e-4
"""Weights below this are rounding: they would never be played."""

Cell = tuple[int, int]
"""Two setups by number, the lower first."""


@dataclass(frozen=True, kw_only=True)
class Settled:
    """A mixture of some setups, and what each of them gains against it."""

    weights: np.ndarray
    gains: np.ndarray
    """What each scores against the mixture above one half."""
    errors: np.ndarray
    """Standard errors of the gains."""

    @property
    def most(self) -> float:
        """What a setup of the set might gain at most: the highest end of the 95 % intervals."""
        return float(np.max(self.gains + normal_quantile(0.95) * self.errors))

    @property
    def support(self) -> list[int]:
        """The places of those that have weight, heaviest first."""
        order = np.argsort(-self.weights, kind="stable")
        return [place for place in order.tolist() if self.weights[place] > 0]


class Payoffs:
    """What setups score against each other, played by one agent."""

    def __init__(self, evaluator: Evaluator, rules: Ruleset, seed: int) -> None:
        self._evaluator, self._rules, self._seed = evaluator, rules, seed
        self._stages = 0
        self.entrants: list[Entrant] = []
        self.scores: dict[Cell, Score] = {}

    def add(self, entrant: Entrant) -> int:
        """Return the number of a setup, which is new or known."""
        if entrant not in self.entrants:
            self.entrants.append(entrant)
        return self.entrants.index(entrant)

    # ---- games -----------------------------------------------------------------------------------

    def complete(self, numbers: Sequence[int], pairs: int) -> None:
        """Play until every two of some setups have so many pairs."""
        cells = [(min(a, b), max(a, b)) for k, a in enumerate(numbers) for b in numbers[:k]]
        missing = {cell: pairs - self.score(*cell).games // 2 for cell in sorted(cells)}
        self.meet({cell: count for cell, count in missing.items() if count > 0})

    def meet(self, pairs_of: Mapping[Cell, int]) -> None:
        """Play so many more pairs of each cell, in one stage of the run."""
        cells = [cell for cell, pairs in pairs_of.items() for _ in range(pairs)]
        if not cells:
            return
        used = sorted({number for cell in cells for number in cell})
        places = {number: place for place, number in enumerate(used)}
        schedule = Schedule(
            entrants=tuple(self.entrants[number] for number in used),
            matchups=tuple((places[a], places[b]) for a, b in cells),
            pairs=1,
            rules=self._rules,
            seed=derive(self._seed, self._stages),
        )
        scores = self._evaluator.play_schedule(schedule).scores().reshape(-1, 2)
        self._stages += 1
        at = 0
        for cell, pairs in pairs_of.items():
            played = score_of(scores[at : at + pairs].ravel())
            self.scores[cell] = self.scores.get(cell, Score()) + played
            at += pairs

    def settle(self, numbers: Sequence[int], *, epsilon: float, pairs: int) -> Settled:
        """Return the mixture of some setups, after at most so many pairs more for it."""
        for number in range(PASSES):
            solved = self.solve(numbers)
            budget = pairs * (number + 1) // PASSES - pairs * number // PASSES
            doubts = self.doubts(numbers, solved, epsilon, budget)
            if not doubts:
                return solved
            self.meet(doubts)
        return self.solve(numbers)

    # ---- what they say ---------------------------------------------------------------------------

    def score(self, a: int, b: int) -> Score:
        """Return how a did against b."""
        if a > b:
            return ~self.scores.get((b, a), Score())
        return self.scores.get((a, b), Score())

    def table(self, numbers: Sequence[int]) -> CrossTable:
        """Return the results of some setups, called by their numbers."""
        setups = set(numbers)
        results = {
            (str(a), str(b)): score for (a, b), score in self.scores.items() if {a, b} <= setups
        }
        return CrossTable(tuple(map(str, numbers)), results)

    def solve(self, numbers: Sequence[int]) -> Settled:
        """Return the mixture of some setups by what is known."""
        table = self.table(numbers)
        rates, errors = table.rates(unknown=0.5), standard_errors(table)
        weights = trimmed(nash(rates).weights)
        return Settled(
            weights=weights,
            gains=(rates - 0.5) @ weights,
            errors=np.sqrt(errors**2 @ weights**2),
        )

    def doubts(
        self, numbers: Sequence[int], solved: Settled, epsilon: float, pairs: int
    ) -> dict[Cell, int]:
        """Return where to play so many pairs: nowhere if no setup might gain more than epsilon."""
        doubted = solved.gains + normal_quantile(0.95) * solved.errors > epsilon
        squares = np.outer(doubted, solved.weights**2)
        importance = np.triu(squares + squares.T, 1)
        scores = [[self.score(a, b) for b in numbers] for a in numbers]
        games = np.array([[score.games for score in row] for row in scores], float)
        errors = standard_errors(self.table(numbers))
        spread_out = spread(pairs, importance * errors**2 * games, games / 2)
        return {
            (min(a, b), max(a, b)): int(spread_out[i, j])
            for i, a in enumerate(numbers)
            for j, b in enumerate(numbers)
            if spread_out[i, j]
        }


def trimmed(weights: np.ndarray) -> np.ndarray:
    """Return weights without those that are rounding, of sum 1."""
    rest = np.where(weights >= LEAST_WEIGHT, weights, 0.0)
    return rest / rest.sum()


def spread(pairs: int, variances: np.ndarray, played: np.ndarray) -> np.ndarray:
    """Return how many of some pairs each cell gets, so that the error of them all is least.

    A cell that had so many pairs played adds its variance over that number to the error. Each pair
    in turn goes where it takes most away, which is best for all of them together, as a cell's
    second pair always takes less than its first. Cells without variance get none.
    """
    shares = np.zeros(variances.shape, np.int64)
    if not np.any(variances > 0):
        return shares
    for _ in range(pairs):
        have = np.maximum(played + shares, 0.5)
        place = np.unravel_index(np.argmax(variances / (have * (have + 1))), variances.shape)
        shares[place] += 1
    return shares
