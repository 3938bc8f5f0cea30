"""Point values: what each troop and command is really worth, beside its price.

1. Legal setups of varied composition and total are drawn (`sampling`) and meet others that cost
   about as much, each two in one side-swapped pair, played by one agent.
2. A model of who wins by what the two sides are made of gives every thing a worth in points, with
   an interval (`worth`).
3. The same with a first, second and third copy of each troop worth differently; and how well each
   model foretells pairs that it was not fitted to, beside price alone.

A verdict is given where the price lies outside of the interval at 95 % for all things together, so
that in nineteen of twenty runs no verdict at all is owed to chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, ClassVar

import numpy as np
import pyarrow as pa

from ...agents.spec.spec import QUICK_AGENT
from ...arena.play.entrant import Entrant, repeatable
from ...arena.play.result_board import ResultBoard
from ...arena.play.schedule import Schedule, pairs_for
from ...arena.run.task import Part, RunContext
from ...arena.stats.score import Interval, normal_quantile
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ...engine.rules.stats import TROOPS
from ...evolve.proposals.errors import EvolveError
from ...evolve.proposals.model import genes
from ...evolve.proposals.space import Space
from ...setups.setup import Setup
from ..rules.edits import check_playable
from .sampling import meetings, sample
from .worth import COMPONENTS, COPIES, Fit, by_copy, fit, log_loss

SAMPLE_STREAM, MEETING_STREAM, GAMES_STREAM = 1 << 20, (1 << 20) + 1, (1 << 20) + 2
"""Streams of the run's seed."""

EACH = "each"
"""Every copy of a thing alike."""

_SAMPLED = 400
"""Games that a dry run may play at most."""

_LEAST = {"setups": 20, "games": 100}


