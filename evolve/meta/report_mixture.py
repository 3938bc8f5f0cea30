"""What a search for the metagame has written, read for its report."""

from dataclasses import dataclass
from typing import Any

from ...arena.stats.score import Score
from ...results import Store
from ...results.store.runs import Run


@dataclass(frozen=True, kw_only=True)
class Found:
    """What a run has written."""

    run: Run
    rounds: list[dict[str, Any]]
    weights: list[dict[str, Any]]
    members: list[dict[str, Any]]
    """The set, heaviest first; empty while the run is not finished."""
    payoffs: dict[tuple[int, int], Score]
    ratings: list[dict[str, Any]]
    usage: list[dict[str, Any]]

    @property
    def epsilon(self) -> float:
        """What a response had to gain."""
        return self.run.arguments["settings"]["epsilon"]

    @property
    def mixture(self) -> list[dict[str, Any]]:
        """Those of the set that have weight."""
        return [member for member in self.members if member["weight"] > 0]

    def between(self, a: int, b: int) -> Score:
        """Return how one setup of the set did against another."""
        if (a, b) in self.payoffs:
            return self.payoffs[a, b]
        return ~self.payoffs.get((b, a), Score())


def collect(store: Store, run: Run) -> Found:
    """Return what a run has written."""

    def rows(sql: str) -> list[dict[str, Any]]:
        return store.query(sql, [run.run]).to_pylist()

    matrix = rows("SELECT * FROM metagame_payoffs WHERE run = ? ORDER BY a, b")
    return Found(
        run=run,
        rounds=rows("SELECT * FROM metagame_rounds WHERE run = ? ORDER BY round"),
        weights=rows("SELECT * FROM metagame_weights WHERE run = ? ORDER BY round, number"),
        members=rows("SELECT * FROM metagame WHERE run = ? ORDER BY weight DESC, number"),
        payoffs={(row["a"], row["b"]): _score(row) for row in matrix},
        ratings=rows("SELECT * FROM setup_ratings WHERE run = ? ORDER BY rating DESC, entrant"),
        usage=rows("SELECT * FROM metagame_usage WHERE run = ?"),
    )


def _score(row: dict[str, Any]) -> Score:
    pairs = tuple(row[f"pairs_{number}"] for number in range(5))
    return Score(row["wins"], row["draws"], row["losses"], pairs)
