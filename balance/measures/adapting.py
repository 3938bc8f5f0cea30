"""Players adapt: the metagame evolved under given rules, by rounds of the best counter.

What is measured among fixed setups says what a change does on its first day. Then players look for
what beats the setups that are now worth playing. Each round does that once: a search for a counter
to the Nash mixture (`evolve.counter`), checked on fresh seeds; the counter joins, plays everybody,
and the mixture is solved again. That is the double oracle with an approximate oracle (H. McMahan,
G. Gordon and A. Blum, "Planning in the presence of cost functions controlled by an adversary", ICML
2003), stopped after a few rounds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arena.play.entrant import Entrant
from ...arena.play.result_board import ResultBoard
from ...arena.play.schedule import Schedule, gauntlet
from ...arena.run.task import RunContext
from ...arena.stats.nash import nash
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ...evolve.counter.settings import Settings
from ...evolve.counter.task import Counter, CounterTask
from ...evolve.proposals.field import Field
from ...evolve.proposals.space import Space
from ..rules.errors import BalanceError
from .measures import entropy, matchup_rates, matrix

LEAST_WEIGHT = 0.01
"""Setups below this weight of the mixture are left out of the field."""

ROUND_STREAM, JOIN_STREAM = 1 << 10, 1 << 11
"""Streams of the seed: round r searches with stream 1024 + r, and joins with 2048 + r."""


@dataclass(frozen=True, kw_only=True)
class Adapting:
    """How much is spent on letting players adapt."""

    rounds: int = 2
    population: int = 24
    generations: int = 8
    games: int = 4
    """Of each candidate in the first round of a race."""
    shortlist: int = 6
    check_games: int = 200
    """Of the counter, on fresh seeds."""
    join_games: int = 20
    """Of the counter with each setup that is there."""

    def __post_init__(self) -> None:
        for name in ("rounds", "check_games", "join_games"):
            if getattr(self, name) < 1:
                raise BalanceError(f"{name.replace('_', '-')} is 1 at least")

    def settings(self, agent: str, seed: int) -> Settings:
        """Return the settings of a round's search."""
        return Settings(
            population=self.population,
            generations=self.generations,
            games=self.games,
            shortlist=self.shortlist,
            shortlist_games=8,
            best=1,
            check_games=self.check_games,
            agent=agent,
            check_agent=agent,
            seed=seed,
        )

    def total(self, agent: str, setups: int) -> int:
        """Return the games of all rounds, for one set of rules."""
        settings = self.settings(agent, 0)
        search = settings.search_total + settings.check_total
        joins = sum(2 * self.join_pairs * (setups + number) for number in range(self.rounds))
        return self.rounds * search + joins

    @property
    def join_pairs(self) -> int:
        """The pairs of a counter with each setup that is there."""
        return (self.join_games + 1) // 2


@dataclass(frozen=True, kw_only=True)
class Adapted:
    """A metagame after players have adapted."""

    counters: tuple[Counter, ...]
    """The counter of each round, with its score against the mixture of that round."""
    names: tuple[str, ...]
    setups: tuple[str, ...]
    new: tuple[bool, ...]
    """Whether each setup was found in these rounds."""
    weights: np.ndarray
    """The Nash mixture at the end."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        held = [n for n in np.argsort(-self.weights).tolist() if self.weights[n] > 1e-4]
        return {
            "counters": [counter.to_dict() for counter in self.counters],
            "entropy": entropy(self.weights),
            "effective": float(np.exp(entropy(self.weights))),
            "support": len(held),
            "new_share": float(self.weights[np.array(self.new)].sum()),
            "mixture": [
                {
                    "name": self.names[n],
                    "setup": self.setups[n],
                    "weight": float(self.weights[n]),
                    "new": self.new[n],
                }
                for n in held
            ],
        }


def adapted(
    board: ResultBoard, rules: Ruleset, adapting: Adapting, *, seed: int, desk: RunContext
) -> Adapted:
    """Return the metagame that rounds of counters make of a round robin's setups."""
    pool = list(board.schedule.entrants)
    agent, rates, counters = pool[0].agent, matrix(board), []
    for number in range(adapting.rounds):
        settings = adapting.settings(agent, derive(seed, ROUND_STREAM + number))
        field = _field(pool, nash(rates).weights)
        task = CounterTask(settings=settings, field=field, space=Space(rules))
        quiet = RunContext(referee=desk.referee, watcher=desk.watcher)
        counter = task.run(quiet)[0]
        counters.append(counter)
        if any(entrant.setup == str(counter.setup) for entrant in pool):
            continue
        new = Entrant(setup=str(counter.setup), agent=agent, name=f"counter {number + 1}")
        met = desk.referee.play_schedule(
            Schedule(
                entrants=(new, *pool),
                matchups=gauntlet(len(pool) + 1),
                pairs=adapting.join_pairs,
                rules=rules,
                seed=derive(seed, JOIN_STREAM + number),
            )
        )
        rates = _joined(rates, matchup_rates(met))
        pool.append(new)
    known = len(board.schedule.entrants)
    return Adapted(
        counters=tuple(counters),
        names=tuple(entrant.label for entrant in pool),
        setups=tuple(entrant.setup for entrant in pool),
        new=tuple(number >= known for number in range(len(pool))),
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
    found = np.full((count + 1, count + 1), np.nan)
    found[:count, :count] = rates
    found[count, :count], found[:count, count] = newcomer, 1 - newcomer
    return found
