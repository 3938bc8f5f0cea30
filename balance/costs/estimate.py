"""What games say about the worth of things, with intervals and verdicts.

A verdict is given where the price lies outside of the interval at 95 % for all things together, so
that in nineteen of twenty runs no verdict at all is owed to chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arena.play.result_board import ResultBoard
from ...arena.stats.score import normal_quantile
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import TROOPS
from ...evolve.judging.model import genes
from ...setups.setup import Setup
from .result import NOT_SHOWN, ModelValues, WorthValues
from .worth import COMPONENTS, COPIES, Fit, by_copy, fit, log_loss

EACH = "each"
"""Every copy of a thing alike."""


@dataclass(frozen=True, kw_only=True)
class PointValueEstimate:
    """The worths of things and of their copies, and how well each model foretells games."""

    things: tuple[WorthValues, ...]
    copies: tuple[WorthValues, ...]
    models: tuple[ModelValues, ...]


def estimate(setups: Sequence[Setup], board: ResultBoard, rules: Ruleset) -> PointValueEstimate:
    """Return what games say about the worth of things."""
    composition, met = genes(setups), np.array(board.schedule.matchups)
    shares = board.scores().reshape(-1, 2).mean(axis=1)
    costs = [t.cost for t in rules.troops.values()] + [c.cost for c in rules.commands.values()]
    prices = np.array(costs, float)
    paid = float((composition @ prices).sum())
    copied = by_copy(composition)
    each = fit(composition, met, shares).worths(composition.sum(axis=0), paid)
    single = fit(copied, met, shares).worths(copied.sum(axis=0), paid)
    fielded = np.count_nonzero(composition, axis=0)
    return PointValueEstimate(
        things=_worths(each, prices, fielded),
        copies=_copies(single, prices, np.count_nonzero(copied, axis=0)),
        models=_models(composition, prices, met, shares),
    )


def _worths(found: Fit, prices: np.ndarray, fielded: np.ndarray) -> tuple[WorthValues, ...]:
    strict = normal_quantile(1 - 0.05 / len(COMPONENTS))
    return tuple(
        _worth(
            *(found, n, float(prices[n]), int(fielded[n])),
            thing=thing,
            copy=EACH,
            verdict=_verdict(found.weights[n] - prices[n], strict * found.errors[n]),
        )
        for n, thing in enumerate(COMPONENTS)
    )


def _copies(found: Fit, prices: np.ndarray, fielded: np.ndarray) -> tuple[WorthValues, ...]:
    return tuple(
        _worth(*(found, n, float(prices[t]), int(fielded[n])), thing=troop, copy=copy, verdict=None)
        for t, troop in enumerate(TROOPS)
        for n, copy in enumerate(COPIES, start=len(COPIES) * t)
    )


def _worth(found: Fit, n: int, price: float, setups: int, **values: Any) -> WorthValues:
    """Return the worth that weight `n` of a fit says."""
    worth = float(found.weights[n])
    more = {"worth": worth, "ci95": _interval(found, n), "difference": worth - price}
    return WorthValues(price=price, setups=setups, **more, **values)


def _models(
    composition: np.ndarray, prices: np.ndarray, met: np.ndarray, shares: np.ndarray
) -> tuple[ModelValues, ...]:
    """Return how well price, worth, and worth by copy foretell pairs."""
    terms = {
        "price": (composition @ prices)[:, None] / 100,
        "worth": composition,
        "worth by copy": by_copy(composition),
    }
    losses = {name: log_loss(table, met, shares) for name, table in terms.items()}
    chance = ModelValues(model="chance", terms=0, log_loss=float(np.log(2)), error=0.0)
    return (
        chance,
        *(
            ModelValues(
                model=name,
                terms=terms[name].shape[1],
                log_loss=float(loss.mean()),
                error=float((loss - losses["price"]).std() / np.sqrt(len(loss))),
            )
            for name, loss in losses.items()
        ),
    )


def _interval(found: Fit, number: int) -> tuple[float, float]:
    worth, reach = found.weights[number], normal_quantile(0.95) * found.errors[number]
    return float(worth - reach), float(worth + reach)


def _verdict(difference: float, reach: float) -> str:
    if abs(difference) <= reach:
        return NOT_SHOWN
    return "underpriced" if difference > 0 else "overpriced"