@dataclass(frozen=True, kw_only=True)
class Worth:
    """What a thing, or one copy of it, is worth."""

    thing: str
    copy: str
    price: float
    worth: float
    interval: Interval
    """At 95 %."""
    verdict: str | None
    """underpriced, overpriced, in line; None for single copies."""
    setups: int
    """How many of those sampled have it."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        return {
            "thing": self.thing,
            "copy": self.copy,
            "price": self.price,
            "worth": self.worth,
            "ci95": list(self.interval),
            "difference": self.worth - self.price,
            "verdict": self.verdict,
            "setups": self.setups,
        }


@dataclass(frozen=True, kw_only=True)
class Foretold:
    """How well a model foretells who wins."""

    model: str
    terms: int
    log_loss: float
    """Mean of a game that the model was not fitted to; chance has 0.693."""
    error: float
    """Standard error of the difference to price alone."""


@dataclass(frozen=True, kw_only=True)
class Costs:
    """What was found."""

    worths: list[Worth]
    copies: list[Worth]
    models: list[Foretold]
    setups: int
    pairs: int

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        return {
            "things": [worth.to_dict() for worth in self.worths],
            "copies": [worth.to_dict() for worth in self.copies],
            "models": [vars(model) for model in self.models],
            "setups": self.setups,
            "games": 2 * self.pairs,
        }

    def tables(self) -> dict[str, pa.Table]:
        """Return it as rows of the database."""
        worths = [
            {
                "thing": one.thing,
                "copy": one.copy,
                "price": float(one.price),
                "worth": one.worth,
                "worth_low": one.interval.low,
                "worth_high": one.interval.high,
                "verdict": one.verdict,
                "setups": one.setups,
            }
            for one in (*self.worths, *self.copies)
        ]
        models = [
            {"model": m.model, "terms": m.terms, "log_loss": m.log_loss, "log_loss_error": m.error}
            for m in self.models
        ]
        return {
            "thing_worths": pa.Table.from_pylist(worths),
            "worth_models": pa.Table.from_pylist(models),
        }


@dataclass(frozen=True, kw_only=True)
class CostsTask:
    """An estimate of point values: the rules, who plays, and how much."""

    kind: ClassVar[str] = "costs"

    rules: Ruleset
    agent: str = QUICK_AGENT
    setups: int = 3000
    """Setups that are drawn."""
    games: int = 80_000
    """Of all of them together; rounded up to whole pairs."""
    seed: int = 1

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            if getattr(self, name) < least:
                raise EvolveError(f"{name} are {least} at least, not {getattr(self, name)}")
        check_playable(self.rules, Ruleset())
        object.__setattr__(self, "agent", str(repeatable(self.agent)))

    @property
    def agents(self) -> tuple[str]:
        """Who plays."""
        return (self.agent,)

    def parts(self) -> list[Part]:
        """Return what it will play."""
        games = 2 * pairs_for(self.games)
        return [Part(name="games", games=games, agent=self.agent, sample=self._sample)]

    def run(self, desk: RunContext) -> Costs:
        """Play, fit, and write what was found."""
        [part] = self.parts()
        schedule = self.schedule
        desk.watcher.stage(part.name, part.games)
        board = desk.referee.play_schedule(schedule)
        desk.watcher.told("fitting worths to the games")
        found = estimate(self.drawn, board, self.rules)
        desk.write("summary", found.tables())
        return found

    @cached_property
    def drawn(self) -> list[Setup]:
        """The setups, cheapest first."""
        generator = Random(derive(self.seed, SAMPLE_STREAM))
        return sample(self.rules, self.setups, Space(self.rules).room, generator)

    @cached_property
    def schedule(self) -> Schedule:
        """All games."""
        generator = Random(derive(self.seed, MEETING_STREAM))
        return Schedule(
            entrants=tuple(Entrant(setup=str(setup), agent=self.agent) for setup in self.drawn),
            matchups=tuple(meetings(self.setups, pairs_for(self.games), generator)),
            pairs=1,
            rules=self.rules,
            seed=derive(self.seed, GAMES_STREAM),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the task as plain JSON values."""
        names = ("agent", "setups", "games", "seed")
        return {name: getattr(self, name) for name in names} | {"rules": list(self.rules.edits)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "CostsTask":
        """Return the task of a dict as `to_dict` makes it."""
        names = ("agent", "setups", "games", "seed")
        values = {name: data[name] for name in names}
        return cls(rules=Ruleset().edit(*data["rules"]), **values)

    def _sample(self) -> Schedule:
        """Return some games of few setups, spread like all of them."""
        fewer = CostsTask(
            rules=self.rules,
            agent=self.agent,
            setups=min(self.setups, _SAMPLED // 4),
            games=min(self.games, _SAMPLED),
            seed=self.seed,
        )
        return fewer.schedule


def estimate(setups: Sequence[Setup], board: ResultBoard, rules: Ruleset) -> Costs:
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
    return Costs(
        worths=_worths(each, prices, fielded),
        copies=_copies(single, prices, np.count_nonzero(copied, axis=0)),
        models=_models(composition, prices, met, shares),
        setups=len(setups),
        pairs=len(met),
    )


def _worths(found: Fit, prices: np.ndarray, fielded: np.ndarray) -> list[Worth]:
    strict = normal_quantile(1 - 0.05 / len(COMPONENTS))
    return [
        Worth(
            thing=thing,
            copy=EACH,
            price=float(prices[n]),
            worth=float(found.weights[n]),
            interval=_interval(found, n),
            verdict=_verdict(found.weights[n] - prices[n], strict * found.errors[n]),
            setups=int(fielded[n]),
        )
        for n, thing in enumerate(COMPONENTS)
    ]


def _copies(found: Fit, prices: np.ndarray, fielded: np.ndarray) -> list[Worth]:
    return [
        Worth(
            thing=troop,
            copy=copy,
            price=float(prices[t]),
            worth=float(found.weights[n]),
            interval=_interval(found, n),
            verdict=None,
            setups=int(fielded[n]),
        )
        for t, troop in enumerate(TROOPS)
        for n, copy in enumerate(COPIES, start=len(COPIES) * t)
    ]


def _models(
    composition: np.ndarray, prices: np.ndarray, met: np.ndarray, shares: np.ndarray
) -> list[Foretold]:
    """Return how well price, worth, and worth by copy foretell pairs."""
    terms = {
        "price": (composition @ prices)[:, None] / 100,
        "worth": composition,
        "worth by copy": by_copy(composition),
    }
    losses = {name: log_loss(table, met, shares) for name, table in terms.items()}
    chance = Foretold(model="chance", terms=0, log_loss=float(np.log(2)), error=0.0)
    return [
        chance,
        *(
            Foretold(
                model=name,
                terms=terms[name].shape[1],
                log_loss=float(loss.mean()),
                error=float((loss - losses["price"]).std() / np.sqrt(len(loss))),
            )
            for name, loss in losses.items()
        ),
    ]


def _interval(found: Fit, number: int) -> Interval:
    worth, reach = found.weights[number], normal_quantile(0.95) * found.errors[number]
    return Interval(float(worth - reach), float(worth + reach))


def _verdict(difference: float, reach: float) -> str:
    if abs(difference) <= reach:
        return "in line"
    return "underpriced" if difference > 0 else "overpriced"
