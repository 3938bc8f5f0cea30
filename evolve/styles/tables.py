"""What a map's search writes down beside its games: generations, candidates, cells and checks."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from ...arena.run.context import RunContext
from ...arena.stats.values import finite
from ...results.store.rows import agent_row
from ..proposals.generation_rows import fitness_cells
from .archive import Archive, FeatureMap, StyleCandidate
from .features import Cell
from .result import CellCheckValues


class MapWriter:
    """Writes the rows of a search to its run, if it has one."""

    def __init__(self, context: RunContext, over: str) -> None:
        self._context = context
        self._column = "agent" if over == "weights" else "setup"

    def generation(
        self,
        number: int,
        archive: Archive,
        newcomers: Sequence[StyleCandidate],
        games: int,
        seconds: float,
    ) -> None:
        """Write a generation that has been played, its newcomers, and the map after it."""
        scores = [one.rate for one in archive.elites.values()]
        row = {
            "generation": number,
            "candidates": len(newcomers),
            "games": games,
            "fitness_best": archive.best().rate,
            "fitness_mean": float(np.mean(scores)),
            "fitness_deviation": float(np.std(scores)),
            "coverage": archive.coverage,
            "seconds": seconds,
        }
        agents = [agent_row(one.text) for one in newcomers if self._column == "agent"]
        cells = [_cell(archive.map, number, one) for one in archive.elites.values()]
        self._context.write(
            f"generation-{number}",
            {
                "agents": pa.Table.from_pylist(agents),
                "generations": pa.Table.from_pylist([row]),
                "candidates": pa.Table.from_pylist([self._candidate(one) for one in newcomers]),
                "archive_cells": pa.Table.from_pylist(cells),
            },
        )

    def update(self, archive: Archive, candidates: Iterable[StyleCandidate]) -> None:
        """Bring the candidates that have games that count up to date."""
        store, run = self._context.store, self._context.run
        if not store or not run:
            return
        holders = {one.number for one in archive.elites.values()}
        changed = [one for one in candidates if one.counted]
        names = "fitness", "fitness_low", "fitness_high", "games", "wins", "draws", "losses"
        values = ", ".join(
            "({}, {}, '{}:{}', {})".format(
                one.number,
                ", ".join(repr(value) for value in _scores(one).values()),
                *one.cell,
                str(one.number in holders).lower(),
            )
            for one in changed
        )
        sets = ", ".join(f"{name} = new.{name}" for name in (*names, "cell", "elite"))
        store.change(
            f"UPDATE candidates SET {sets} FROM (VALUES {values}) "
            f"new(candidate, {', '.join(names)}, cell, elite) "
            f"WHERE run = '{run}' AND candidates.candidate = new.candidate"
        )

    def _candidate(self, one: StyleCandidate) -> dict[str, Any]:
        """Return a row of `candidates`, with what its trial was."""
        return {
            "candidate": one.number,
            "generation": one.generation,
            self._column: one.text,
            "origin": one.origin,
            "parents": list(one.parents),
            **fitness_cells(one.trial.score, one.trial.interval, one.trial.score.rate),
        }


def check_rows(archive: Archive, checks: Sequence[CellCheckValues]) -> pa.Table:
    """Return rows of `archive_checks`."""
    rows = [
        {
            "candidate": archive.elites[Cell(check.row, check.col)].number,
            "row": check.row,
            "col": check.col,
            "meeting": check.meeting,
            "feature": feature,
            "claimed": measure.claimed,
            "measured": measure.measured,
            "measured_low": measure.ci95[0],
            "measured_high": measure.ci95[1],
            "games": check.games,
        }
        for check in checks
        for feature, measure in check.measures.items()
    ]
    return pa.Table.from_pylist(rows)


def _scores(one: StyleCandidate) -> dict[str, Any]:
    """Return the columns of the games that count."""
    return fitness_cells(one.score, one.interval, one.rate)


def _cell(plan: FeatureMap, generation: int, one: StyleCandidate) -> dict[str, Any]:
    """Return a row of `archive_cells`."""
    cell, record = one.cell, one.record
    x, y = (plan.value(axis.feature, one.text, record) for axis in (plan.x, plan.y))
    return {
        "generation": generation,
        "row": cell.row,
        "col": cell.col,
        "candidate": one.number,
        "x": finite(x),
        "y": finite(y),
        "score": one.rate,
        "score_low": one.interval.low,
        "score_high": one.interval.high,
        "games": one.score.games,
    }
