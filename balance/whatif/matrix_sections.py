"""The sections of a report on changed rules that show the matrix, its mixture, and adaptation."""

from collections.abc import Container

import numpy as np

from ...evolve.proposals.report_parts import NAMED_LIKE
from ...results.page.axes import Scale
from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import Cells, bars, heat_map
from ...results.page.estimates import columns, estimate
from ...results.page.grids import Column, Grid
from ...setups.naming import plain_name
from .result import AdaptedValues, RulesValues, WhatifResult
from .sections import by_size, change_cells, change_columns

MOST_DRAWN = 60
"""Setups up to which matrices are drawn; beyond, the tables have them."""


def matrix_section(values: WhatifResult) -> Section:
    """Return the win matrices before and after, and their difference."""
    before, after = (_rates(side) for side in values.sides.values())
    changes = by_size(values.variants[0].changes["matchups"])
    order = np.argsort(-np.nanmean(before, axis=1), kind="stable")
    labels = [values.before.win_matrix.setups[n] for n in order.tolist()]
    before, after = before[np.ix_(order, order)], after[np.ix_(order, order)]
    parts: list[Block] = []
    if len(labels) <= MOST_DRAWN:
        certain = {
            pair
            for one in changes
            if one.beyond
            for pair in ((one.name, one.opponent), (one.opponent, one.name))
        }
        parts += [
            _map("difference", "Change of", labels, after - before, certain),
            _map("before", "Before:", labels, before, set()),
            _map("after", "After:", labels, after, set()),
        ]
    parts.append(
        Grid(
            "matchups",
            "Every match-up",
            [*columns("text", a="A", b="B"), *change_columns("score of A")],
            [(one.name, one.opponent, *change_cells(one)) for one in changes],
        )
    )
    return Section("Win matrix", parts)


def _rates(side: RulesValues) -> np.ndarray:
    return np.array(side.win_matrix.rates, float)


def _map(
    name: str,
    head: str,
    labels: list[str],
    values: np.ndarray,
    certain: Container[tuple[str, str | None]],
) -> Block:
    """Return a matrix as a heat map; of a difference certain cells have a star."""
    difference = name == "difference"
    cells = Cells(rows=labels, columns=labels)
    for (i, j), value in np.ndenumerate(values):
        if np.isnan(value):
            continue
        star = "*" if (labels[i], labels[j]) in certain else ""
        form = "+.0f" if difference else ".0f"
        text = f"{100 * value:{form}}{star}"
        cells.put((i, j), value, "0" if text in ("+0", "-0") else text)
    widest = max(0.1, float(np.nanmax(np.abs(values)))) if difference else 0.5
    star = "; a star is beyond noise" if certain else ""
    middle = "blue is more than before" if difference else "blue is more than half"
    return heat_map(
        f"matrix-{name}",
        f"{head} the score, in per cent, of the setup on the left against the one above; "
        f"{middle}{star}.",
        cells,
        limits=(-widest, widest) if difference else (0.0, 1.0),
    )


def mixture_section(values: WhatifResult) -> Section:
    """Return the Nash mixtures before and after."""
    sides = [{part.name: part for part in side.nash} for side in values.sides.values()]
    most = {name: max(s[name].weight for s in sides if name in s) for s in sides for name in s}
    names = sorted(most, key=lambda name: -most[name])
    held = [[side[name].weight if name in side else 0.0 for name in names] for side in sides]
    part = [[side[name].takes_part if name in side else None for name in names] for side in sides]
    chart = bars(
        "nash",
        "Weights in the Nash mixture before and after.",
        names,
        dict(zip(("before", "after"), held, strict=True)),
        Scale("weight", percent=True),
    )
    grid = Grid(
        "nash",
        "Nash mixture",
        [
            Column("setup", "Setup"),
            *columns("share", before="Before", after="After"),
            Column("part_before", "takes part before", "share", "of resampled mixtures"),
            Column("part_after", "takes part after", "share", "of resampled mixtures"),
        ],
        list(zip(names, *held, *part, strict=True)),
    )
    return Section("Nash mixture", [chart, grid])


def adapted_section(values: WhatifResult) -> Section:
    """Return what players came to once they adapted."""
    text = Text(
        "Each round searched for a counter to the Nash mixture, checked it on held-out seeds, let "
        "it join, and solved the mixture again; by the same search before and after."
    )
    ends = {rules: side.adapted for rules, side in values.sides.items() if side.adapted}
    return Section("Once players adapted", [text, _counters_grid(ends), _adapted_grid(ends)])


def _counters_grid(ends: dict[str, AdaptedValues]) -> Grid:
    return Grid(
        "counters",
        "What each search found",
        [
            Column("rules", "Rules"),
            Column("round", "Round", "count"),
            *columns("text", setup="Counter", name=NAMED_LIKE),
            *estimate("score", "Score", about="against the mixture, on held-out seeds", ends=""),
            Column("games", "Games", "count"),
            Column("beats", "Shown to beat it", "answer", "the interval lies above one half"),
        ],
        [
            (
                *(rules, number, one.setup, plain_name(one.setup)),
                *(one.score, *one.ci95, one.games, one.beats),
            )
            for rules, end in ends.items()
            for number, one in enumerate(end.counters, start=1)
        ],
    )


def _adapted_grid(ends: dict[str, AdaptedValues]) -> Grid:
    return Grid(
        "adapted",
        "The mixture then",
        [
            *columns("text", rules="Rules", name="Setup", setup="Made of"),
            Column("weight", "Weight", "share"),
            Column("found", "Found", "answer", "by the search"),
        ],
        [
            (rules, part.name, part.setup, part.weight, part.new)
            for rules, end in ends.items()
            for part in end.mixture
        ],
    )
