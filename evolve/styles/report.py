"""The report of a map of styles or setups: the map, the check, its candidates, and its course."""

from typing import Any

from ...agents.spec.spec import called
from ...arena.run.report import Maker, Report, StoredRun
from ...results.page.axes import SCORE, Scale
from ...results.page.blocks import Section, Text
from ...results.page.charts import Cells, dot_plot, heat_map
from ...results.page.curves import curves, curves_of
from ...results.page.estimates import columns, estimates
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ...results.page.words import percent, plural, range_text
from ...results.text.command_lines import command_line
from ...setups.naming import titled
from ..proposals.report_parts import generations_grid
from .features import FeatureAxis
from .holders import every_cell, holders
from .stored import StoredMap, collect

_BEST = "score of the cell with the highest lower confidence bound"

_COURSE = """
    SELECT generation, candidates, generations.games, coverage, count(candidate) AS cells,
           sum(score) AS quality, fitness_mean, fitness_best, seconds
    FROM generations JOIN archive_cells cells USING (run, generation) WHERE run = ?
    GROUP BY ALL ORDER BY generation
"""


def report(stored: StoredRun) -> Report:
    """Return the report of a map."""
    mapped = collect(stored)
    sections: list[Maker] = [("map", lambda: _map(stored, mapped))]
    if mapped.cells:
        sections += [
            ("check", lambda: _check(mapped)),
            ("styles" if mapped.over == "weights" else "setups", lambda: holders(mapped)),
            ("course", lambda: _course(stored)),
            ("cells", lambda: every_cell(mapped)),
        ]
    return Report(_title(mapped), _about(mapped), sections)


def _title(mapped: StoredMap) -> str:
    agent, axes = called(mapped.agent), _axes(mapped)
    if mapped.over == "weights":
        return f"Map of styles of {agent}, by {axes}"
    return f"Map of setups played by {agent}, by {axes}"


def _axes(mapped: StoredMap) -> str:
    return f"{mapped.x.name} and {mapped.y.name}"


def _about(mapped: StoredMap) -> str:
    domain, axes = mapped.run.arguments["mapped"], _axes(mapped)
    if mapped.over == "weights":
        return (
            f"Ways to play of {called(mapped.agent)}, by the weights of its scripts, mapped by "
            f"{axes}. Scores are against {called(domain['opponent'])}, both sides fielding "
            "the same setup."
        )
    return (
        f"Setups played by {called(mapped.agent)}, mapped by {axes}. Scores are against "
        f"{plural(len(domain['setups']), 'setup')} in turn, as estimates for this agent by games "
        "of all levels."
    )


# ---- the map -------------------------------------------------------------------------------------


def _map(stored: StoredRun, mapped: StoredMap) -> Section:
    words = stored.summary()
    if not mapped.cells:
        return Section("The map", words)
    text = mapped.text(mapped.best)
    play = (
        f"To play against it: {command_line('play Rush Rush --agent', text)}"
        if mapped.over == "weights"
        else f"To play it: {command_line('match', text, 'Default')}"
    )
    note = "Only games after its trial count, so the luck of the trial is no part of a score."
    return Section("The map", [*words, _drawn(mapped), Text(note), Text(play, "note")])


def _drawn(mapped: StoredMap) -> Picture:
    x, y = mapped.x, mapped.y
    cells = Cells(
        rows=[f"{y.label(row)}  ({row})" for row in reversed(range(y.bins))],
        columns=[f"{x.label(col)}  ({col})" for col in range(x.bins)],
        labels=(_axis_label(x, "column"), _axis_label(y, "row")),
    )
    for cell in mapped.cells:
        hint = (
            f"cell {cell['row']}:{cell['col']}: {percent(cell['score'])} "
            f"({range_text((cell['score_low'], cell['score_high']))}) of {cell['games']} games; "
            f"{x.name} {_number(cell['x'])}, {y.name} {_number(cell['y'])}; {titled(cell['text'])}"
        )
        at = y.bins - 1 - cell["row"], cell["col"]
        cells.put(at, cell["score"], f"{100 * cell['score']:.0f}", hint)
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


def _check(mapped: StoredMap) -> Section:
    """Return table II of the paper, and the scores as a figure."""
    if not mapped.checks:
        return Section("The check", [Text("No cell has been checked yet.")])
    meetings = list(dict.fromkeys(check["meeting"] for check in mapped.checks))
    by_key = {(c["candidate"], c["meeting"], c["feature"]): c for c in mapped.checks}
    rows = []
    for cell in mapped.chosen:
        for feature in ("score", mapped.x.name, mapped.y.name):
            measured = [by_key[cell["candidate"], m, feature] for m in meetings]
            share = feature == "score"
            claimed = measured[0]["claimed"]
            place = f"{cell['row']}:{cell['col']}"
            figures = [_measured(check, share) for check in measured]
            rows.append((place, feature, _figure(claimed, share), *figures))
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


def _scores(mapped: StoredMap) -> Picture:
    scores = [check for check in mapped.checks if check["feature"] == "score"]
    order = {(cell["row"], cell["col"]): n for n, cell in enumerate(mapped.chosen)}
    scores.sort(key=lambda check: order[check["row"], check["col"]])
    return dot_plot(
        "check",
        "Score of the checked cells on held-out seeds, with 95 % intervals.",
        estimates(scores, "measured", lambda c: f"{c['row']}:{c['col']}  {c['meeting']}"),
        SCORE,
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
