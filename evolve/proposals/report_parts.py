"""What reports of searches share: how a search went."""

from collections.abc import Sequence

from ...arena.run.report import StoredRun
from ...results.page.axes import Scale
from ...results.page.blocks import Section, Text
from ...results.page.curves import Curve, curves
from ...results.page.estimates import Row, columns, picked
from ...results.page.grids import Column, Grid

NAMED_LIKE = "Name", "the named setup of these troops and commands, in whatever formation"
"""The column of names where formations are not known."""


def course(stored: StoredRun) -> Section:
    """Return how a search went, generation by generation."""
    query = (
        "SELECT generation + 1 AS generation, candidates, games, fitness_best, fitness_mean, "
        "fitness_deviation, seconds FROM generations WHERE run = ? ORDER BY generation"
    )
    rows = stored.query(query)
    if not rows:
        return Section("How the search went", [Text("No generation has ended yet.")])
    at = [row["generation"] for row in rows]
    mean = [row["fitness_mean"] for row in rows]
    spread = [row["fitness_deviation"] for row in rows]
    chart = curves(
        "course",
        "Best fitness so far, and the mean of each generation with its standard deviation. Fitness "
        "is the rating for the judge, by games of all levels and what a model learns from them.",
        {
            "best so far": Curve(at, [row["fitness_best"] for row in rows]),
            "mean of the generation": Curve(
                at,
                mean,
                [m - s for m, s in zip(mean, spread, strict=True)],
                [m + s for m, s in zip(mean, spread, strict=True)],
            ),
        },
        "generation",
        Scale("fitness", percent=True),
    )
    head = [
        *columns("count", generation="#", candidates="Candidates", games="Games"),
        *columns("share", fitness_best="Best so far", fitness_mean="Mean"),
        *columns("share", fitness_deviation="± s.d."),
        *columns("number", seconds="Seconds"),
    ]
    return Section("How the search went", [chart, generations_grid(head, rows)])


def generations_grid(head: Sequence[Column], rows: Sequence[Row]) -> Grid:
    """Return the rows of generations, in the columns' order."""
    cells = picked(rows, *(column.name for column in head))
    return Grid("generations", "Generations", head, cells, folded=len(rows) > 12)
