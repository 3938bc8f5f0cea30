"""A comparison in words and tables: what differs beyond noise first, then the rest.

Words follow the intervals of all questions together: a figure is higher or lower where that leaves
out 0, otherwise no difference was shown. Whether more is better is for the reader to say.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from ...results.page.blocks import Block, Facts, Text
from ...results.page.grids import Column, Grid, cell_text
from ...results.page.words import listed, plural
from ..run.report import StoredRun
from ..stats.quantity import Ends
from .figures import ComparedFigure, LoneFigure
from .runs import RunComparison

MOST_ROWS: Final = 8
"""Rows of a table of figures that were not shown to differ, on a terminal."""
VERDICTS: Final = {
    ("higher", "lower"): "beyond noise",
    ("not shown",): "not shown to differ",
    ("not asked",): "not judged",
}
"""What is said of figures, in order."""
_DIFFERENCES: Final = {"share": (100, "+z.1f"), "number": (1, "+z.3g")}
"""How differences are written, by the form of the figure; other forms are whole numbers."""
_NAMED: Final = 3
"""Figures of one run that a sentence names."""


def summary(comparison: RunComparison) -> list[Block]:
    """Return the comparison for a terminal."""
    runs = Facts([(f"run {n}", run_text(stored)) for n, stored in enumerate(comparison.runs, 1)])
    blocks: list[Block] = [runs, Text(headline(comparison)), *asked_blocks(comparison)]
    if comparison.same_result:
        return blocks
    for verdicts, title in VERDICTS.items():
        figures = [figure for figure in comparison.figures if figure.verdict in verdicts]
        most = None if figures and figures[0].beyond_noise else MOST_ROWS
        for group, some in by_group(figures):
            blocks.append(_terminal_grid(f"{group}: {title}", some, most))
    blocks += _lone_blocks(comparison.lone)
    return [*blocks, Text(method_text(comparison))]


def run_text(stored: StoredRun) -> str:
    """Return which run it is, within a line."""
    clock = ", by the clock" if stored.run.clock_dependent else ""
    return f"{stored.run.run}, {plural(stored.games, 'game')}, seed {stored.run.seed}{clock}"


def headline(comparison: RunComparison) -> str:
    """Return how many figures differ, as the intervals carry it, and the first of them."""
    if comparison.same_result:
        return "The two runs have the same result: no figure differs."
    figures = [figure for figure in comparison.figures if figure.verdict != "not asked"]
    if not figures:
        return (
            "No difference can be judged: no figure was measured alike in both, with an interval."
        )
    beyond = [figure for figure in figures if figure.beyond_noise]
    alone = sum(_leaves_out_0(figure.difference_ci95) for figure in figures) - len(beyond)
    more = f"{alone} more" if beyond else str(alone)
    also = f" Each by itself, {more} would seem to differ." if alone else ""
    if not beyond:
        count = plural(len(figures), "figure")
        return f"No difference was shown in {count}, all asked at once.{also}"
    first = beyond[0]
    one, other = (cell_text(value, first.form) for value in first.values)
    verb = "differs" if len(beyond) == 1 else "differ"
    return (
        f"{len(beyond)} of {plural(len(figures), 'figure')} {verb} beyond noise, all asked at once."
        f"{also} Of the {first.group} the largest: {first.name}, {one} in run 1 and {other} in "
        "run 2."
    )


def _leaves_out_0(ends: Ends | None) -> bool:
    return ends is not None and not ends[0] <= 0 <= ends[1]


def asked_blocks(comparison: RunComparison) -> list[Block]:
    """Return what the two asked for differently."""
    if not comparison.asked:
        return [Text("The two asked for the same.")]
    differing = [(s.label, "{} in run 1, {} in run 2".format(*s.texts)) for s in comparison.asked]
    return [Facts(differing, title="Asked differently")]


def method_text(comparison: RunComparison) -> str:
    """Return how differences were judged."""
    seeds = (
        " They have the same seed, so they may share luck: the intervals are then wider than they "
        "need be."
        if comparison.same_seed
        else ""
    )
    return (
        "Differences are run 2 less run 1, with 95 % intervals of each by itself. Beyond noise is "
        "what leaves out 0 with all figures asked at once: the chance of one false alarm is 5 % at "
        f"most. The runs count as independent, without pairing their games.{seeds}"
    )


def by_group(figures: Sequence[ComparedFigure]) -> list[tuple[str, list[ComparedFigure]]]:
    """Return figures, which are in order, by their group."""
    return [(group, list(some)) for group, some in groupby(figures, key=lambda f: f.group)]


def _terminal_grid(title: str, figures: Sequence[ComparedFigure], most: int | None) -> Grid:
    """Return figures of one group as a table that fits a terminal."""
    judged = figures[0].difference_ci95 is not None
    rows = [(f.name, *_values(f), difference_text(f), f.reason) for f in figures[:most]]
    columns = [
        Column("name", "figure"),
        Column("one", "run 1", "count"),
        Column("other", "run 2", "count"),
        Column("difference", "difference [95 %]" if judged else "difference"),
        Column("reason", "why"),
    ]
    width = 4 if judged else 5
    rest = len(figures) - len(rows)
    note = f"{rest:,} more are in --json and on the page" if rest else ""
    return Grid("", title, columns[:width], [row[:width] for row in rows], note, kept=0)


def compared_grid(name: str, title: str, figures: Sequence[ComparedFigure]) -> Grid:
    """Return figures of several groups, each in its own unit, as a table of a page."""
    columns = [
        Column("group", "Of"),
        Column("name", "Figure"),
        Column("one", "Run 1"),
        Column("other", "Run 2"),
        Column("difference", "Difference [95 %]", about="run 2 less run 1, by itself"),
        Column("verdict", "Run 2 is"),
    ]
    rows = [(f.group, f.name, *_values(f), difference_text(f), f.verdict) for f in figures]
    return Grid(name, title, columns, rows)


def _lone_blocks(lone: Sequence[LoneFigure]) -> list[Block]:
    """Return what stands only in one of the two."""
    facts = []
    for (run, group), some in groupby(lone, key=lambda figure: (figure.run, figure.group)):
        names = [figure.name for figure in some]
        facts.append((f"run {run}", f"{group}: {listed(names, _NAMED)}"))
    return [Facts(facts, title="Only in one of them")] if facts else []


def _values(figure: ComparedFigure) -> tuple[str, str]:
    one, other = (cell_text(value, figure.form) for value in figure.values)
    return one, other


def value_text(figure: LoneFigure) -> str:
    """Return a value with its interval."""
    value, *ends = (cell_text(part, figure.form) for part in (figure.value, *(figure.ci95 or ())))
    return f"{value} [{', '.join(ends)}]" if ends else value


def difference_text(figure: ComparedFigure) -> str:
    """Return a difference with its interval; that of shares in points of 100."""
    scale, form = _DIFFERENCES.get(figure.form, (1, "+z,.0f"))
    parts = figure.difference, *(figure.difference_ci95 or ())
    value, *ends = (format(scale * part, form) for part in parts)
    return f"{value} [{', '.join(ends)}]" if ends else value
