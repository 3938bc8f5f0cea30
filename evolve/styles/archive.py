"""`Archive`: a map of cells, each of which keeps the best candidate that is like that.

MAP-Elites (Mouret and Clune 2015; 002 section IV) as it is written down keeps the candidate that
once did best in a cell. Where a score is luck in part, cells are then kept by the lucky (the paper
sees it: 60 % on the map, 55 % after), and features that were measured in a few games are those of a
neighbour. Here no candidate keeps a cell by the games that brought it there:

1. A newcomer's first games are a trial. They decide one thing: whether it may challenge, which it
   may if the cell that they point to is empty, or its candidate has scored no more.
2. Games after that count, always on new seeds. By these its features, so its cell, and its score:
   what it took of the points or, of a setup, a rating for the judge (`ratings`).
3. Each cell keeps the candidate with the highest lower confidence bound (95 %). Few games, and
   games of cheap agents, have a low one.
4. A candidate that a cell keeps plays again until it has games enough. Scores fall back, features
   move: then it goes to the cell where it belongs, or the next best takes its place.

So the map is a function of the records of all candidates with games that count; nothing is thrown
away.

Why this is not a pyribs `GridArchive` (tried in 0.12): an integer genome does fit, by
`solution_dtype`. But its `add` only ever raises what a cell holds. A candidate measured again with
0.5 after 0.9 keeps the 0.9; measured again elsewhere it is in both cells; and none can be taken out
but all, by `clear`. One would fill a new archive each generation and use it as `max` by bin, which
is the dozen lines of `place`. Its emitters make children by Gaussian steps on floats, which levels
of weights, let alone setups, would have to be rounded and repaired from. And it brings scikit-learn
and pandas, 135 MB and 2.6 s of import before anything is played.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ...arena.stats.score import Interval, Score
from ...engine.rules.ruleset import Ruleset
from ...setups.setup import Setup
from .features import COUNTS, Cell, Feature, FeatureAxis

CHALLENGERS = 2
"""Newcomers that may challenge for a cell in one generation."""


NOWHERE = Cell(-1, -1)
"""Where a candidate belongs that has no games that count."""


@dataclass(frozen=True)
class Record:
    """Games of one candidate: what it scored in them, and what it did."""

    score: Score = field(default_factory=Score)
    counts: np.ndarray = field(default_factory=lambda: np.zeros((0, len(COUNTS))))
    """A row of `COUNTS` a game; the games of a pair lie side by side."""

    def __add__(self, other: "Record") -> "Record":
        return Record(self.score + other.score, np.concatenate([self.counts, other.counts]))

    @cached_property
    def interval(self) -> Interval:
        """The 95 % interval of the score."""
        return self.score.interval()

    @property
    def games(self) -> int:
        """How many there are."""
        return self.score.games


class Rated(NamedTuple):
    """A score with its 95 % interval."""

    rate: float
    interval: Interval


@dataclass(kw_only=True)
class StyleCandidate:
    """An agent or a setup that was proposed, and what became of it."""

    number: int
    text: str
    """The agent or the setup, as text."""
    generation: int
    origin: str
    parents: tuple[int, ...] = ()
    trial: Record = field(default_factory=Record)
    """The games it qualified by."""
    counted: dict[str | None, Record] = field(default_factory=dict)
    """The games that count, by the agent that played it, the best agent last."""
    cell: Cell = NOWHERE
    """Where it belongs by these."""
    hoped: float | None = None
    """What its trial lets expect of it for the judge, where there is one."""
    rated: Rated | None = None
    """Its rating for the judge by the games that count, where there is one."""

    def count(self, agent: str | None, record: Record) -> None:
        """Note games that count."""
        self.counted[agent] = self.counted.get(agent, Record()) + record

    def played(self, agent: str | None) -> int:
        """Return how many of the games that count an agent has played."""
        return self.counted[agent].games if agent in self.counted else 0

    @property
    def record(self) -> Record:
        """The games that count by the best agent that has played it: its features are by these."""
        return list(self.counted.values())[-1] if self.counted else Record()

    @property
    def score(self) -> Score:
        """The results of all games that count."""
        return sum((record.score for record in self.counted.values()), Score())

    @property
    def rate(self) -> float:
        """How good it is."""
        return self.rated.rate if self.rated else self.record.score.rate

    @property
    def interval(self) -> Interval:
        """The 95 % interval of that."""
        return self.rated.interval if self.rated else self.record.interval

    @property
    def hope(self) -> float:
        """How good its trial lets it seem."""
        return self.trial.score.rate if self.hoped is None else self.hoped


@dataclass(frozen=True, kw_only=True)
class FeatureMap:
    """Two axes, and how to read them."""

    x: FeatureAxis
    y: FeatureAxis
    rules: Ruleset

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self.x.bins * self.y.bins

    def cell(self, text: str, record: Record) -> Cell:
        """Return the cell of a candidate by a record of it."""
        x, y = (self.value(axis.feature, text, record) for axis in (self.x, self.y))
        return Cell(self.y.bin(y), self.x.bin(x))

    def value(self, feature: Feature, text: str, record: Record) -> float:
        """Return a feature of a candidate by a record of it."""
        if feature.of_setup:
            return feature.of_setup(Setup.from_text(text), self.rules)
        return feature.value(record.counts)

    def error(self, feature: Feature, record: Record, strata: int) -> float:
        """Return the standard error of a feature; 0 if it depends on no game."""
        return 0.0 if feature.of_setup else feature.error(record.counts, strata)

    def corners(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return, of some cells, those nearest to the corners of the map, each once."""
        filled = sorted(cells)
        wide, high = max(self.x.bins - 1, 1), max(self.y.bins - 1, 1)
        nearest = [
            min(filled, key=lambda c: (abs(c.row / high - up) + abs(c.col / wide - right), c))
            for up, right in ((0, 0), (0, 1), (1, 0), (1, 1))
            if filled
        ]
        return list(dict.fromkeys(nearest))


