"""The report of a map of styles or setups: the map, who holds its corners, and the check."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...agents.spec.script_names import SCRIPTS
from ...agents.spec.spec import AgentSpec
from ...engine.rules.ruleset import Ruleset
from ...results import Store
from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import dot_plot, heat_map
from ...results.page.curves import Curve, curves
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ...results.page.lineups import lineups
from ...results.page.page import Page
from ...results.page.words import percent, range_text
from ...results.store.runs import Run
from ...setups.setup import Setup
from ..proposals.report_parts import page
from .features import FEATURES, Axis


@dataclass(frozen=True)
class _Map:
    """What the run says of its map."""

    run: Run
    over: str
    x: Axis
    y: Axis
    cells: Sequence[dict[str, Any]]
    """The filled cells as they are now, by row and column."""
    checks: Sequence[dict[str, Any]]

    @property
    def chosen(self) -> list[dict[str, Any]]:
        """The cells that were checked: the best, then the corners."""
        order = list(dict.fromkeys((check["row"], check["col"]) for check in self.checks))
        held = {(cell["row"], cell["col"]): cell for cell in self.cells}
        return [held[place] for place in order]

    @property
    def best(self) -> dict[str, Any]:
        """The cell that is held most surely."""
        return max(self.cells, key=lambda cell: cell["score_low"])

    def text(self, cell: dict[str, Any]) -> str:
        """Return a cell as commands take it."""
        return f"style:{self.run.run}:{cell['row']}:{cell['col']}"


def build(store: Store, run: Run, told: Callable[[str], object]) -> Page:
    """Return the page of a run of `evolve styles`."""
    found = _read(store, run)
    makers: list[tuple[str, Callable[[], Section]]] = [
        ("map", lambda: _map(found)),
        ("check", lambda: _check(found)),
        ("styles" if found.over == "weights" else "setups", lambda: _holders(found)),
        ("course", lambda: _course(store, found)),
        ("cells", lambda: _cells(found)),
    ]
    if not found.cells:
        return page(store, run, _about(found), [])
    sections = []
    for name, make in makers:
        told(name)
        sections.append(make())
    return page(store, run, _about(found), sections)


def _read(store: Store, run: Run) -> _Map:
    settings = run.arguments["settings"]
    x, y = (Axis.parse(settings[name], FEATURES) for name in "xy")
    cells = (
        "SELECT cells.*, coalesce(agent, setup) AS text, origin, candidates.generation AS born "
        "FROM archive_cells cells JOIN candidates USING (run, candidate) WHERE run = $1 AND "
        "cells.generation = (SELECT max(generation) FROM archive_cells WHERE run = $1) "
        "ORDER BY row, col"
    )
    checks = "SELECT * FROM archive_checks WHERE run = ? ORDER BY rowid"
    return _Map(
        run,
        run.arguments["over"],
        x,
        y,
        store.query(cells, [run.run]).to_pylist(),
        store.query(checks, [run.run]).to_pylist(),
    )


def _about(found: _Map) -> str:
    mapped = found.run.arguments["mapped"]
    if found.over == "weights":
        return (
            f"Ways to play of {mapped['agent']}, by the weights of its scripts, mapped by "
            f"{found.x.name} and {found.y.name}. Scores are against {mapped['opponent']}, both "
            "sides fielding the same setup."
        )
    return (
        f"Setups in the hands of {mapped['agent']}, mapped by {found.x.name} and {found.y.name}. "
        f"Scores are against {len(mapped['setups'])} setups in turn."
    )


# ---- the map -------------------------------------------------------------------------------------


def _map(found: _Map) -> Section:
    best, size = found.best, found.x.bins * found.y.bins
    text = (
        f"{len(found.cells)} of {size} cells are held. Most surely held is "
        f"{best['row']}:{best['col']} with {percent(best['score'])} of the points "
        f"({range_text((best['score_low'], best['score_high']))}). Only games that a candidate "
        "did not qualify by count, so nobody holds a cell by the luck that brought it there."
    )
    play = (
        f"To play against it: conquest-opt play Rush Rush --agent {found.text(best)}"
        if found.over == "weights"
        else f"To play it: conquest-opt match {found.text(best)} Default"
    )
    parts: list[Block] = [Text(text), _drawn(found), Text(play, "note")]
    return Section("The map", parts)


def _drawn(found: _Map) -> Picture:
    x, y = found.x, found.y
    values = np.full((y.bins, x.bins), math.nan)
    texts = [["" for _ in range(x.bins)] for _ in range(y.bins)]
    hints = {}
    for cell in found.cells:
        row, col = y.bins - 1 - cell["row"], cell["col"]
        values[row, col] = cell["score"]
        texts[row][col] = f"{100 * cell['score']:.0f}"
        hints[row, col] = (
            f"cell {cell['row']}:{cell['col']}: {percent(cell['score'])} "
            f"({range_text((cell['score_low'], cell['score_high']))}) of {cell['games']} games; "
            f"{x.name} {_number(cell['x'])}, {y.name} {_number(cell['y'])}; {cell['text']}"
        )
    return heat_map(
        "map",
        "Score in per cent of who holds a cell; blue is more than half of the points. Pointing at "
        "a cell shows who it is.",
        [f"{y.label(row)}  ({row})" for row in reversed(range(y.bins))],
        [f"{x.label(col)}  ({col})" for col in range(x.bins)],
        values,
        texts,
        hints=hints,
        cell=0.5,
        axes_labels=(_axis_label(x, "column"), _axis_label(y, "row")),
    )


def _axis_label(axis: Axis, what: str) -> str:
    about = axis.feature.about
    return f"{about if len(about) < 50 else axis.name}  ({what})"


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3g}"


# ---- the check -----------------------------------------------------------------------------------


def _check(found: _Map) -> Section:
    """Return table II of the paper, and the scores as a figure."""
    if not found.checks:
        return Section("The check", [Text("No cell has been checked yet.")])
    meetings = list(dict.fromkeys(check["meeting"] for check in found.checks))
    by_key = {(c["candidate"], c["meeting"], c["feature"]): c for c in found.checks}
    rows = []
    for cell in found.chosen:
        for feature in ("score", found.x.name, found.y.name):
            measured = [by_key[cell["candidate"], m, feature] for m in meetings]
            share = feature == "score"
            claimed = measured[0]["claimed"]
            place = f"{cell['row']}:{cell['col']}"
            told = [_measured(check, share) for check in measured]
            rows.append((place, feature, _figure(claimed, share), *told))
    grid = Grid(
        "check",
        "What the map says of chosen cells, and what fresh games say",
        [
            Column("cell", "Cell"),
            Column("feature", "Feature"),
            Column("map", "By the map"),
            *(Column(f"meeting_{n}", meeting) for n, meeting in enumerate(meetings, start=1)),
        ],
        rows,
        "The best cell and those nearest to the corners, as in table II of the paper on portfolio "
        "search and MAP-Elites. Seeds of these games decided nothing; 95 % intervals in brackets.",
    )
    same = [check for check in found.checks if check["meeting"] == meetings[0]]
    held = [c for c in same if c["claimed"] is not None and c["measured_low"] is not None]
    inside = sum(c["measured_low"] <= c["claimed"] <= c["measured_high"] for c in held)
    games = found.checks[0]["games"]
    text = (
        f"{len(found.chosen)} cells played {games} fresh games in each meeting. Of {len(held)} "
        f"numbers of the map {inside} lie within the 95 % interval of the games played as in the "
        "search. The map's own numbers are uncertain too, so somewhat fewer than 95 % are to be "
        "expected."
    )
    return Section("The check", [Text(text), _scores(found), grid])


def _scores(found: _Map) -> Picture:
    scores = [check for check in found.checks if check["feature"] == "score"]
    order = {(cell["row"], cell["col"]): n for n, cell in enumerate(found.chosen)}
    scores.sort(key=lambda check: order[check["row"], check["col"]])
    return dot_plot(
        "check",
        "Score of the checked cells on fresh games, with 95 % intervals.",
        [f"{c['row']}:{c['col']}  {c['meeting']}" for c in scores],
        [c["measured"] for c in scores],
        [(c["measured_low"], c["measured_high"]) for c in scores],
        axis="score",
        middle=0.5,
        percent=True,
    )


def _figure(value: float | None, share: bool) -> str:
    if value is None:
        return "none"
    return percent(value) if share else f"{value:.3g}"


def _measured(check: dict[str, Any], share: bool) -> str:
    low, value, high = (check[f"measured{end}"] for end in ("_low", "", "_high"))
    if low is None or low == high:
        return _figure(value, share)
    if share:
        return f"{percent(value)} ({range_text((low, high))})"
    return f"{value:.3g} ({low:.3g} to {high:.3g})"


# ---- who holds cells -----------------------------------------------------------------------------


def _holders(found: _Map) -> Section:
    """Return what the checked cells are made of: weights of scripts, or troops."""
    cells = found.chosen or [found.best]
    names = [f"{cell['row']}:{cell['col']}" for cell in cells]
    if found.over == "weights":
        text = "How the checked styles weigh the scripts, beside each other; 0.5 is usual."
        return Section("The styles", [Text(text), _weights(names, [c["text"] for c in cells])])
    rules = Ruleset().edit(*found.run.edits)
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


# ---- the rest ------------------------------------------------------------------------------------


def _course(store: Store, found: _Map) -> Section:
    """Return how the map filled."""
    asked = (
        "SELECT generation, candidates, generations.games, coverage, "
        "count(candidate) AS cells, sum(score) AS quality, fitness_mean, fitness_best, seconds "
        "FROM generations JOIN archive_cells cells USING (run, generation) WHERE run = ? "
        "GROUP BY ALL ORDER BY generation"
    )
    rows = store.query(asked, [found.run.run]).to_pylist()
    at = [row["generation"] for row in rows]
    filled = curves(
        "course",
        "Cells that are held, and the sum of the scores of who holds them (the QD-score), after "
        "each generation; after the last, those who hold a cell played on.",
        {
            "cells held": Curve(at, [row["cells"] for row in rows]),
            "sum of scores": Curve(at, [row["quality"] for row in rows]),
        },
        axis="generation",
        value="cells, points",
    )
    scores = curves(
        "scores",
        "Score of the cell that is held most surely, and the mean over all cells.",
        {
            "most surely held": Curve(at, [row["fitness_best"] for row in rows]),
            "mean of all cells": Curve(at, [row["fitness_mean"] for row in rows]),
        },
        axis="generation",
        value="score",
        percent=True,
    )
    columns = [
        Column("generation", "#", "count"),
        Column("candidates", "Newcomers", "count"),
        Column("games", "Games", "count"),
        Column("cells", "Cells", "count"),
        Column("coverage", "Coverage", "share"),
        Column("quality", "QD-score", "number", "sum of the scores of who holds a cell"),
        Column("fitness_mean", "Mean score", "share"),
        Column("fitness_best", "Most surely held", "share"),
        Column("seconds", "Seconds", "number"),
    ]
    cells = [tuple(row[column.name] for column in columns) for row in rows]
    grid = Grid("generations", "Generations", columns, cells, folded=len(rows) > 12)
    return Section("How the map filled", [filled, scores, grid])


def _cells(found: _Map) -> Section:
    rows = [
        (
            found.text(cell),
            *(cell[name] for name in ("score", "score_low", "score_high", "games", "x", "y")),
            cell["origin"],
            cell["born"],
            cell["text"],
        )
        for cell in found.cells
    ]
    grid = Grid(
        "cells",
        "Who holds which cell",
        [
            Column("cell", "To play it", about="in place of an agent's or a setup's text"),
            Column("score", "Score", "share", "over the games that count"),
            Column("score_low", "from", "share", "lower end of the 95 % interval"),
            Column("score_high", "to", "share", "upper end of the 95 % interval"),
            Column("games", "Games", "count"),
            Column("x", found.x.name, "number"),
            Column("y", found.y.name, "number"),
            Column("origin", "Came by"),
            Column("generation", "Generation", "count"),
            Column("text", "Agent" if found.over == "weights" else "Setup"),
        ],
        rows,
    )
    return Section("Every cell", [grid])
