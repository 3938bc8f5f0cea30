"""The candidates of a map: what the checked ones are made of, and the table of all cells."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...agents.spec.script_names import SCRIPTS
from ...agents.spec.spec import AgentSpec
from ...engine.rules.ruleset import Ruleset
from ...results.page.blocks import Section, Text
from ...results.page.charts import Cells, heat_map
from ...results.page.estimates import columns, estimate
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ...results.page.lineups import lineups
from ...results.store.runs import Run
from ...setups.naming import plain_name, titled
from ...setups.setup import Setup
from ..proposals.report_parts import NAMED_LIKE
from .result import CellValues, StylesResult

_SETUPS = columns("text", text="Setup", name=NAMED_LIKE)


def style(run: Run, cell: CellValues) -> str:
    """Return a cell as commands take it."""
    return f"style:{run.run}:{cell.row}:{cell.col}"


def holders(run: Run, mapped: StylesResult) -> Section:
    """Return what the checked cells are made of: weights of scripts, or troops."""
    cells = mapped.chosen or [mapped.best]
    names = [f"{cell.row}:{cell.col}" for cell in cells]
    if mapped.over == "weights":
        text = "How the checked styles weigh the scripts, beside each other; 0.5 is usual."
        return Section("The styles", [Text(text), _weights(names, [c.text for c in cells])])
    rules = Ruleset().edit(*run.edits)
    setups = [Setup.from_text(cell.text) for cell in cells]
    placed = zip(names, cells, strict=True)
    pictures = lineups(
        "setups",
        "Where the troops of the checked setups stand, the front row above.",
        [f"{name}  {titled(cell.text, None, rules)}" for name, cell in placed],
        [setup.army(rules).formation for setup in setups],
        width=rules.board.width,
        depth=rules.board.home_rows,
    )
    return Section("The setups", [pictures])


def _weights(names: Sequence[str], agents: Sequence[str]) -> Picture:
    specs = [AgentSpec.parse(agent) for agent in agents]
    scripts = [script for script in SCRIPTS if script.name in specs[0].names]
    cells = Cells(rows=[script.name for script in scripts], columns=names, labels=("cell", ""))
    for row, script in enumerate(scripts):
        for col, spec in enumerate(specs):
            value = float(spec[script.name])
            cells.put((row, col), value, f"{value:g}", f"{script.name}: {script.about}")
    title = "Weights of the scripts; dark is 1, white 0."
    return heat_map("weights", title, cells, diverging=False)


def every_cell(
    run: Run, mapped: StylesResult, history: Mapping[tuple[int, int], Mapping[str, Any]]
) -> Section:
    """Return every cell and its candidate; of its history how that came about, and when."""
    rows = []
    for cell in mapped.cells:
        came = history[cell.row, cell.col]
        figures = (cell.score, *cell.ci95, cell.games, cell.x, cell.y)
        rows.append((style(run, cell), *figures, came["origin"], came["born"], cell.text))
    head = columns("text", text="Agent") if mapped.over == "weights" else _SETUPS
    if mapped.over == "setups":
        rows = [(*row, plain_name(row[-1])) for row in rows]
    x, y = mapped.axes
    grid = Grid(
        "cells",
        "The candidate of each cell",
        [
            Column("cell", "To play it", about="in place of an agent's or a setup's text"),
            *estimate("score", "Score", about="over the games that count"),
            *columns("count", games="Games"),
            *columns("number", x=x.name, y=y.name),
            Column("origin", "Origin"),
            Column("generation", "Generation", "count"),
            *head,
        ],
        rows,
    )
    return Section("Every cell", [grid])
