"""A map as its run has written it, read for its report."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...arena.run.report import StoredRun
from ...results.store.runs import Run
from .features import FEATURES, FeatureAxis

Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class StoredMap:
    """The cells of a map, and their checks."""

    run: Run
    over: str
    """weights or setups."""
    x: FeatureAxis
    y: FeatureAxis
    cells: Sequence[Row]
    """The filled cells as they are now, by row and column."""
    checks: Sequence[Row]

    @property
    def agent(self) -> str:
        """The agent whose styles are mapped, or the judge of the setups."""
        mapped = self.run.arguments["mapped"]
        return mapped["levels"]["judge"] if "levels" in mapped else mapped["agent"]

    @property
    def chosen(self) -> list[Row]:
        """The cells that were checked: the best, then the corners."""
        order = list(dict.fromkeys((check["row"], check["col"]) for check in self.checks))
        kept = {(cell["row"], cell["col"]): cell for cell in self.cells}
        return [kept[place] for place in order]

    @property
    def best(self) -> Row:
        """The cell with the highest lower confidence bound."""
        return (self.chosen or [max(self.cells, key=lambda cell: cell["score_low"])])[0]

    def text(self, cell: Row) -> str:
        """Return a cell as commands take it."""
        return f"style:{self.run.run}:{cell['row']}:{cell['col']}"


def collect(stored: StoredRun) -> StoredMap:
    """Return what a run has written."""
    arguments = stored.run.arguments
    settings = arguments["settings"]
    cells = (
        "SELECT cells.*, coalesce(agent, setup) AS text, origin, candidates.generation AS born "
        "FROM archive_cells cells JOIN candidates USING (run, candidate) WHERE run = $1 AND "
        "cells.generation = (SELECT max(generation) FROM archive_cells WHERE run = $1) "
        "ORDER BY row, col"
    )
    return StoredMap(
        run=stored.run,
        over=arguments.get("over") or arguments["mapped"]["over"],  # the first: form 1
        x=FeatureAxis.parse(settings["x"], FEATURES),
        y=FeatureAxis.parse(settings["y"], FEATURES),
        cells=stored.query(cells),
        checks=stored.query("SELECT * FROM archive_checks WHERE run = ? ORDER BY rowid"),
    )
