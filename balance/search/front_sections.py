"""Sections of the report of a search for balance that show its front."""

from collections import Counter
from itertools import combinations

from ...arena.run.report import StoredRun
from ...results.page.axes import Scale
from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import bars, dot_plot
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid, shown
from ...results.page.scatters import Dot, front_plot
from ..measures.against import Figure
from .goals import OBJECTIVES
from .result import comparison_text
from .stored_front import FrontPoint, StoredFront

_SHOWN = (
    "better or worse only where the 95 % intervals do not overlap; otherwise how many games of the "
    "judge, for each of the two, would show a difference of that size"
)


def objective_column(name: str) -> Column:
    """Return the column of an objective."""
    one = OBJECTIVES[name]
    better = "more is better" if one.more else "less is better"
    return Column(name, one.label, one.form, f"{one.about}; {better}")


def figure_text(name: str, figure: Figure) -> str:
    """Return a figure with its interval, where it has one."""
    one = OBJECTIVES[name]
    value, low, high = (shown(float(part), one.form) for part in figure)
    return f"{value} [{low}, {high}]" if one.games else value


def front_section(stored: StoredRun, found: StoredFront) -> Section:
    """Return the front as plots and a table, linked with each other."""
    pairs = list(combinations(found.objectives, 2))[:6]
    plots = [_plot(found, across, up) for across, up in pairs]
    return Section("The front", [*_opening(stored, found), *plots, _table(found)])


def _opening(stored: StoredRun, found: StoredFront) -> list[Block]:
    """Return what was shown; of a search under way, how far it is."""
    if found.checked:
        return stored.summary()
    count = sum(point.held for point in found.points)
    sets = "set of rules is" if count == 1 else "sets of rules are"
    return [
        Text(f"{count} {sets} on the front so far; not measured again on held-out seeds yet."),
        *stored.summary(),
    ]


def _plot(found: StoredFront, across: str, up: str) -> Picture:
    dots = [
        Dot(
            number=point.number,
            label=_short(", ".join(point.edits) or "no change", 34),
            x=point.figures[across],
            y=point.figures[up],
            hint=_hint(found, point),
            marked=point.candidate == 0,
        )
        for point in found.points
    ]
    crowd = [
        (x, y)
        for number in {candidate for candidate, _ in found.searched}
        if (x := found.searched.get((number, across))) is not None
        and (y := found.searched.get((number, up))) is not None
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


def _hint(found: StoredFront, point: FrontPoint) -> str:
    figures = (f"{name} {figure_text(name, point.figures[name])}" for name in found.objectives)
    lines = (f"{point.number}. {point.name}", *figures, point.whatif)
    return "\n".join(line for line in lines if line)


def _table(found: StoredFront) -> Grid:
    columns = [Column("point", "#", "count"), Column("words", "Rules")]
    for name in found.objectives:
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
        [_row(found, point) for point in found.points],
        "Hover over a point or a row to see both; a click keeps them marked, and what the search "
        "field leaves out fades in the plots.",
        links=[point.number for point in found.points],
    )


def _row(found: StoredFront, point: FrontPoint) -> tuple[object, ...]:
    cells: list[object] = [point.number, point.name if point.held else f"{point.name} (beaten)"]
    for name in found.objectives:
        value, low, high = point.figures[name]
        cells.append(value)
        if OBJECTIVES[name].games:
            cells += [low, high]
    return (*cells, point.stability, comparison_text(found.comparisons(point)), point.whatif)


def figures_section(found: StoredFront) -> Section:
    """Return every objective that games decide, point by point, with intervals."""
    measured = [
        name
        for name, one in OBJECTIVES.items()
        if one.games and all(name in point.figures for point in found.points)
    ]
    order = sorted(measured, key=lambda name: (name not in found.objectives, measured.index(name)))
    labelled = [(f"{point.number}. {_short(point.name)}", point) for point in found.points]
    plots = [
        dot_plot(
            f"figure-{name}",
            f"{_capital(name)}: {OBJECTIVES[name].about}"
            + ("." if name in found.objectives else "; measured beside, not searched by."),
            [(label, *point.figures[name]) for label, point in labelled],
            Scale(name, percent=OBJECTIVES[name].form == "share"),
        )
        for name in order
    ]
    return Section("What each does", plots)


def changed_section(found: StoredFront) -> Section:
    """Return which numbers the front moves, and which way."""
    ups, downs = Counter[str](), Counter[str]()
    held = [point for point in found.points if point.held and point.edits]
    for point in held:
        for edit, said in zip(point.edits, point.words, strict=True):
            name, _, value = edit.partition("=")
            more = int(value) > int(said.rpartition(" ")[2])
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
