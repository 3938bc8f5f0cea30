"""The candidates of a map: what the checked ones are made of, and the table of all cells."""

from collections.abc import Sequence

import numpy as np

from ...agents.spec.script_names import SCRIPTS
from ...agents.spec.spec import AgentSpec
from ...engine.rules.ruleset import Ruleset
from ...results.page.blocks import Section, Text
from ...results.page.charts import heat_map
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ...results.page.lineups import lineups
from ...setups.setup import Setup
from .stored import StoredMap


def holders(mapped: StoredMap) -> Section:
    """Return what the checked cells are made of: weights of scripts, or troops."""
    cells = mapped.chosen or [mapped.best]
    names = [f"{cell['row']}:{cell['col']}" for cell in cells]
    if mapped.over == "weights":
        text = "How the checked styles weigh the scripts, beside each other; 0.5 is usual."
        return Section("The styles", [Text(text), _weights(names, [c["text"] for c in cells])])
    rules = Ruleset().edit(*mapped.run.edits)
    setups = [Setup.from_text(cell["text"]) for cell in cells]
    drawn = lineups(
        "setups",
        "Where the troops of the checked setups stand, the front row above.",
        [f"{name}  {cell['text']}" for name, cell in zip(names, cells, strict=True)],
        [setup.army(rules).formation for setup in setups],
        width=rules.board.width,
        depth=rules.board.home_rows,
    )
    return Section("The setups", [drawn])


def _weights(names: Sequence[str], agents: Sequence[str]) -> Picture:
    specs = [AgentSpec.parse(agent) for agent in agents]
    scripts = [script for script in SCRIPTS if script.name in specs[0].names]
    values = np.array([[float(spec[script.name]) for spec in specs] for script in scripts])
    return heat_map(
        "weights",
        "Weights of the scripts; dark is 1, white 0.",
        [script.name for script in scripts],
        names,
        values,
        [[f"{value:g}" for value in row] for row in values],
        diverging=False,
        hints={
            (row, col): f"{script.name}: {script.about}"
            for row, script in enumerate(scripts)
            for col in range(len(names))
        },
        axes_labels=("cell", ""),
    )


def every_cell(mapped: StoredMap) -> Section:
    """Return every cell and its candidate."""
    rows = [
        (
            mapped.text(cell),
            *(cell[name] for name in ("score", "score_low", "score_high", "games", "x", "y")),
            cell["origin"],
            cell["born"],
            cell["text"],
        )
        for cell in mapped.cells
    ]
    grid = Grid(
        "cells",
        "The candidate of each cell",
        [
            Column("cell", "To play it", about="in place of an agent's or a setup's text"),
            Column("score", "Score", "share", "over the games that count"),
            Column("score_low", "from", "share", "lower end of the 95 % interval"),
            Column("score_high", "to", "share", "upper end of the 95 % interval"),
            Column("games", "Games", "count"),
            Column("x", mapped.x.name, "number"),
            Column("y", mapped.y.name, "number"),
            Column("origin", "Origin"),
            Column("generation", "Generation", "count"),
            Column("text", "Agent" if mapped.over == "weights" else "Setup"),
        ],
        rows,
    )
    return Section("Every cell", [grid])
