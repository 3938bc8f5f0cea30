"""The report of a map of styles or setups: the map, the check, its candidates, and its course."""

from collections.abc import Iterable
from typing import Any

from ...agents.spec.spec import called
from ...arena.run.report import Maker, Report, StoredRun
from ...results.page.axes import SCORE, Scale
from ...results.page.blocks import Section, Text
from ...results.page.charts import Cells, dot_plot, heat_map
from ...results.page.curves import curves, curves_of
from ...results.page.estimates import columns
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ...results.page.words import percent, plural, range_text
from ...results.store.runs import Run
from ...results.text.command_lines import command_line
from ...setups.naming import titled
from ..proposals.report_parts import generations_grid
from .features import FeatureAxis
from .holders import every_cell, holders, style
from .result import CellValues, MeasureValues, StylesResult

_BEST = "score of the cell with the highest lower confidence bound"

_CELLS = """
    SELECT cells.*, coalesce(agent, setup) AS text, origin, candidates.generation AS born
    FROM archive_cells cells JOIN candidates USING (run, candidate) WHERE run = $1 AND
        cells.generation = (SELECT max(generation) FROM archive_cells WHERE run = $1)
    ORDER BY row, col
"""

_COURSE = """
    SELECT generation, candidates, generations.games, coverage, count(candidate) AS cells,
           sum(score) AS quality, fitness_mean, fitness_best, seconds
    FROM generations JOIN archive_cells cells USING (run, generation) WHERE run = ?
    GROUP BY ALL ORDER BY generation
"""


def report(stored: StoredRun) -> Report:
    """Return the report of a map."""
    rows, run = stored.query(_CELLS), stored.run
    mapped: StylesResult = stored.values or _so_far(run, rows)
    sections: list[Maker] = [("map", lambda: _map(stored, mapped))]
    if mapped.cells:
        if mapped.checks or run.status != "finished":
            sections.append(("check", lambda: _check(mapped)))
        history = {(row["row"], row["col"]): row for row in rows}
        sections += [
            ("styles" if mapped.over == "weights" else "setups", lambda: holders(run, mapped)),
            ("course", lambda: _course(stored)),
            ("cells", lambda: every_cell(run, mapped, history)),
        ]
    return Report(_title(run, mapped), _about(run, mapped), sections)


def _so_far(run: Run, rows: Iterable[dict[str, Any]]) -> StylesResult:
    """Return the map as the last generation left it, without checks."""
    settings = run.arguments["settings"]
    cells = [
        CellValues(
            **{name: row[name] for name in ("row", "col", "text", "x", "y", "score", "games")},
            ci95=(row["score_low"], row["score_high"]),
        )
        for row in rows
    ]
    return StylesResult(
        over=run.arguments.get("over") or run.arguments["mapped"]["over"],  # the first: form 1
        x=settings["x"],
        y=settings["y"],
        coverage=0.0,  # this and the next are for the summary, which only a finished run has
        quality=0.0,
        cells=tuple(cells),
        checks=(),
    )


def _agent(run: Run) -> str:
    """Return the agent whose styles are mapped, or the judge of the setups."""
    mapped = run.arguments["mapped"]
    return called(mapped["levels"]["judge"] if "levels" in mapped else mapped["agent"])


def _title(run: Run, mapped: StylesResult) -> str:
    if mapped.over == "weights":
        return f"Map of styles of {_agent(run)}, by {_axes(mapped)}"
    return f"Map of setups played by {_agent(run)}, by {_axes(mapped)}"


def _axes(mapped: StylesResult) -> str:
    return " and ".join(axis.name for axis in mapped.axes)


def _about(run: Run, mapped: StylesResult) -> str:
    domain = run.arguments["mapped"]
    if mapped.over == "weights":
        return (
            f"Ways to play of {_agent(run)}, by the weights of its scripts, mapped by "
            f"{_axes(mapped)}. Scores are against {called(domain['opponent'])}, both sides "
            "fielding the same setup."
        )
    return (
        f"Setups played by {_agent(run)}, mapped by {_axes(mapped)}. Scores are against "
        f"{plural(len(domain['setups']), 'setup')} in turn, as estimates for this agent by games "
        "of all levels."
    )


# ---- the map -------------------------------------------------------------------------------------


def _map(stored: StoredRun, mapped: StylesResult) -> Section:
    words = stored.summary()
    if not mapped.cells:
        return Section("The map", words)
    text = style(stored.run, mapped.best)
    play = (
        f"To play against it: {command_line('play Rush Rush --agent', text)}"
        if mapped.over == "weights"
        else f"To play it: {command_line('match', text, 'Default')}"
    )
    note = "Only games after its trial count, so the luck of the trial is no part of a score."
    return Section("The map", [*words, _drawn(mapped), Text(note), Text(play, "note")])


