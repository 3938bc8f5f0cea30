"""What the games of each agent say about setups, beside what those of each other one say."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from ...engine.rules.seeds import derive
from ..stats.agreement import Agreement, JudgedSetups, agreement
from ..stats.rank_correlation import ranks
from ..stats.score import Score
from ..stats.values import ScoreValues
from .result import (
    AgreementResult,
    DifferenceValues,
    ExampleValues,
    JudgedValues,
    JudgeValues,
    PairValues,
)

if TYPE_CHECKING:
    from ..play.result_board import ResultBoard

BOOTSTRAP_STREAM: Final = 1000
"""Streams of the run's seed that draws are from, one for each agent; games have those before."""

EXAMPLES: Final = 5
"""Setups of each two agents of which games are named."""


def compare(boards: "Sequence[ResultBoard]", seed: int) -> AgreementResult:
    """Return how far agents agree whose games are on these boards, one round robin each."""
    judges = [_Judge(number, board, seed) for number, board in enumerate(boards)]
    entrants = boards[0].schedule.entrants
    return AgreementResult(
        seed=seed,
        games=sum(board.played for board in boards),
        agents=tuple(judge.values() for judge in judges),
        setups=tuple(
            JudgedValues(
                entrant=entrant.label,
                setup=entrant.setup,
                scores=tuple(ScoreValues.of(judge.totals[place]) for judge in judges),
                halves=tuple(_two(judge.setups.halves[:, place]) for judge in judges),
                ranks=tuple(float(judge.ranks[place]) for judge in judges),
            )
            for place, entrant in enumerate(entrants)
        ),
        pairs=tuple(_pair(one, other) for one, other in combinations(judges, 2)),
    )


@dataclass(frozen=True)
class _Judge:
    """An agent's round robin."""

    number: int
    """From 0."""
    board: "ResultBoard"
    seed: int
    """Of the run."""

    @cached_property
    def matchups(self) -> np.ndarray:
        return np.array(self.board.schedule.matchups)

    @cached_property
    def points(self) -> np.ndarray:
        """What setup a of each match-up scored: [pairs, match-ups, 2 games]."""
        return self.board.scores().reshape(self.board.schedule.pairs, len(self.matchups), 2)

    @cached_property
    def setups(self) -> JudgedSetups:
        return JudgedSetups.of(
            self.points.mean(axis=2),
            self.matchups,
            len(self.labels),
            derive(self.seed, BOOTSTRAP_STREAM + self.number),
        )

    @property
    def labels(self) -> list[str]:
        return [entrant.label for entrant in self.board.schedule.entrants]

    @cached_property
    def totals(self) -> list[Score]:
        """All games of each setup."""
        scores = [Score() for _ in self.labels]
        for (a, b), tally in zip(self.matchups, self.board.tallies(), strict=True):
            scores[a] += tally.score
            scores[b] += ~tally.score
        return scores

    @cached_property
    def ranks(self) -> np.ndarray:
        """The rank of each setup; the best has 1."""
        return ranks([-total.rate for total in self.totals])

    @cached_property
    def rates(self) -> np.ndarray:
        """What each setup (row) scored against each."""
        count, (a, b) = len(self.labels), self.matchups.T
        matrix, rates = np.full((count, count), np.nan), self.points.mean(axis=(0, 2))
        matrix[a, b], matrix[b, a] = rates, 1 - rates
        return matrix

    def against(self, setup: int, matchup: int) -> np.ndarray:
        """Return what a setup scored in the games of a match-up: [pairs, 2 games]."""
        points = self.points[:, matchup]
        return points if self.matchups[matchup, 0] == setup else 1 - points

    def values(self) -> JudgeValues:
        every, reliability = self.board.tally(), self.setups.reliability()
        return JudgeValues(
            agent=self.board.schedule.agents[0],
            games=every.score.games,
            draws=every.score.draws,
            turns_mean=every.turns_mean,
            reliability=reliability.value,
            reliability_ci95=reliability.interval,
        )


def _pair(one: _Judge, other: _Judge) -> PairValues:
    """Return how far two agents agree, and where they do not."""
    estimate = agreement(one.setups, other.setups)
    corrected = estimate.corrected
    return PairValues(
        one=one.number + 1,
        other=other.number + 1,
        rho=estimate.rho.value,
        rho_ci95=estimate.rho.interval,
        corrected=corrected.value if corrected else None,
        corrected_ci95=corrected.interval if corrected else None,
        differences=tuple(_differences(one, other, estimate)),
    )


def _differences(one: _Judge, other: _Judge, estimate: Agreement) -> Iterator[DifferenceValues]:
    """Yield what the scores of setups differ by, the most first."""
    order = sorted(
        range(len(one.labels)), key=lambda setup: -abs(round(estimate.differences[setup].value, 10))
    )
    for place, setup in enumerate(order):
        difference = estimate.differences[setup]
        named = place < EXAMPLES and difference.value
        yield DifferenceValues(
            entrant=one.labels[setup],
            difference=difference.value,
            ci95=difference.interval,
            example=_example(one, other, setup, difference.value) if named else None,
        )


def _example(one: _Judge, other: _Judge, setup: int, difference: float) -> ExampleValues:
    """Return the opponent that the difference is largest against, and a game of each agent.

    Both games have the same place in the round robin, and so the same side: the first place at
    which results differ most.
    """
    way = np.sign(difference)
    opponent = int(np.nanargmax(way * (other.rates - one.rates)[setup]))
    met = (one.matchups == sorted((setup, opponent))).all(axis=1)
    matchup = int(np.flatnonzero(met)[0])
    points = [judge.against(setup, matchup) for judge in (one, other)]
    at = int(np.argmax(way * (points[1] - points[0])))
    pair, swapped = divmod(at, 2)
    game = 2 * (pair * len(one.matchups) + matchup) + swapped
    each = len(one.board.schedule)
    return ExampleValues(
        opponent=one.labels[opponent],
        scores=_two([judge.rates[setup, opponent] for judge in (one, other)]),
        side="first" if (one.matchups[matchup, 0] == setup) == (swapped == 0) else "second",
        games=(one.number * each + game, other.number * each + game),
        points=_two([some.flat[at] for some in points]),
    )


def _two(values: Sequence[float] | np.ndarray) -> tuple[float, float]:
    one, other = values
    return float(one), float(other)
