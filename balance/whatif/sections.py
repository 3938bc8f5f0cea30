"""The sections of a report on changed rules that show figures, setups and what is used."""

from collections.abc import Sequence

from ...arena.run.report import StoredRun
from ...engine.rules.stats import COMMANDS, TROOPS
from ...results.page.axes import Scale
from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import bars, dot_plot
from ...results.page.estimates import columns, estimate
from ...results.page.grids import Column, Grid
from ...results.page.words import plural
from ..measures.change import Change
from ..measures.labels import FAMILY_LABELS, LABELS, is_share, shown
from ..measures.measured import MeasuredValues
from .result import VariantValues, WhatifResult

_CHANCE = Column("p", "p", "chance", "how likely by noise, all questions asked at once")
_NOISE = (_CHANCE, Column("beyond", "Beyond noise", "answer"))


def beyond_section(stored: StoredRun, values: WhatifResult) -> Section:
    """Return what changed for certain."""
    swept = [Column("value", values.sweep or "", "number")] if values.sweep else []
    rows = [
        (*_at(values, variant), FAMILY_LABELS[family], *_change_texts(family, change))
        for variant in values.variants
        for family in FAMILY_LABELS
        for change in by_size(variant.changes[family])
        if change.beyond
    ]
    grid = Grid(
        "beyond-noise",
        "Changes beyond noise",
        [
            *swept,
            *columns("text", family="What", name="Whose"),
            *columns("text", before="Before", after="After", change="Change"),
            Column("interval", "95 % interval", about="of the change, taken by itself"),
            _CHANCE,
        ],
        rows,
        "Paired games with common seeds. Whether a change is noise was asked by swapping before "
        "and after in pairs; the chance of one false alarm in the whole run is 5 % at most.",
    )
    return Section("Beyond noise", [*stored.summary(), grid])


def by_size(changes: Sequence[Change]) -> list[Change]:
    """Return changes, the greatest first."""
    return sorted(changes, key=lambda one: (-abs(one.change), one.name, one.opponent or ""))


def _at(values: WhatifResult, variant: VariantValues) -> list[float]:
    """Return the cell of a sweep's value; none where nothing is swept."""
    return [float(variant.value)] if values.sweep else []


def _change_texts(family: str, change: Change) -> tuple[object, ...]:
    """Return whose change it is, its figures in their own unit, and the chance."""
    scale, unit, form = (100, " %", ".1f") if is_share(family, change.name) else (1, "", ".2f")
    before, after = (f"{scale * end:{form}}{unit}" for end in (change.before, change.after))
    rose, low, high = (f"{scale * end:+{form}}{unit}" for end in (change.change, *change.ci95))
    name = change.name + (f" – {change.opponent}" if change.opponent else "")  # noqa: RUF001
    return name, before, after, rose, f"{low} to {high}", change.p_value


def setups_section(values: WhatifResult) -> Section:
    """Return each setup's change with its interval."""
    changes = sorted(values.variants[0].changes["setups"], key=lambda one: (-one.change, one.name))
    chart = dot_plot(
        "setup-changes",
        "Change of each setup's score from before to after, with 95 % intervals; grey is within "
        "noise when all are asked at once.",
        [(one.name, one.change, *one.ci95) for one in changes],
        Scale("change of score", percent=True, middle=0.0),
        [one.beyond for one in changes],
    )
    grid = Grid(
        "setups",
        "Every setup",
        [Column("setup", "Setup"), *change_columns()],
        [(one.name, *change_cells(one)) for one in changes],
    )
    return Section("Setups", [chart, grid])


def change_cells(one: Change) -> tuple[object, ...]:
    """Return the cells of a change."""
    return one.before, one.after, one.change, *one.ci95, one.p_value, one.beyond


def change_columns(about: str = "") -> list[Column]:
    """Return the columns of a change's cells."""
    return [
        *columns("share", before=("Before", about), after=("After", about)),
        *estimate("change", "Change", ends=""),
        *_NOISE,
    ]


