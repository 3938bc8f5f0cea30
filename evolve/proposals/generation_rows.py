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
        self._best = 0.0

    def generation(
        self, population: Population, asked: Sequence[int], games: int, seconds: float
    ) -> dict[str, Any]:
        """Write a generation that has just ended, with its new candidates; return its row."""
        number = population.generation - 1
        fitness = [population.fitness(one) for one in asked]
        self._best = max(self._best, *fitness)
        row = {
            "generation": number,
            "candidates": len(asked),
            "games": games,
            "fitness_best": self._best,
            "fitness_mean": float(np.mean(fitness)),
            "fitness_deviation": float(np.std(fitness)),
            "diversity": len({str(population.candidates[one].setup) for one in asked}) / len(asked),
            "seconds": seconds,
        }
        new = [c for one in asked if (c := population.candidates[one]).generation == number]
        self._context.write(
            f"generation-{number}",
            {
                "generations": pa.Table.from_pylist([row]),
                "candidates": pa.Table.from_pylist([candidate_row(population, c) for c in new]),
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
                **candidate_row(population, candidate), elite=str(candidate.number in elite).lower()
            )
            for candidate in changed
        )
        names = "fitness", "fitness_low", "fitness_high", "games", "wins", "draws", "losses"
        sets = ", ".join(f"{name} = new.{name}" for name in (*names, "elite"))
        store.change(
            f"UPDATE candidates SET {sets} FROM (VALUES {values}) "
            f"new(candidate, {', '.join(names)}, elite) "
            f"WHERE run = '{run}' AND candidates.candidate = new.candidate"
        )


def candidate_row(population: Population, candidate: Candidate) -> dict[str, Any]:
    """Return a row of `candidates`."""
    score = candidate.score
    return {
        "candidate": candidate.number,
        "generation": candidate.generation,
        "setup": str(candidate.setup),
        "origin": candidate.origin,
        "parents": list(candidate.parents),
        **fitness_cells(score, score.interval(), population.fitness(candidate.number)),
    }


def fitness_cells(score: Score, interval: tuple[float, float], fitness: float) -> dict[str, Any]:
    """Return the cells of `candidates` that say how good one is."""
    ends = {"fitness": fitness, "fitness_low": interval[0], "fitness_high": interval[1]}
    counts = {"wins": score.wins, "draws": score.draws, "losses": score.losses}
    return ends | {"games": score.games} | counts
