"""The page of a comparison: what differs, then each group of figures with its picture and table."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from ...results.page.axes import Scale
from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import dot_plot
from ...results.page.estimates import columns, estimate
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ...results.page.page import Page
from ...results.page.words import plural
from ..run.report import Maker, facts, made
from ..stats.quantity import Ends
from .figures import ComparedFigure, LoneFigure
from .runs import RunComparison
from .words import asked_blocks, by_group, compared_grid, headline, method_text, value_text

DRAWN: Final = 40
"""Figures of a group that its picture has at most; the table has all."""


def comparison_page(
    comparison: RunComparison, on_section: Callable[[str], object] = lambda _: None
) -> Page:
    """Return the page; `on_section` is called before each section is made."""
    makers: list[Maker] = [("what differs", partial(_first, comparison))]
    makers += [
        (group, partial(_group, group, some)) for group, some in by_group(comparison.figures)
    ]
    makers += [("only in one", partial(_only, comparison.lone))] if comparison.lone else []
    return Page(
        f"Two runs of {comparison.one.kind.command} compared",
        method_text(comparison),
        made(makers, on_section),
    )


def _first(comparison: RunComparison) -> Section:
    """Return what differs for certain, what was asked differently, and how the runs were made."""
    beyond = [figure for figure in comparison.figures if figure.beyond_noise]
    blocks: list[Block] = [Text(headline(comparison), "headline")]
    if beyond:
        blocks.append(compared_grid("beyond-noise", "Beyond noise", beyond))
    one, other = (facts(stored.run, stored.games) for stored in comparison.runs)
    runs = Grid(
        "runs",
        "The runs",
        columns("text", fact="", one="Run 1", other="Run 2"),
        [(label, mine, its) for (label, mine), (_, its) in zip(one, other, strict=True)],
    )
    return Section("What differs", [*blocks, *asked_blocks(comparison), runs])


def _group(group: str, figures: Sequence[ComparedFigure]) -> Section:
    """Return the figures of a group, those of one unit together: a picture, and a table of all."""
    section = Section(group[0].upper() + group[1:], [])
    parts: list[Block] = []
    for form in dict.fromkeys(figure.form for figure in figures):
        some = [figure for figure in figures if figure.form == form]
        name = f"{section.anchor}-{form}" if len(some) < len(figures) else section.anchor
        rows = [(f, f.difference_ci95) for f in some if f.difference_ci95][:DRAWN]
        if rows:
            parts.append(_picture(name, group, form, rows))
        parts.append(_table(name, form, some))
    return Section(section.title, parts)


def _picture(
    name: str, group: str, form: str, rows: Sequence[tuple[ComparedFigure, Ends]]
) -> Picture:
    return dot_plot(
        name,
        f"Run 2 less run 1, {group}, with 95 % intervals of each by itself; grey is within noise "
        "when all are asked at once.",
        [(figure.name, figure.difference, *ends) for figure, ends in rows],
        Scale("run 2 less run 1", percent=form == "share", middle=0.0),
        [figure.beyond_noise for figure, _ in rows],
    )


def _table(name: str, form: str, figures: Sequence[ComparedFigure]) -> Grid:
    heads = [
        Column("name", "Figure"),
        *estimate("one", "Run 1", form),
        *estimate("other", "Run 2", form),
        *estimate("difference", "Difference", form, "run 2 less run 1, by itself"),
        Column("all_low", "All at once from", form, "interval with all figures asked at once"),
        Column("all_high", "to", form, "interval with all figures asked at once"),
        Column("verdict", "Run 2 is", about="where the interval of all leaves out 0"),
        Column("reason", "Why not asked"),
    ]
    none = None, None
    rows = []
    for figure in figures:
        sides = zip(figure.values, figure.ci95, strict=True)
        values = [cell for value, ends in sides for cell in (value, *(ends or none))]
        apart = figure.difference, *(figure.difference_ci95 or none)
        at_once = figure.difference_ci95_all or none
        rows.append((figure.name, *values, *apart, *at_once, figure.verdict, figure.reason))
    return Grid(name, plural(len(rows), "figure"), heads, rows)


def _only(lone: Sequence[LoneFigure]) -> Section:
    rows = [(figure.run, figure.group, figure.name, value_text(figure)) for figure in lone]
    heads = [Column("run", "Run", "count"), *columns("text", group="Of", name="Figure")]
    heads.append(Column("value", "Value", about="with its 95 % interval"))
    return Section("Only in one of them", [Grid("only", "Figures of one run", heads, rows)])
