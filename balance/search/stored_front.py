"""What a search for balance stored, read back for its report."""

from dataclasses import dataclass
from typing import Any

from ...arena.run.report import StoredRun
from ...results.text.command_lines import pasted
from ..measures.against import Comparison, Figure, compared
from .goals import OBJECTIVES

Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class FrontPoint:
    """A point of the front as the report numbers it."""

    number: int
    candidate: int
    edits: tuple[str, ...]
    words: tuple[str, ...]
    whatif: str
    figures: dict[str, Figure]
    stability: float | None
    held: bool
    """Whether it is on the front; the origin is shown also where it is not."""

    @property
    def name(self) -> str:
        """Its edits in words."""
        return "; ".join(self.words) or "no change"


@dataclass(frozen=True, kw_only=True)
class StoredFront:
    """Rows of a run, by table, and the points of its front."""

    objectives: tuple[str, ...]
    free: tuple[str, ...]
    points: list[FrontPoint]
    checked: bool
    """Whether the points were measured again on held-out seeds."""
    games: int
    """Games of the judge that each point was measured by then; 0 where that is not stored."""
    fell: int
    """Points of the search's front that did not hold."""
    candidates: list[Row]
    searched: dict[tuple[int, str], float]
    """Values of the search, by candidate and objective."""
    generations: list[Row]
    setups: list[Row]

    def comparisons(self, point: FrontPoint) -> dict[str, Comparison]:
        """Return how a point compares with the rules as they are, by objective that games decide.

        Empty until both have been measured again.
        """
        [origin] = [one for one in self.points if one.candidate == 0]
        if not self.games or point is origin:
            return {}
        return {
            name: compared(
                point.figures[name], origin.figures[name], self.games, more=OBJECTIVES[name].more
            )
            for name in self.objectives
            if OBJECTIVES[name].games
        }


def read(stored: StoredRun) -> StoredFront:
    """Return what a run found so far."""
    rows, run = stored.query, stored.run
    front = rows("SELECT * FROM balance_front WHERE run = ? ORDER BY candidate")
    last = max((row["generation"] for row in front), default=-1)
    front = [row for row in front if row["generation"] == last]
    checks = rows("SELECT * FROM balance_checks WHERE run = ?")
    candidates = rows("SELECT * FROM balance_candidates WHERE run = ? ORDER BY candidate")
    objectives = rows("SELECT * FROM balance_objectives WHERE run = ?")
    figures: dict[int, dict[str, Figure]] = {}
    for row in checks or objectives:
        measured = row["value"], row["value_low"], row["value_high"]
        figures.setdefault(row["candidate"], {})[row["objective"]] = measured
    points = _points(front, {row["candidate"]: row for row in candidates}, figures)
    shown = {point.candidate for point in points}
    playing = rows(
        "SELECT * FROM balance_setups WHERE run = ? QUALIFY row_number() OVER "
        "(PARTITION BY candidate, place ORDER BY generation DESC) = 1 ORDER BY candidate, place"
    )
    return StoredFront(
        objectives=tuple(run.arguments["settings"]["objectives"]),
        free=tuple(run.arguments["free"]),
        points=points,
        checked=bool(checks),
        games=stored.values.games_a_point if checks and stored.values else 0,
        fell=len({row["candidate"] for row in checks}) - len(front) if checks else 0,
        candidates=candidates,
        searched={(row["candidate"], row["objective"]): row["value"] for row in objectives},
        generations=rows(
            "SELECT generation + 1 AS generation, candidates, games, hypervolume, seconds, (SELECT "
            "count(*) FROM balance_front f WHERE f.run = g.run AND f.generation = g.generation) "
            "AS front FROM generations g WHERE run = ? ORDER BY generation"
        ),
        setups=[row for row in playing if row["candidate"] in shown],
    )


def _points(
    front: list[Row], candidates: dict[int, Row], figures: dict[int, dict[str, Figure]]
) -> list[FrontPoint]:
    """Return the front, those that change least first; the origin is number 0 in any case."""
    held = {row["candidate"]: row for row in front}
    if not held:
        return []
    order = sorted({0, *held}, key=lambda number: (candidates[number]["distance"], number))
    return [
        FrontPoint(
            number=place,
            candidate=number,
            edits=tuple(candidates[number]["edits"]),
            words=tuple(candidates[number]["words"]),
            whatif=pasted(candidates[number]["whatif"]) if candidates[number]["edits"] else "",
            figures=figures[number],
            stability=held.get(number, {}).get("stability"),
            held=number in held,
        )
        for place, number in enumerate(order)
    ]