def figures_section(values: WhatifResult) -> Section:
    """Return what was measured of each set of rules."""
    [variant] = values.variants
    before, after = values.before, variant.after
    changed = {one.name: one for f in ("games", "structure") for one in variant.changes[f]}
    rows = []
    for name, label in LABELS.items():
        ends = [_with_interval(name, side.measures[name]) for side in (before, after)]
        change = changed.get(name)
        rows.append((label, *ends, *((change.p_value, change.beyond) if change else (None, None))))
    for label, counts in (
        ("dominance cycles", (before.cycles, after.cycles)),
        ("of certain wins", (before.certain_cycles, after.certain_cycles)),
    ):
        rows.append((label, *(f"{count:,}" for count in counts), None, None))
    about = "with its 95 % interval"
    grid = Grid(
        "figures",
        "The game before and after",
        [
            *columns("text", figure="Figure", before=("Before", about), after=("After", about)),
            *_NOISE,
        ],
        rows,
        "Cycles are setups each of which takes 29 of 50 points or more from the next; "
        "counting stops at 10,000. Match-ups off even: the root of the mean squared "
        "deviation from one half, without what noise adds.",
    )
    return Section("Figures", [grid])


def _with_interval(name: str, figure: MeasuredValues) -> str:
    value, low, high = (shown(name, part) for part in (figure.value, *figure.ci95))
    return f"{value} ({low} to {high})"


def space_section(values: WhatifResult) -> Section:
    """Return how many setups there are, and what became of those that played."""
    names = ("legal", "maximal", "exact")
    counts = [
        (rules, *(side.setups[name] for name in names)) for rules, side in values.sides.items()
    ]
    fates = [fate for variant in values.variants for fate in variant.fates]
    illegal = sum(fate.fate == "repaired" for fate in fates)
    gained = sum(fate.gained_room for fate in fates)
    space = Grid(
        "space",
        "Setups that the rules allow",
        [
            Column("rules", "Rules"),
            Column("legal", "Legal", "count"),
            Column("maximal", "Maximal", "count", "nothing can be added"),
            Column("exact", "Exactly full", "count", "they cost exactly the points"),
        ],
        counts,
    )
    text = Text(f"{illegal} became illegal and were repaired, {gained} gained room.")
    return Section("Setups there are", [text, space, _fates_grid(values)])


def _fates_grid(values: WhatifResult) -> Grid:
    swept = [Column("value", values.sweep or "", "number")] if values.sweep else []
    rows = [
        (
            *_at(values, variant),
            *(fate.name, fate.fate, fate.change or f"leaves {plural(fate.room, 'point')}"),
            *(fate.before, fate.after),
        )
        for variant in values.variants
        for fate in sorted(variant.fates, key=lambda fate: fate.name)
        if fate.change or fate.gained_room
    ]
    return Grid(
        "fates",
        "What became of the setups that played",
        [
            *swept,
            *columns("text", setup="Setup", fate="What became of it", change="What happened"),
            *columns("text", before="Before", after="After"),
        ],
        rows,
        folded=bool(values.sweep),
    )


def usage_section(values: WhatifResult) -> Section:
    """Return how often troops are chosen and commands used."""
    changes = {one.name: one for one in values.variants[0].changes["usage"]}
    parts: list[Block] = []
    for name, names, scale in (
        ("troops", TROOPS, Scale("share of selections", percent=True)),
        ("commands", COMMANDS, Scale("uses a game")),
    ):
        every = [changes[slug] for slug in names]
        parts.append(
            bars(
                f"usage-{name}",
                f"{name.capitalize()} in the judge's first pair of games of each match-up; a star "
                "is beyond noise.",
                [one.name + (" *" if one.beyond else "") for one in every],
                {"before": [one.before for one in every], "after": [one.after for one in every]},
                scale,
            )
        )
    return Section("Troops and commands in use", parts)
