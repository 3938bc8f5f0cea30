"""A response to a mixture: the search for counters, as one round of a longer run.

All rounds share the run's evaluator, so games are numbered on from round to round. Generations and
candidates of a search are numbered from 0 whatever came before; a `RoundContext` numbers them on
from those of earlier rounds. Candidates are written when the search ends, with all that they
scored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from ...arena.play.entrant import Entrant
from ...arena.run.context import RunContext
from ...engine.rules.seeds import derive
from ...setups.setup import Setup
from ..counter.settings import CounterSettings
from ..counter.task import CounterSearch, CounterTask
from ..proposals.field import Field
from ..proposals.generation_rows import candidate_rows
from ..proposals.population import Population
from .values import Response

if TYPE_CHECKING:
    from .task import MetaTask

RESPONSE_STREAM = (1 << 20) + 16
"""Stream of the run's seed from which searches draw; round r has stream r of it."""


@dataclass(frozen=True, kw_only=True)
class RoundContext(RunContext):
    """What one round's search runs in: it writes generations only, numbered on."""

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
    """Searches for responses, round after round."""

    def __init__(self, task: "MetaTask", context: RunContext) -> None:
        self._task, self._context = task, context
        self._candidates = 0

    def respond(
        self, number: int, field: Field, start_setups: Sequence[Setup], settings: CounterSettings
    ) -> Response:
        """Return the response of search `number` to a mixture, by the settings' judge.

        A quarter of the first generation are `known` setups at most, those that come first.
        """
        task, judge = self._task, settings.levels.judge
        counter = CounterTask(
            settings=settings,
            field=field.played_by(judge),
            edits=task.edits,
            query=task.query,
            seed=derive(derive(task.seed, RESPONSE_STREAM), number),
        )
        before = (number - 1) * settings.generations
        context = RoundContext(
            evaluator=self._context.evaluator,
            outer=self._context,
            round=number,
            generations=before,
        )
        search = CounterSearch(
            counter, context, start_setups=start_setups[: settings.population // 4]
        )
        best = search.run()[0]
        self._write(number, search.population, best.setup, before)
        entrant = Entrant(setup=str(best.setup), agent=judge, formation=best.setup.formation)
        return Response(entrant=entrant, formation=best.formation, score=best.score)

    def _write(self, number: int, population: Population, best: Setup, generations: int) -> None:
        """Write all candidates of a search that is over."""
        first = self._candidates
        rows = []
        for row, candidate in zip(
            candidate_rows(population, population.candidates), population.candidates, strict=True
        ):
            row["candidate"] += first
            row["generation"] += generations
            row["parents"] = [parent + first for parent in row["parents"]]
            rows.append(row | {"elite": candidate.setup == best})
        self._candidates += len(rows)
        table = pa.Table.from_pylist(rows)
        self._context.write(f"round-{number}-candidates", {"candidates": table})
