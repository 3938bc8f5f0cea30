"""Objectives: what rules are judged by, each a figure with an interval.

    measured = assess(board, sizes, estimates)      # every objective, by name
    costs(measured, names)                          # those wanted, all of them smaller is better

What games say of match-ups comes from a round robin of setups, in pairs, at one level or several
(`judged`): estimates of their rates for the judge. `diversity` is the mean over mixtures of rates
drawn anew about those estimates: the mixture of the estimates alone hangs on single games (with
four games a match-up its effective number of setups correlates with the true one by 0.5, that mean
by 0.64, over 60 drawn games of twelve setups).
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from ...arena.play.result_board import ResultBoard
from ...arena.stats.nash import payoffs
from ...arena.stats.score import normal_quantile
from ..measures import game_figures
from ..measures.boards import matrix
from ..measures.bootstrap import bootstrapped
from ..measures.composition import usage
from ..measures.equilibrium import best_answer, entropy, nash_weights
from ..measures.evenness import typical
from ..measures.judged import Estimates, judged
from ..measures.measured import Measured, MeasuredValues
from .goals import COMPONENT_COUNT, OBJECTIVES
from .target import Target

_DRAWS: Final = 24
"""Mixtures drawn for each candidate of the search."""


def assess(
    board: ResultBoard,
    sizes: Sequence[float],
    estimates: Estimates | None = None,
    *,
    length: float | None = None,
    target: Target | None = None,
    seed: int = 0,
    samples: int = _DRAWS,
) -> dict[str, Measured]:
    """Return every objective that can be measured, by name; `sizes` are those of the edits.

    Estimates are those of the board's match-ups; by its own games if there are none. What first
    players score and how long games are is counted on the board. `length` and `target` are what the
    designer wants. Entrants of the target stand at the places of their names.
    """
    estimates = estimates or judged([[board]])[0]
    draws = estimates.drawn(seed, samples)
    mixtures = [_mixture(matrix(board, rates)) for rates in draws]
    measures = {
        "unevenness": typical(deviation(estimates)),
        "exploitability": _exploitability(board, estimates, draws),
        "diversity": _mean([float(np.exp(entropy(w))) for w in mixtures]),
        "use": _mean([float(len(usage(board, w).in_use)) for w in mixtures]),
        "change": _exact(len(sizes) + sum(sizes)),
        "edits": _exact(len(sizes)),
        "size": _exact(sum(sizes)),
        "first-player": _from(game_figures.first_player(board), 0.5),
    }
    if length is not None:
        measures["length"] = _from(game_figures.length(board), length)
    if target is not None:
        measures["target"] = distance(board, target, estimates, draws)
    return measures


def costs(
    measured: Mapping[str, Measured] | Mapping[str, MeasuredValues], names: Sequence[str]
) -> np.ndarray:
    """Return the values of objectives so that smaller is better."""
    return np.array([_sign(name) * measured[name].value for name in names])


def errors(measured: Mapping[str, Measured], names: Sequence[str]) -> np.ndarray:
    """Return their standard errors, taken from the intervals."""
    return np.array([(measured[name].high - measured[name].low) / 3.92 for name in names])


def box(names: Sequence[str], setups: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the best and the worst that costs may be, for so many setups."""
    most = {"diversity": float(setups), "use": float(COMPONENT_COUNT)}
    ideal = [_sign(name) * most.get(name, 0.0) for name in names]
    worst = [_sign(name) * OBJECTIVES[name].worst for name in names]
    return np.array(ideal), np.array(worst)


def deviation(estimates: Estimates) -> Measured:
    """Return the mean squared deviation of match-ups from 50 %, for the judge.

    What the estimates have in excess is taken off, so the figure may be below 0, and is right on
    average. The interval is that of these match-ups played again: the variance of the square of a
    deviation that is measured with an error, and what is not known of the cheaper agents.
    """
    apart, spread = (estimates.values - 0.5) ** 2, estimates.variances
    value = float((apart - estimates.excess).mean())
    far = np.maximum(apart - spread, 0.0)
    noise = float((4 * far * spread + 2 * spread**2).sum()) / len(apart) ** 2
    reach = normal_quantile(0.95) * math.sqrt(noise + estimates.doubt**2)
    return Measured(value, value - reach, value + reach)


def distance(
    board: ResultBoard, target: Target, estimates: Estimates, draws: Sequence[np.ndarray]
) -> Measured:
    """Return the typical distance (root mean square) of match-ups from those wanted.

    What is in excess is taken off, as for `unevenness`; the interval is that of rates drawn anew.
    """
    places = {entrant.label: place for place, entrant in enumerate(board.schedule.entrants)}
    pairs = [(places[one.a], places[one.b]) for one in target.wanted]
    targets = np.array([one.score for one in target.wanted])
    matchups = {tuple(both): number for number, both in enumerate(board.schedule.matchups)}
    numbers = [matchups[min(a, b), max(a, b)] for a, b in pairs]
    excess, spread = estimates.excess[numbers], estimates.variances[numbers]
    one, other = np.array(pairs).T

    def squared(rates: np.ndarray, off: np.ndarray) -> float:
        apart = matrix(board, rates)[one, other] - targets
        return float(np.sqrt(max(0.0, float((apart**2 - off).mean()))))

    value = squared(estimates.values, excess)
    return bootstrapped(value, [squared(rates, excess + spread) for rates in draws])


def _exploitability(
    board: ResultBoard, estimates: Estimates, draws: Sequence[np.ndarray]
) -> Measured:
    """Return what the best setup gains where all are played equally often."""
    count = len(board.schedule.entrants)
    even = np.full(count, 1 / count)
    gains = [best_answer(matrix(board, rates), even) for rates in draws]
    return bootstrapped(best_answer(matrix(board, estimates.values), even), gains)


def _sign(name: str) -> int:
    return -1 if OBJECTIVES[name].more else 1


def _exact(value: float) -> Measured:
    return Measured(value, value, value)


def _mean(values: Sequence[float]) -> Measured:
    return bootstrapped(float(np.mean(values)), values)


def _from(estimate: Measured, target: float) -> Measured:
    """Return how far an estimate is from a value; the interval reaches to 0 if it holds that."""
    value, low, high = (abs(part - target) for part in estimate)
    within = estimate.low <= target <= estimate.high
    return Measured(value, 0.0 if within else min(low, high), max(low, high))


def _mixture(rates: np.ndarray) -> np.ndarray:
    """Return a Nash mixture; where all are even, all of them."""
    if not np.any(payoffs(rates)):
        return np.full(len(rates), 1 / len(rates))
    return nash_weights(rates)
