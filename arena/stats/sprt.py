"""Stopping a match as soon as it is decided: the generalised sequential probability ratio test.

    test = Sprt(elo0=0, elo1=20)
    test.decide(score).verdict      # "H1", "H0", or "" to play on

After every pair, the likelihood of the pairs so far under "A is elo1 better" is compared with that
under "A is elo0 better". Between two bounds play continues; beyond them one hypothesis is accepted,
wrongly with probability alpha (H1 though H0 holds) or beta at most, roughly.
"""

import math
from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np

from .score import PAIR_POINTS, Score, rate_of_elo

LEAST_COUNT: Final = 1e-3
"""What an outcome that never happened counts, so that it stays possible."""
MOST_ELO: Final = 1000
"""The farthest a hypothesis may be from even: a rate of 0.997. Beyond, pairs tell nothing apart."""
_STEPS: Final = 60


class Decision(msgspec.Struct, frozen=True):
    """Where a test stands."""

    llr: float
    """Logarithm of the likelihood of H1 over that of H0."""
    lower: float
    upper: float
    verdict: str
    """H0 or H1 if one is accepted, else empty: more pairs are needed."""


class Sprt(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """H0: A is better by elo0 (or less). H1: A is better by elo1 (or more). In logistic Elo."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (abs(self.elo0) <= MOST_ELO and abs(self.elo1) <= MOST_ELO):
            raise ValueError(
                f"elo0 and elo1 are from -{MOST_ELO} to {MOST_ELO}, not {self.elo0:g} and "
                f"{self.elo1:g}"
            )
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 must be below elo1; {self.elo0} is not below {self.elo1}")
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise ValueError(
                "alpha and beta are shares of wrong decisions: above 0, together below 1; not "
                f"{self.alpha} and {self.beta}"
            )

    @property
    def lower(self) -> float:
        """At this ratio or below, H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At this ratio or above, H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def decide(self, score: Score) -> Decision:
        """Return where the test stands after the pairs of a score; single games do not count."""
        llr = log_likelihood_ratio(score.pairs, rate_of_elo(self.elo0), rate_of_elo(self.elo1))
        verdict = "H1" if llr >= self.upper else "H0" if llr <= self.lower else ""
        return Decision(llr, self.lower, self.upper, verdict)


def log_likelihood_ratio(pairs: Sequence[int], rate0: float, rate1: float) -> float:
    """Return the log-likelihood ratio of two expected score rates, given counts of pairs.

    Each likelihood is the greatest that any distribution over the five outcomes with that
    expectation can have. M. Van den Bergh, "The generalized maximum likelihood ratio for the
    expectation value of a distribution" (2019), and the test itself in X. Li, J. Liu and Z. Ying,
    "Generalized sequential probability ratio test for separate families of hypotheses", Sequential
    Analysis 33 (2014).
    """
    if not sum(pairs):
        return 0.0
    counts = np.maximum(np.asarray(pairs, float), LEAST_COUNT)
    shares = counts / counts.sum()
    rates = PAIR_POINTS / 2
    under0, under1 = (_most_likely(rates, shares, rate) for rate in (rate0, rate1))
    return float(counts @ (np.log(under1) - np.log(under0)))


def _most_likely(values: np.ndarray, shares: np.ndarray, mean: float) -> np.ndarray:
    """Return the distribution of a mean under which the observed shares are likeliest.

    It is shares / (1 + t * (values - mean)) for the one t that gives the mean: found by halving.
    """
    offsets = values - mean
    low, high = -1 / offsets[-1], -1 / offsets[0]
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if np.sum(shares * offsets / (1 + middle * offsets)) > 0:
            low = middle  # the sum falls with t
        else:
            high = middle
    return shares / (1 + (low + high) / 2 * offsets)
