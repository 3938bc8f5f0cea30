"""Sections of the report of a search for balance that show its front."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations

from ...arena.run.report import StoredRun
from ...results.page.axes import Scale
from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import bars, dot_plot
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid, cell_text
from ...results.page.scatters import Dot, front_plot
from ..measures.against import Figure
from .goals import OBJECTIVES
from .result import BalanceResult, PointValues, comparison_text

Searched = Mapping[tuple[int, str], float]
"""Values of the search, by candidate and objective."""

Points = Mapping[int, PointValues]
"""What the page shows, by number: the rules that the search began with, and the front."""

_SHOWN = (
    "better or worse only where the 95 % intervals do not overlap; otherwise how many games of the "
    "judge, for each of the two, would show a difference of that size"
)


def objective_column(name: str) -> Column:
    """Return the column of an objective."""
    one = OBJECTIVES[name]
    better = "more is better" if one.more else "less is better"
    return Column(name, one.label, one.form, f"{one.about}; {better}")


def _figure_text(name: str, figure: Figure) -> str:
    """Return a figure with its interval, where it has one."""
    one = OBJECTIVES[name]
    value, low, high = (cell_text(float(part), one.form) for part in figure)
    return f"{value} [{low}, {high}]" if one.games else value


def front_section(
    stored: StoredRun, front: BalanceResult, points: Points, searched: Searched
) -> Section:
    """Return the front as plots and a table, linked with each other."""
    pairs = list(combinations(front.objectives, 2))[:6]
    plots = [_plot(front, points, searched, across, up) for across, up in pairs]
    return Section("The front", [*_opening(stored, front), *plots, _table(front, points)])


def _opening(stored: StoredRun, front: BalanceResult) -> list[Block]:
    """Return what was shown; where nothing is measured again, how far it is."""
    if stored.values is not None:
        return stored.summary()
    sets = "set of rules is" if len(front.front) == 1 else "sets of rules are"
    how = " so far; not measured again on held-out seeds yet."
    if stored.run.status == "finished":
        how = "; its figures here are those of the search."
    return [Text(f"{len(front.front)} {sets} on the front{how}"), *stored.summary()]


def _plot(
    front: BalanceResult, points: Points, searched: Searched, across: str, up: str
) -> Picture:
    dots = [
        Dot(
            number=number,
            label=_short(", ".join(point.edits) or "no change", 34),
            x=point.objectives[across].figure,
            y=point.objectives[up].figure,
            hint=_hint(front, number, point),
            marked=point is front.origin,
        )
        for number, point in points.items()
    ]
    crowd = [
        (x, y)
        for number in {candidate for candidate, _ in searched}
        if (x := searched.get((number, across))) is not None
        and (y := searched.get((number, up))) is not None
    ]
    return front_plot(
        f"front-{across}-{up}",
        f"{_capital(across)} and {up} of the front with 95 % intervals, each point by its edits; "
        "orange is where the search began, grey is all that was tried, as the search saw it.",
        dots,
        crowd,
        _axis(across),
        _axis(up),
    )


def _axis(name: str) -> Scale:
    one = OBJECTIVES[name]
    better = "more is better" if one.more else "less is better"
    return Scale(f"{name} ({better})", percent=one.form == "share")


def _hint(front: BalanceResult, number: int, point: PointValues) -> str:
    every = ((name, point.objectives[name].figure) for name in front.objectives)
    figures = (f"{name} {_figure_text(name, figure)}" for name, figure in every)
    lines = (f"{number}. {point.name}", *figures, point.command)
    return "\n".join(line for line in lines if line)


def _table(front: BalanceResult, points: Points) -> Grid:
    columns = [Column("point", "#", "count"), Column("words", "Rules")]
    for name in front.objectives:
        columns.append(objective_column(name))
        if OBJECTIVES[name].games:
            columns += [
                Column(f"{name}_{end}", label, OBJECTIVES[name].form, f"of {name}", ends=True)
                for end, label in (("low", "from"), ("high", "to"))
            ]
    columns += [
        Column("stability", "Holds", "share", "how often it is on the front if measured again"),
        Column("against", "Beside no change", about=_SHOWN),
        Column("whatif", "Examine it by"),
    ]
    return Grid(
        "front",
        "The front, those that change least first",
        columns,
        [_row(front, number, point) for number, point in points.items()],
        "Hover over a point or a row to see both; a click keeps them marked, and what the search "
        "field leaves out fades in the plots.",
        links=list(points),
    )


def _row(front: BalanceResult, number: int, point: PointValues) -> tuple[object, ...]:
    cells: list[object] = [number, point.name if point.held else f"{point.name} (beaten)"]
    for name in front.objectives:
        value, *ends = point.objectives[name].figure
        cells += [value, *(ends if OBJECTIVES[name].games else ())]
    firm = point.stability if point.held and front.games_a_point else None
    return (*cells, firm, comparison_text(front.comparisons(point)), point.command)


def figures_section(front: BalanceResult, points: Points) -> Section:
    """Return every objective that games decide, point by point, with intervals."""
    measured = [
        name
        for name, one in OBJECTIVES.items()
        if one.games and all(name in point.objectives for point in points.values())
    ]
    order = sorted(measured, key=lambda name: (name not in front.objectives, measured.index(name)))
    labelled = [(f"{number}. {_short(point.name)}", point) for number, point in points.items()]
    plots = [
        dot_plot(
            f"figure-{name}",
            f"{_capital(name)}: {OBJECTIVES[name].about}"
            + ("." if name in front.objectives else "; measured beside, not searched by."),
            [(label, *point.objectives[name].figure) for label, point in labelled],
            Scale(name, percent=OBJECTIVES[name].form == "share"),
        )
        for name in order
    ]
    return Section("What each does", plots)


def changed_section(front: BalanceResult) -> Section:
    """Return which numbers the front moves, and which way."""
    ups, downs = Counter[str](), Counter[str]()
    held = [point for point in front.front if point.edits]
    for point in held:
        for edit, words in zip(point.edits, point.words, strict=True):
            name, _, value = edit.partition("=")
            more = int(value) > int(words.rpartition(" ")[2])
            (ups if more else downs)[name] += 1
    if not held:
        return Section("What it changes", [Text("Nothing: no edits are on the front.")])
    names = sorted({*ups, *downs}, key=lambda name: (-(ups[name] + downs[name]), name))
    chart = bars(
        "moved",
        f"Which share of the points that change anything ({len(held):,}) moves each number, "
        "and how.",
        names,
        {
            "up": [ups[name] / len(held) for name in names],
            "down": [downs[name] / len(held) for name in names],
        },
        Scale("share of the front", percent=True),
    )
    return Section("What it changes", [chart])


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
