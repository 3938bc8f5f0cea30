"""The sections of a report on a sweep: figures as curves over the values of a rule."""

import numpy as np

from ...results.page.blocks import Section, Text
from ...results.page.charts import Cells, heat_map
from ...results.page.curves import panels
from ...results.page.grids import Column, Grid
from ..measures.labels import LABELS, PERCENT
from .stored_rows import Row, StoredComparison

MOST_CURVES = 9
"""Setups whose curves are drawn: those that change most."""


def curves_section(found: StoredComparison) -> Section:
    """Return what was measured at each value."""
    at = [found.value_of(variant["variant"]) for variant in found.variants[1:]]
    chart = panels(
        "curves",
        f"What was measured at each value of {found.sweep}, with 95 % intervals.",
        at,
        {
            label: [found.measure(number, name) for number in range(1, len(found.variants))]
            for name, label in LABELS.items()
        },
        axis=found.sweep or "",
        percent=[LABELS[name] for name in PERCENT],
    )
    rows = [
        (
            "before" if not number else at[number - 1],
            *(found.measure(number, name)[0] for name in LABELS),
        )
        for number in range(len(found.variants))
    ]
    forms = ["share" if name in PERCENT else "number" for name in LABELS]
    columns = [
        Column(name.replace(" ", "_"), label, form)
        for (name, label), form in zip(LABELS.items(), forms, strict=True)
    ]
    grid = Grid("curves", "Figures", [Column("value", found.sweep or ""), *columns], rows)
    return Section("Curves", [chart, grid])


def setups_section(found: StoredComparison) -> Section:
    """Return how setups' scores go with the value: the ones that change most."""
    series: dict[str, list[Row]] = {}
    for change in (c for c in found.changes if c["family"] == "setups"):
        series.setdefault(change["name"], []).append(change)
    at = [found.value_of(number) for number in range(1, len(found.variants))]
    most = sorted(series, key=lambda name: -max(abs(c["change"]) for c in series[name]))
    moved = [name for name in most if any(c["beyond_noise"] for c in series[name])]
    if not moved:
        return Section("Setups", [Text("No setup's score changed beyond noise at any value.")])
    chart = panels(
        "setups",
        f"Change of the score against the rules before, by {found.sweep}, with 95 % intervals; "
        "the setups that change most.",
        at,
        {
            name: [(c["change"], c["change_low"], c["change_high"]) for c in series[name]]
            for name in moved[:MOST_CURVES]
        },
        axis=found.sweep or "",
        percent=moved[:MOST_CURVES],
    )
    rows = [
        (name, series[name][0]["value_before"], *(c["value_after"] for c in series[name]))
        for name in most
    ]
    columns = [Column(f"{value:g}", f"{value:g}", "share") for value in at]
    grid = Grid(
        "setups",
        "Scores",
        [Column("setup", "Setup"), Column("before", "Before", "share"), *columns],
        rows,
    )
    return Section("Setups", [chart, grid])


def mixtures_section(found: StoredComparison) -> Section:
    """Return the Nash mixture at each value, as a heat map."""
    held = {(m["variant"], m["entrant"]): m["weight"] for m in found.mixtures if not m["adapted"]}
    names = list(dict.fromkeys(name for _, name in held))
    count = len(found.variants)
    weights = np.array([[held.get((v, name), 0.0) for v in range(count)] for name in names])
    order = np.argsort(-weights.max(axis=1), kind="stable").tolist()
    heads = ["before", *(f"{found.value_of(number):g}" for number in range(1, count))]
    cells = Cells(rows=[names[n] for n in order], columns=heads)
    for (i, j), weight in np.ndenumerate(weights[order]):
        cells.put((i, j), weight, f"{100 * weight:.0f}" if weight >= 0.005 else "")
    chart = heat_map(
        "nash",
        f"Weights in the Nash mixture, in per cent, by {found.sweep}.",
        cells,
        diverging=False,
        cell=0.45,
    )
    return Section("Nash mixture", [chart])
