"""What games say about the worth of things, with intervals and verdicts.

Worths are fitted to the games of each level by themselves, and put together as estimates for the
judge (`arena.levels.combined`). A level's own errors are taken to be alike in what they do to the
strength of a setup: in worth times how much setups differ in the thing, which most setups have one
of at most (a command), or several (a troop). Errors of different things go together a little, by
the common scale; that costs no interval its truth, because each thing is combined by itself.

A verdict is given where the price lies outside of the interval at 95 % for all things together, so
that in nineteen of twenty runs no verdict at all is owed to chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arena.levels.combined import Combined, Figures, for_judge
from ...arena.play.result_board import ResultBoard
from ...arena.stats.score import normal_quantile
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import TROOPS
from ...evolve.judging.model import genes
from ...setups.setup import Setup
from .result import NOT_SHOWN, CostsLevel, ModelValues, WorthValues
from .worth import COMPONENTS, COPIES, Fit, by_copy, fit, log_loss

EACH = "each"
"""Every copy of a thing alike."""


@dataclass(frozen=True, kw_only=True)
class LevelSample:
    """The games of one level: its setups, who of them met, and what the first of two took."""

    agent: str
    composition: np.ndarray
    met: np.ndarray
    shares: np.ndarray

    @classmethod
    def of(cls, agent: str, setups: Sequence[Setup], board: ResultBoard) -> "LevelSample":
        """Return the games of a board, whose match-ups have one pair each."""
        shares = board.scores().reshape(-1, 2).mean(axis=1)
        met = np.array(board.schedule.matchups)
        return cls(agent=agent, composition=genes(setups), met=met, shares=shares)

    def fit(self) -> Fit:
        """Return the worths that they say, unscaled."""
        return fit(self.composition, self.met, self.shares)


@dataclass(frozen=True, kw_only=True)
class PointValueEstimate:
    """The worths of things and of their copies, and how well each model foretells games."""

    things: tuple[WorthValues, ...]
    copies: tuple[WorthValues, ...]
    models: tuple[ModelValues, ...]
    levels: tuple[CostsLevel, ...]


def estimate(samples: Sequence[LevelSample], rules: Ruleset) -> PointValueEstimate:
    """Return what games say about the worth of things; the judge's are the last."""
    costs = [t.cost for t in rules.troops.values()] + [c.cost for c in rules.commands.values()]
    prices, every = np.array(costs, float), np.vstack([one.composition for one in samples])
    paid, copied = float((every @ prices).sum()), by_copy(every)
    each = judged([one.fit() for one in samples], every, paid)
    single = judged([fit(by_copy(s.composition), s.met, s.shares) for s in samples], copied, paid)
    judge = samples[-1]
    return PointValueEstimate(
        things=_worths(each, prices, np.count_nonzero(every, axis=0)),
        copies=_copies(single, prices, np.count_nonzero(copied, axis=0)),
        models=_models(judge.composition, prices, judge.met, judge.shares),
        levels=tuple(
            CostsLevel(
                agent=one.agent,
                games=2 * len(one.met),
                share=float(share.mean()),
                own_error=float((bias**0.5 / spread(every)).mean()),
            )
            for one, share, bias in zip(samples, each.shares, each.biases, strict=True)
        ),
    )


def judged(fits: Sequence[Fit], terms: np.ndarray, paid: float) -> Combined:
    """Return worths for the judge, of whose fit is the last, of setups with such terms.

    All setups together are worth what was paid for them, by each level and by all together.
    """
    bought, spans = terms.sum(axis=0), spread(terms)
    worths = [one.worths(bought, paid) for one in fits]
    combined = for_judge([Figures(w.weights * spans, (w.errors * spans) ** 2) for w in worths])
    weights = combined.values / spans
    scale = paid / float(bought @ weights)
    return Combined(
        values=scale * weights,
        variances=combined.variances * (scale / spans) ** 2,
        biases=combined.biases,
        shares=combined.shares,
        own=combined.own * (scale / spans) ** 2,
    )


def spread(terms: np.ndarray) -> np.ndarray:
    """Return how much setups differ in each thing; 1 where they do not."""
    deviations = terms.std(axis=0)
    return np.where(deviations > 0, deviations, 1.0)


def _worths(combined: Combined, prices: np.ndarray, fielded: np.ndarray) -> tuple[WorthValues, ...]:
    strict = normal_quantile(1 - 0.05 / len(COMPONENTS))
    return tuple(
        _worth(
            *(combined, n, float(prices[n]), int(fielded[n])),
            thing=thing,
            copy=EACH,
            verdict=_verdict(combined.values[n] - prices[n], strict * combined.errors[n]),
        )
        for n, thing in enumerate(COMPONENTS)
    )


def _copies(combined: Combined, prices: np.ndarray, fielded: np.ndarray) -> tuple[WorthValues, ...]:
    return tuple(
        _worth(
            *(combined, n, float(prices[t]), int(fielded[n])), thing=troop, copy=copy, verdict=None
        )
        for t, troop in enumerate(TROOPS)
        for n, copy in enumerate(COPIES, start=len(COPIES) * t)
    )


def _worth(combined: Combined, n: int, price: float, setups: int, **values: Any) -> WorthValues:
    """Return the worth that value `n` says."""
    worth = float(combined.values[n])
    more = {"worth": worth, "ci95": _interval(combined, n), "difference": worth - price}
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


def _interval(combined: Combined, number: int) -> tuple[float, float]:
    worth, reach = combined.values[number], normal_quantile(0.95) * combined.errors[number]
    return float(worth - reach), float(worth + reach)


def _verdict(difference: float, reach: float) -> str:
    if abs(difference) <= reach:
        return NOT_SHOWN
    return "underpriced" if difference > 0 else "overpriced"
