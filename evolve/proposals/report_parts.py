"""What reports of searches share: how a search went."""

from ...arena.run.report import StoredRun
from ...results.page.blocks import Section, Text
from ...results.page.curves import Curve, curves
from ...results.page.grids import Column, Grid


def course(stored: StoredRun, fitness: str = "fitness") -> Section:
    """Return how a search went, generation by generation."""
    asked = (
        "SELECT generation + 1 AS generation, candidates, games, fitness_best, fitness_mean, "
        "fitness_deviation, seconds FROM generations WHERE run = ? ORDER BY generation"
    )
    rows = stored.query(asked)
    if not rows:
        return Section("How the search went", [Text("No generation has ended yet.")])
    at = [row["generation"] for row in rows]
    mean = [row["fitness_mean"] for row in rows]
    spread = [row["fitness_deviation"] for row in rows]
    chart = curves(
        "course",
        f"Best {fitness} so far, and the mean of each generation with its standard deviation.",
        {
            "best so far": Curve(at, [row["fitness_best"] for row in rows]),
            "mean of the generation": Curve(
                at,
                mean,
                [m - s for m, s in zip(mean, spread, strict=True)],
                [m + s for m, s in zip(mean, spread, strict=True)],
            ),
        },
        axis="generation",
        value=fitness,
        percent=True,
    )
    columns = [
        Column("generation", "#", "count"),
        Column("candidates", "Candidates", "count"),
        Column("games", "Games", "count"),
        Column("fitness_best", "Best so far", "share"),
        Column("fitness_mean", "Mean", "share"),
        Column("fitness_deviation", "± s.d.", "share"),
        Column("seconds", "Seconds", "number"),
    ]
    cells = [tuple(row[column.name] for column in columns) for row in rows]
    grid = Grid("generations", "Generations", columns, cells, folded=len(rows) > 12)
    return Section("How the search went", [chart, grid])
