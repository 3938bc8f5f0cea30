"""What a tuning writes beside its games: every evaluation, and the scores of the best.

`candidates` has a row for each evaluation, so a configuration that was evaluated again is there
again; `generations` has one for each as well, with what the model expects of the best so far.
"""

from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from ...arena.run.context import RunContext
from ...arena.stats.score import Score
from ...results.store.rows import agent_row
from ..proposals.generation_rows import fitness_cells
from ..proposals.methods import CHECK, COMPARISON

TOGETHER = 10
"""Evaluations that are written at a time: alone, each would take as long to write as to play."""


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """One evaluation of a configuration."""

    number: int
    agent: str
    score: Score
    fresh: bool
    """Whether it was the configuration's first."""
    expected: float
    """What the model, having learnt it, expects of the best configuration so far."""
    seconds: float


class EvaluationWriter:
    """Writes the rows of a tuning to its run, if it has one."""

    def __init__(self, context: RunContext, evaluations: int) -> None:
        self._context, self._evaluations = context, evaluations
        self._waiting: list[Evaluation] = []
        self._seen: list[str] = []

    def evaluated(self, evaluation: Evaluation) -> None:
        """Take an evaluation; write if there are enough, or if it is the last."""
        self._waiting.append(evaluation)
        self._seen.append(evaluation.agent)
        done = evaluation.number + 1
        if done % TOGETHER == 0 or done == self._evaluations:
            agents = dict.fromkeys(e.agent for e in self._waiting)
            tables = {
                "agents": pa.Table.from_pylist([agent_row(agent) for agent in agents]),
                "candidates": pa.Table.from_pylist([_candidate(e) for e in self._waiting]),
                "generations": pa.Table.from_pylist([_generation(e) for e in self._waiting]),
            }
            self._context.write(f"evaluations-{self._waiting[0].number}", tables)
            self._waiting = []

    def mark(self, agent: str) -> None:
        """Mark the evaluations of the best."""
        store, run = self._context.store, self._context.run
        if store and run:
            numbers = ", ".join(str(n) for n, seen in enumerate(self._seen) if seen == agent)
            store.change(
                f"UPDATE candidates SET elite = true "
                f"WHERE run = '{run}' AND candidate IN ({numbers})"
            )


def rating_table(agent: str, score: Score, against_default: Score | None) -> pa.Table:
    """Return the scores of the best on held-out seeds as rows of `agent_ratings`."""
    rows = [_rating(CHECK, agent, score)]
    if against_default is not None:
        rows.append(_rating(COMPARISON, agent, against_default))
    return pa.Table.from_pylist(rows)


def _candidate(evaluation: Evaluation) -> dict[str, Any]:
    """Return a row of `candidates`."""
    score, number = evaluation.score, evaluation.number
    return {
        "candidate": number,
        "generation": number,
        "agent": evaluation.agent,
        "origin": "seed" if number == 0 else "mutation" if evaluation.fresh else "again",
        "parents": [number - 1] if number else [],
        **fitness_cells(score, score.interval(), score.rate),
    }


def _generation(evaluation: Evaluation) -> dict[str, Any]:
    """Return a row of `generations`."""
    return {
        "generation": evaluation.number,
        "candidates": 1,
        "games": evaluation.score.games,
        "fitness_best": evaluation.expected,
        "fitness_mean": evaluation.score.rate,
        "seconds": evaluation.seconds,
    }


def _rating(method: str, agent: str, score: Score) -> dict[str, Any]:
    """Return a row of `agent_ratings`."""
    low, high = score.interval()
    return {
        "method": method,
        "agent": agent,
        "rating": score.rate,
        "rating_low": low,
        "rating_high": high,
        "games": score.games,
    }
