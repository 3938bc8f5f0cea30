"""`Quantity`: a figure of a result with its interval, and by how much two of them differ.

Each kind of result lists its quantities; two runs are compared by those that have the same name.
All that is needed of one is its value and its 95 % interval, which every result stores: a wider
interval follows on the scale on which the figure's error is about the same everywhere.

    share        Wilson's interval depends on the share and on the trials over the square of its
                 reach alone, and is even about the share in log-odds (R. Newcombe, "Logit
                 confidence intervals and the inverse sinh transformation", The American
                 Statistician 55, 2001). So its width gives the trials that it is worth, also at 0
                 and 1, and these give the interval of any other reach.
    correlation  on Fisher's z, the inverse hyperbolic tangent, as a plain figure.
    plain        each side reaches in proportion. One that ends at a limit, such as one setup in
                 equilibrium, is short for no merit of its own: half the width counts at least.

The interval of a difference adds the squares of the reaches that the two have towards each other
(R. Newcombe, "Interval estimation for the difference between independent proportions", Statistics
in Medicine 17, 1998; G. Zou and A. Donner, "Construction of confidence limits about effect
measures: a general approach", Statistics in Medicine 27, 2008). It takes the two as independent.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Final, Literal

from .score import PRIOR_PAIRS, Interval, Score, normal_quantile, student_quantile, wilson
from .values import FirstPlayerValues, MatchupCounts, ScoreValues

Ends = tuple[float, float]

Basis = Mapping[str, object]
"""What two figures must share to measure the same, by what is said where they do not.

Such as `{"other opponents": [...]}`."""

_REACH: Final = normal_quantile(0.95)


@dataclass(frozen=True)
class Quantity:
    """A figure that two runs of one kind may both have."""

    group: str
    """What it is one of, such as match-ups."""
    name: str
    """What it is called within the group, the same in every run."""
    value: float
    interval: Ends | None
    """95 %; None where none says by how much the figure would move if it was measured again."""
    _: KW_ONLY
    form: str = "number"
    """How it is written: see `results.page.grids.shown`."""
    scale: Literal["share", "correlation", "plain"] = "plain"
    degrees: int | None = None
    """Of freedom of the interval's error (Student's t), where few pairs or games tell it."""
    basis: Basis = field(default_factory=dict)
    doubt: str = ""
    """Why its interval says too little to judge by, if it does, such as ended by a test."""

    @property
    def known(self) -> bool:
        """Whether it has an interval that says something: one without width does not."""
        return self.interval is not None and self.interval[0] < self.interval[1]

    def at(self, confidence: float) -> Interval:
        """Return its interval at a confidence."""
        assert self.interval is not None
        wider = _reach(confidence, self.degrees) / _REACH
        if self.scale == "share":
            trials = trials_of(self.value, self.interval) / wider**2
            return wilson(self.value * trials, trials)
        if self.scale == "plain":
            return _widened(self.value, self.interval, wider)
        middle, *ends = (math.atanh(_inside(r)) for r in (self.value, *self.interval))
        low, high = map(math.tanh, _widened(middle, ends, wider))
        return Interval(min(low, self.value), max(high, self.value))


def pair_degrees(games: int) -> int:
    """Return the degrees of freedom of an error by the pairs of so many games.

    Those that steady it count too (`PRIOR_PAIRS`).
    """
    return games // 2 - 1 + PRIOR_PAIRS


def score_quantity(group: str, name: str, score: Score | ScoreValues, **basis: object) -> Quantity:
    """Return a score as a quantity."""
    values = ScoreValues.of(score) if isinstance(score, Score) else score
    return share_quantity(group, name, values.score, values.ci95, values.games, **basis)


def share_quantity(
    group: str,
    name: str,
    share: float,
    interval: Ends,
    games: int | None = None,
    **basis: object,
) -> Quantity:
    """Return a share of the points as a quantity.

    It is by so many games in pairs, of which 0 say nothing, or by a model of them (None). Words of
    a basis have underscores for spaces.
    """
    return Quantity(
        group,
        name,
        share,
        None if games == 0 else interval,
        form="share",
        scale="share",
        degrees=None if games is None else pair_degrees(games),
        basis={word.replace("_", " "): value for word, value in basis.items()},
    )


def first_player_quantity(group: str, first: FirstPlayerValues, games: int) -> Quantity:
    """Return what first players score, from its interval at 99 %."""
    trials = trials_of(first.score, first.ci99, 0.99)
    interval = wilson(first.score * trials, trials)
    return share_quantity(group, "first players' score", first.score, interval, games)


def matchup_quantities(
    group: str, matchups: Iterable[MatchupCounts], players: Mapping[str, object]
) -> list[Quantity]:
    """Return the scores of match-ups, of two players the one first that the alphabet has first.

    `players` says for each name who that is.
    """
    quantities = []
    for one in matchups:
        score = one.score.whole()
        (a, b), score = ((one.a, one.b), score) if one.a < one.b else ((one.b, one.a), ~score)
        quantities.append(
            score_quantity(group, f"{a} against {b}", score, another_setup=(players[a], players[b]))
        )
    return quantities


def difference(one: Quantity, other: Quantity, confidence: float) -> Interval:
    """Return the interval of how much greater the other is; both must be known."""
    apart, mine, its = other.value - one.value, one.at(confidence), other.at(confidence)
    below = math.hypot(other.value - its.low, mine.high - one.value)
    above = math.hypot(its.high - other.value, one.value - mine.low)
    return Interval(apart - below, apart + above)


def trials_of(share: float, interval: Ends, confidence: float = 0.95) -> float:
    """Return the independent trials that give a share this Wilson interval; 0 if it is 0 to 1."""
    low, high = interval
    square = normal_quantile(confidence) ** 2
    if share <= 0:
        return square * (1 - high) / high
    if share >= 1:
        return square * low / (1 - low)
    if low <= 0 or high >= 1:
        return 0.0
    half = (_log_odds(high) - _log_odds(low)) / 2
    return square / (4 * math.sinh(half / 2) ** 2 * share * (1 - share))


def _widened(value: float, ends: Sequence[float], wider: float) -> Interval:
    """Return an interval that reaches so many times as far."""
    half = (ends[1] - ends[0]) / 2
    below, above = max(value - ends[0], half), max(ends[1] - value, half)
    return Interval(value - wider * below, value + wider * above)


def _log_odds(share: float) -> float:
    return math.log(share / (1 - share))


def _inside(correlation: float) -> float:
    """Return a correlation whose z is finite."""
    return min(max(correlation, -1 + 1e-9), 1 - 1e-9)


def _reach(confidence: float, degrees: int | None) -> float:
    """Return how many standard errors an interval reaches to each side."""
    # Student: by the normal distribution 24 % of comparisons by 3 pairs had a false alarm, not 5 %.
    return normal_quantile(confidence) if degrees is None else student_quantile(confidence, degrees)
