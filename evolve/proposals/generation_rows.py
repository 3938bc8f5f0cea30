"""`GenerationWriter`: what a search writes beside its games: generations and candidates.

Candidates are written with the generation that they were first played in; those that played again
since are brought up to date when the search ends.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from ...arena.run.context import RunContext
from ...arena.stats.score import Score
from .population import Candidate, Population


class GenerationWriter:
    """Writes the rows of a search to its run, if it has one."""

    def __init__(self, context: RunContext) -> None:
        self._context = context

    def generation(
        self, population: Population, numbers: Sequence[int], games: int, seconds: float
    ) -> dict[str, Any]:
        """Write a generation that has just ended, with its new candidates; return its row."""
        number = population.generation - 1
        rates = population.rating.mean
        fitness = [float(rates[one]) for one in numbers]
        row = {
            "generation": number,
            "candidates": len(numbers),
            "games": games,
            "fitness_best": float(rates.max()),
            "fitness_mean": float(np.mean(fitness)),
            "fitness_deviation": float(np.std(fitness)),
            "diversity": len({str(population.candidates[one].setup) for one in numbers})
            / len(numbers),
            "seconds": seconds,
        }
        new = [c for one in numbers if (c := population.candidates[one]).generation == number]
        self._context.write(
            f"generation-{number}",
            {
                "generations": pa.Table.from_pylist([row]),
                "candidates": pa.Table.from_pylist(candidate_rows(population, new)),
            },
        )
        return row

    def update(self, population: Population, elite: Sequence[int]) -> None:
        """Bring the candidates that played again up to date, and mark those that were checked."""
        store, run = self._context.store, self._context.run
        if not store or not run:
            return
        changed = [c for c in population.candidates if c.number in elite or c.score.games]
        values = ", ".join(
            "({candidate}, {fitness!r}, {fitness_low!r}, {fitness_high!r}, {games}, {wins}, "
            "{draws}, {losses}, {elite})".format(
                **row, elite=str(row["candidate"] in elite).lower()
            )
            for row in candidate_rows(population, changed)
        )
        names = "fitness", "fitness_low", "fitness_high", "games", "wins", "draws", "losses"
        sets = ", ".join(f"{name} = new.{name}" for name in (*names, "elite"))
        store.change(
            f"UPDATE candidates SET {sets} FROM (VALUES {values}) "
            f"new(candidate, {', '.join(names)}, elite) "
            f"WHERE run = '{run}' AND candidates.candidate = new.candidate"
        )


def candidate_rows(population: Population, some: Sequence[Candidate]) -> list[dict[str, Any]]:
    """Return rows of `candidates`."""
    rating = population.rating
    low, high = rating.interval()
    return [
        {
            "candidate": one.number,
            "generation": one.generation,
            "setup": str(one.setup),
            "formation": "/".join(one.setup.formation) if one.setup.formation else None,
            "origin": one.origin,
            "parents": list(one.parents),
            **fitness_cells(
                one.score,
                (float(low[one.number]), float(high[one.number])),
                float(rating.mean[one.number]),
            ),
        }
        for one in some
    ]


def fitness_cells(score: Score, interval: tuple[float, float], fitness: float) -> dict[str, Any]:
    """Return the cells of `candidates` that say how good one is."""
    ends = {"fitness": fitness, "fitness_low": interval[0], "fitness_high": interval[1]}
    counts = {"wins": score.wins, "draws": score.draws, "losses": score.losses}
    return ends | {"games": score.games} | counts
