"""What a search for balance stored, read back for its report."""

from dataclasses import dataclass
from typing import Any

from ...arena.run.report import StoredRun
from ...results.text.command_lines import pasted

Row = dict[str, Any]
Figure = tuple[float, float, float]
"""A value and the ends of its interval."""


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
    """Games each point was measured by then."""
    fell: int
    """Points of the search's front that did not hold."""
    candidates: list[Row]
    searched: dict[tuple[int, str], float]
    """Values of the search, by candidate and objective."""
    generations: list[Row]
    setups: list[Row]


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
        games=checks[0]["games"] if checks else 0,
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
