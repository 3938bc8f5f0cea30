"""The sections of a report on a sweep: figures as curves over the values of a rule."""

import numpy as np

from ...results.page.blocks import Section, Text
from ...results.page.charts import Cells, heat_map
from ...results.page.curves import panels
from ...results.page.grids import Column, Grid
from ..measures.labels import LABELS, PERCENT
from .result import WhatifResult

MOST_CURVES = 9
"""Setups whose curves are drawn: those that change most."""


def curves_section(values: WhatifResult) -> Section:
    """Return what was measured at each value."""
    at, after = _at(values), [variant.after.measures for variant in values.variants]
    chart = panels(
        "curves",
        f"What was measured at each value of {values.sweep}, with 95 % intervals.",
        at,
        {
            label: [(side[name].value, *side[name].ci95) for side in after]
            for name, label in LABELS.items()
        },
        axis=values.sweep or "",
        percent=[LABELS[name] for name in PERCENT],
    )
    rows = [
        (value, *(side[name].value for name in LABELS))
        for value, side in zip(["before", *at], [values.before.measures, *after], strict=True)
    ]
    forms = ["share" if name in PERCENT else "number" for name in LABELS]
    columns = [
        Column(name.replace(" ", "_"), label, form)
        for (name, label), form in zip(LABELS.items(), forms, strict=True)
    ]
    grid = Grid("curves", "Figures", [Column("value", values.sweep or ""), *columns], rows)
    return Section("Curves", [chart, grid])


def setups_section(values: WhatifResult) -> Section:
    """Return how setups' scores go with the value: the ones that change most."""
    at, series = _at(values), values.setup_series()
    most = sorted(series, key=lambda name: (-max(abs(c.change) for c in series[name]), name))
    moved = [name for name in most if any(c.beyond for c in series[name])]
    if not moved:
        return Section("Setups", [Text("No setup's score changed beyond noise at any value.")])
    chart = panels(
        "setups",
        f"Change of the score against the rules before, by {values.sweep}, with 95 % intervals; "
        "the setups that change most.",
        at,
        {
            name: [(change.change, *change.ci95) for change in series[name]]
            for name in moved[:MOST_CURVES]
        },
        axis=values.sweep or "",
        percent=moved[:MOST_CURVES],
    )
    rows = [
        (name, series[name][0].before, *(change.after for change in series[name])) for name in most
    ]
    columns = [Column(f"{value:g}", f"{value:g}", "share") for value in at]
    grid = Grid(
        "setups",
        "Scores",
        [Column("setup", "Setup"), Column("before", "Before", "share"), *columns],
        rows,
    )
    return Section("Setups", [chart, grid])


def mixtures_section(values: WhatifResult) -> Section:
    """Return the Nash mixture at each value, as a heat map."""
    sides = [{part.name: part.weight for part in s.nash} for s in values.sides.values()]
    names = list(dict.fromkeys(name for side in sides for name in side))
    weights = np.array([[side.get(name, 0.0) for side in sides] for name in names])
    order = np.argsort(-weights.max(axis=1), kind="stable").tolist()
    heads = ["before", *(f"{value:g}" for value in _at(values))]
    cells = Cells(rows=[names[n] for n in order], columns=heads)
    for (i, j), weight in np.ndenumerate(weights[order]):
        cells.put((i, j), weight, f"{100 * weight:.0f}" if weight >= 0.005 else "")
    chart = heat_map(
        "nash",
        f"Weights in the Nash mixture, in per cent, by {values.sweep}.",
        cells,
        diverging=False,
        cell=0.45,
    )
    return Section("Nash mixture", [chart])


def _at(values: WhatifResult) -> list[float]:
    """Return the values that the rule is swept over."""
    return [float(variant.value) for variant in values.variants]
