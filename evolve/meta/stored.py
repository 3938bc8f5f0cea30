"""What a search for the metagame has written, read for its report."""

from dataclasses import dataclass
from typing import Any

from ...arena.run.report import StoredRun
from ...arena.stats.score import Score
from ...results.store.runs import Run

Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class StoredMetagame:
    """The rows of a run."""

    run: Run
    rounds: list[Row]
    weights: list[Row]
    members: list[Row]
    """The set, heaviest first; empty while the run is not finished."""
    payoffs: dict[tuple[int, int], Score]
    ratings: list[Row]
    usage: list[Row]

    @property
    def epsilon(self) -> float:
        """What a response had to gain."""
        return self.run.arguments["settings"]["epsilon"]

    @property
    def judge(self) -> str:
        """The agent that played the set."""
        settings = self.run.arguments["settings"]
        return settings.get("judge") or settings["agent"]  # the second: before levels

    @property
    def mixture(self) -> list[Row]:
        """The members that have weight."""
        return [member for member in self.members if member["weight"] > 0]

    def between(self, a: int, b: int) -> Score:
        """Return how one setup of the set did against another."""
        if (a, b) in self.payoffs:
            return self.payoffs[a, b]
        return ~self.payoffs.get((b, a), Score())


def collect(stored: StoredRun) -> StoredMetagame:
    """Return what a run has written."""
    matrix = stored.query("SELECT * FROM metagame_payoffs WHERE run = ? ORDER BY a, b")
    rounds = "SELECT * FROM metagame_rounds WHERE run = ? ORDER BY round"
    members = "SELECT * FROM metagame WHERE run = ? ORDER BY weight DESC, number"
    ratings = "SELECT * FROM setup_ratings WHERE run = ? ORDER BY rating DESC, entrant"
    return StoredMetagame(
        run=stored.run,
        rounds=stored.titled(stored.query(rounds)),
        weights=stored.query("SELECT * FROM metagame_weights WHERE run = ? ORDER BY round, number"),
        members=stored.titled(stored.query(members)),
        payoffs={(row["a"], row["b"]): _score(row) for row in matrix},
        ratings=stored.titled(stored.query(ratings)),
        usage=stored.query("SELECT * FROM metagame_usage WHERE run = ?"),
    )


def label(member: Row) -> str:
    """Return the name that a setup was given by, or its text with the name that it has."""
    return member["name"] or member["title"]


def _score(row: Row) -> Score:
    pairs = tuple(row[f"pairs_{number}"] for number in range(5))
    return Score(row["wins"], row["draws"], row["losses"], pairs)