class Archive:
    """Which candidate each cell of a map keeps."""

    def __init__(self, plan: FeatureMap) -> None:
        self.map = plan
        self.elites: dict[Cell, StyleCandidate] = {}

    def challengers(self, newcomers: Sequence[StyleCandidate]) -> list[StyleCandidate]:
        """Return the newcomers whose trial lets them challenge, the best of each cell."""
        waiting: dict[Cell, list[StyleCandidate]] = {}
        for one in sorted(newcomers, key=lambda n: (-n.hope, n.number)):
            cell = self.map.cell(one.text, one.trial)
            holder = self.elites.get(cell)
            if holder is None or one.hope >= holder.rate:
                waiting.setdefault(cell, []).append(one)
        chosen = [one for row in waiting.values() for one in row[:CHALLENGERS]]
        return sorted(chosen, key=lambda one: (-one.hope, one.number))

    def young(self, games: int, agent: str | None = None) -> list[StyleCandidate]:
        """Return those that a cell keeps by fewer than so many games of an agent, fewest first."""
        young = [one for one in self.elites.values() if one.played(agent) < games]
        return sorted(young, key=lambda one: (one.played(agent), one.number))

    def place(self, individuals: Iterable[StyleCandidate]) -> None:
        """Let each cell keep the best of those that their games put there."""
        self.elites = {}
        for one in individuals:
            if not one.counted:
                continue
            one.cell = self.map.cell(one.text, one.record)
            holder = self.elites.get(one.cell)
            if holder is None or _strength(one) > _strength(holder):
                self.elites[one.cell] = one
        self.elites = dict(sorted(self.elites.items()))

    @property
    def coverage(self) -> float:
        """Share of the cells that keep a candidate."""
        return len(self.elites) / self.map.size

    @property
    def quality(self) -> float:
        """The sum of the scores of the cells: the QD-score."""
        return sum(one.rate for one in self.elites.values())

    def best(self) -> StyleCandidate:
        """Return the candidate with the highest lower confidence bound of all cells."""
        return max(self.elites.values(), key=_strength)


def _strength(one: StyleCandidate) -> tuple[float, int]:
    """Return the lower confidence bound; of equals the first to be proposed is stronger."""
    return one.interval.low, -one.number
