"""Candidates and a baseline in the same games: what each gains, and a race over levels of agents.

    race = PairedRace(evaluator, field, rules, levels, belief, entrant)
    race.play(levels.screen, range(1, 300), pairs=8, seed=...)     # the baseline, 0, plays along
    race.settle(levels.judge, rounds(1000, pairs=4, number=4, most=300), (1, 3), seed=...)
    stage = race.stage(levels.judge, [0, *race.best(3)], pairs=150, seed=..., offset=0.5)
    stage.gains()                          # of the best over the baseline, with intervals

All who play in a stage meet the same opponents with the same seeds. What games of several levels
say about candidates is up to a `Belief`: `judging.evidence.Evidence` for setups, which learns from
what they are made of. It knows nothing of pairing, and need not: seeds are common to a round, and
opponents have their share of every round, so rates compare as they are.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np

from ...arena.levels.settings import Levels
from ...arena.play.entrant import Entrant
from ...arena.play.result_board import ResultBoard, score_of
from ...arena.run.evaluator import Evaluator, stage_scores
from ...arena.stats.gains import Gain, paired_gains
from ...arena.stats.score import Score
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ..judging.rating import Beta, gain
from .field import Field

# Seeds in common take only 1 to 3 % off the variance of a pair; opponents in common do the rest.
BASELINE = 0
"""The number of the candidate that others are compared with."""


class Belief(Protocol):
    """What is known about candidates, by games of several levels."""

    def note(self, level: int, number: int, score: Score) -> None:
        """Note what a candidate scored in games of a level."""

    def learn(self) -> None:
        """Take all games so far into account."""

    @property
    def rating(self) -> Beta:
        """How good each candidate is for the judge."""
        ...


class Round(NamedTuple):
    """A round of a race: so many candidates play so many pairs each."""

    candidates: int
    pairs: int

    @property
    def games(self) -> int:
        """Its games, with those of the baseline."""
        return 2 * self.pairs * (self.candidates + 1)


def rounds(games: int, pairs: int, number: int, most: int) -> list[Round]:
    """Return rounds of about as many games each, of fewer and fewer candidates.

    Each has twice the pairs of the one before; there are `most` candidates. None where the games
    are too few for a candidate beside the baseline.
    """
    planned = []
    for place in range(number):
        each = pairs << place
        candidates = min(games // number // (2 * each) - 1, most)
        if candidates > 0:
            planned.append(Round(candidates, each))
    return planned


@dataclass(frozen=True)
class PairedStage:
    """Games in which some entrants met the same opponents with the same seeds."""

    board: ResultBoard
    entrants: int
    opponents: tuple[int, ...]
    """The opponent of each pair, by its number in the field."""

    @cached_property
    def points(self) -> np.ndarray:
        """Points of every game: [pairs, entrants, 2]."""
        return self.board.scores().reshape(-1, self.entrants, 2)

    @cached_property
    def scores(self) -> list[Score]:
        """What each entrant scored."""
        return stage_scores(self.board, self.entrants)

    def gains(self) -> list[Gain]:
        """Return what all but the first gained on the first; the intervals hold together."""
        return paired_gains(self.points.mean(axis=2), self.opponents)

    def by_opponent(self, place: int) -> dict[int, Score]:
        """Return what an entrant scored against each opponent."""
        dealt = np.array(self.opponents)
        return {
            int(number): score_of(self.points[dealt == number, place].ravel())
            for number in np.unique(dealt)
        }


@dataclass(frozen=True)
class PairedRace:
    """Plays candidates beside the baseline, at any level."""

    evaluator: Evaluator
    field: Field
    rules: Ruleset
    levels: Levels
    belief: Belief
    entrant: Callable[[int, str], Entrant]
    """A candidate by its number, played by an agent."""
    scored: dict[tuple[int, int], Score] = dataclass_field(default_factory=dict)
    """What was noted so far, by level and candidate."""

    def stage(
        self,
        agent: str,
        numbers: Sequence[int],
        pairs: int,
        seed: int,
        offset: float | None = None,
    ) -> PairedStage:
        """Return games of these candidates, of which nothing is noted."""
        field = self.field.played_by(agent)
        dealt = field.deal(pairs, seed / (1 << 64) if offset is None else offset)
        board = self.evaluator.play(
            [self.entrant(number, agent) for number in numbers],
            [field.opponents[place] for place in dealt],
            seed,
            self.rules,
        )
        return PairedStage(board, len(numbers), tuple(dealt))

    def play(self, agent: str, numbers: Sequence[int], pairs: int, seed: int) -> None:
        """Play these and the baseline, note what they scored, and learn from it."""
        playing = list(dict.fromkeys((BASELINE, *numbers)))
        stage = self.stage(agent, playing, pairs, seed)
        level = self.levels.number(agent)
        for number, score in zip(playing, stage.scores, strict=True):
            self.belief.note(level, number, score)
            self.scored[level, number] = self.scored.get((level, number), Score()) + score
        self.belief.learn()

    def settle(
        self, agent: str, planned: Sequence[Round], ranks: tuple[int, ...], seed: int
    ) -> None:
        """Play rounds of those whose further games settle most about who is above these ranks."""
        for number, one in enumerate(planned):
            value = gain(self.belief.rating, ranks)
            value[BASELINE] = -1.0
            chosen = np.argsort(-value, kind="stable")[: one.candidates]
            self.play(agent, chosen.tolist(), one.pairs, derive(seed, number))

    def best(self, number: int) -> list[int]:
        """Return the best candidates but the baseline, best first."""
        mean = self.belief.rating.mean.copy()
        mean[BASELINE] = -1.0
        return np.argsort(-mean, kind="stable")[:number].tolist()
