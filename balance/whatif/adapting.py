"""Players adapt: the metagame evolved under given rules, by rounds of the best counter.

What is measured among fixed setups says what a change does on its first day. Then players look for
what beats the setups that are now worth playing. Each round does that once: a search for a counter
to the Nash mixture (`evolve.counter`), checked on held-out seeds; the counter joins, plays all
others, and the mixture is solved again. That is the double oracle with an approximate oracle (H.
McMahan, G. Gordon and A. Blum, "Planning in the presence of cost functions controlled by an
adversary", ICML 2003), stopped after a few rounds.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arena.levels.settings import Levels
from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule, gauntlet
from ...arena.run.context import RunContext
from ...arena.stats.nash import nash
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ...evolve.counter.result import CounterValues
from ...evolve.counter.task import CounterSearch, CounterTask
from ...evolve.proposals.field import Field
from ..measures.boards import matchup_rates
from ..measures.equilibrium import HELD, entropy
from .result import AdaptedPart, AdaptedValues
from .settings import AdaptSettings

LEAST_WEIGHT = 0.01
"""Setups below this weight of the mixture are left out of the field."""

ROUND_STREAM, JOIN_STREAM = 1 << 10, 1 << 11
"""Streams of the seed: round r searches with stream 1024 + r, and joins with 2048 + r."""


@dataclass(frozen=True, kw_only=True)
class Adapted:
    """A metagame after players have adapted."""

    counters: tuple[CounterValues, ...]
    """The counter of each round, with its score against the mixture of that round."""
    names: tuple[str, ...]
    setups: tuple[str, ...]
    new: tuple[bool, ...]
    """Whether each setup was found in these rounds."""
    weights: np.ndarray
    """The Nash mixture at the end."""

    def values(self) -> AdaptedValues:
        """Return it as plain values."""
        order = np.argsort(-self.weights).tolist()
        mixture = tuple(
            AdaptedPart(
                name=self.names[n],
                setup=self.setups[n],
                weight=float(self.weights[n]),
                new=self.new[n],
            )
            for n in order
            if self.weights[n] > HELD
        )
        return AdaptedValues(
            counters=self.counters,
            entropy=entropy(self.weights),
            effective=float(np.exp(entropy(self.weights))),
            support=len(mixture),
            new_share=float(self.weights[np.array(self.new)].sum()),
            mixture=mixture,
        )


def adapted(
    entrants: Sequence[Entrant],
    rates: np.ndarray,
    rules: Ruleset,
    settings: AdaptSettings,
    levels: Levels,
    *,
    seed: int,
    context: RunContext,
) -> Adapted:
    """Return the metagame that rounds of counters make of setups that score so against each other.

    Counters are judged, and meet the others, by the judge.
    """
    pool, agent, counters = list(entrants), levels.judge, []
    unwritten = RunContext(evaluator=context.evaluator, progress=context.progress)
    for number in range(settings.rounds):
        task = CounterTask(
            settings=settings.search(levels),
            field=_field(pool, nash(rates).weights),
            edits=rules.edits,
            seed=derive(seed, ROUND_STREAM + number),
        )
        counter = CounterSearch(task, unwritten).run()[0].values()
        counters.append(counter)
        if any(entrant.setup == counter.setup for entrant in pool):
            continue
        new = Entrant(setup=counter.setup, agent=agent, name=f"counter {number + 1}")
        met = context.evaluator.play_schedule(
            Schedule(
                entrants=(new, *pool),
                matchups=gauntlet(len(pool) + 1),
                pairs=settings.join_pairs,
                rules=rules,
                seed=derive(seed, JOIN_STREAM + number),
            )
        )
        rates = _joined(rates, matchup_rates(met))
        pool.append(new)
    first_new = len(entrants)
    return Adapted(
        counters=tuple(counters),
        names=tuple(entrant.label for entrant in pool),
        setups=tuple(entrant.setup for entrant in pool),
        new=tuple(number >= first_new for number in range(len(pool))),
        weights=nash(rates).weights,
    )


def _field(pool: Sequence[Entrant], weights: np.ndarray) -> Field:
    """Return the mixture as opponents."""
    held = [number for number, weight in enumerate(weights) if weight >= LEAST_WEIGHT]
    return Field(
        opponents=tuple(pool[number] for number in held),
        weights=tuple(float(weights[number]) for number in held),
    )


def _joined(rates: np.ndarray, newcomer: np.ndarray) -> np.ndarray:
    """Return a matrix with one more setup, which scored so against each of the others."""
    count = len(rates)
    larger = np.full((count + 1, count + 1), np.nan)
    larger[:count, :count] = rates
    larger[count, :count], larger[:count, count] = newcomer, 1 - newcomer
    return larger
