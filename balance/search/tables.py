"""`BalanceWriter`: what a search for balance writes beside its games.

Candidates are written with the generation that proposed them; those that played again since are
brought up to date when the search ends.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from ...arena.run.context import RunContext
from ...results.store.rows import ruleset_row
from .candidates import RulesCandidate, whatif_command
from .front import crowding
from .objectives import costs
from .result import BalanceResult

if TYPE_CHECKING:
    from .task import BalanceTask

_TEXTS = pa.list_(pa.string())
_TYPES: dict[str, pa.DataType] = {"edits": _TEXTS, "words": _TEXTS}
"""Columns whose type empty lists do not show."""

Tables = dict[str, pa.Table]


class BalanceWriter:
    """Writes the rows of a search to its run, if it has one."""

    def __init__(self, context: RunContext, task: "BalanceTask") -> None:
        self._context, self._task = context, task
        self._written = 0
        self._arrived: list[dict[str, Any]] = []

    def rules(self, generation: int, new: Sequence[RulesCandidate]) -> None:
        """Write the rules of new candidates, before games are played by them."""
        rows = [ruleset_row(candidate.rules) for candidate in new if candidate.rules]
        self._context.write(f"rules-{generation}", {"rulesets": _table(rows)})

    def adapted(self, candidate: RulesCandidate, places: Sequence[int], generation: int) -> None:
        """Note which setups play from now on at some places; written with their round."""
        self._arrived += _setups(candidate, places, generation)

    def generation(
        self,
        number: int,
        candidates: Sequence[RulesCandidate],
        front: Sequence[RulesCandidate],
        volume: float,
        games: int,
        seconds: float,
    ) -> None:
        """Write a generation: its new candidates, and the front as it is now."""
        new, self._written = candidates[self._written :], len(candidates)
        row = {
            "generation": number,
            "candidates": len(new),
            "games": games,
            "hypervolume": volume,
            "seconds": seconds,
        }
        tables = {
            "generations": [row],
            "balance_candidates": [self._candidate(candidate) for candidate in new],
            "balance_objectives": [r for c in new for r in _objectives(c)],
            "balance_setups": [
                *(r for c in new for r in _setups(c, range(len(c.setups)), number)),
                *self._arrived,
            ],
            "balance_front": self._front(number, front),
        }
        self._arrived = []
        self._context.write(
            f"generation-{number}", {name: _table(rows) for name, rows in tables.items()}
        )
        self._update(front)  # the report of a run that was interrupted shows these

    def summary(self, candidates: Sequence[RulesCandidate], result: BalanceResult) -> Tables:
        """Bring candidates up to date, and return what the front did on held-out seeds."""
        self._update(candidates)
        objectives, generation = result.objectives, self._task.settings.generations
        games = result.games_a_point + sum(result.screen_games.values())
        checks = [
            {"candidate": point.candidate, "objective": name, "games": games}
            | {"value": one.value, "value_low": one.ci95[0], "value_high": one.ci95[1]}
            | {"wanted": name in objectives}
            for point in result.points
            for name, one in point.objectives.items()
        ]
        costs_of = np.array([costs(point.objectives, objectives) for point in result.front])
        front = [
            {"generation": generation, "candidate": point.candidate, "crowding": gap}
            | {"reported": True, "stability": point.stability}
            for point, gap in zip(result.front, crowding(costs_of), strict=True)
        ]
        tables = {
            "balance_checks": checks,
            "balance_front": front,
            "balance_setups": self._arrived,
        }
        return {name: _table(rows) for name, rows in tables.items()}

    def _candidate(self, candidate: RulesCandidate) -> dict[str, Any]:
        space, genes = self._task.space, candidate.genes
        played = candidate.rules is not None
        return {
            "candidate": candidate.number,
            "generation": candidate.generation,
            "ruleset": candidate.rules.digest() if candidate.rules else "",
            "edits": space.edits(genes),
            "words": space.words(genes),
            "whatif": whatif_command(space, genes) if played else None,
            "distance": len(space.sizes(genes)) + sum(space.sizes(genes)),
            "games": candidate.games,
            "feasible": played,
            "reason": candidate.reason or None,
        }

    def _front(self, number: int, front: Sequence[RulesCandidate]) -> list[dict[str, Any]]:
        values = np.array([costs(c.measured, self._task.settings.objectives) for c in front])
        return [
            {"generation": number, "candidate": candidate.number, "crowding": gap}
            | {"reported": False}
            for candidate, gap in zip(front, crowding(values), strict=True)
        ]

    def _update(self, candidates: Sequence[RulesCandidate]) -> None:
        """Bring figures of candidates that played again up to date."""
        store, run = self._context.store, self._context.run
        played = [candidate for candidate in candidates if candidate.measured]
        if not store or not run or not played:
            return
        games = ", ".join(f"({c.number}, {c.games})" for c in played)
        store.change(
            f"UPDATE balance_candidates SET games = new.games FROM (VALUES {games}) "
            f"new(candidate, games) WHERE run = '{run}' "
            "AND balance_candidates.candidate = new.candidate"
        )
        rows = ", ".join(
            f"({r['candidate']}, '{r['objective']}', {r['value']!r}, {r['value_low']!r}, "
            f"{r['value_high']!r})"
            for c in played
            for r in _objectives(c)
        )
        sets = ", ".join(f"{name} = new.{name}" for name in ("value", "value_low", "value_high"))
        store.change(
            f"UPDATE balance_objectives SET {sets} FROM (VALUES {rows}) "
            f"new(candidate, objective, value, value_low, value_high) WHERE run = '{run}' "
            "AND balance_objectives.candidate = new.candidate "
            "AND balance_objectives.objective = new.objective"
        )


def _objectives(candidate: RulesCandidate) -> list[dict[str, Any]]:
    """Return rows of `balance_objectives`."""
    return [
        {"candidate": candidate.number, "objective": name}
        | {"value": float(one.value), "value_low": float(one.low), "value_high": float(one.high)}
        for name, one in candidate.measured.items()
    ]


def _setups(
    candidate: RulesCandidate, places: Sequence[int], generation: int
) -> list[dict[str, Any]]:
    """Return rows of `balance_setups`."""
    fielded = [(place, candidate.setups[place]) for place in places]
    return [
        {"candidate": candidate.number, "place": place, "generation": generation}
        | {"name": one.entrant.label, "setup": one.entrant.setup}
        | {"fate": one.fate, "change": one.change}
        for place, one in fielded
    ]


def _table(rows: Sequence[Mapping[str, Any]]) -> pa.Table:
    """Return rows as a table; lists of texts are such even where all are empty."""
    table = pa.Table.from_pylist([dict(row) for row in rows])
    for name, kind in _TYPES.items():
        if name in table.column_names:
            at = table.column_names.index(name)
            table = table.set_column(at, name, table[name].cast(kind))
    return table
