"""Racing: more games for the leaders, by successive halving.

Everybody plays a few pairs; the better half plays as many again, the better half of those twice as
many, and so on. Each round after the first costs half of the first, and the leader in the end has
played many times as often as those that were out at once. Every round has new seeds, common to all
who play in it. K. Jamieson and A. Talwalkar, "Non-stochastic best arm identification and
hyperparameter optimization", AISTATS 2016.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from ...arena.stats.score import Score

Play = Callable[[Sequence[int], int, int], Sequence[Score]]
"""Candidates by number, pairs for each, number of the round -> what each scored."""


@dataclass(frozen=True)
class Race:
    """The rounds of a race."""

    pairs: int
    """Pairs that everybody plays in the first round."""
    rounds: int = 4

    def sizes(self, runners: int) -> list[tuple[int, int]]:
        """Return runners and pairs for each of them, round by round."""
        return [
            (max(runners >> number, 1), self.pairs << max(number - 1, 0))
            for number in range(self.rounds)
            if number == 0 or runners >> number
        ]

    def games(self, runners: int) -> int:
        """Return the games that a race of so many takes."""
        return sum(2 * left * pairs for left, pairs in self.sizes(runners))

    def run(
        self, runners: Sequence[int], play: Play, rank: Callable[[int, Score], float]
    ) -> dict[int, Score]:
        """Return what each runner scored in the race, the first in the ranking first.

        `rank` values a runner by its score in the race so far; of equals the first given leads.
        """
        steps = self.steps(runners, rank)
        try:
            request = next(steps)
            while True:
                request = steps.send(play(*request))
        except StopIteration as ended:
            return ended.value

    def steps(
        self, runners: Sequence[int], rank: Callable[[int, Score], float]
    ) -> Generator[tuple[Sequence[int], int, int], Sequence[Score], dict[int, Score]]:
        """Yield what `play` is asked in each round, and be sent the scores; return as `run`.

        So rounds of several races can be played together.
        """
        scored = dict.fromkeys(runners, Score())
        order = list(runners)
        for number, (left, pairs) in enumerate(self.sizes(len(runners))):
            running, out = order[:left], order[left:]
            scores = yield running, pairs, number
            for runner, score in zip(running, scores, strict=True):
                scored[runner] += score
            values = {runner: rank(runner, scored[runner]) for runner in running}
            order = sorted(running, key=lambda runner: -values[runner]) + out
        return {runner: scored[runner] for runner in order}
