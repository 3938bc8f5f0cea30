"""The sections of a report on changed rules that show the matrix, its mixture, and adaptation."""

import numpy as np

from ...arena.run.report import StoredRun
from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import bars, heat_map
from ...results.page.grids import Column, Grid
from .sections import change_row
from .stored_rows import StoredComparison, rates

MOST_DRAWN = 60
"""Setups up to which matrices are drawn; beyond, the tables have them."""


def matrix_section(stored: StoredRun, found: StoredComparison) -> Section:
    """Return the win matrices before and after, and their difference."""
    before, after = (rates(stored, found, variant) for variant in (0, 1))
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
            [
                Column("a", "A"),
                Column("b", "B"),
                Column("before", "Before", "share", "score of A"),
                Column("after", "After", "share", "score of A"),
                Column("change", "Change", "share"),
                Column("low", "from", "share", "lower end of the 95 % interval"),
                Column("high", "to", "share", "upper end of the 95 % interval"),
                Column("p", "p", "chance", "how likely by noise, all questions asked at once"),
                Column("beyond", "Beyond noise", "answer"),
            ],
            [(c["name"], c["opponent"], *change_row(c)[1:]) for c in changes],
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
    texts = []
    for i, row in enumerate(values):
        cells = []
        for j, value in enumerate(row):
            star = "*" if (labels[i], labels[j]) in certain else ""
            form = "+.0f" if difference else ".0f"
            text = "" if np.isnan(value) else f"{100 * value:{form}}{star}"
            cells.append("0" if text in ("+0", "-0") else text)
        texts.append(cells)
    widest = max(0.1, float(np.nanmax(np.abs(values)))) if difference else 0.5
    star = "; a star is beyond noise" if certain else ""
    middle = "blue is more than before" if difference else "blue is more than half"
    return heat_map(
        f"matrix-{name}",
        f"{head} the score, in per cent, of the setup on the left against the one above; "
        f"{middle}{star}.",
        labels,
        labels,
        values,
        texts,
        limits=(-widest, widest) if difference else (0.0, 1.0),
    )


def mixture_section(found: StoredComparison) -> Section:
    """Return the Nash mixtures before and after."""
    weights = [_weights(found, variant, adapted=False) for variant in (0, 1)]
    names = sorted(set().union(*weights), key=lambda n: -max(w.get(n, 0.0) for w in weights))
    part = {
        (m["variant"], m["entrant"]): m["takes_part"] for m in found.mixtures if not m["adapted"]
    }
    chart = bars(
        "nash",
        "Weights in the Nash mixture before and after.",
        names,
        {"before": [weights[0].get(n, 0.0) for n in names],
         "after": [weights[1].get(n, 0.0) for n in names]},
        axis="weight",
        percent=True,
    )  # fmt: skip
    grid = Grid(
        "nash",
        "Nash mixture",
        [
            Column("setup", "Setup"),
            Column("before", "Before", "share"),
            Column("after", "After", "share"),
            Column("part_before", "takes part before", "share", "of resampled mixtures"),
            Column("part_after", "takes part after", "share", "of resampled mixtures"),
        ],
        [
            (n, weights[0].get(n, 0.0), weights[1].get(n, 0.0), part.get((0, n)), part.get((1, n)))
            for n in names
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
    figures = ("round", "setup", "score", "score_low", "score_high", "games")
    return Grid(
        "counters",
        "Counters",
        [
            Column("rules", "Rules"),
            Column("round", "Round", "count"),
            Column("setup", "Counter"),
            Column("score", "Score", "share", "against the mixture, on held-out seeds"),
            Column("low", "from", "share", "lower end of the 95 % interval"),
            Column("high", "to", "share", "upper end of the 95 % interval"),
            Column("games", "Games", "count"),
        ],
        [(names[c["variant"]], *(c[figure] for figure in figures)) for c in found.counters],
    )


def _adapted_grid(found: StoredComparison, names: list[str]) -> Grid:
    return Grid(
        "adapted",
        "The mixture then",
        [
            Column("rules", "Rules"),
            Column("name", "Setup"),
            Column("setup", "Made of"),
            Column("weight", "Weight", "share"),
            Column("found", "Found", "answer", "by the search"),
        ],
        [
            (names[m["variant"]], m["entrant"], m["setup"], m["weight"], m["found"])
            for m in found.mixtures
            if m["adapted"]
        ],
    )
