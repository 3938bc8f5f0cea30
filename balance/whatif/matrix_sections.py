"""The sections of a report on changed rules that show the matrix, its mixture, and adaptation."""

import numpy as np

from ...evolve.proposals.report_parts import NAMED_LIKE
from ...results.page.axes import Scale
from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import Cells, bars, heat_map
from ...results.page.estimates import columns, estimate, picked
from ...results.page.grids import Column, Grid
from ...setups.naming import plain_name
from .sections import CHANGE, change_columns
from .stored_rows import StoredComparison, rates

MOST_DRAWN = 60
"""Setups up to which matrices are drawn; beyond, the tables have them."""


def matrix_section(found: StoredComparison) -> Section:
    """Return the win matrices before and after, and their difference."""
    before, after = (rates(found, variant) for variant in (0, 1))
    order = np.argsort(-np.nanmean(before, axis=1), kind="stable")
    labels = [found.labels[n] for n in order.tolist()]
    before, after = before[np.ix_(order, order)], after[np.ix_(order, order)]
    parts: list[Block] = []
    if len(labels) <= MOST_DRAWN:
        certain = {
            pair
            for c in found.family(1, "matchups")
            if c["beyond_noise"]
            for pair in ((c["name"], c["opponent"]), (c["opponent"], c["name"]))
        }
        parts += [
            _map("difference", "Change of", labels, after - before, certain),
            _map("before", "Before:", labels, before, set()),
            _map("after", "After:", labels, after, set()),
        ]
    changes = sorted(found.family(1, "matchups"), key=lambda change: -abs(change["change"]))
    parts.append(
        Grid(
            "matchups",
            "Every match-up",
            [*columns("text", a="A", b="B"), *change_columns("score of A")],
            picked(changes, "name", "opponent", *CHANGE),
        )
    )
    return Section("Win matrix", parts)


def _map(
    name: str,
    head: str,
    labels: list[str],
    values: np.ndarray,
    certain: set[tuple[str, str]],
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


def mixture_section(found: StoredComparison) -> Section:
    """Return the Nash mixtures before and after."""
    weights = [_weights(found, variant, adapted=False) for variant in (0, 1)]
    names = sorted(set().union(*weights), key=lambda n: -max(w.get(n, 0.0) for w in weights))
    held = [[weight.get(name, 0.0) for name in names] for weight in weights]
    part = {
        (m["variant"], m["entrant"]): m["takes_part"] for m in found.mixtures if not m["adapted"]
    }
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
        [
            (n, before, after, part.get((0, n)), part.get((1, n)))
            for n, before, after in zip(names, *held, strict=True)
        ],
    )
    return Section("Nash mixture", [chart, grid])


def _weights(found: StoredComparison, variant: int, *, adapted: bool) -> dict[str, float]:
    return {
        m["entrant"]: m["weight"]
        for m in found.mixtures
        if m["variant"] == variant and m["adapted"] == adapted
    }


def adapted_section(found: StoredComparison) -> Section:
    """Return what players came to once they adapted."""
    text = Text(
        "Each round searched for a counter to the Nash mixture, checked it on held-out seeds, let "
        "it join, and solved the mixture again; by the same search before and after."
    )
    names = [", ".join(variant["edits"]) or "before" for variant in found.variants]
    grids = [_counters_grid(found, names), _adapted_grid(found, names)]
    return Section("Once players adapted", [text, *grids])


def _counters_grid(found: StoredComparison, names: list[str]) -> Grid:
    figures = ("score", "score_low", "score_high", "games")
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
                *(names[c["variant"]], c["round"], c["setup"], plain_name(c["setup"])),
                *(c[figure] for figure in figures),
                c["score_low"] > 0.5,
            )
            for c in found.counters
        ],
    )


def _adapted_grid(found: StoredComparison, names: list[str]) -> Grid:
    return Grid(
        "adapted",
        "The mixture then",
        [
            *columns("text", rules="Rules", name="Setup", setup="Made of"),
            Column("weight", "Weight", "share"),
            Column("found", "Found", "answer", "by the search"),
        ],
        [
            (names[m["variant"]], m["entrant"], m["setup"], m["weight"], m["found"])
            for m in found.mixtures
            if m["adapted"]
        ],
    )
