"""A response to a mixture: the search for counters, as one round of a longer run.

All rounds share the run's referee, so games go on being numbered from round to round. Generations
and candidates of a search are numbered from 0 whatever came before; at a `RoundDesk` they go on
from those of earlier rounds. Candidates are written when the search ends, with all that they
scored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ...arena.play.entrant import Entrant
from ...arena.run.task import RunContext
from ...arena.stats.score import Interval, Score
from ...engine.rules.seeds import derive
from ...setups.setup import Setup
from ..counter.task import CounterSearch, CounterTask
from ..proposals.field import Field
from ..proposals.generation_rows import candidate_row
from ..proposals.population import Population
from ..proposals.space import Space
from .settings import MetaSettings

RESPONSE_STREAM = (1 << 20) + 16
"""Stream of the run's seed from which searches draw; round r has stream r of it."""


@dataclass(frozen=True, kw_only=True)
class Response:
    """The best answer to a mixture that a search found."""

    entrant: Entrant
    formation: tuple[str, ...]
    """Where its troops stood."""
    score: Score
    """Against the mixture, on seeds that it was not chosen by."""

    @property
    def gain(self) -> float:
        """What it scores above one half."""
        return self.score.rate - 0.5

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the gain."""
        low, high = self.score.interval()
        return Interval(low - 0.5, high - 0.5)

    def gains(self, epsilon: float) -> bool:
        """Return whether it gains for certain, and by more than epsilon as far as is known."""
        return self.gain > epsilon and self.interval.low > 0


@dataclass(frozen=True, kw_only=True)
class RoundDesk(RunContext):
    """The desk of one round's search: nothing is written but generations, numbered on."""

    outer: RunContext
    round: int
    generations: int
    """So many generations were before it."""

    def write(self, batch: str, tables: Mapping[str, pa.Table]) -> None:
        """Write a generation to the run."""
        table = tables.get("generations")
        if table is None:
            return
        place = table.column_names.index("generation")
        numbers = pa.array(np.asarray(table["generation"]) + self.generations)
        moved = {"generations": table.set_column(place, "generation", numbers)}
        self.outer.write(f"round-{self.round}-{batch}", moved)


class Responder:
    """Seeks responses, round after round."""

    def __init__(self, settings: MetaSettings, space: Space, desk: RunContext) -> None:
        self._settings, self._space, self._desk = settings, space, desk
        self._candidates = 0

    def respond(self, number: int, field: Field, known: Sequence[Setup]) -> Response:
        """Return the response to a mixture that round `number` finds.

        A quarter of the first generation are `known` setups at most, those that come first.
        """
        settings = self._settings
        seed = derive(derive(settings.seed, RESPONSE_STREAM), number)
        task = CounterTask(settings=settings.search(seed), field=field, space=self._space)
        before = (number - 1) * settings.generations
        referee = self._desk.referee
        desk = RoundDesk(referee=referee, outer=self._desk, round=number, generations=before)
        search = CounterSearch(task, desk, known=known[: settings.population // 4])
        best = search.run()[0]
        self._write(number, search.population, best.setup, before)
        text, rows = str(best.setup), best.setup.formation
        entrant = Entrant(setup=text, agent=settings.agent, formation=rows)
        return Response(entrant=entrant, formation=best.formation, score=best.score)

    def _write(self, number: int, population: Population, best: Setup, generations: int) -> None:
        """Write all candidates of a search that is over."""
        first = self._candidates
        rows = []
        for candidate in population.candidates:
            row = candidate_row(population, candidate)
            row["candidate"] += first
            row["generation"] += generations
            row["parents"] = [parent + first for parent in row["parents"]]
            rows.append(row | {"elite": candidate.setup == best})
        self._candidates += len(rows)
        self._desk.write(f"round-{number}-candidates", {"candidates": pa.Table.from_pylist(rows)})
