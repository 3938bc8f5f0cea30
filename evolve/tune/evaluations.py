"""Evaluations of a stored tuning, and what they come to by value and by pair, for its report."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import msgspec
import numpy as np

from ...agents.spec.parameters import Value
from ...agents.spec.spec import AgentSpec, written
from ...arena.run.report import StoredRun
from ...arena.stats.score import Interval, Score, wilson_of_clusters
from .parameters import Parameters

_PAIRS = """
    SELECT pair, list(CASE
        WHEN winner = 'draw' THEN 0.5
        WHEN (winner = 'first') = (game % 2 = 0) THEN 1.0
        ELSE 0.0 END::DOUBLE ORDER BY game) AS points
    FROM games WHERE run = ? GROUP BY pair HAVING count(*) = 2 ORDER BY pair
"""
"""What the configuration scored in the games of each pair; in the first it plays first."""


@dataclass(frozen=True)
class StoredEvaluation:
    """One evaluation."""

    agent: str
    chosen: dict[str, Value]
    score: Score
    expected: float
    """What the model then expected of the best so far."""
    elite: bool


@dataclass(frozen=True)
class MeanScore:
    """The mean over evaluations that have something in common."""

    score: float
    interval: Interval
    evaluations: int
    games: int


@dataclass(frozen=True)
class StoredTuning:
    """A tuning read from the database."""

    parameters: Parameters
    opponent: str
    evaluated: list[StoredEvaluation]

    @property
    def scores(self) -> np.ndarray:
        """The score of each evaluation."""
        return np.array([e.score.rate for e in self.evaluated])

    def mean(self, matches: Callable[[StoredEvaluation], bool]) -> MeanScore | None:
        """Return the mean over some evaluations; None if there are none.

        Evaluations, not games, count as independent: those of a value differ in all other values.
        """
        scores = [e.score for e in self.evaluated if matches(e)]
        if not scores:
            return None
        games = sum(score.games for score in scores)
        rates = np.array([score.rate for score in scores])
        share, error = float(rates.mean()), float(rates.std() / np.sqrt(len(rates)))
        if len(scores) == 1:
            return MeanScore(share, scores[0].interval(), 1, games)
        interval = wilson_of_clusters(share, error, games, len(scores))
        return MeanScore(share, interval, len(scores), games)

    def configurations(self) -> list[tuple[StoredEvaluation, int, Score]]:
        """Return each configuration with its evaluations and their score, the best first."""
        every: dict[str, tuple[StoredEvaluation, int, Score]] = {}
        for one in self.evaluated:
            _, count, score = every.get(one.agent, (one, 0, Score()))
            every[one.agent] = one, count + 1, score + one.score
        return sorted(every.values(), key=lambda row: (not row[0].elite, -row[2].interval().low))

    def strongest_pair(self) -> tuple[str, str] | None:
        """Return the two parameters whose values together explain the scores best.

        By the adjusted share of the variance that lies between their combinations, so that chance
        explains nothing; None if there are not two, or too few evaluations.
        """
        explained = {
            pair: adjusted([tuple(e.chosen[n] for n in pair) for e in self.evaluated], self.scores)
            for pair in combinations(self.parameters.values, 2)
        }
        return max(explained, key=lambda pair: explained[pair], default=None)


def adjusted(groups: Sequence[object], scores: np.ndarray) -> float:
    """Return the share of a variance that lies between groups, adjusted for their number."""
    _, number = np.unique([str(group) for group in groups], return_inverse=True)
    count, kinds = len(scores), int(number.max()) + 1
    total = float(((scores - scores.mean()) ** 2).sum())
    if count <= kinds or not total:
        return 0.0
    means = np.bincount(number, scores) / np.bincount(number)
    within = float(((scores - means[number]) ** 2).sum())
    return 1 - within / (count - kinds) / (total / (count - 1))


def read(stored: StoredRun) -> StoredTuning:
    """Return the tuning of a run."""
    parameters = msgspec.convert(stored.run.arguments["parameters"], Parameters)
    rows = stored.query(
        "SELECT c.agent, c.games, c.elite, g.fitness_best AS expected FROM candidates c JOIN "
        "generations g USING (run, generation) WHERE run = ? ORDER BY candidate"
    )
    points = [tuple(row["points"]) for row in stored.query(_PAIRS)]
    evaluated, place = [], 0
    for row in rows:
        pairs = row["games"] // 2
        spec = AgentSpec.parse(row["agent"])
        chosen = {name: spec[name] for name in parameters.values}
        score = Score.of_pairs(points[place : place + pairs])
        evaluated.append(
            StoredEvaluation(row["agent"], chosen, score, row["expected"], row["elite"])
        )
        place += pairs
    return StoredTuning(parameters, stored.run.arguments["opponent"], evaluated)


def named(name: str, value: Value) -> str:
    """Return a value of a parameter as text."""
    return f"{name} = {written(value)}"
