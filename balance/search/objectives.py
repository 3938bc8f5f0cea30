"""Objectives: what rules are judged by, each a figure with an interval.

    measured = assess(board, ...)        # every objective, by name
    costs(measured, names)               # those wanted, all of them smaller is better

Everything that games say comes from one round robin of setups, in pairs. `diversity` is the mean
over mixtures of rates drawn anew about those measured: the mixture of the measured rates alone
hangs on single games (with four games a match-up its effective number of setups correlates with
the true one by 0.5, that mean by 0.64, over 60 drawn games of twelve setups).
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from ...arena.play.result_board import ResultBoard
from ...arena.stats.nash import payoffs
from ..measures import game_figures
from ..measures.boards import matchup_rates, matrix, pair_points, rate_variances
from ..measures.bootstrap import bootstrapped, resampled
from ..measures.composition import usage
from ..measures.equilibrium import entropy, exploitability, nash_weights
from ..measures.evenness import deviation, typical
from ..measures.measured import Measured, MeasuredValues
from .goals import COMPONENT_COUNT, OBJECTIVES
from .target import Target

_DRAWS: Final = 24
"""Mixtures drawn for each candidate of the search."""


def assess(
    board: ResultBoard,
    sizes: Sequence[float],
    *,
    length: float | None = None,
    target: Target | None = None,
    seed: int = 0,
    samples: int = _DRAWS,
) -> dict[str, Measured]:
    """Return every objective that can be measured, by name; `sizes` are those of the edits.

    `length` and `target` are what the designer wants. Entrants of the target stand at the places
    of their names.
    """
    drawn = resampled(board, seed, samples)
    mixtures = [_mixture(matrix(board, rates)) for rates in drawn]
    found = {
        "unevenness": typical(deviation(board)),
        "exploitability": exploitability(board, drawn),
        "diversity": _mean([float(np.exp(entropy(w))) for w in mixtures]),
        "use": _mean([float(len(usage(board, w).in_use)) for w in mixtures]),
        "change": _exact(len(sizes) + sum(sizes)),
        "edits": _exact(len(sizes)),
        "size": _exact(sum(sizes)),
        "first-player": _from(game_figures.first_player(board), 0.5),
    }
    if length is not None:
        found["length"] = _from(game_figures.length(board), length)
    if target is not None:
        found["target"] = distance(board, target, drawn)
    return found


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


def distance(board: ResultBoard, target: Target, drawn: Sequence[np.ndarray]) -> Measured:
    """Return the typical distance (root mean square) of match-ups from those wanted.

    What noise adds is taken off, as for `unevenness`; the interval is that of rates drawn anew.
    """
    places = {entrant.label: place for place, entrant in enumerate(board.schedule.entrants)}
    pairs = [(places[one.a], places[one.b]) for one in target.wanted]
    wanted = np.array([one.score for one in target.wanted])
    matchups = {tuple(both): number for number, both in enumerate(board.schedule.matchups)}
    numbers = [matchups[min(a, b), max(a, b)] for a, b in pairs]
    noise = rate_variances(pair_points(board))[numbers]
    one, other = np.array(pairs).T

    def squared(rates: np.ndarray, off: np.ndarray) -> float:
        apart = matrix(board, rates)[one, other] - wanted
        return float(np.sqrt(max(0.0, float((apart**2 - off).mean()))))

    value = squared(matchup_rates(board), noise)
    return bootstrapped(value, [squared(rates, 2 * noise) for rates in drawn])


def _sign(name: str) -> int:
    return -1 if OBJECTIVES[name].more else 1


def _exact(value: float) -> Measured:
    return Measured(value, value, value)


def _mean(values: Sequence[float]) -> Measured:
    return bootstrapped(float(np.mean(values)), values)


def _from(estimate: Measured, wanted: float) -> Measured:
    """Return how far an estimate is from a value; the interval reaches to 0 if it holds that."""
    value, low, high = (abs(part - wanted) for part in estimate)
    within = estimate.low <= wanted <= estimate.high
    return Measured(value, 0.0 if within else min(low, high), max(low, high))


def _mixture(rates: np.ndarray) -> np.ndarray:
    """Return a Nash mixture; where all are even, all of them."""
    if not np.any(payoffs(rates)):
        return np.full(len(rates), 1 / len(rates))
    return nash_weights(rates)