def _drawn(mapped: StylesResult) -> Picture:
    x, y = mapped.axes
    cells = Cells(
        rows=[f"{y.label(row)}  ({row})" for row in reversed(range(y.bins))],
        columns=[f"{x.label(col)}  ({col})" for col in range(x.bins)],
        labels=(_axis_label(x, "column"), _axis_label(y, "row")),
    )
    for cell in mapped.cells:
        hint = (
            f"cell {cell.row}:{cell.col}: {percent(cell.score)} ({range_text(cell.ci95)}) of "
            f"{cell.games} games; {x.name} {_number(cell.x)}, {y.name} {_number(cell.y)}; "
            f"{titled(cell.text)}"
        )
        at = y.bins - 1 - cell.row, cell.col
        cells.put(at, cell.score, f"{100 * cell.score:.0f}", hint)
    return heat_map(
        "map",
        "Score in per cent of the candidate of each cell; blue is more than half of the points. "
        "Pointing at a cell shows the candidate.",
        cells,
        cell=0.5,
    )


def _axis_label(axis: FeatureAxis, what: str) -> str:
    about = axis.feature.about
    return f"{about if len(about) < 50 else axis.name}  ({what})"


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3g}"


# ---- the check -----------------------------------------------------------------------------------


def _check(mapped: StylesResult) -> Section:
    """Return table II of the paper, and the scores as a figure."""
    if not mapped.checks:
        return Section("The check", [Text("No cell has been checked yet.")])
    meetings = dict.fromkeys(check.meeting for check in mapped.checks)
    rows = []
    for cell in mapped.chosen:
        checks = mapped.checks_of(cell)
        for feature in checks[0].measures:
            measures, share = [check.measures[feature] for check in checks], feature == "score"
            figures = [_measured(measure, share) for measure in measures]
            claimed = _figure(measures[0].claimed, share)
            rows.append((f"{cell.row}:{cell.col}", feature, claimed, *figures))
    grid = Grid(
        "check",
        "What the map says of chosen cells, and what held-out games say",
        [
            *columns("text", cell="Cell", feature="Feature", map="By the map"),
            *(Column(f"meeting_{n}", meeting) for n, meeting in enumerate(meetings, start=1)),
        ],
        rows,
        "The best cell and those nearest to the corners, as in table II of the paper on portfolio "
        "search and MAP-Elites. On held-out seeds; 95 % intervals in brackets.",
    )
    return Section("The check", [_scores(mapped), grid])


def _scores(mapped: StylesResult) -> Picture:
    scores = [
        (f"{check.row}:{check.col}  {check.meeting}", *check.measures["score"].estimate)
        for cell in mapped.chosen
        for check in mapped.checks_of(cell)
    ]
    return dot_plot(
        "check",
        "Score of the checked cells on held-out seeds, with 95 % intervals.",
        scores,
        SCORE,
    )


def _figure(value: float | None, share: bool) -> str:
    if value is None:
        return "none"
    return percent(value) if share else f"{value:.3g}"


def _measured(measure: MeasureValues, share: bool) -> str:
    value, (low, high) = measure.measured, measure.ci95
    if value is None or low is None or high is None or low == high:
        return _figure(value, share)
    if share:
        return f"{percent(value)} ({range_text((low, high))})"
    return f"{value:.3g} ({low:.3g} to {high:.3g})"


# ---- the course ----------------------------------------------------------------------------------


def _course(stored: StoredRun) -> Section:
    """Return how the map filled."""
    rows = stored.query(_COURSE)
    both = {"cell of the highest lower bound": "fitness_best", "mean of all cells": "fitness_mean"}
    filled = curves(
        "course",
        "Cells that keep a candidate, and the sum of their scores (the QD-score), after each "
        "generation; after the last, the candidates of cells played more.",
        curves_of(rows, "generation", {"cells": "cells", "sum of scores": "quality"}),
        "generation",
        Scale("cells, points"),
    )
    scores = curves(
        "scores",
        "Score of the cell with the highest lower confidence bound, and the mean over all cells.",
        curves_of(rows, "generation", both),
        "generation",
        Scale("score", percent=True),
    )
    head = [
        *columns("count", generation="#", candidates="Newcomers", games="Games", cells="Cells"),
        *columns("share", coverage="Coverage"),
        *columns("number", quality=("QD-score", "sum of the scores of all cells")),
        *columns("share", fitness_mean="Mean score", fitness_best=("Best cell", _BEST)),
        *columns("number", seconds="Seconds"),
    ]
    return Section("How the map filled", [filled, scores, generations_grid(head, rows)])
